/** The border as the inside sees it: what the host offers to `guestMain`, and what it gets back. Text and numbers only. */

export interface GuestHost {
  /** Starts a call and gives its number, or -1 when it was refused. */
  call(target: string, name: string, argumentsJson: string): number;
  /** Gives the timer's number, or -1 when it was refused. */
  timer(milliseconds: number): number;
  cancelTimer(number: number): void;
  /** Why the last call or timer was refused. */
  refusal(): string;
  /** False when nothing more will be kept. */
  log(level: string, text: string): boolean;
  /** A message about a name that is not there; `pathJson` is the path to where it was looked for. */
  explainUnknown(pathJson: string, name: string): string;
  finish(kind: "value" | "nothing" | "error" | "not-json", text: string, name: string, stack: string): void;
}

export interface GuestHooks {
  /** Makes the globals that this run may use; `settingsJson` is a GuestSettings. */
  readonly install: (settingsJson: string) => void;
  readonly start: (program: () => Promise<unknown>) => void;
  /** Ends a call with an answer (JSON) or a failure (a CallFailure as JSON). */
  readonly settle: (number: number, isAnswer: boolean, json: string) => void;
  readonly fire: (timer: number) => void;
}

export interface GuestSettings {
  /** Trees as lists of entries, in which a text is the id of a tool: no name can be taken for something else. */
  readonly namespaces: readonly NameEntry[];
  readonly functions: readonly string[];
  readonly textLength: number;
  readonly resultLength: number;
}

export type NameEntry = readonly [name: string, value: string | readonly NameEntry[]];
