/** `tackle serve --stdio` as a thin pipe to a gateway that runs already, so that its servers are not started once more. */
import { TackleError } from "../../../errors.ts";
import { relay, type Attachment } from "../../../gateway/attach/attach-client.ts";
import { toTerminalText } from "../../../util/terminal-text.ts";
import type { Invocation } from "../../command.ts";
import { listenForSignals } from "../../signals.ts";
import { findGateway } from "./find-gateway.ts";
import { noProfile } from "./no-profile.ts";

/** False when there is no gateway to share; else it serves until the client ends, and throws when the gateway does. */
export async function attachStdio(invocation: Invocation): Promise<boolean> {
  const { options, terminal } = invocation;
  const profile = options.text("profile") ?? "default";
  const attachment = await findGateway(invocation, profile);
  if (attachment.kind !== "attached") {
    explain(attachment, profile, invocation);
    return false;
  }
  const { socket, about } = attachment;
  const process = about.pid === undefined ? "" : ` (process ${about.pid})`;
  terminal.stderr.write(`Attached to the running 'tackle serve'${process}; its servers are shared.\n`);
  const signals = listenForSignals(() => undefined);
  try {
    const pipes = { input: terminal.stdin, output: terminal.stdout };
    if ((await relay(socket, pipes, signals.signal)) === "gateway") throw gatewayEnded(process);
  } finally {
    signals.end();
  }
  return true;
}

/** A gateway that is there and not used is worth a remark; a profile that it does not know would be missing here, too. */
function explain(
  attachment: Exclude<Attachment, { kind: "attached" }>,
  profile: string,
  { terminal }: Invocation,
): void {
  if (attachment.kind === "none") return;
  if (attachment.kind === "refused" && attachment.error.code === "not-found") throw noProfile(profile);
  const reason =
    attachment.kind === "silent" ? "it does not answer" : toTerminalText(attachment.error.message);
  terminal.stderr.write(
    `The running 'tackle serve' is not shared: ${reason}. The servers are started once more.\n`,
  );
}

function gatewayEnded(process: string): TackleError {
  return new TackleError({
    code: "connection",
    message: `The 'tackle serve'${process} that this program was attached to has ended`,
    hint: "Start it again, then reconnect in your client. With --no-attach this program runs servers of its own.",
  });
}
