/** Codex and Grok Build: TOML tables `[mcp_servers.NAME]`, where variables are named in fields of their own and never in texts. */
import type { Client } from "../client.ts";
import { addValues } from "../draft.ts";
import {
  duration,
  ignored,
  passedOn,
  permission,
  signIn,
  text,
  textMap,
  toolNames,
  type FieldRule,
} from "../field-rules.ts";
import { readString, readStringMap } from "../../validate/read-values.ts";
import { inFolderOf, inHome } from "../places.ts";
import { serversAt, USUAL_WORDS } from "../usual-words.ts";

/** The variable that holds a bearer token. */
const bearerToken: FieldRule = ({ node, draft, context }) => {
  const name = readString(node, context);
  if (name !== undefined) addValues(draft, "headers", { Authorization: `Bearer \${${name}}` });
};

/** Header → the variable that holds its value. */
const headersFromVariables: FieldRule = ({ node, draft, context }) => {
  for (const [header, name] of Object.entries(readStringMap(node, context) ?? {}))
    addValues(draft, "headers", { [header]: `\${${name}}` });
};

/** One of the settings for signing in that stand beside the others. */
function signInSetting(name: string): FieldRule {
  return (field) => {
    const { key, node } = field;
    signIn({ [key]: name })({
      ...field,
      node: { kind: "map", at: node.at, entries: [{ key, keyAt: node.at, value: node }] },
    });
  };
}

const CODEX_WORDS: Readonly<Record<string, FieldRule>> = {
  ...USUAL_WORDS,
  env_vars: passedOn,
  bearer_token_env_var: bearerToken,
  http_headers: textMap("headers"),
  env_http_headers: headersFromVariables,
  oauth: signIn({ client_id: "clientId", client_secret: "clientSecret", callback_port: "callbackPort" }),
  oauth_resource: signInSetting("resource"),
  scopes: signInSetting("scopes"),
  auth: ignored,
  tool_timeout_sec: duration("timeout", 1000),
  enabled_tools: toolNames("includeTools"),
  disabled_tools: toolNames("excludeTools"),
  default_tools_approval_mode: permission,
  tools: permission,
  experimental_environment: ignored,
  url: text("url"),
};

export const codex: Client = {
  id: "codex",
  label: "Codex",
  userFiles: (places) =>
    inFolderOf(places, "CODEX_HOME", ["config.toml"]) ?? inHome(places, ".codex", "config.toml"),
  projectFiles: [".codex/config.toml"],
  serversIn: serversAt("mcp_servers"),
  words: CODEX_WORDS,
  variables: { braces: "literal" },
};

export const grok: Client = {
  ...codex,
  id: "grok",
  label: "Grok Build",
  userFiles: (places) => inHome(places, ".grok", "config.toml"),
  projectFiles: [".grok/config.toml"],
};
