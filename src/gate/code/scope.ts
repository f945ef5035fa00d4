/** Where names are declared: one scope for every function and block, each inside another. */
import type { Expression, Identifier, Pattern } from "acorn";

export interface Binding {
  /**
   * What the name stands for, when that can never change: the expression that it was made from, and the members that were
   * taken of it. `const { search } = device.GithubMCP` makes `search` from `device.GithubMCP` and the member `search`.
   */
  readonly origin?: Origin;
}

export interface Origin {
  readonly expression: Expression;
  readonly scope: Scope;
  readonly members: readonly string[];
}

export interface Reference {
  readonly name: string;
  readonly at: number;
  readonly scope: Scope;
  readonly use: "read" | "write" | "typeof";
}

export class Scope {
  readonly parent: Scope | undefined;
  readonly #isFunction: boolean;
  readonly #bindings = new Map<string, Binding>();
  readonly #found = new Map<string, Binding | undefined>();

  constructor(parent?: Scope, isFunction = false) {
    this.parent = parent;
    this.#isFunction = isFunction;
  }

  declare(name: string, binding: Binding = {}): void {
    // Declared twice is declared differently: nothing is known about it.
    this.#bindings.set(name, this.#bindings.has(name) ? {} : binding);
  }

  /** `var` belongs to the function around it. */
  declareVar(name: string): void {
    if (this.#isFunction || this.parent === undefined) this.declare(name);
    else this.parent.declareVar(name);
  }

  /** Only after everything was declared: what was found once is remembered, so that deep nesting costs no time. */
  find(name: string): Binding | undefined {
    if (this.#found.has(name)) return this.#found.get(name);
    const binding = this.#bindings.get(name) ?? this.parent?.find(name);
    this.#found.set(name, binding);
    return binding;
  }
}

/** The names that a pattern declares. */
export function namesIn(pattern: Pattern): Identifier[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern];
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        namesIn(property.type === "RestElement" ? property.argument : property.value),
      );
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => (element === null ? [] : namesIn(element)));
    case "RestElement":
      return namesIn(pattern.argument);
    case "AssignmentPattern":
      return namesIn(pattern.left);
    default:
      return [];
  }
}
