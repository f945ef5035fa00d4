/**
 * The variables in the `.env` beside the file that a server stands in, for a server of ours that looks for its keys. Only the
 * user's own: what a project's file supplies was approved as far as its entry refers to it, and no further.
 */
import type { Config } from "../config/config.ts";
import { envFileBeside, readEnvFile } from "../config/env-file.ts";
import type { Environment } from "../util/paths.ts";

export function ownEnvFile(server: string, { servers }: Config): Environment {
  const { scope, file } = servers.get(server)?.origin ?? {};
  return file !== undefined && (scope === "user" || scope === "flag") ? readEnvFile(envFileBeside(file)) : {};
}
