/** The place where gateways with this invocation's configuration and programs that want to share them meet. */
import { configIdentity } from "../../../config/config-identity.ts";
import { attachKey, type AttachPlace } from "../../../gateway/attach/attach-address.ts";
import type { Invocation } from "../../command.ts";
import { defaultProject } from "../../default-config.ts";

export function attachPlace({ surroundings, trustProject, version }: Invocation): AttachPlace {
  const { env } = surroundings;
  const subject = {
    identity: configIdentity(surroundings),
    defaultProject: defaultProject(surroundings),
    trustProject,
    version,
  };
  const key = attachKey(subject, env);
  return { env, platform: process.platform, key };
}
