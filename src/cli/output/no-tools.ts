/** What a list of tools says when it is empty. Where a named server is the reason, a remark says so, and this nothing. */
import type { NotedCatalog } from "./catalog-notes.ts";

export function noTools(box: Pick<NotedCatalog, "troubles">, named: ReadonlySet<string>): string {
  return named.size > 0 && box.troubles(named).length > 0 ? "" : "No tools.";
}
