/** How many bytes a large result had on the wire, so that nobody has to write it out again to find out. */
const sizes = new WeakMap<object, number>();

export function noteWireSize(value: object, bytes: number): void {
  sizes.set(value, bytes);
}

/** Undefined where nobody noted it. */
export function wireSizeOf(value: object): number | undefined {
  return sizes.get(value);
}
