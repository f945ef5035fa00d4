/** Writes into the audit trail who may use the gateway from now on, or may not any more. */
import type { Invocation } from "../../command.ts";
import { withStore } from "../../open-store.ts";

export interface TokenChange {
  readonly token: string;
  readonly outcome: "created" | "revoked";
  readonly profiles: readonly string[] | undefined;
}

export async function noteTokenChange(
  invocation: Invocation,
  { token, outcome, profiles }: TokenChange,
): Promise<void> {
  await withStore(invocation, (store) =>
    store.audit.append({
      time: Date.now(),
      type: "token-change",
      subject: { kind: "person", name: "cli" },
      target: { token },
      outcome,
      detail: { profiles: profiles ?? "all" },
    }),
  );
}
