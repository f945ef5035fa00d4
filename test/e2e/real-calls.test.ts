/** Real calls of real servers: what comes back is what they said. Whatever they ask themselves is on the loopback. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/types.ts";
import { listen } from "../servers/http/listen.ts";
import { add, calling, onBench, programOf, textOf, type Call } from "./real-servers.ts";

describe.concurrent("calling tools", () => {
  it("gets text, an image, structured content and progress from server-everything", () =>
    onBench(async (bench) => {
      await add(bench, "everything", "--", ...programOf("@modelcontextprotocol/server-everything"));
      await calling(bench, "everything", async (call) => {
        expect(textOf(await call("echo", { message: "grüß dich" }))).toBe("Echo: grüß dich");
        expect(textOf(await call("get-tiny-image", {}))).toContain("[image]");
        expect(await call("get-structured-content", { location: "Chicago" })).toMatchObject({
          structuredContent: { temperature: expect.any(Number) },
        });
        const progress: JsonObject[] = [];
        const args = { duration: 0.2, steps: 4 };
        await call("trigger-long-running-operation", args, (step) => progress.push(step));
        expect(progress.at(-1)).toMatchObject({ progress: 4, total: 4 });
      });
    }));

  it("lists a folder with server-filesystem, and gets its refusal of another", () =>
    onBench(async (bench) => {
      writeFileSync(join(bench.project, "grüße.txt"), "hi");
      const [command, file] = programOf("@modelcontextprotocol/server-filesystem");
      await add(bench, "files", "--", command, file, bench.project);
      await calling(bench, "files", async (call) => {
        expect(textOf(await call("list_directory", { path: bench.project }))).toBe("[FILE] grüße.txt");
        expect(await call("list_directory", { path: "/etc" })).toMatchObject({ isError: true });
      });
    }));

  it("finds again what server-memory kept from its last life", () =>
    onBench(async (bench) => {
      const where = `MEMORY_FILE_PATH=${join(bench.home, "memory.jsonl")}`;
      await add(bench, "memory", "-e", where, "--", ...programOf("@modelcontextprotocol/server-memory"));
      const entities = [{ name: "Ada", entityType: "person", observations: ["fishes"] }];
      await calling(bench, "memory", async (call) => {
        textOf(await call("create_entities", { entities }));
      });
      await calling(bench, "memory", async (call) => {
        expect(await call("read_graph", {})).toMatchObject({ structuredContent: { entities } });
      });
    }));

  it("calls a server of the modern era", () =>
    onBench(async (bench) => {
      const library = { id: "/tackle/box", title: "Tacklebox", description: "For bait", totalSnippets: 3 };
      const api = await listen((_request, response) => response.end(JSON.stringify({ results: [library] })));
      try {
        const options = ["-e", `CONTEXT7_API_URL=${api.origin}`];
        await add(bench, "docs", ...options, "--", ...programOf("@upstash/context7-mcp"));
        await calling(bench, "docs", async (call, upstreams) => {
          expect(upstreams.status()[0]).toMatchObject({ era: "modern", protocolVersion: "2026-07-28" });
          const found = await call("resolve-library-id", { query: "bait", libraryName: "Tacklebox" });
          expect(textOf(found)).toContain("/tackle/box");
        });
      } finally {
        await api.close();
      }
    }));

  it("gives server-gitlab the token of a variable, and calls one of its tools", () =>
    onBench(async (bench) => {
      const asked: unknown[] = [];
      const api = await listen(({ url, headers }, response) => {
        asked.push(`${headers.authorization} ${url}`);
        response.writeHead(200, { "content-type": "application/json", "x-total": "0" }).end("[]");
      });
      try {
        const options = ["-e", "GITLAB_PERSONAL_ACCESS_TOKEN=${TOKEN}", "-e", `GITLAB_API_URL=${api.origin}`];
        await add(bench, "gitlab", ...options, "--", ...programOf("@modelcontextprotocol/server-gitlab"));
        const search = async (call: Call): Promise<void> => {
          const found = textOf(await call("search_repositories", { search: "bait" }));
          expect(JSON.parse(found)).toEqual({ count: 0, items: [] });
        };
        await calling(bench, "gitlab", search, { TOKEN: "glpat-1" });
        expect(asked).toEqual(["Bearer glpat-1 /projects?search=bait&page=1&per_page=20"]);
      } finally {
        await api.close();
      }
    }));
});
