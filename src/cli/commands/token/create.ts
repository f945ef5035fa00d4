/** Makes a token and shows it, this once. */
import { TackleError } from "../../../errors.ts";
import { principalOf } from "../../../gate/tokens.ts";
import { isTokenId, newToken } from "../../../gate/token-text.ts";
import { addToken } from "../../../store/tokens.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { readOptionalDuration } from "../../duration.ts";
import { missingWord } from "../../missing-word.ts";
import { loadAndLog, tooManyWords } from "../../read-config.ts";
import { readWholeNumber } from "../../whole-number.ts";
import { noteTokenChange } from "./note-change.ts";

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.@-]{0,63}$/;
const MOST_A_MINUTE = 1_000_000;
const PROFILE = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

export async function createToken(invocation: Invocation): Promise<CommandResult> {
  const { options, surroundings } = invocation;
  const name = nameIn(invocation.words);
  const chosen = [...new Set(options.texts("profile"))];
  for (const profile of chosen) if (!PROFILE.test(profile)) throw notAProfile(profile);
  const profiles = chosen.length === 0 ? undefined : chosen;
  const lifetime = readOptionalDuration(options.text("expires"), { option: "expires", leastMs: 1 });
  const createdAt = Date.now();
  const expiresAt = lifetime === undefined ? undefined : createdAt + lifetime;
  const rate = readWholeNumber(options, { name: "rate", least: 1, most: MOST_A_MINUTE });
  const { id, text, hash } = newToken();
  await addToken(surroundings.env, { id, name, hash, profiles, createdAt, expiresAt, rate });
  await noteTokenChange(invocation, { token: principalOf({ id, name }), outcome: "created", profiles });
  const notes = [
    `Token '${name}' (${id}) opens ${profiles === undefined ? "everything" : profiles.map(addressOf).join(", ")}${rateOf(rate)}${untilOf(expiresAt)}.`,
    "It is shown this once. Clients send it as the header 'Authorization: Bearer TOKEN'.",
    ...(await unknownProfiles(invocation, chosen)),
  ];
  return {
    json: {
      id,
      name,
      token: text,
      profiles: profiles ?? null,
      rate: rate ?? null,
      createdAt,
      expiresAt: expiresAt ?? null,
    },
    human: text,
    notes,
  };
}

function nameIn([name, ...others]: readonly string[]): string {
  if (name === undefined) throw missingWord("name of a token", "token create NAME");
  if (others.length > 0) throw tooManyWords(others, "token create NAME");
  if (NAME.test(name) && !isTokenId(name)) return name;
  throw new TackleError({
    code: "usage",
    message: `'${name}' cannot be the name of a token`,
    hint: "Use letters, digits, '.', '-', '_' and '@', at most 64, and not what looks like a token's id.",
  });
}

function notAProfile(profile: string): TackleError {
  return new TackleError({
    code: "usage",
    message: `'${profile}' cannot be the name of a profile`,
    hint: "Give --profile once for each profile: --profile build --profile default",
  });
}

function rateOf(rate: number | undefined): string {
  return rate === undefined ? "" : `, ${rate} requests a minute`;
}

function addressOf(profile: string): string {
  return profile === "default" ? "/mcp" : `/mcp/${profile}`;
}

function untilOf(expiresAt: number | undefined): string {
  return expiresAt === undefined ? "" : `, until ${new Date(expiresAt).toISOString()}`;
}

/** No mistake, because the gateway may run with another configuration; but more often than not it is one. */
async function unknownProfiles(invocation: Invocation, chosen: readonly string[]): Promise<string[]> {
  if (chosen.length === 0) return [];
  const { settings } = await loadAndLog(invocation);
  return chosen
    .filter((profile) => profile !== "default" && !Object.hasOwn(settings.profiles, profile))
    .map(
      (profile) =>
        `No profile '${profile}' is configured here; until there is one, its address leads nowhere.`,
    );
}
