/** `tackle serve --stdio` beside a `tackle serve` that runs already: one set of servers for all, and what happens when it goes. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, describe, expect, it, vi } from "vitest";
import { end, startGateway, type Gateway, type GatewayOptions } from "./gateway.ts";
import { initializeParams, type Era, type Reply } from "./raw-clients.ts";
import { StdioProgram } from "./stdio-program.ts";
import { Bench } from "./tackle.ts";

const RENDEZVOUS = resolve(import.meta.dirname, "../servers/rendezvous.ts");
const servers = { one: { command: process.execPath, args: [RENDEZVOUS] } };
const PATIENCE = { timeout: 30_000, interval: 20 };

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function start(options: Partial<GatewayOptions> = {}): Promise<Gateway> {
  const gateway = await startGateway({ servers, ...options });
  open.push(() => gateway.stop());
  return gateway;
}

/** A program that is ended with the test. */
class Program extends StdioProgram {
  constructor(place: Pick<Gateway, "bench" | "configFile">, args: readonly string[] = []) {
    super(place, args);
    open.push(() => end(this.child));
  }
}

function socketsOf({ bench }: Pick<Gateway, "bench">): string[] {
  const folder = join(bench.home, ".local/state/tacklebox/attach");
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

describe("programs that find a running gateway", () => {
  it("share its servers, in both eras, and say so on stderr", async () => {
    const gateway = await start();
    const [left, right] = await Promise.all([
      new Program(gateway).handshake(),
      new Program(gateway).handshake(),
    ]);
    const modern = new Program(gateway);
    const pids = await Promise.all([
      left.call(1, "mcp__one__pid"),
      right.call(1, "mcp__one__pid"),
      modern.call(1, "mcp__one__pid", {}, "modern"),
    ]);
    expect(new Set(pids).size).toBe(1);
    expect(Number(pids[0])).toBeGreaterThan(0);
    for (const program of [left, right, modern])
      expect(program.stderr).toBe(
        `Attached to the running 'tackle serve' (process ${gateway.pid}); its servers are shared.\n`,
      );
  });

  it("do not get each other's answers when they use the same ids", async () => {
    const gateway = await start();
    const programs = await Promise.all([new Program(gateway).handshake(), new Program(gateway).handshake()]);
    const files = programs.map((_, index) => join(gateway.bench.project, `meeting ${index}`));
    const calls = programs.map((program, index) => program.call(7, "mcp__one__meet", { file: files[index] }));
    await vi.waitUntil(() => files.every((file) => existsSync(`${file}.waiting`)), PATIENCE);
    const answered: number[] = [];
    calls.forEach((call, index) => void call.then(() => answered.push(index)));
    writeFileSync(files[1] ?? "", "");
    expect(await calls[1]).toBe("met");
    expect(answered).toEqual([1]);
    writeFileSync(files[0] ?? "", "");
    expect(await calls[0]).toBe("met");
  });

  it("end with exit code 0 when their client does, and leave the gateway running", async () => {
    const gateway = await start();
    const program = await new Program(gateway).handshake();
    const pid = await program.call(1, "mcp__one__pid");
    program.child.stdin.end();
    expect(await program.ended).toBe(0);
    const next = await new Program(gateway).handshake();
    expect(await next.call(1, "mcp__one__pid")).toBe(pid);
    next.child.kill("SIGTERM");
    expect(await next.ended).toBe(0);
  });

  it("get the answers to all they asked before the end of their input", async () => {
    const gateway = await start();
    const lines = [
      { id: 1, method: "initialize", params: initializeParams },
      { id: 2, method: "ping" },
    ];
    const text = lines.map((line) => `${JSON.stringify({ jsonrpc: "2.0", ...line })}\n`).join("");
    const run = await gateway.bench.run(["serve", "--stdio", "--config", gateway.configFile], {
      stdin: text,
    });
    expect(run.code).toBe(0);
    expect(
      run.stdout
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as Reply).id),
    ).toEqual([1, 2]);
  });

  it("carry long messages both ways", async () => {
    const modern = resolve(RENDEZVOUS, "../pairing/modern.ts");
    const gateway = await start({ servers: { big: { command: process.execPath, args: [modern] } } });
    const program = await new Program(gateway).handshake();
    expect(await program.call(1, "mcp__big__big", { bytes: 5_000_000 })).toHaveLength(5_000_000);
    const text = "ü".repeat(300_000);
    expect(await program.call(2, "mcp__big__echo", { text })).toBe(text);
  });

  it("are shown the profile that they ask for, and told when there is none", async () => {
    const gateway = await start({
      servers: { ...servers, two: servers.one },
      settings: { profiles: { small: { servers: ["two"] } } },
    });
    const program = await new Program(gateway, ["--profile", "small"]).handshake();
    const { result } = await program.send(1, "tools/list");
    const names = ((result?.["tools"] ?? []) as readonly { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(["mcp__two__meet", "mcp__two__pid"]);
    const wrong = await gateway.bench.run([
      "serve",
      "--stdio",
      "--config",
      gateway.configFile,
      "--profile",
      "big",
    ]);
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain("There is no profile 'big'");
  });

  it("are let finish their calls when the gateway is asked to end, and go on without it", async () => {
    const gateway = await start();
    const program = await new Program(gateway).handshake();
    const file = join(gateway.bench.project, "meeting");
    const call = program.call(1, "mcp__one__meet", { file });
    await vi.waitUntil(() => existsSync(`${file}.waiting`), PATIENCE);
    process.kill(gateway.pid, "SIGTERM");
    await vi.waitUntil(() => socketsOf(gateway).length === 0, PATIENCE);
    expect((await program.send(2, "tools/list")).error?.message).toContain("about to end");
    writeFileSync(file, "");
    expect(await call).toBe("met");
    await vi.waitUntil(() => program.stderr.includes("was attached to has ended"), PATIENCE);
    expect(Number(await program.call(3, "mcp__one__pid"))).toBeGreaterThan(0);
  });
});

describe("programs whose gateway is killed", () => {
  const kill = async ({ pid }: { readonly pid: number }): Promise<void> => {
    process.kill(pid, "SIGKILL");
    await vi.waitUntil(() => isGone(pid), PATIENCE);
  };

  it.each<Era>(["legacy", "modern"])("run servers of their own when their %s client asks", async (era) => {
    const gateway = await start();
    const program = new Program(gateway);
    if (era === "legacy") await program.handshake();
    const before = await program.call(1, "mcp__one__pid", {}, era);
    await kill(gateway);
    const after = Number(await program.call(2, "mcp__one__pid", {}, era));
    expect(after).toBeGreaterThan(0);
    expect(after).not.toBe(Number(before));
    expect(program.stderr).toContain("No 'tackle serve' is there to share; the servers are started here.");
    program.child.stdin.end();
    expect(await program.ended).toBe(0);
    await vi.waitUntil(() => isGone(after), PATIENCE);
  });

  it("answer what was open with an error, and tell of it what a new gateway would not", async () => {
    const gateway = await start();
    const program = await new Program(gateway).handshake();
    await program.send(1, "logging/setLevel", { level: "error" });
    const file = join(gateway.bench.project, "meeting");
    const call = program.send(2, "tools/call", { name: "mcp__one__meet", arguments: { file } });
    await vi.waitUntil(() => existsSync(`${file}.waiting`), PATIENCE);
    const before = program.strays.length;
    await kill(gateway);
    expect((await call).error?.message).toContain("The gateway ended before it answered");
    expect((await program.send(3, "tools/list")).result?.["tools"]).toHaveLength(2);
    // The answers to what was said again in the client's name are not for the client.
    expect(program.strays.slice(before).map(({ id, method }) => id ?? method)).toEqual([
      "notifications/tools/list_changed",
      "notifications/resources/list_changed",
      "notifications/prompts/list_changed",
    ]);
  });

  it("answer what was open also when their client has closed its end", async () => {
    const gateway = await start();
    const program = await new Program(gateway).handshake();
    const file = join(gateway.bench.project, "meeting");
    const call = program.send(1, "tools/call", { name: "mcp__one__meet", arguments: { file } });
    program.child.stdin.end();
    await vi.waitUntil(() => existsSync(`${file}.waiting`), PATIENCE);
    await kill(gateway);
    expect((await call).error?.message).toContain("The gateway ended before it answered");
    expect(await program.ended).toBe(0);
  });

  it("share the next one, all of them, and start nothing as long as their clients only wait", async () => {
    const gateway = await start();
    const programs = await Promise.all([new Program(gateway).handshake(), new Program(gateway).handshake()]);
    await kill(gateway);
    for (const [index, program] of programs.entries()) {
      await vi.waitUntil(() => program.stderr.includes("has ended"), PATIENCE);
      expect((await program.send(10 + index, "ping")).result).toEqual({});
    }
    const next = await startBeside(gateway);
    for (const program of programs) {
      await vi.waitUntil(() => program.stderr.includes(`(process ${next.pid})`), PATIENCE);
      expect(program.stderr).not.toContain("started here");
    }
    const pids = await Promise.all(programs.map((program) => program.call(20, "mcp__one__pid")));
    expect(new Set(pids).size).toBe(1);
  });

  it("go on again when the next one is killed, too", async () => {
    const gateway = await start();
    const program = await new Program(gateway).handshake();
    await kill(gateway);
    const next = await startBeside(gateway);
    await vi.waitUntil(() => program.stderr.includes(`(process ${next.pid})`), PATIENCE);
    await kill(next);
    expect(Number(await program.call(1, "mcp__one__pid"))).toBeGreaterThan(0);
  });

  it("end with exit code 0 when their client does, with nothing to go on with", async () => {
    const gateway = await start();
    const program = await new Program(gateway).handshake();
    await kill(gateway);
    await vi.waitUntil(() => program.stderr.includes("has ended"), PATIENCE);
    program.child.stdin.end();
    expect(await program.ended).toBe(0);
  });

  it("say why they end when they cannot go on", async () => {
    const gateway = await start();
    const program = await new Program(gateway).handshake();
    writeFileSync(gateway.configFile, "{");
    await kill(gateway);
    void program.send(1, "tools/list");
    expect(await program.ended).toBe(2);
    expect(program.stderr).toContain("gateway.json:1:");
  });
});

describe("programs that share no gateway", () => {
  it("start servers of their own with --no-attach", async () => {
    const gateway = await start();
    const [shared, own] = await Promise.all([
      new Program(gateway).handshake(),
      new Program(gateway, ["--no-attach"]).handshake(),
    ]);
    expect(await own.call(1, "mcp__one__pid")).not.toBe(await shared.call(1, "mcp__one__pid"));
    expect(own.stderr).not.toContain("Attached");
  });

  it("start servers of their own when they read another configuration", async () => {
    const gateway = await start();
    const { bench } = gateway;
    const configFile = bench.write("other.json", JSON.stringify({ mcpServers: servers }));
    for (const [place, args] of [
      [{ bench, configFile }, []],
      [gateway, ["--trust-project"]],
      [gateway, ["--strict"]],
    ] as const) {
      const program = await new Program(place, args).handshake();
      expect(program.stderr).not.toContain("Attached");
    }
  });

  it("start servers of their own when a project's file has come since the gateway started", async () => {
    const gateway = await start();
    gateway.bench.write(".mcp.json", `{"mcpServers": {}}`);
    const inside = await new Program(gateway).handshake();
    expect(inside.stderr).not.toContain("Attached");
    const elsewhere = await gateway.bench.run(["serve", "--stdio", "--config", gateway.configFile], {
      cwd: gateway.bench.home,
    });
    expect(elsewhere.stderr).toContain("reads another configuration by now");
  });

  it("share it from every folder where no project's file is involved", async () => {
    const gateway = await start();
    const run = await gateway.bench.run(["serve", "--stdio", "--config", gateway.configFile], {
      cwd: gateway.bench.home,
    });
    expect(run.stderr).toContain("Attached");
  });
});

describe("tackle status", () => {
  it("says how the running gateway's servers are, and starts none; with --own it does", async () => {
    const log = join(tmpdir(), `tackle-starts-${process.pid}`);
    open.push(async () => rmSync(log, { force: true }));
    const counted = {
      command: "sh",
      args: ["-c", `echo x >> '${log}'; exec '${process.execPath}' '${RENDEZVOUS}'`],
    };
    const gateway = await start({ servers: { counted: { ...counted, excludeTools: ["meet"] } } });
    const starts = (): number => readFileSync(log, "utf8").length / 2;
    const status = (...args: string[]) =>
      gateway.bench.run(["status", "--config", gateway.configFile, ...args]);
    await vi.waitUntil(async () => (await status()).stdout.includes("ready"), PATIENCE);
    const before = starts();
    const shared = await status("--json");
    expect(shared.json).toMatchObject([{ name: "counted", state: "ready", tools: 1, era: "modern" }]);
    expect((await status()).stderr).toContain(`at the running 'tackle serve' (process ${gateway.pid})`);
    expect(starts()).toBe(before);
    const own = await status("--own");
    expect(own.stdout).toContain("ready");
    expect(own.stderr).not.toContain("running 'tackle serve'");
    expect(starts()).toBe(before + 1);
  });
});

describe("the socket", () => {
  it("is for its user alone, and gone when the gateway has ended", async () => {
    const gateway = await start();
    const [socket = "", ...others] = socketsOf(gateway);
    expect(others).toEqual([]);
    expect(statSync(socket).isSocket()).toBe(true);
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    expect(statSync(resolve(socket, "..")).mode & 0o777).toBe(0o700);
    process.kill(gateway.pid, "SIGTERM");
    await vi.waitUntil(() => socketsOf(gateway).length === 0, PATIENCE);
  });

  it.runIf(process.getuid?.() === 0)("cannot be reached by another user", async () => {
    const gateway = await start();
    const [socket = ""] = socketsOf(gateway);
    // All folders on the way are open, but for the socket's own.
    for (
      let folder = resolve(socket, "../..");
      folder !== resolve(gateway.bench.home, "..");
      folder = resolve(folder, "..")
    )
      chmodSync(folder, 0o755);
    const attempt = `require("node:net").connect(process.argv[1], () => console.log("in")).on("error", (e) => console.log(e.code))`;
    const tryAs = (uid: number): string =>
      execFileSync(process.execPath, ["-e", `${attempt}.on("connect", () => process.exit())`, socket], {
        uid,
        cwd: "/",
        encoding: "utf8",
      });
    expect(tryAs(54_321).trim()).toBe("EACCES");
    expect(tryAs(0).trim()).toBe("in");
  });

  it("of a killed gateway misleads nobody and is replaced by the next", async () => {
    const gateway = await start();
    process.kill(gateway.pid, "SIGKILL");
    await vi.waitUntil(() => isGone(gateway.pid), PATIENCE);
    expect(socketsOf(gateway)).toHaveLength(1);
    const own = await new Program(gateway).handshake();
    expect(own.stderr).not.toContain("Attached");
    const next = await startBeside(gateway);
    const program = await new Program(gateway).handshake();
    expect(program.stderr).toContain(`(process ${next.pid})`);
  });

  it("stays with the first of two gateways, and the second says so", async () => {
    const gateway = await start();
    const second = await startBeside(gateway);
    expect(second.stderr()).toContain("Another 'tackle serve' runs with the same configuration");
    const program = await new Program(gateway).handshake();
    expect(program.stderr).toContain(`(process ${gateway.pid})`);
    await end(second.child);
    expect(socketsOf(gateway)).toHaveLength(1);
  });

  it("survives what connects and says nothing, nonsense or too much", async () => {
    const gateway = await start();
    const [socket = ""] = socketsOf(gateway);
    for (const words of [
      "",
      "GET / HTTP/1.1\r\n\r\n",
      "{}\n",
      `{"tacklebox":{"profile":7}}\n`,
      "x".repeat(100_000),
    ]) {
      const stranger = createConnection(socket);
      stranger.on("error", () => undefined);
      const closed = new Promise((done) => stranger.once("close", done));
      if (words === "") stranger.end();
      else stranger.write(words);
      stranger.resume();
      await closed;
    }
    const program = await new Program(gateway).handshake();
    expect(program.stderr).toContain("Attached");
  });

  it("is in a private temporary folder when the path to the state folder is too long", async () => {
    const temporary = mkdtempSync(join(tmpdir(), "t"));
    open.push(async () => rmSync(temporary, { recursive: true }));
    const bench = new Bench();
    open.push(async () => bench.dispose());
    const env = { XDG_STATE_HOME: join(bench.home, "long".repeat(30)), TMPDIR: temporary };
    const configFile = bench.write("gateway.json", JSON.stringify({ mcpServers: servers }));
    const args = ["--config", configFile];
    const child = bench.start(["serve", "--port", "0", "--json", ...args], { env });
    open.push(() => end(child));
    await once(child.stdout, "data");
    const run = await bench.run(["serve", "--stdio", ...args], { env });
    expect(run.stderr).toContain("Attached");
    expect(readdirSync(join(temporary, `tacklebox-${process.getuid?.()}`))).toHaveLength(1);
  });

  it("is not used in a folder that is a link: somebody else could have made it", async () => {
    const bench = new Bench();
    open.push(async () => bench.dispose());
    mkdirSync(join(bench.home, ".local/state/tacklebox"), { recursive: true });
    mkdirSync(join(bench.home, "elsewhere"));
    symlinkSync(join(bench.home, "elsewhere"), join(bench.home, ".local/state/tacklebox/attach"));
    const configFile = bench.write("gateway.json", JSON.stringify({ mcpServers: servers }));
    const child = bench.start(["serve", "--port", "0", "--json", "--config", configFile]);
    open.push(() => end(child));
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    await once(child.stdout, "data");
    await vi.waitUntil(() => stderr.includes("cannot share this gateway"), PATIENCE);
    expect(stderr).toContain("is not a folder");
    expect(readdirSync(join(bench.home, "elsewhere"))).toEqual([]);
    const run = await bench.run(["serve", "--stdio", "--config", configFile]);
    expect(run.code).toBe(0);
    expect(run.stderr).not.toContain("Attached");
  });
});

/** Another gateway with the same home, folder and configuration. */
async function startBeside({ bench, configFile }: Gateway) {
  const child = bench.start(["serve", "--port", "0", "--json", "--config", configFile]);
  open.push(() => end(child));
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return { child, pid: (JSON.parse(line) as { pid: number }).pid, stderr: () => stderr };
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}
