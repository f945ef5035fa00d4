/**
 * What a file must say after a change, worked out on the tree alone and without a look at the text. The text that an
 * edit produces is read again and held against this; it is the net under every splice and shares no code with them.
 */
import { EditRefused } from "../format.ts";
import type { Change } from "../format.ts";
import type { ConfigNode, ConfigPath, ConfigValue, MapEntry, Position } from "../node.ts";
import { pathText } from "../problems.ts";
import { isList } from "./check-value.ts";

const NOWHERE: Position = { line: 0, column: 0, offset: -1 };

/** The tree after the change; its positions mean nothing. Throws `EditRefused` where the change makes no sense. */
export function treeAfter(root: ConfigNode, change: Change): ConfigNode {
  return changed({ node: root, change, depth: 0 }) ?? { kind: "map", at: NOWHERE, entries: [] };
}

/** Whether two trees say the same. The order of keys has no meaning; the order of items has. */
export function sameTree(left: ConfigNode, right: ConfigNode): boolean {
  if (left === right) return true;
  if (left.kind === "scalar") return right.kind === "scalar" && left.value === right.value;
  if (left.kind === "list") {
    if (right.kind !== "list" || left.items.length !== right.items.length) return false;
    return left.items.every((item, index) => {
      const other = right.items[index];
      return other !== undefined && sameTree(item, other);
    });
  }
  if (right.kind !== "map" || left.entries.length !== right.entries.length) return false;
  const others = new Map(right.entries.map((entry) => [entry.key, entry.value]));
  return left.entries.every((entry) => {
    const other = others.get(entry.key);
    return other !== undefined && sameTree(entry.value, other);
  });
}

/** A value as a tree without positions. */
export function treeOf(value: ConfigValue): ConfigNode {
  if (typeof value !== "object") return { kind: "scalar", at: NOWHERE, value };
  if (isList(value)) return { kind: "list", at: NOWHERE, items: value.map(treeOf) };
  const entries = Object.entries(value).map(([key, item]) => ({ key, keyAt: NOWHERE, value: treeOf(item) }));
  return { kind: "map", at: NOWHERE, entries };
}

interface Step {
  readonly node: ConfigNode | undefined;
  readonly change: Change;
  readonly depth: number;
}

/** The node after the change; undefined when it is gone. */
function changed({ node, change, depth }: Step): ConfigNode | undefined {
  const { path } = change;
  const step = path[depth];
  const isMissing = node === undefined || (node.kind === "scalar" && node.value === null);
  if (step === undefined)
    return changedLeaf(isMissing && change.kind !== "remove" ? undefined : node, change);
  if (isMissing) {
    if (change.kind === "remove") throw nothingThere(path);
    const value = changed({ node: undefined, change, depth: depth + 1 });
    if (typeof step === "number" && step !== 0) throw nothingThere(path);
    return typeof step === "number" ? listOf(value) : mapOf(step, value);
  }
  if (node.kind === "map" && typeof step === "string")
    return changedMap(node.entries, step, { change, depth });
  if (node.kind === "list" && typeof step === "number")
    return changedList(node.items, step, { change, depth });
  const holds = { map: "a map", list: "a list", scalar: "a single value" }[node.kind];
  throw new EditRefused(
    `${pathText(path.slice(0, depth))} holds ${holds}, so there can be no ${pathText(path)}`,
  );
}

function changedLeaf(node: ConfigNode | undefined, change: Change): ConfigNode | undefined {
  if (change.kind === "set") return treeOf(change.value);
  if (change.kind === "append") {
    if (node === undefined) return treeOf([change.value]);
    if (node.kind !== "list") throw new EditRefused(`${pathText(change.path)} is not a list`);
    return { ...node, items: [...node.items, treeOf(change.value)] };
  }
  if (node === undefined) throw nothingThere(change.path);
  return undefined;
}

function changedMap(
  entries: readonly MapEntry[],
  key: string,
  { change, depth }: Omit<Step, "node">,
): ConfigNode {
  const index = entries.findIndex((entry) => entry.key === key);
  const value = changed({ node: entries[index]?.value, change, depth: depth + 1 });
  const entry = value === undefined ? [] : [{ key, keyAt: NOWHERE, value }];
  const at = index === -1 ? entries.length : index;
  return { kind: "map", at: NOWHERE, entries: [...entries.slice(0, at), ...entry, ...entries.slice(at + 1)] };
}

function changedList(
  items: readonly ConfigNode[],
  index: number,
  { change, depth }: Omit<Step, "node">,
): ConfigNode {
  if (index > items.length) throw nothingThere(change.path);
  const value = changed({ node: items[index], change, depth: depth + 1 });
  const item = value === undefined ? [] : [value];
  return { kind: "list", at: NOWHERE, items: [...items.slice(0, index), ...item, ...items.slice(index + 1)] };
}

function mapOf(key: string, value: ConfigNode | undefined): ConfigNode {
  return { kind: "map", at: NOWHERE, entries: value === undefined ? [] : [{ key, keyAt: NOWHERE, value }] };
}

function listOf(value: ConfigNode | undefined): ConfigNode {
  return { kind: "list", at: NOWHERE, items: value === undefined ? [] : [value] };
}

function nothingThere(path: ConfigPath): EditRefused {
  return new EditRefused(`there is nothing at ${pathText(path)}`);
}
