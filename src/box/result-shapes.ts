/**
 * Learns what tools return that do not say so themselves, as a program gets it: from their first results, then from one in
 * fifty. Of those that do say so, only that handles come with it. Off the path of calls, which only leave their results here;
 * what is kept are types and names of fields, never a value.
 */
import { isDeepStrictEqual } from "node:util";
import type { CatalogTool } from "../catalog/snapshot.ts";
import { learnShape } from "../signature/shapes/learn-shape.ts";
import type { Shape } from "../signature/shapes/shape.ts";
import type { ServerFiles } from "../store/server-files.ts";
import type { CallResult, ServerDefinition, ToolRef } from "../types.ts";
import { isObject } from "../util/is-object.ts";
import { learnableHandles, learnableValue } from "./learnable-value.ts";
import { asLearnedTools, fromLearnedTools, mergeLearned, type LearnedTool } from "./learned-tools.ts";

export interface ResultShapesOptions {
  readonly files: Pick<ServerFiles, "recall" | "remember">;
  /** Undefined for a server that is not configured, or cannot be used. */
  readonly definitionOf: (server: string) => ServerDefinition | undefined;
  readonly toolOf: (ref: ToolRef) => CatalogTool | undefined;
  readonly onFailure: (error: unknown) => void;
  readonly random?: () => number;
}

const LEARN_FIRST = 20;
const THEN_ONE_IN = 50;
/** Results that may wait to be looked at; they can be large. */
const MAX_WAITING = 32;
const PAUSE_MS = 200;

interface Waiting {
  readonly result: CallResult;
  readonly isSample: boolean;
}

interface LearnedServer {
  readonly definition: ServerDefinition;
  readonly tools: Map<string, LearnedTool>;
}

export class ResultShapes {
  readonly #options: ResultShapesOptions;
  /** Where in every fifty the sample is taken: elsewhere in every run, for most runs make only one call. */
  readonly #offset: number;
  readonly #counts = new Map<string, number>();
  readonly #servers = new Map<string, LearnedServer>();
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ResultShapesOptions) {
    this.#options = options;
    this.#offset = Math.floor((options.random ?? Math.random)() * THEN_ONE_IN);
  }

  /** A call has ended. Cheap: everything else happens later. */
  add(result: CallResult): void {
    if (!result.success || result.fromCache) return;
    const key = `${result.server}\n${result.tool}`;
    const count = this.#counts.get(key) ?? 0;
    this.#counts.set(key, count + 1);
    const isSample = (count + this.#offset) % THEN_ONE_IN === 0;
    if ((count >= LEARN_FIRST && !isSample) || this.#waiting.length >= MAX_WAITING) return;
    this.#waiting.push({ result, isSample });
    // A process that ends before has learned less, and need not wait for it.
    this.#timer ??= setTimeout(() => this.flush(), PAUSE_MS).unref();
  }

  /** What a tool's results looked like so far. */
  of(ref: ToolRef): Shape | undefined {
    const learned = this.#learnedOf(ref.server)?.tools.get(ref.tool);
    const isSame = learned !== undefined && this.#options.toolOf(ref)?.fingerprint === learned.fingerprint;
    return isSame ? learned.shape : undefined;
  }

  /** Learns from all results that wait, and writes what is new. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    const changed = new Set<LearnedServer>();
    for (const one of waiting) {
      try {
        const server = this.#learn(one);
        if (server !== undefined) changed.add(server);
      } catch (error) {
        this.#options.onFailure(error); // one result that cannot be looked at must not cost the others
      }
    }
    for (const server of changed) this.#write(server);
  }

  /** Undefined when there was nothing to learn. */
  #learn({ result, isSample }: Waiting): LearnedServer | undefined {
    const tool = this.#options.toolOf(result);
    if (tool === undefined) return undefined;
    const learnable = isObject(tool.definition["outputSchema"]) ? learnableHandles : learnableValue;
    const server = this.#learnedOf(tool.server);
    const known = server?.tools.get(tool.tool);
    const before = known?.fingerprint === tool.fingerprint ? known : undefined;
    const isSettled = before !== undefined && before.results >= LEARN_FIRST;
    const value = server === undefined || (isSettled && !isSample) ? undefined : learnable(result);
    if (server === undefined || value === undefined) return undefined;
    const shape = learnShape(before?.shape, value);
    if (isSettled && isDeepStrictEqual(shape, before.shape)) return undefined;
    const results = (before?.results ?? 0) + 1;
    server.tools.set(tool.tool, { fingerprint: tool.fingerprint, results, shape });
    return server;
  }

  #learnedOf(name: string): LearnedServer | undefined {
    const definition = this.#options.definitionOf(name);
    const known = this.#servers.get(name);
    if (definition === undefined || known?.definition === definition) return known;
    const server = { definition, tools: asLearnedTools(this.#options.files.recall(definition)) };
    this.#servers.set(name, server);
    return server;
  }

  /** Together with what another process has learned meanwhile. */
  #write({ definition, tools }: LearnedServer): void {
    const { files } = this.#options;
    files.remember(
      definition,
      fromLearnedTools(mergeLearned(tools, asLearnedTools(files.recall(definition)))),
    );
  }
}
