/** Gives the path of a call what it needs of the other layers. */
import { Calls, type CallableTool, type CallParts } from "../calls/calls.ts";
import type { CatalogTool, NameResolution } from "../catalog/snapshot.ts";
import type { Config } from "../config/config.ts";
import { TackleError } from "../errors.ts";
import { describeUnknown } from "../gate/deny-text.ts";
import { createArgumentChecker } from "../gate/check-arguments.ts";
import type { Caller, PolicySettings, ToolRef } from "../types.ts";
import { cutText } from "../util/terminal-text.ts";
import type { Redactor } from "../util/redact.ts";
import type { Box } from "./box.ts";
import { notFound } from "./find-tool.ts";
import { serverFingerprint } from "./server-fingerprint.ts";
import { policyPlaces } from "./policy-places.ts";
import { resolveOther } from "./resolve-other.ts";
import { hideFromClients, isVisible, nameGiven, permit, type PermissionParts } from "./permission.ts";

export interface CallComposition extends Pick<CallParts, "onEnd" | "laneOf" | "deadlineOf"> {
  readonly box: Box;
  readonly config: () => Config;
  readonly redactor: Redactor;
  readonly canAsk: boolean;
  readonly onStart: NonNullable<CallParts["onStart"]>;
}

const MAX_SUMMARY_CHARS = 2000;

export interface ComposedCalls {
  readonly calls: Calls;
  isVisible(tool: CallableTool, caller: Caller): boolean;
}

export function composeCalls({
  box,
  config,
  redactor,
  canAsk,
  onStart,
  onEnd,
  laneOf,
  deadlineOf,
}: CallComposition): ComposedCalls {
  const checker = createArgumentChecker();
  const settings = policySettings(config);
  const permission: PermissionParts = {
    settings,
    definitionOf: (server) => box.upstream(server).definition,
    pinnedFingerprint: (server, tool) => box.pins.of(server).get(tool)?.fingerprint,
    refreshPins: (server) => box.pins.refresh(server),
    isHeld: (ref) => box.catalog.byRef(ref)?.held === true,
    serverFingerprint: (server) => serverFingerprint(server, config()),
    approvals: box.approvals,
    canAsk,
    summarise: (args) => cutText(redactor.text(JSON.stringify(args)), MAX_SUMMARY_CHARS),
  };
  const calls = new Calls({
    resolve(name, caller, filter) {
      const tool = resolveTool(name, box, caller);
      if (filter?.(tool) === false) throw unknownTo(nameGiven(name), caller);
      hideFromClients({ tool, caller, named: name }, permission);
      return tool;
    },
    resolveOther(request, kind) {
      const { caller } = request;
      const target = resolveOther(request, kind, box.catalog);
      hideFromClients({ tool: target, caller, named: request.tool }, permission);
      return target;
    },
    definitionOf: (server) => box.upstream(server).definition,
    checkArguments(definition, args) {
      const found = checker.check(definition, args);
      if (found instanceof Promise) return found.then((problems) => problems.map(({ message }) => message));
      return found.length === 0 ? NONE : found.map(({ message }) => message);
    },
    permit: (question) => permit(question, permission),
    isConnected: (server) => box.upstream(server).isConnected,
    ready: (server, options) => box.upstream(server).ready(options),
    send: ({ server, other }, params, options) =>
      box.upstream(server).send(other?.method ?? "tools/call", params, options),
    keepWhole: async (id, output) =>
      (await box.store.results.keep({ id, content: output, mime: "text/plain" }))?.bytes,
    onStart,
    onEnd,
    ...(laneOf === undefined ? undefined : { laneOf }),
    ...(deadlineOf === undefined ? undefined : { deadlineOf }),
    maxOutputChars: () => config().settings.maxOutputChars,
  });
  return { calls, isVisible: (tool, caller) => isVisible(tool, caller, permission) };
}

const NONE: readonly string[] = [];

/** Every call asks for them several times, and they change only with the configuration. */
function policySettings(config: () => Config): () => PolicySettings {
  const places = policyPlaces(config);
  let last: Config["settings"] | undefined;
  let found: PolicySettings | undefined;
  return () => {
    const { settings } = config();
    if (found !== undefined && settings === last) return found;
    const { allowedTools, policy, drift } = settings;
    last = settings;
    found = { allowedTools, rules: policy, drift, places };
    return found;
  };
}

function resolveTool(tool: string | ToolRef, box: Box, caller: Caller): CatalogTool {
  const found: NameResolution<CatalogTool> =
    typeof tool === "string" ? box.catalog.get(tool) : byRef(tool, box, caller);
  if (found.kind === "found") return found.ref;
  const name = nameGiven(tool);
  throw caller.kind === "client" ? unknownTo(name, caller) : notFound(name, found);
}

/** The words for a tool that there is not, or that this caller may not know of. */
function unknownTo(name: string, { kind }: Caller): TackleError {
  const { message, hint } = describeUnknown({ name, kind }, []);
  return new TackleError({ code: "not-found", message, hint });
}

function byRef(ref: ToolRef, box: Box, caller: Caller): NameResolution<CatalogTool> {
  const found = box.catalog.byRef(ref);
  if (found !== undefined) return { kind: "found", ref: found, by: "name" };
  if (caller.kind !== "client") box.upstream(ref.server); // says what is wrong with the server, if anything is
  return { kind: "unknown", nearest: [] };
}
