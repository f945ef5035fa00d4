/**
 * `tackle serve --stdio` beside a gateway that runs already: its servers are not started once more. When that gateway ends, the
 * client goes on with the next one, or with servers of its own as soon as it asks for something.
 */
import { PassThrough } from "node:stream";
import type { Attachment } from "../../../gateway/attach/attach-client.ts";
import { Relay, type Peer } from "../../../gateway/attach/relay.ts";
import { toTerminalText } from "../../../util/terminal-text.ts";
import type { Invocation } from "../../command.ts";
import { listenForSignals } from "../../signals.ts";
import { findGateway } from "./find-gateway.ts";
import { noProfile } from "./no-profile.ts";
import { stdoutAudience } from "./stdout-audience.ts";

/** False when there is no gateway to share; else it serves until the client ends. */
export async function attachStdio(invocation: Invocation): Promise<boolean> {
  const { terminal } = invocation;
  const profile = invocation.options.text("profile") ?? "default";
  const audience = stdoutAudience(terminal.stdout);
  const first = await findPeer(invocation, profile, { isWanted: true });
  if (first === undefined) return false;
  const signals = listenForSignals(() => undefined);
  const own = new OwnServers(invocation);
  try {
    const relay = new Relay({
      client: { input: terminal.stdin, output: terminal.stdout, audience },
      signal: AbortSignal.any([signals.signal, own.failed]),
      onLost: () =>
        terminal.stderr.write("The 'tackle serve' that this program was attached to has ended.\n"),
      next: async (isWanted) =>
        (await findPeer(invocation, profile, { isWanted })) ?? (isWanted ? own.start() : undefined),
    });
    await relay.run(first);
    await own.ended;
  } finally {
    signals.end();
  }
  return true;
}

/** Why it is not used is worth a remark only when somebody waits for it. */
async function findPeer(
  invocation: Invocation,
  profile: string,
  { isWanted }: { readonly isWanted: boolean },
): Promise<Peer | undefined> {
  const attachment = await findGateway(invocation, profile);
  if (attachment.kind !== "attached") {
    if (isWanted) explain(attachment, profile, invocation);
    return undefined;
  }
  const { socket, about } = attachment;
  const process = about.pid === undefined ? "" : ` (process ${about.pid})`;
  invocation.terminal.stderr.write(
    `Attached to the running 'tackle serve'${process}; its servers are shared.\n`,
  );
  return { input: socket, output: socket };
}

/** A gateway in this process, as there would have been without one to share. */
class OwnServers {
  readonly #invocation: Invocation;
  readonly #failure = new AbortController();
  /** Settles when they have ended, if they were started: rejects when they could not be served. */
  ended: Promise<void> | undefined;

  constructor(invocation: Invocation) {
    this.#invocation = invocation;
  }

  /** Aborts when they cannot be served. */
  get failed(): AbortSignal {
    return this.#failure.signal;
  }

  async start(): Promise<Peer> {
    const { servePipes } = await import("./run.ts");
    const { stderr } = this.#invocation.terminal;
    stderr.write("No 'tackle serve' is there to share; the servers are started here.\n");
    const toServers = new PassThrough();
    const fromServers = new PassThrough();
    this.ended = servePipes(this.#invocation, { input: toServers, output: fromServers });
    this.ended.then(
      () => fromServers.end(),
      () => {
        this.#failure.abort();
        fromServers.destroy();
      },
    );
    return { input: fromServers, output: toServers };
  }
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
