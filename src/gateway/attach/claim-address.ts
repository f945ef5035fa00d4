/**
 * Makes a server listen at an address that only one gateway can have. A socket whose gateway was killed is still there but
 * takes no connections; it is replaced. One that takes them is never touched.
 */
import { unlink } from "node:fs/promises";
import { createConnection, type Server } from "node:net";
import { systemCodeOf } from "../../errors.ts";
import { withFileLock } from "../../util/file-lock.ts";

/** Under the lock, because two that find the same dead socket would each remove what the other has just made of it. */
export function claimAddress(
  server: Server,
  address: string,
  { lockFile }: { readonly lockFile: string },
): Promise<"claimed" | "taken"> {
  return withFileLock(lockFile, {}, async () => {
    if (await listen(server, address)) return "claimed";
    if (await isAlive(address)) return "taken";
    await unlink(address);
    return (await listen(server, address)) ? "claimed" : "taken";
  });
}

/** False when the address is in use. */
function listen(server: Server, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error): void => {
      if (systemCodeOf(error) === "EADDRINUSE") resolve(false);
      else reject(error);
    };
    server.once("error", onError);
    server.listen(address, () => {
      server.off("error", onError);
      resolve(true);
    });
  });
}

const DEAD: ReadonlySet<string | undefined> = new Set(["ECONNREFUSED", "ENOENT", "ENOTSOCK"]);

function isAlive(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(address);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    // Any other error, such as a full queue of connections, comes from somebody who is there.
    socket.once("error", (error) => resolve(!DEAD.has(systemCodeOf(error))));
  });
}
