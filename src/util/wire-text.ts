/**
 * The JSON text that a large value came as, so that nobody has to write it out again: for a result of a megabyte that takes as
 * long as all the rest of its way. What servers send is never changed in place, so the text stays true.
 */
const texts = new WeakMap<object, string>();

export function noteWireText(value: object, text: string): void {
  texts.set(value, text);
}

/** Undefined where nobody noted it. */
export function wireTextOf(value: object): string | undefined {
  return texts.get(value);
}
