/**
 * Says why a connection to a server ended, in one error that a person can act on. The lines from stderr must be safe
 * to show and redacted by whoever calls this.
 */
import { TackleError, type ErrorCode } from "../../../errors.ts";
import { cutText } from "../../../util/terminal-text.ts";

/** How a server's process ended. */
export interface ExitInfo {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The last lines of stderr, safe to show and redacted. */
  readonly stderrTail: readonly string[];
}

export interface ExitCircumstances extends ExitInfo {
  readonly server: string;
  /** Whether the server ever said something that was MCP. */
  readonly hasSpoken: boolean;
  readonly requestsInFlight: number;
}

const LINES_IN_MESSAGE = 5;
const LINE_CHARACTERS = 300;
const RUN_BY_HAND = "Run the server's command by hand to see why it stops.";

export function exitReason(exit: ExitCircumstances): TackleError {
  const { server, code, signal, hasSpoken, requestsInFlight, stderrTail } = exit;
  const how = signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
  const when = hasSpoken ? "" : " before it said anything over MCP";
  const meanwhile = requestsInFlight > 0 ? ` while ${countOf(requestsInFlight)} waited for a reply` : "";
  return new TackleError({
    code: "connection",
    message: `Server '${server}' ${how}${when}${meanwhile}${lastWords(stderrTail)}`,
    hint: !hasSpoken && code === 0 ? AT_ONCE : RUN_BY_HAND,
    server,
  });
}

/** For an end that we decided on, while the process still ran. */
export function endedByUs(details: {
  readonly server: string;
  readonly code: ErrorCode;
  readonly what: string;
  readonly hint: string;
  readonly stderrTail: readonly string[];
}): TackleError {
  const { server, code, what, hint, stderrTail } = details;
  return new TackleError({
    code,
    message: `Server '${server}' ${what}${lastWords(stderrTail)}`,
    hint,
    server,
  });
}

const AT_ONCE =
  "The command ran and finished. Check that it starts an MCP server on stdio: some need a subcommand or a flag for that.";

function countOf(requests: number): string {
  return requests === 1 ? "1 request" : `${requests} requests`;
}

function lastWords(stderrTail: readonly string[]): string {
  const lines = stderrTail.filter((line) => line.trim() !== "").slice(-LINES_IN_MESSAGE);
  if (lines.length === 0) return "";
  return `; its last words on stderr:\n${lines.map((line) => `  ${cutText(line, LINE_CHARACTERS)}`).join("\n")}`;
}
