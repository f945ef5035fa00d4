/**
 * Puts the policy's question to the person behind an MCP client: by elicitation where the client can do that, else to
 * whoever is there otherwise. Only a clear yes is one; silence, a refusal and an answer in other words are not.
 */
import { TackleError } from "../errors.ts";
import type { Answer, ApprovalQuestion, AskPerson } from "../gate/approvals.ts";
import { askedFor } from "../gate/deny-text.ts";
import { howToApprove } from "../gate/how-to-approve.ts";
import type { CallClient, JsonObject } from "../types.ts";
import { isObject } from "../util/is-object.ts";
import { toTerminalText } from "../util/terminal-text.ts";
import { ANYONE } from "./anyone.ts";

export interface ClientApprovalOptions {
  /** Asked where the client cannot be; undefined where there is nobody. */
  readonly otherwise?: AskPerson | undefined;
  /** Told of every answer, and who gave it. */
  readonly onAnswer: (question: ApprovalQuestion, answer: Answer, by: "client" | "terminal") => void;
}

export function approveByClient({ otherwise, onAnswer }: ClientApprovalOptions): AskPerson {
  return async (question, signal) => {
    const { client } = question;
    if (client !== undefined && canElicit(client)) {
      const answer = await elicit(question, client, signal);
      onAnswer(question, answer, "client");
      return answer;
    }
    if (otherwise === undefined) throw nobodyToAsk(question);
    const answer = lasting(await otherwise(question, signal), question);
    onAnswer(question, answer, "terminal");
    return answer;
  };
}

/** Whether the client shows forms; before there were pages to visit, elicitation was forms and nothing else. */
function canElicit({ capabilities }: CallClient): boolean {
  const elicitation = Object.hasOwn(capabilities, "elicitation") ? capabilities["elicitation"] : undefined;
  return isObject(elicitation) && (isObject(elicitation["form"]) || elicitation["url"] === undefined);
}

const ANSWERS: ReadonlyMap<unknown, Answer> = new Map([
  ["once", "once"],
  ["for this session", "session"],
  ["always", "always"],
]);

async function elicit(question: ApprovalQuestion, client: CallClient, signal: AbortSignal): Promise<Answer> {
  const words = [...ANSWERS.keys(), "no"].filter(
    (word) => word !== "for this session" || hasOwnSession(question),
  );
  const reply = await client.ask({
    method: "elicitation/create",
    params: {
      message: describe(question),
      requestedSchema: {
        type: "object",
        properties: { decision: { type: "string", title: "Allow this call?", enum: words } },
        required: ["decision"],
      },
    },
    signal,
  });
  return lasting(understood(reply), question);
}

function understood({ action, content }: JsonObject): Answer {
  if (action !== "accept" || !isObject(content)) return "deny";
  return ANSWERS.get(content["decision"]) ?? "deny";
}

/** Names the server and the tool, because the client shows the question as ours. */
function describe(question: ApprovalQuestion): string {
  const { reason, argumentsSummary } = question;
  const { thing, done } = askedFor(question);
  return [
    `May ${thing} be ${done}?`,
    `Asked because ${toTerminalText(reason)}.`,
    `Arguments: ${toTerminalText(argumentsSummary)}`,
  ].join("\n");
}

/** A yes for a session that is everybody's would be a yes for everybody. */
function lasting(answer: Answer, question: ApprovalQuestion): Answer {
  return answer === "session" && !hasOwnSession(question) ? "once" : answer;
}

function hasOwnSession({ caller: { session } }: ApprovalQuestion): boolean {
  return session !== undefined && session !== ANYONE;
}

function nobodyToAsk(question: ApprovalQuestion): TackleError {
  const { server, tool } = question;
  return new TackleError({
    code: "policy",
    message: "the client cannot show questions to its user, and there is no terminal to ask on",
    hint: howToApprove(question),
    server,
    tool,
  });
}
