/** The running gateway of this invocation's configuration, if there is one. */
import { addressToConnect } from "../../../gateway/attach/attach-address.ts";
import {
  askForStatus,
  attachTo,
  type Attachment,
  type RunningStatus,
} from "../../../gateway/attach/attach-client.ts";
import type { Invocation } from "../../command.ts";
import { attachPlace } from "./attach-place.ts";

/** Attached to it, with a socket to use or to destroy, or why not. */
export async function findGateway(invocation: Invocation, profile: string): Promise<Attachment> {
  const address = addressToConnect(attachPlace(invocation));
  if (address === undefined) return { kind: "none" };
  return attachTo(address, { profile, version: invocation.version });
}

/** How the servers of the running gateway are; undefined where none runs that says so. */
export async function findStatus(invocation: Invocation): Promise<RunningStatus | undefined> {
  const address = addressToConnect(attachPlace(invocation));
  if (address === undefined) return undefined;
  return askForStatus(address, { profile: "default", version: invocation.version });
}
