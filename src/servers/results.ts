/** A built-in server with one tool: the rest of a result that was too long to be shown. */
import * as z from "zod";
import { defineServer, type DefinedServer } from "./define-server.ts";
import { tool } from "./tool.ts";

export interface ResultPage {
  readonly text: string;
  /** Where the next part begins; undefined at the end. */
  readonly nextOffset: number | undefined;
  readonly totalBytes: number;
}

export type ReadResultPage = (id: string, range: { offset: number; length: number }) => Promise<ResultPage>;

/** What a model can read at once without losing the thread. */
const DEFAULT_LENGTH = 20_000;
const MAX_LENGTH = 100_000;

export function createResultsServer(read: ReadResultPage): DefinedServer {
  return defineServer("results", {
    read_result: tool({
      description:
        "Reads a part of a long result that was cut. The cut result names its id. Offsets count bytes.",
      input: z.object({
        id: z.string().describe("The id that the cut result names"),
        offset: z.number().int().min(0).default(0),
        length: z.number().int().min(1).max(MAX_LENGTH).default(DEFAULT_LENGTH),
      }),
      annotations: { readOnlyHint: true },
      run: ({ id, offset, length }) => read(id, { offset, length }),
    }),
  });
}
