/** What a call is made to. */
import type { CallKind, PolicySubject, ToolDefinition, ToolRef } from "../types.ts";

export type OtherKind = Exclude<CallKind, "tool">;

/** A tool, or something else of a server, that can be called right now. */
export interface CallableTool extends ToolRef {
  readonly name: string;
  readonly definition: ToolDefinition;
  readonly fingerprint: string;
  /** Not what was approved, and not to be called before a person has looked. */
  readonly held: boolean;
  /** Given where it is no tool. */
  readonly other?: {
    readonly kind: OtherKind;
    /** What the policy is asked about. */
    readonly subject: OtherSubject;
    readonly method: string;
  };
}

/** A completion is for the prompt or the resource that its argument belongs to. */
export type OtherSubject = Exclude<PolicySubject, "tool">;
