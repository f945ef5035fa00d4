/** The in-process servers that we ship, by name. Each is loaded when it is started. */
import type { StartInProcess } from "../upstream/connect.ts";

export const BUILT_IN: ReadonlyMap<string, StartInProcess> = new Map<string, StartInProcess>([
  ["echo", async (transport) => (await import("../servers/echo.ts")).startEcho(transport)],
]);
