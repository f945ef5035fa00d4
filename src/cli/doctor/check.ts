/** One thing that `doctor` looked at. */
export interface Check {
  readonly name: string;
  readonly result: "ok" | "doubtful" | "broken";
  readonly message: string;
  readonly fix?: string;
}
