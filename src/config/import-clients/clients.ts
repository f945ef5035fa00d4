/** Every client whose configuration can be imported. Of two that define the same server, the first is taken. */
import type { Client } from "./client.ts";
import { amp } from "./clients/amp.ts";
import { claudeCode } from "./clients/claude-code.ts";
import { claudeDesktop } from "./clients/claude-desktop.ts";
import { cline, roo } from "./clients/cline.ts";
import { codex, grok } from "./clients/codex.ts";
import { continueDev } from "./clients/continue.ts";
import { copilotCli } from "./clients/copilot-cli.ts";
import { crush } from "./clients/crush.ts";
import { cursor } from "./clients/cursor.ts";
import { gemini } from "./clients/gemini.ts";
import { goose } from "./clients/goose.ts";
import { kilo, opencode } from "./clients/opencode.ts";
import { plainClients } from "./clients/plain-clients.ts";
import { vscode } from "./clients/vscode.ts";
import { antigravity, windsurf } from "./clients/windsurf.ts";
import { zed } from "./clients/zed.ts";

export const CLIENTS: readonly Client[] = [
  claudeCode,
  claudeDesktop,
  cursor,
  vscode,
  codex,
  gemini,
  windsurf,
  zed,
  opencode,
  goose,
  cline,
  copilotCli,
  continueDev,
  antigravity,
  roo,
  kilo,
  crush,
  amp,
  grok,
  ...plainClients,
];
