/**
 * The first line of each side of an attachment. After it the socket carries the protocol as a pipe would. Both lines are
 * read with limits and deadlines: whoever is at the other end may be another version, stuck, or something else altogether.
 */
import type { Socket } from "node:net";
import type { ErrorCode } from "../../errors.ts";
import type { OfferedStatus } from "../../box/offered-status.ts";
import { isObject } from "../../util/is-object.ts";
import { readStatuses } from "./read-statuses.ts";

/** What a client asks for: `{"tacklebox":{"profile":…,"version":…}}`. */
export interface Greeting {
  readonly profile: string;
  readonly version: string;
  /** It only wants to know how the servers are; the welcome says so, and the connection ends. */
  readonly wants?: "status";
}

/** What a gateway says of itself. */
export interface GatewayAbout {
  readonly pid: number;
  readonly version: string;
  /** Its address for clients that speak HTTP. */
  readonly url: string;
  /** Whether those must show a token. */
  readonly needsToken: boolean;
}

export type Welcome =
  | ({ readonly kind: "ok"; readonly about: Partial<GatewayAbout> } & Partial<OfferedStatus>)
  | { readonly kind: "error"; readonly error: Refusal };

export interface Refusal {
  /** `not-found`: there is no such profile; `conflict`: the gateway reads another configuration now; `busy`: it is ending. */
  readonly code: Extract<ErrorCode, "not-found" | "conflict" | "busy" | "protocol">;
  readonly message: string;
  readonly hint?: string | undefined;
}

const REFUSALS: readonly Refusal["code"][] = ["not-found", "conflict", "busy", "protocol"];
const MOST_LINE_BYTES = 8192;
const NEWLINE = 10;

export function greetingLine(greeting: Greeting): string {
  return `${JSON.stringify({ tacklebox: greeting })}\n`;
}

export function readGreeting(line: string): Greeting | undefined {
  const greeting = objectIn(line)?.["tacklebox"];
  if (!isObject(greeting)) return undefined;
  const { profile, version, wants } = greeting;
  if (typeof profile !== "string" || typeof version !== "string") return undefined;
  return { profile, version, ...(wants === "status" ? { wants } : undefined) };
}

export function welcomeLine(
  welcome: ({ readonly about: GatewayAbout } & Partial<OfferedStatus>) | { readonly error: Refusal },
): string {
  const line =
    "about" in welcome
      ? { ok: true, ...welcome.about, servers: welcome.servers, remarks: welcome.remarks }
      : { ok: false, error: welcome.error };
  return `${JSON.stringify(line)}\n`;
}

export function readWelcome(line: string): Welcome | undefined {
  const said = objectIn(line);
  if (said?.["ok"] === true) {
    const { pid, version, url, needsToken } = said;
    const servers = readStatuses(said["servers"]);
    const { remarks } = said;
    return {
      kind: "ok",
      ...(servers === undefined ? undefined : { servers }),
      ...(Array.isArray(remarks) ? { remarks: remarks.filter(isText) } : undefined),
      about: {
        ...(typeof pid === "number" ? { pid } : undefined),
        ...(typeof version === "string" ? { version } : undefined),
        ...(typeof url === "string" ? { url } : undefined),
        ...(typeof needsToken === "boolean" ? { needsToken } : undefined),
      },
    };
  }
  const error = said?.["error"];
  if (!isObject(error) || typeof error["message"] !== "string") return undefined;
  const { message, hint } = error;
  const code = REFUSALS.find((known) => known === error["code"]) ?? "protocol";
  return { kind: "error", error: { code, message, hint: typeof hint === "string" ? hint : undefined } };
}

/** The first line that comes; undefined when there is none in time. What follows it stays to be read, and is paused. */
export function readFirstLine(
  socket: Socket,
  deadlineMs: number,
  mostBytes = MOST_LINE_BYTES,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const finish = (line: string | undefined, rest?: Buffer): void => {
      clearTimeout(timer);
      socket.pause();
      socket.off("data", onData).off("end", onEnd).off("close", onEnd);
      if (rest !== undefined && rest.length > 0) socket.unshift(rest);
      resolve(line);
    };
    const onEnd = (): void => finish(undefined);
    const onData = (chunk: Buffer): void => {
      const end = chunk.indexOf(NEWLINE);
      bytes += end === -1 ? chunk.length : end;
      if (bytes > mostBytes) return finish(undefined);
      parts.push(end === -1 ? chunk : chunk.subarray(0, end));
      if (end !== -1) finish(Buffer.concat(parts).toString("utf8"), chunk.subarray(end + 1));
    };
    const timer = setTimeout(onEnd, deadlineMs);
    socket.on("data", onData).once("end", onEnd).once("close", onEnd);
  });
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function objectIn(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined; // whoever wrote it is none of us
  }
}
