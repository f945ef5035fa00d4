/** A client's end of an attachment: finds out whether a gateway is there, and whether it takes us. */
import { createConnection, type Socket } from "node:net";
import { systemCodeOf } from "../../errors.ts";
import type { ServerStatus } from "../../types.ts";
import {
  greetingLine,
  readFirstLine,
  readWelcome,
  type GatewayAbout,
  type Greeting,
  type Refusal,
} from "./greeting.ts";

export type Attachment =
  | { readonly kind: "attached"; readonly socket: Socket; readonly about: Partial<GatewayAbout> }
  /** Nobody listens there. */
  | { readonly kind: "none" }
  /** Somebody does, and has a reason not to take us. */
  | { readonly kind: "refused"; readonly error: Refusal }
  /** Somebody does, and does not answer as a gateway would. */
  | { readonly kind: "silent" };

/** A gateway answers at once; one that does not is stuck, and a client cannot wait for that. */
const WELCOME_MS = 5000;
const MOST_STATUS_BYTES = 4 * 1024 * 1024;

export interface RunningStatus {
  readonly about: Partial<GatewayAbout>;
  readonly servers: readonly ServerStatus[];
  readonly remarks: readonly string[];
}

export async function attachTo(address: string, greeting: Greeting): Promise<Attachment> {
  const connected = await connect(address);
  if (connected.kind !== "connected") return connected;
  const { socket } = connected;
  socket.write(greetingLine(greeting));
  const line = await readFirstLine(socket, WELCOME_MS);
  const welcome = line === undefined ? undefined : readWelcome(line);
  if (welcome?.kind === "ok") return { kind: "attached", socket, about: welcome.about };
  socket.destroy();
  return welcome === undefined ? { kind: "silent" } : { kind: "refused", error: welcome.error };
}

/** How the servers of the gateway there are; undefined where none answers, or one that does not know the question. */
export async function askForStatus(address: string, greeting: Greeting): Promise<RunningStatus | undefined> {
  const connected = await connect(address);
  if (connected.kind !== "connected") return undefined;
  const { socket } = connected;
  socket.write(greetingLine({ ...greeting, wants: "status" }));
  const line = await readFirstLine(socket, WELCOME_MS, MOST_STATUS_BYTES);
  socket.destroy();
  const welcome = line === undefined ? undefined : readWelcome(line);
  if (welcome?.kind !== "ok" || welcome.servers === undefined) return undefined;
  return { about: welcome.about, servers: welcome.servers, remarks: welcome.remarks ?? [] };
}

function connect(
  address: string,
): Promise<{ readonly kind: "connected"; readonly socket: Socket } | { readonly kind: "none" | "silent" }> {
  return new Promise((resolve) => {
    const socket = createConnection(address);
    socket.once("connect", () => resolve({ kind: "connected", socket }));
    // Errors of later are followed by the end of the connection, which says all there is to say.
    socket.on("error", (error) => {
      const code = systemCodeOf(error);
      resolve({ kind: code === "ENOENT" || code === "ECONNREFUSED" ? "none" : "silent" });
    });
  });
}
