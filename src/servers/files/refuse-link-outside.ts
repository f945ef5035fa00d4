/** A link that leads outside is left alone altogether: it is not ours to move or delete what others may rely on. */
import { TackleError } from "../../errors.ts";
import { withPlace, type Place, type PlaceRequest } from "./find-place.ts";

export async function refuseLinkOutside({ found }: Place, request: PlaceRequest): Promise<void> {
  if (found?.isSymbolicLink() !== true) return;
  try {
    await withPlace({ ...request, followsLast: true }, async () => {});
  } catch (error) {
    // A link to nothing, or in a circle, leads nowhere and may go.
    if (error instanceof TackleError && (error.code === "not-found" || error.code === "usage")) return;
    throw error;
  }
}
