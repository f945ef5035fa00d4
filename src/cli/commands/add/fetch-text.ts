/** A small text from the web: over https, or from this machine; with a limit on its size, its time and its redirects. */
import { messageOf, TackleError } from "../../../errors.ts";

const MAX_BYTES = 1024 * 1024;
const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 20_000;

export async function fetchText(address: string): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await follow(new URL(address), signal);
    if (!response.ok) throw failure(address, `the answer was ${response.status} ${response.statusText}`);
    return await readBounded(response, address);
  } catch (error) {
    if (error instanceof TackleError) throw error;
    const reason = signal.aborted ? `no answer within ${TIMEOUT_MS / 1000} s` : reasonOf(error);
    throw failure(address, reason, error);
  }
}

async function follow(first: URL, signal: AbortSignal): Promise<Response> {
  let url = first;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    // A page of the web may not send us to a service of this machine.
    if (!isSafe(url) || (isLoopback(url) && !isLoopback(first)))
      throw failure(String(url), "it is not https");
    const headers = { accept: "application/json" };
    const response = await fetch(url, { redirect: "manual", signal, headers });
    const location = response.headers.get("location");
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    url = new URL(location, url);
  }
  throw failure(String(first), `it redirects more than ${MAX_REDIRECTS} times`);
}

function isSafe(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
}

function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

async function readBounded(response: Response, address: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early ends the transfer.
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES) throw failure(address, `it has more than ${MAX_BYTES} bytes`);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? `${messageOf(error)} (${messageOf(cause)})` : messageOf(error);
}

function failure(address: string, reason: string, cause?: unknown): TackleError {
  const hint = "Check the address, or save the file and name it here.";
  return new TackleError({ code: "connection", message: `Cannot fetch ${address}: ${reason}`, hint, cause });
}
