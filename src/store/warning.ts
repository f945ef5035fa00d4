/** How the store says that something is wrong without stopping anybody: the same words as an error, handed to a callback. */
import type { TackleError } from "../errors.ts";

export type OnWarning = (warning: TackleError) => void;
