/** The servers of a box, with what they need of it: what is remembered of them, where their news go, and our own among them. */
import type { Config } from "../config/config.ts";
import type { Store } from "../store/store.ts";
import type { RunScript } from "../servers/scripts/scripts.ts";
import type { Environment } from "../util/paths.ts";
import { Upstreams } from "../upstream/upstreams.ts";
import type { BoxOptions } from "./box-options.ts";
import { builtInServers } from "./built-in.ts";
import type { EventHub } from "./events.ts";
import { trafficLog } from "./keep-log.ts";
import { ownEnvFile } from "./own-env-file.ts";
import { recallServer } from "./recall-server.ts";
import type { ToolPins } from "./tool-pins.ts";

export interface UpstreamsParts {
  readonly store: Store;
  readonly pins: ToolPins;
  readonly events: EventHub;
  readonly config: () => Config;
  readonly onCatalogChange: () => void;
  readonly runScript: RunScript;
}

export function createUpstreams(options: BoxOptions, parts: UpstreamsParts): Upstreams {
  const { version, inProcess = [], redactor, log, policy, env, isInteractive = false } = options;
  const { store, pins, events, config, onCatalogChange, runScript } = parts;
  const envFileOf = (server: string): Environment => ownEnvFile(server, config());
  const ours = builtInServers({ store: () => store, env, log, runScript, envFileOf });
  return new Upstreams({
    clientVersion: version,
    isInteractive,
    inProcess: new Map([...ours, ...inProcess]),
    redact: (text) => redactor.text(text),
    recall: (definition) => recallServer(definition, { store, env }),
    remember: (definition, known) => {
      store.knownServers.remember(definition, known);
      pins.meet(definition.name, known.lists);
    },
    onState: (status) => {
      onCatalogChange();
      events.emit("server-state", status);
    },
    onLists: (server, lists) => {
      onCatalogChange();
      events.emit("lists-change", { server, lists });
    },
    onRemark: (server, remark) => events.emit("server-remark", { server, remark: redactor.text(remark) }),
    onStderr: (server, line) => events.emit("server-stderr", { server, line }),
    onNotification: (notification) => events.emit("server-notification", notification),
    trafficOf: ({ name }) => trafficLog({ server: name, config: config(), log, redactor }),
    ...(policy === undefined ? undefined : { policy }),
  });
}
