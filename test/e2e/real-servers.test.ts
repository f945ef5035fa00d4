/** The servers that people use must connect and list, over every transport and in both eras, and be gone afterwards. */
import { describe, expect, it } from "vitest";
import {
  add,
  calling,
  commandLine,
  onBench,
  processesOf,
  programOf,
  REAL_SERVERS,
  ROOT,
  servingEverything,
  test,
  textOf,
} from "./real-servers.ts";

describe.concurrent("tackle add, then tackle test", () => {
  it.for(REAL_SERVERS)("connects to $package and lists its tools, the second time as the first", (server) =>
    onBench(async (bench) => {
      const { name, tools, offers, protocolVersion, options = [], args = [] } = server;
      await add(bench, name, ...options, "--", ...programOf(server.package), ...args);
      const first = await test(bench, name);
      expect(first.json).toMatchObject({
        ok: true,
        name,
        error: null,
        era: protocolVersion >= "2026" ? "modern" : "legacy",
        protocolVersion,
        toolNames: expect.arrayContaining([...offers]),
        problems: [],
        ...(tools === undefined ? undefined : { tools }),
      });
      expect(first.code).toBe(0);
      expect(processesOf(bench)).toEqual([]);
      const second = await test(bench, name); // this time it knows the era before it asks
      expect({ ...(second.json as object), ms: 0 }).toEqual({ ...(first.json as object), ms: 0 });
    }),
  );
});

describe.concurrent("over HTTP", () => {
  const cases = [
    { mode: "streamableHttp", path: "/mcp", transport: "http" },
    { mode: "sse", path: "/sse", transport: "sse" },
    { mode: "sse", path: "/sse", transport: "http" }, // found out by itself
  ] as const;
  it.for(cases)(
    "reaches server-everything in mode $mode configured as $transport",
    ({ mode, path, transport }) =>
      onBench((bench) =>
        servingEverything(bench, mode, async (origin) => {
          await add(bench, "remote", "--transport", transport, origin + path);
          expect((await test(bench, "remote")).json).toMatchObject({
            ok: true,
            era: "legacy",
            toolNames: expect.arrayContaining(["echo"]),
          });
          await calling(bench, "remote", async (call) => {
            expect(textOf(await call("echo", { message: "hallo" }))).toBe("Echo: hallo");
          });
        }),
      ),
  );
});

describe.concurrent("behind a launcher", () => {
  const launchers = [
    { name: "npx", words: ["npx", "--no-install", "mcp-server-everything"] },
    { name: "npx in a shell", words: ["sh", "-c", "npx --no-install mcp-server-everything; echo over >&2"] },
  ];
  it.for(launchers)("ends the server and everything between it and us: $name", ({ words }) =>
    onBench(async (bench) => {
      const options = ["--cwd", ROOT, "-e", "NPM_CONFIG_UPDATE_NOTIFIER=false"];
      await add(bench, "wrapped", ...options, "--", ...words);
      expect((await test(bench, "wrapped")).json).toMatchObject({ ok: true });
      expect(processesOf(bench).map(commandLine)).toEqual([]);
      await calling(bench, "wrapped", async (call) => {
        expect(textOf(await call("echo", { message: "through" }))).toBe("Echo: through");
        const tree = processesOf(bench).map(commandLine);
        expect(tree.length).toBeGreaterThan(1);
        expect(tree).toContainEqual(expect.stringMatching(/^\S*node \S*mcp-server-everything$/));
      });
    }),
  );
});
