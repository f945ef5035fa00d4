/**
 * Turns a change into the one thing that must happen to the text: replace a value that is there, insert into a map or
 * list that is there, or remove. Missing parents become part of the value that is written.
 */
import type { Change } from "../format.ts";
import type { ConfigNode, ConfigPath, ConfigValue } from "../node.ts";
import { nodeAt } from "../node.ts";

export type Plan =
  | { readonly kind: "replace"; readonly path: ConfigPath; readonly value: ConfigValue }
  /** `path` is the map or list; the key is undefined for a list, which grows at its end. */
  | {
      readonly kind: "insert";
      readonly path: ConfigPath;
      readonly key: string | undefined;
      readonly value: ConfigValue;
    }
  | { readonly kind: "remove"; readonly path: ConfigPath };

/** Expects a change that `treeAfter` has accepted. */
export function planChange(root: ConfigNode, change: Change): Plan {
  if (change.kind === "remove") return change;
  const { path, value } = change;
  if (change.kind === "append") {
    const list = nodeAt(root, path);
    if (list?.kind === "list") return { kind: "insert", path, key: undefined, value };
    return planSet(root, path, [value]);
  }
  return planSet(root, path, value);
}

/** The value under the missing keys and indexes of a path. */
export function wrapped(path: ConfigPath, value: ConfigValue): ConfigValue {
  return path.reduceRight<ConfigValue>(
    (inner, step) => (typeof step === "number" ? [inner] : { [step]: inner }),
    value,
  );
}

function planSet(root: ConfigNode, path: ConfigPath, value: ConfigValue): Plan {
  let depth = path.length;
  let node = nodeAt(root, path);
  while (node === undefined) {
    depth -= 1;
    node = nodeAt(root, path.slice(0, depth));
  }
  const parent = path.slice(0, depth);
  // A null stands for "nothing here yet" and gives way to what is set inside it.
  if (depth === path.length || node.kind === "scalar") {
    return { kind: "replace", path: parent, value: wrapped(path.slice(depth), value) };
  }
  const step = path[depth];
  const key = typeof step === "string" ? step : undefined;
  return { kind: "insert", path: parent, key, value: wrapped(path.slice(depth + 1), value) };
}
