/** Lets `tackle serve --stdio` share a gateway that serves over HTTP. That this is not possible never keeps it from serving. */
import { join } from "node:path";
import { messageOf } from "../../../errors.ts";
import { addressToListen } from "../../../gateway/attach/attach-address.ts";
import type { Gateway } from "../../../gateway/gateway.ts";
import { stateFolder } from "../../../util/paths.ts";
import { toTerminalText } from "../../../util/terminal-text.ts";
import type { Invocation } from "../../command.ts";
import { attachPlace } from "./attach-place.ts";

export interface OfferedAddress {
  readonly url: string;
  readonly needsToken: boolean;
}

export async function offerAttachment(
  invocation: Invocation,
  gateway: Gateway,
  address: OfferedAddress,
): Promise<void> {
  const { surroundings, terminal, version } = invocation;
  try {
    const place = attachPlace(invocation);
    const isClaimed = await gateway.attach(addressToListen(place), {
      lockFile: join(stateFolder(surroundings.env), "attach.lock"),
      about: { pid: process.pid, version, ...address },
      isCurrent: () => attachPlace(invocation).key === place.key,
    });
    if (!isClaimed)
      terminal.stderr.write(
        "Another 'tackle serve' runs with the same configuration; 'tackle serve --stdio' shares that one.\n",
      );
  } catch (error) {
    const reason = toTerminalText(messageOf(error));
    terminal.stderr.write(`'tackle serve --stdio' cannot share this gateway: ${reason}\n`);
  }
}
