/** Every client that our gateway can be written into. */
import type { Connector } from "./connector.ts";
import { codex, goose, opencode, vscode, zed } from "./other-connectors.ts";
import { usualConnectors } from "./usual-connectors.ts";

export const CONNECTORS: readonly Connector[] = [
  codex,
  vscode,
  zed,
  opencode,
  goose,
  ...usualConnectors,
].toSorted((one, other) => (one.client.id < other.client.id ? -1 : 1));
