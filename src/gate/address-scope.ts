/** What a token must open for each address of the gateway. An address that nobody thought of needs everything. */
import type { TokenScope } from "./tokens.ts";

export type Address =
  | { readonly kind: "profile"; readonly profile: string }
  | { readonly kind: "server" | "health" | "ready" | "metrics" | "home" };

export function scopeOf(address: Address): TokenScope {
  switch (address.kind) {
    case "profile":
      return { kind: "profile", profile: address.profile };
    case "home":
      return { kind: "anything" };
    default:
      return { kind: "everything" };
  }
}
