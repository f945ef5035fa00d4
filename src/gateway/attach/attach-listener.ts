/**
 * The gateway's end of attachments: takes programs of the same user at its socket, agrees with each on a profile, and then
 * serves it like a client over pipes. Who may connect at all is decided by the permissions of the socket's folder.
 */
import { chmodSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import type { OfferedStatus } from "../../box/offered-status.ts";
import type { Pipes } from "../stdio/stdio-face.ts";
import { claimAddress } from "./claim-address.ts";
import { readFirstLine, readGreeting, welcomeLine, type GatewayAbout, type Refusal } from "./greeting.ts";

export interface AttachOptions {
  readonly about: GatewayAbout;
  /** Whether what this gateway reads is still what its address stands for: a project's files may have come or gone. */
  isCurrent(): boolean;
}

export interface AttachParts extends AttachOptions {
  /** How the servers are. */
  status(): OfferedStatus;
  hasProfile(name: string): boolean;
  /** Resolves when the client is gone, or has been let go. */
  serve(profile: string, pipes: Pipes): Promise<void>;
}

const GREETING_MS = 5000;
const MOST_CONNECTIONS = 1000;

export class AttachListener {
  readonly #parts: AttachParts;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(parts: AttachParts) {
    this.#parts = parts;
    // Half open, so that a client that has said all it wants is still told how its subscriptions ended.
    this.#server = createServer({ allowHalfOpen: true }, (socket) => void this.#take(socket));
    this.#server.maxConnections = MOST_CONNECTIONS;
    this.#server.on("error", () => undefined); // of one connection that could not be taken; of listening it is told
  }

  /** False when another gateway of the same configuration listens there. */
  async listen(address: string, lockFile: string): Promise<boolean> {
    if ((await claimAddress(this.#server, address, { lockFile })) === "taken") return false;
    if (process.platform !== "win32") chmodSync(address, 0o600);
    return true;
  }

  /** Takes nobody new; the socket's file is gone with that. */
  stop(): void {
    this.#server.close();
  }

  /** Ends all connections, after what was written to them. */
  close(): void {
    this.stop();
    for (const socket of this.#sockets) socket.destroySoon();
  }

  async #take(socket: Socket): Promise<void> {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    socket.on("error", () => undefined); // the end of the connection follows, and says all there is to say
    const line = await readFirstLine(socket, GREETING_MS);
    const greeting = line === undefined ? undefined : readGreeting(line);
    // Another gateway, which only looked whether this one lives, says nothing.
    if (greeting === undefined) return void socket.destroy();
    const error = this.#refusal(greeting.profile);
    if (error !== undefined) {
      socket.write(welcomeLine({ error }));
    } else if (greeting.wants === "status") {
      socket.write(welcomeLine({ about: this.#parts.about, ...this.#parts.status() }));
    } else {
      socket.write(welcomeLine({ about: this.#parts.about }));
      // The program at the other end waits for all of its client's answers before it ends what it says.
      const audience = (): "gone" => "gone";
      const served = this.#parts.serve(greeting.profile, { input: socket, output: socket, audience });
      socket.resume();
      await served;
    }
    socket.destroySoon();
  }

  #refusal(profile: string): Refusal | undefined {
    if (!this.#server.listening) return { code: "busy", message: "The gateway is about to end" };
    if (!this.#parts.isCurrent())
      return { code: "conflict", message: "The gateway reads another configuration by now" };
    if (this.#parts.hasProfile(profile)) return undefined;
    return { code: "not-found", message: `There is no profile '${profile}'` };
  }
}
