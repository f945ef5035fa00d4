/** An address of a `server.json`, with its headers. */
import type { ConfigNode } from "../formats/node.ts";
import type { Need } from "../presets/preset.ts";
import { readGaps, readInput, variableName } from "./read-input.ts";
import { listOf, textOf } from "./read-texts.ts";
import type { Way } from "./server-json.ts";

export function readRemote(node: ConfigNode, prefix: string): Way {
  const type = textOf(node, "type") ?? textOf(node, "transportType") ?? "";
  const url = textOf(node, "url") ?? "";
  const label = `${type} ${url}`;
  const cannot = (reason: string): Way => ({ label, template: undefined, reason });
  if (type !== "streamable-http" && type !== "sse")
    return cannot(`servers of the type '${type}' cannot be reached`);
  if (!/^https:\/\//i.test(url) && !/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/i.test(url))
    return cannot("its address is not https");

  const address = readGaps(node, url, prefix);
  const headers: Record<string, string> = {};
  const needs: Need[] = [...address.needs];
  for (const header of listOf(node, "headers")) {
    const name = textOf(header, "name");
    if (name === undefined || name === "__proto__") continue;
    const variable = variableName(prefix, name);
    const input = readInput(header, { name: variable, prefix, isArgument: false });
    if (input.text !== undefined) headers[name] = input.text;
    // An optional one is sent only where it has a value.
    needs.push(
      ...input.needs.map((need): Need => ({ ...need, header: [name, input.text ?? `\${${variable}}`] })),
    );
  }
  const server = {
    ...(type === "sse" ? { type: "sse" } : {}),
    url: address.text ?? url,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
  };
  return { label, template: { server, needs }, reason: undefined };
}
