/** A client's end of an attachment: finds out whether a gateway is there and takes us, then carries bytes both ways unread. */
import { createConnection, type Socket } from "node:net";
import { systemCodeOf } from "../../errors.ts";
import type { Pipes } from "../stdio/stdio-face.ts";
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
/** How long the last answers may take after the client has ended. */
const FAREWELL_MS = 10_000;

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

/** Carries bytes until either side ends, and says which: the client (or the signal, in its place) or the gateway. */
export function relay(
  socket: Socket,
  { input, output }: Pipes,
  signal: AbortSignal,
): Promise<"client" | "gateway"> {
  return new Promise((resolve) => {
    let ended: "client" | "gateway" = "gateway";
    let farewell: NodeJS.Timeout | undefined;
    const onClientEnd = (): void => {
      if (ended === "client" || socket.destroyed) return;
      ended = "client";
      input.unpipe(socket);
      socket.end();
      farewell = setTimeout(() => socket.destroy(), FAREWELL_MS);
    };
    const onClose = (): void => {
      clearTimeout(farewell);
      signal.removeEventListener("abort", onClientEnd);
      resolve(ended);
      input.unpipe(socket);
      input.destroy(); // an open stdin would keep the process from ending
    };
    if (socket.destroyed) return onClose();
    socket.once("close", onClose);
    socket.pipe(output, { end: false });
    input.pipe(socket, { end: false });
    for (const end of ["end", "close", "error"]) input.once(end, onClientEnd);
    signal.addEventListener("abort", onClientEnd, { once: true });
    if (signal.aborted) onClientEnd();
  });
}
