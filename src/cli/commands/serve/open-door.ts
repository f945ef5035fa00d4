/** Decides who may use the gateway over HTTP; refuses to open a door to other machines that nobody has a key for. */
import { TackleError } from "../../../errors.ts";
import { isLoopbackAddress } from "../../../gate/endpoint.ts";
import { isExpired } from "../../../gate/tokens.ts";
import { admitByToken, type TokenDoor } from "../../../gateway/http/admit-by-token.ts";
import { CurrentTokens } from "../../../store/current-tokens.ts";
import { readTokens } from "../../../store/tokens.ts";
import type { Invocation } from "../../command.ts";
import type { ServeSettings } from "./settings.ts";

export function openDoor(
  { surroundings: { env }, log }: Invocation,
  { host, needsToken }: Pick<ServeSettings, "host" | "needsToken">,
): TokenDoor {
  const now = Date.now();
  const hasToken = readTokens(env).some((token) => !isExpired(token, now));
  if (!hasToken && !isLoopbackAddress(host)) throw nobodyHasAToken(host);
  const tokens = new CurrentTokens({
    env,
    onFailure: (error) => log.error("tokens cannot be read; none is accepted", { error: String(error) }),
  });
  return admitByToken((id) => tokens.find(id), { isRequired: needsToken });
}

function nobodyHasAToken(host: string): TackleError {
  return new TackleError({
    code: "policy",
    message: `Other machines could reach ${host}, so every client needs a token, and there is none`,
    hint: "Make one first: tackle token create NAME",
  });
}
