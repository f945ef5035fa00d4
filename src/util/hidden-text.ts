/** A secret that stands among data which is shown: as JSON, on a terminal or in a log it is a mask. */
import { inspect } from "node:util";

const MASK = "***";

export class HiddenText {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** For whoever sends it where it belongs, and for nobody else. */
  reveal(): string {
    return this.#text;
  }

  toJSON(): string {
    return MASK;
  }

  toString(): string {
    return MASK;
  }

  [inspect.custom](): string {
    return MASK;
  }
}
