/** Progress of a request under the token that the client chose for it. */
import type { JsonObject } from "../../types.ts";
import { isObject } from "../../util/is-object.ts";

/** Undefined when the client did not ask for it. */
export function progressOf(
  params: JsonObject,
  notify: (method: string, params: JsonObject) => void,
): ((progress: JsonObject) => void) | undefined {
  const meta = params["_meta"];
  const progressToken = isObject(meta) ? meta["progressToken"] : undefined;
  if (typeof progressToken !== "string" && typeof progressToken !== "number") return undefined;
  return (progress) => notify("notifications/progress", { ...progress, progressToken });
}
