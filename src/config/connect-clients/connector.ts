/** What is known of a client that our gateway can be written into: where its file is, where in it servers stand, and in what words. */
import type { ConfigNode, ConfigPath, ConfigValue } from "../formats/node.ts";
import type { Client } from "../import-clients/client.ts";
import type { Places } from "../import-clients/places.ts";

/** How the client reaches us: at an address, or by starting a program. */
export type GatewayTarget = HttpTarget | StdioTarget;

export interface HttpTarget {
  readonly kind: "http";
  readonly url: string;
  /** The variable of the client's environment that holds the token; the token itself is never written. */
  readonly tokenVariable: string | undefined;
}

export interface StdioTarget {
  readonly kind: "stdio";
  readonly command: string;
  readonly args: readonly string[];
}

/** An entry of the client's map of servers. */
export type Entry = Readonly<Record<string, ConfigValue>>;

export type Scope = "user" | "project";

export interface Connector {
  /** How its files are read, and where they are unless it is said below. */
  readonly client: Client;
  /** A program whose presence says that the client is installed. */
  readonly program?: string;
  /** Absolute paths; the first that is there is edited, else the first whose folder is there, else the first. */
  userFiles?(places: Places): readonly string[];
  projectFiles?(places: Places): readonly string[];
  /** The map of servers in the file as it is now; undefined stands for an empty one. */
  serversPath(root: ConfigNode | undefined, scope: Scope, places: Places): ConfigPath;
  stdio(target: StdioTarget, name: string): Entry;
  /** Undefined for a client that only starts programs. */
  http?(target: HttpTarget, name: string): Entry;
  /** Whether a header can be taken from a variable; without that there is no way to give it a token. */
  readonly takesToken: boolean;
  /** What makes the client notice. */
  readonly afterwards: string;
}

/** `Authorization: Bearer …` with the client's own way to refer to a variable; nothing without a token. */
export function bearerHeader(
  { tokenVariable }: HttpTarget,
  reference: (name: string) => string,
): { readonly headers?: Entry } {
  if (tokenVariable === undefined) return {};
  return { headers: { Authorization: `Bearer ${reference(tokenVariable)}` } };
}
