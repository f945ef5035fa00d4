/** Decides how the client is to reach us: at the address of the gateway, or by starting `tackle serve --stdio`. */
import { resolve } from "node:path";
import type {
  Connector,
  GatewayTarget,
  HttpTarget,
  StdioTarget,
} from "../../../config/connect-clients/connector.ts";
import { TackleError } from "../../../errors.ts";
import { isSecretName } from "../../../util/redact.ts";
import type { Invocation } from "../../command.ts";
import { readConfig } from "../../read-config.ts";
import { findGateway } from "../serve/find-gateway.ts";
import { noProfile } from "../serve/no-profile.ts";
import { DEFAULT_PORT } from "../serve/settings.ts";
import { urlOf } from "../serve/url-of.ts";
import { ownProgram } from "./own-program.ts";

export interface ChosenTarget {
  readonly target: GatewayTarget;
  readonly notes: readonly string[];
}

const DEFAULT_PROFILE = "default";

export async function chooseTarget(invocation: Invocation, connector: Connector): Promise<ChosenTarget> {
  const { options } = invocation;
  const url = options.text("url");
  if (options.flag("stdio") && url !== undefined)
    throw usage("--stdio and --url exclude each other", "Leave one of them out.");
  if (url !== undefined && connector.http === undefined)
    throw usage(
      `${connector.client.label} only starts programs; it cannot use an address`,
      "Leave out --url.",
    );
  if (options.flag("stdio") || connector.http === undefined) return stdioTarget(invocation);
  const tokenVariable = readTokenVariable(invocation, connector);
  if (url === undefined) return gatewayTarget(invocation, tokenVariable);
  if (options.text("profile") !== undefined)
    throw usage(
      "--profile and --url exclude each other",
      "Write the profile into the address: …/mcp/PROFILE",
    );
  return { target: { kind: "http", url: checkedUrl(url), tokenVariable }, notes: [] };
}

async function stdioTarget(
  invocation: Invocation,
): Promise<{ readonly target: StdioTarget; readonly notes: readonly string[] }> {
  const { options, surroundings } = invocation;
  if (options.text("token-env") !== undefined)
    throw usage("A program that the client starts needs no token", "Leave out --token-env.");
  const { env, cwd, configFiles = [] } = surroundings;
  const profile = options.text("profile");
  if (profile !== undefined) await checkProfile(invocation, profile);
  const program = ownProgram({ env, cwd, platform: process.platform, entry: process.argv[1] ?? "" });
  const args = [
    ...program.args,
    "serve",
    "--stdio",
    ...(profile === undefined ? [] : ["--profile", profile]),
    ...configFiles.flatMap((file) => ["--config", resolve(cwd, file)]),
  ];
  return { target: { kind: "stdio", command: program.command, args }, notes: [] };
}

/** The address of the gateway that runs, or of the one that would. */
async function gatewayTarget(
  invocation: Invocation,
  tokenVariable: string | undefined,
): Promise<{ readonly target: HttpTarget; readonly notes: readonly string[] }> {
  const profile = invocation.options.text("profile") ?? DEFAULT_PROFILE;
  const gateway = await findGateway(invocation, profile);
  if (gateway.kind === "attached") gateway.socket.destroy();
  else if (gateway.kind === "refused" && gateway.error.code === "not-found") throw noProfile(profile);
  else await checkProfile(invocation, profile);
  const running = gateway.kind === "attached" ? gateway.about.url : undefined;
  const base = running ?? urlOf("127.0.0.1", DEFAULT_PORT);
  const url = profile === DEFAULT_PROFILE ? base : `${base}/${encodeURIComponent(profile)}`;
  const { port } = new URL(base);
  const notes =
    running === undefined
      ? ["The gateway does not run now; start it with: tackle serve"]
      : port === String(DEFAULT_PORT)
        ? []
        : [
            `The gateway listens on port ${port} now; it has to be the same the next time: tackle serve --port ${port}`,
          ];
  return { target: { kind: "http", url, tokenVariable }, notes };
}

async function checkProfile(invocation: Invocation, profile: string): Promise<void> {
  if (profile === DEFAULT_PROFILE) return;
  const { settings } = await readConfig(invocation);
  if (!Object.hasOwn(settings.profiles, profile)) throw noProfile(profile);
}

function readTokenVariable({ options }: Invocation, { client, takesToken }: Connector): string | undefined {
  const name = options.text("token-env");
  if (name === undefined) return undefined;
  // Without the value in the message: it may be the token itself.
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,100}$/.test(name) || name.startsWith("tbx_"))
    throw usage(
      "Not a token but the name of a variable belongs after --token-env",
      "Such as: --token-env TACKLE_TOKEN; the client finds the token in that variable.",
    );
  if (takesToken) return name;
  throw usage(
    `${client.label} cannot take a header from a variable, and a token is never written in plain text`,
    "Use --stdio, which needs no token.",
  );
}

function checkedUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw usage("--url is no address of HTTP", "Such as: --url http://127.0.0.1:4747/mcp");
  const isOpen =
    url.username !== "" || url.password !== "" || [...url.searchParams.keys()].some(isSecretName);
  if (isOpen)
    throw usage("--url holds a secret, which would stand in the file in plain text", "Use --token-env NAME.");
  return text;
}

function usage(message: string, hint: string): TackleError {
  return new TackleError({ code: "usage", message, hint });
}
