/** Declares the names of a `const`, each with what it was made from, so that an alias of a server is known for what it is. */
import type { Pattern } from "acorn";
import { literalName } from "./literal-name.ts";
import { namesIn, type Origin } from "./scope.ts";

export function declareOrigins(pattern: Pattern, origin: Origin): void {
  if (pattern.type === "Identifier") {
    origin.scope.declare(pattern.name, { origin });
    return;
  }
  if (pattern.type === "ObjectPattern") {
    for (const property of pattern.properties) {
      const name = property.type === "RestElement" ? undefined : literalName(property.key, property.computed);
      if (property.type !== "RestElement" && name !== undefined)
        declareOrigins(property.value, { ...origin, members: [...origin.members, name] });
      else declareUnknown(property.type === "RestElement" ? property.argument : property.value, origin);
    }
    return;
  }
  declareUnknown(pattern, origin);
}

/** Lists, rests and default values: what they stand for is seen when the program runs. */
function declareUnknown(pattern: Pattern, { scope }: Origin): void {
  for (const { name } of namesIn(pattern)) scope.declare(name);
}
