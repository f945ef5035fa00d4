/** By what two servers are the same, whatever their names: the command with its variables and folder, or the address. */
import { dirname } from "node:path";
import { canonicalJson } from "../../util/canonical-json.ts";
import type { ValidServer } from "../config.ts";

export interface ContentKeys {
  /** The same server. */
  readonly whole: string;
  /** The same address, with whatever headers; undefined for a program. */
  readonly address: string | undefined;
}

/** `cwd` is the folder that servers of no project start in. */
export function contentKeys({ subject, origin }: ValidServer, cwd: string): ContentKeys {
  const { command, env, url, headers, builtin } = subject;
  const usual = origin.scope === "project" ? dirname(origin.file) : cwd;
  const folder = subject.cwd === usual ? undefined : subject.cwd;
  const address = url === undefined ? undefined : url.replace(/\/+$/, "");
  return { whole: canonicalJson({ command, env, folder, address, headers, builtin }), address };
}
