/** The fields of a server that has a web address. It refuses what connecting would refuse. */
import type { HttpServer, ServerOptions } from "../../types.ts";
import { headerFault, type HeaderFault } from "../../util/http-header-rules.ts";
import { addressFault, type AddressFault } from "../../util/web-address.ts";
import { nodeAt } from "../formats/node.ts";
import { reportMissing } from "./missing-field.ts";
import type { TransportContext } from "./read-transport.ts";
import { readOptionMap, readString, readStringMap } from "./read-values.ts";
import type { FieldReader } from "./read-values.ts";

export function readRemote(
  type: "http" | "sse",
  options: ServerOptions,
  context: TransportContext,
): HttpServer | undefined {
  const { url, headers, oauth } = readRemoteFields(context);
  if (url === undefined && context.fields.has("url")) return undefined; // it is wrong, and that was said
  if (url === undefined) return reportMissing("url", type, context);
  return { ...options, type, url, headers: headers ?? {}, oauth };
}

/** All of them, whatever is wrong with the first. */
export function readRemoteFields(context: TransportContext) {
  const words = readRemoteWords(context);
  if (words.url !== undefined) checkAddress(words.url, context);
  checkHeaders(words.headers ?? {}, context);
  return words;
}

export function readRemoteWords({ read }: { readonly read: FieldReader }) {
  return {
    url: read("url", readString),
    headers: read("headers", readStringMap),
    oauth: read("oauth", readOptionMap),
  };
}

const ADDRESS_FAULTS: Readonly<Record<AddressFault, readonly [message: string, fix: string]>> = {
  "not-a-url": ["is not a web address", "Write it like https://host/mcp."],
  protocol: ["is not a web address", `Start it with "https://" or "http://".`],
  credentials: ["has a user name or password in it", "Send them in an Authorization header instead."],
};

function checkAddress(url: string, { entry, fields, report }: TransportContext): void {
  const fault = addressFault(url);
  const node = fields.get("url")?.value;
  if (fault === undefined || node?.kind !== "scalar") return;
  const [what, fix] = ADDRESS_FAULTS[fault];
  // As it is written, since the expanded text may hold a secret; and so may the part before an @ and a query.
  const written = String(node.value);
  const shown = /[@?]/.test(written) ? "" : `: '${written}'`;
  const message = `'url' of server '${entry.name}' ${what}${shown}`;
  report({ severity: "error", at: node.at, field: "url", message, fix });
}

const HEADER_FAULTS: Readonly<Record<HeaderFault, readonly [message: string, fix: string]>> = {
  name: [
    "has a name that HTTP does not allow",
    "Use letters, digits and '-' in its name; put the rest into its value.",
  ],
  value: [
    "has a value with characters that HTTP does not allow",
    "Look for line breaks or non-Latin characters in it, and in its variables.",
  ],
  reserved: ["is set by the protocol and cannot be configured", "Remove it from 'headers'."],
};

function checkHeaders(
  headers: Readonly<Record<string, string>>,
  { entry, fields, report }: TransportContext,
): void {
  for (const [name, value] of Object.entries(headers)) {
    const fault = headerFault(name, value);
    if (fault === undefined) continue;
    const [what, fix] = HEADER_FAULTS[fault];
    const at = nodeAt(fields.get("headers")?.value, [name])?.at ?? entry.at;
    const message = `The header '${name}' of server '${entry.name}' ${what}`;
    report({ severity: "error", at, field: `headers.${name}`, message, fix });
  }
}
