/** One thing that is wrong with a call's arguments, said so that a person or a model can put it right. */
export interface ArgumentProblem {
  /** `filters[0].name`; empty for the arguments as a whole. */
  readonly path: string;
  /** A sentence with the path, what was expected and what was given. May quote the given value: redact before storing. */
  readonly message: string;
  readonly expected: string;
  readonly got: string;
}
