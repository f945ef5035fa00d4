/** The tokens that there are, without anything that could be used as one. */
import { isExpired } from "../../../gate/tokens.ts";
import { readTokens, type StoredToken } from "../../../store/tokens.ts";
import type { CommandResult, Invocation } from "../../command.ts";
import { names, renderTable } from "../../output/table.ts";
import { noWords } from "../../read-config.ts";

export function listTokens(invocation: Invocation): CommandResult {
  noWords(invocation, "token list");
  const now = Date.now();
  const tokens = readTokens(invocation.surroundings.env);
  const rows = tokens.map((token) => [
    token.id,
    token.name,
    token.profiles?.join(", ") ?? "everything",
    token.rate === undefined ? "" : `${token.rate}/min`,
    new Date(token.createdAt).toISOString(),
    expiryOf(token, now),
  ]);
  return {
    json: tokens.map((token) => ({
      id: token.id,
      name: token.name,
      profiles: token.profiles ?? null,
      rate: token.rate ?? null,
      createdAt: token.createdAt,
      expiresAt: token.expiresAt ?? null,
      isExpired: isExpired(token, now),
    })),
    human:
      rows.length === 0
        ? "There are no tokens. 'tackle token create NAME' makes one."
        : renderTable(
            { columns: [names("ID"), names("NAME"), "OPENS", "RATE", "CREATED", "EXPIRES"], rows },
            invocation.terminal,
          ),
  };
}

function expiryOf(token: StoredToken, now: number): string {
  if (token.expiresAt === undefined) return "never";
  const time = new Date(token.expiresAt).toISOString();
  return isExpired(token, now) ? `${time} (expired)` : time;
}
