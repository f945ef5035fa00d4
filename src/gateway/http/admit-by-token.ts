/** Who comes in by HTTP, told by the token that a request shows. */
import { scopeOf } from "../../gate/address-scope.ts";
import { checkToken, isStillGood, type KnownToken } from "../../gate/tokens.ts";
import type { Admission } from "./http-parts.ts";
import type { Route } from "./route.ts";

export interface TokenDoor {
  admit(authorization: string | undefined, route: Route): Admission;
  /** False when the token was revoked or has expired since. */
  isStillAdmitted(principal: string): boolean;
}

export function admitByToken(
  known: (id: string) => KnownToken | undefined,
  { isRequired }: { readonly isRequired: boolean },
): TokenDoor {
  return {
    admit: (authorization, route) =>
      checkToken(authorization, known, { scope: scopeOf(route), now: Date.now(), isRequired }),
    isStillAdmitted: (principal) => isStillGood(principal, known, Date.now()),
  };
}
