/** Shows each definition that waits and asks about it. An answer is kept at once: what comes later cannot undo it. */
import type { ValidServer } from "../../../config/config.ts";
import { TackleError } from "../../../errors.ts";
import { fingerprint } from "../../../gate/trust.ts";
import { approveServers } from "../../../store/approve-servers.ts";
import type { ApprovalSubject } from "../../../types.ts";
import { quoteWords } from "../../../util/split-words.ts";
import { toTerminalText } from "../../../util/terminal-text.ts";
import { ask } from "../../ask.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { skillFile } from "../../describe-server.ts";
import { describeDefinition } from "./describe-definition.ts";

export async function approve(
  invocation: Invocation,
  waiting: readonly ValidServer[],
): Promise<CommandResult> {
  const { terminal, options } = invocation;
  if (waiting.length === 0)
    return { json: { approved: [], waiting: [] }, human: "Nothing waits for approval here." };
  const isAsked = !options.flag("yes");
  const show = (server: ValidServer): boolean =>
    terminal.stderr.write(`\n${describeDefinition(server, terminal.stderrStyle)}\n`);
  if (isAsked && !terminal.isInteractive) {
    waiting.forEach(show);
    throw nobodyToAsk(waiting);
  }

  const approved: string[] = [];
  for (const server of waiting) {
    show(server);
    const answer = isAsked ? await askAbout(server, invocation, approved) : "yes";
    if (answer === "end") break;
    if (answer === "no") continue;
    await keepApproval(server, invocation);
    approved.push(server.name);
  }
  const left = waiting.map((server) => server.name).filter((name) => !approved.includes(name));
  return {
    json: { approved, waiting: left },
    human: approved.length === 0 ? "Nothing was approved." : `Approved: ${listed(approved)}`,
    notes: left.length === 0 ? [] : [`Still waiting for approval: ${listed(left)}`],
    exitCode: left.length === 0 ? 0 : 1,
  };
}

async function askAbout(
  { subject }: ValidServer,
  { terminal }: Invocation,
  approved: readonly string[],
): Promise<"yes" | "no" | "end"> {
  try {
    return await ask(terminal, questionAbout(subject));
  } catch (error) {
    if (!(error instanceof TackleError) || error.code !== "cancelled") throw error;
    const hint =
      approved.length === 0
        ? "Nothing was approved."
        : `Approved before that, and kept: ${listed(approved)}.`;
    throw new TackleError({ code: "cancelled", message: error.message, hint, cause: error });
  }
}

function questionAbout(subject: ApprovalSubject): string {
  if (subject.command !== undefined) return "Let this run on your machine?";
  if (subject.url !== undefined) return "Let Tacklebox connect to this address?";
  if (skillFile(subject) !== undefined) return "Let this code run on your machine, as it is now?";
  return "Let this built-in server start?";
}

async function keepApproval(server: ValidServer, { surroundings }: Invocation): Promise<void> {
  const { name, origin, subject } = server;
  const approvedAt = new Date().toISOString();
  await approveServers(surroundings.env, [
    { fingerprint: fingerprint(subject), name, file: origin.file, approvedAt },
  ]);
}

/** The definitions were printed, not put into the error: an error's text is masked, and they must be exact. */
function nobodyToAsk(waiting: readonly ValidServer[]): TackleError {
  const names = waiting.map((server) => quoteWords([server.name])).join(" ");
  return new TackleError({
    code: "policy",
    message: `No terminal to ask on; waiting for approval: ${names}`,
    hint: `After reading what they run: tackle trust ${names} --yes`,
  });
}

function listed(names: readonly string[]): string {
  return names.map((name) => toTerminalText(name)).join(", ");
}
