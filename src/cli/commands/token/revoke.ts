/** Takes a token back. */
import { TackleError } from "../../../errors.ts";
import { principalOf } from "../../../gate/tokens.ts";
import { revokeTokens, type StoredToken } from "../../../store/tokens.ts";
import { nearest } from "../../../util/nearest.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { noteTokenChange } from "./note-change.ts";
import { missingWord } from "../../missing-word.ts";
import { tooManyWords } from "../../read-config.ts";

export async function revokeToken(invocation: Invocation): Promise<CommandResult> {
  const [wanted, ...others] = invocation.words;
  if (wanted === undefined) throw missingWord("name or id of a token", "token revoke NAME|ID");
  if (others.length > 0) throw tooManyWords(others, "token revoke NAME|ID");
  const revoked = await revokeTokens(invocation.surroundings.env, (known) => [theOne(wanted, known)]);
  for (const { id, name, profiles } of revoked)
    await noteTokenChange(invocation, { token: principalOf({ id, name }), outcome: "revoked", profiles });
  const json = revoked.map(({ id, name }) => ({ id, name }));
  return {
    json: { revoked: json },
    human: json.map(({ id, name }) => `Token '${name}' (${id}) is revoked`).join("\n"),
  };
}

function theOne(wanted: string, known: readonly StoredToken[]): StoredToken {
  const byId = known.find(({ id }) => id === wanted);
  if (byId !== undefined) return byId;
  const [first, ...more] = known.filter(({ name }) => name === wanted);
  if (first === undefined) {
    const [likely] = nearest(
      wanted,
      known.map(({ name }) => name),
    );
    const hint =
      likely === undefined ? "'tackle token list' shows what there is." : `Did you mean '${likely}'?`;
    throw new TackleError({ code: "not-found", message: `There is no token '${wanted}'`, hint });
  }
  if (more.length === 0) return first;
  const ids = [first, ...more].map(({ id }) => id).join(", ");
  throw new TackleError({
    code: "conflict",
    message: `${more.length + 1} tokens have the name '${wanted}': ${ids}`,
    hint: `Say which by its id: tackle token revoke ${first.id}`,
  });
}
