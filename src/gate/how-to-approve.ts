/** The ways out where a person has to say yes and none can be asked: to say it beforehand, or to change what asks. */
import type { ApprovalQuestion } from "./ask-person.ts";
import { quoteName } from "./quote-name.ts";

export function howToApprove({
  exposedName,
  subject = "tool",
  howToAllow,
}: Pick<ApprovalQuestion, "exposedName" | "subject" | "howToAllow">): string {
  // Only tools can be approved by name.
  const command =
    subject === "tool" ? [`Allow it for always with: tackle approve ${quoteName(exposedName)}.`] : [];
  return [...command, ...(howToAllow === undefined ? [] : [howToAllow])].join(" ");
}
