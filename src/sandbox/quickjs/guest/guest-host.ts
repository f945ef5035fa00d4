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
  /** Makes the globals that this run may use, from a `GuestSettings` and a list of `NameEntry`s. */
  readonly install: (settingsJson: string, namesJson: string) => void;
  readonly start: (program: () => Promise<unknown>) => void;
  /** Ends a call with an answer (JSON) or a failure (a CallFailure as JSON). */
  readonly settle: (number: number, isAnswer: boolean, json: string) => void;
  readonly fire: (timer: number) => void;
}

export interface GuestSettings {
  readonly functions: readonly string[];
  readonly textLength: number;
  readonly resultLength: number;
}

/** A tool and its id, or a branch and its entries as JSON. */
export type NameEntry = readonly [name: string, kind: "tool" | "names", text: string];
