/** A package of a `server.json` → the command that runs it: npm by npx, PyPI by uvx, NuGet by dnx, an image by docker. */
import type { WrittenServer } from "../edit-file.ts";
import type { ConfigNode } from "../formats/node.ts";
import type { Need } from "../presets/preset.ts";
import { literal, readInput, variableName } from "./read-input.ts";
import { fieldOf, isTrue, listOf, textOf } from "./read-texts.ts";
import type { Way } from "./server-json.ts";

/** What may stand in a package's name; a leading dash would be an option of the program that fetches it. */
const IDENTIFIERS: Readonly<Record<string, RegExp>> = {
  npm: /^(@[\w.~-]+\/)?[\w.~][\w.~-]*$/,
  pypi: /^[A-Za-z0-9][\w.-]*$/,
  nuget: /^[A-Za-z0-9_][\w.-]*$/,
  oci: /^[a-z0-9][\w.:/@-]*$/i,
};
const VERSION = /^[\w.+-]{1,100}$/;
const USUAL_REGISTRIES =
  /^https:\/\/(registry\.npmjs\.org|pypi\.org|docker\.io|ghcr\.io|api\.nuget\.org(\/v3\/index\.json)?)\/?$/;
/** A ZIP file, whose manifest says how it is started. */
const BUNDLE =
  "a bundle (mcpb) is not run as it is: download and unzip it, and add the command that its manifest.json has under " +
  "server.mcp_config, with 'tackle add NAME -- COMMAND ARGS…'";

export function readPackage(node: ConfigNode, prefix: string): Way {
  const type = textOf(node, "registryType") ?? textOf(node, "registryName") ?? "";
  const identifier = textOf(node, "identifier") ?? textOf(node, "name") ?? "";
  const version = textOf(node, "version");
  const label = [type, identifier, version].filter((word) => word !== undefined && word !== "").join(" ");
  const cannot = (reason: string): Way => ({ label, template: undefined, reason });

  const transport = fieldOf(node, "transport");
  const spoken = transport === undefined ? undefined : textOf(transport, "type");
  const registry = textOf(node, "registryBaseUrl");
  const pattern = Object.hasOwn(IDENTIFIERS, type) ? IDENTIFIERS[type] : undefined;
  if (type === "mcpb") return cannot(BUNDLE);
  if (pattern === undefined) return cannot(`packages of the kind '${type}' cannot be run`);
  if (!pattern.test(identifier)) return cannot("its name is not one that the registry could have");
  if (version !== undefined && !VERSION.test(version)) return cannot("its version is not one");
  if (spoken !== undefined && spoken !== "stdio")
    return cannot(`it speaks '${spoken}' and would have to be started by hand`);
  if (registry !== undefined && !USUAL_REGISTRIES.test(registry))
    return cannot(`it comes from another registry, ${registry}`);

  const runtime = readArguments(listOf(node, "runtimeArguments"), prefix);
  const own = readArguments(listOf(node, "packageArguments"), prefix);
  const variables = readVariables(listOf(node, "environmentVariables"), prefix);
  const command = commandFor({
    type,
    identifier,
    version,
    runtime: runtime.words,
    own: own.words,
    variables: variables.names,
  });
  const env = Object.keys(variables.env).length === 0 ? {} : { env: variables.env };
  const needs = [...runtime.needs, ...own.needs, ...variables.needs];
  return { label, template: { server: { ...command, ...env }, needs }, reason: undefined };
}

interface PackageWords {
  readonly type: string;
  readonly identifier: string;
  readonly version: string | undefined;
  readonly runtime: readonly string[];
  readonly own: readonly string[];
  /** Names of variables that the server may get. */
  readonly variables: readonly string[];
}

function commandFor({ type, identifier, version, runtime, own, variables }: PackageWords): WrittenServer {
  switch (type) {
    case "npm": {
      const yes = runtime.includes("-y") || runtime.includes("--yes") ? [] : ["-y"];
      const name = version === undefined ? identifier : `${identifier}@${version}`;
      return { command: "npx", args: [...yes, ...runtime, name, ...own] };
    }
    case "pypi": {
      const name = version === undefined ? identifier : `${identifier}@${version}`;
      return { command: "uvx", args: [...runtime, name, ...own] };
    }
    case "nuget": {
      const name = version === undefined ? identifier : `${identifier}@${version}`;
      const yes = runtime.includes("--yes") || runtime.includes("-y") ? [] : ["--yes"];
      return { command: "dnx", args: [name, ...yes, ...runtime, ...(own.length > 0 ? ["--", ...own] : [])] };
    }
    default: {
      const hasTag = /[:@][^/]*$/.test(identifier);
      const image = version === undefined || hasTag ? identifier : `${identifier}:${version}`;
      // Without a value docker takes the variable from its own environment, where no list of processes shows it.
      const passed = variables.filter(
        (name) => !runtime.some((word) => word === name || word.startsWith(`${name}=`)),
      );
      const start = runtime[0] === "run" ? runtime : ["run", "-i", "--rm", ...runtime];
      return {
        command: "docker",
        args: [...start, ...passed.flatMap((name) => ["-e", name]), image, ...own],
      };
    }
  }
}

function readArguments(nodes: readonly ConfigNode[], prefix: string): { words: string[]; needs: Need[] } {
  const words: string[] = [];
  const needs: Need[] = [];
  for (const node of nodes) {
    const flag = textOf(node, "type") === "named" ? textOf(node, "name") : undefined;
    const hint = flag ?? textOf(node, "valueHint") ?? textOf(node, "name") ?? "argument";
    const isBare = flag !== undefined && isFlagAlone(node);
    if (isBare) {
      if (isTrue(node, "isRequired") || textOf(node, "value") === "true") words.push(literal(flag));
      continue;
    }
    const input = readInput(node, { name: variableName(prefix, hint), prefix, isArgument: true });
    if (input.text === undefined) continue;
    words.push(...(flag === undefined ? [] : [literal(flag)]), input.text);
    needs.push(...input.needs);
  }
  return { words, needs };
}

/** An option that takes no value. */
function isFlagAlone(node: ConfigNode): boolean {
  if (textOf(node, "format") === "boolean") return true;
  const hasValue = ["value", "default", "valueHint", "choices", "placeholder"].some(
    (key) => fieldOf(node, key) !== undefined,
  );
  return !hasValue && !isTrue(node, "isRequired");
}

function readVariables(nodes: readonly ConfigNode[], prefix: string) {
  const env: Record<string, string> = {};
  const needs: Need[] = [];
  const names: string[] = [];
  for (const node of nodes) {
    const name = textOf(node, "name");
    if (name === undefined || !/^[A-Za-z_]\w*$/.test(name) || name === "__proto__") continue;
    const input = readInput(node, { name, prefix, isArgument: false });
    names.push(name);
    needs.push(...input.needs);
    const isFixed = textOf(node, "value") !== undefined;
    if (isFixed && input.text !== undefined) env[name] = input.text;
  }
  return { env, needs, names };
}
