/**
 * How long a command takes beside the barest Node program, in one interleaved run: `npm run bench:startup`.
 * Goals: --version within 1.3 × of `node -e 0`, list within 2 ×.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROUNDS = Number(process.argv[2] ?? 40);
const TACKLE = resolve(import.meta.dirname, "../../dist/tackle.js");
const home = mkdtempSync(join(tmpdir(), "tackle-bench-"));

const servers = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [
    `server-${index}`,
    { command: "npx", args: ["-y", `package-${index}`] },
  ]),
);
const folders = { json: join(home, "json"), yaml: join(home, "yaml"), toml: join(home, "toml") };
for (const folder of Object.values(folders)) mkdirSync(join(folder, "tacklebox"), { recursive: true });
writeFileSync(
  join(folders.json, "tacklebox/config.json"),
  JSON.stringify({ mcpServers: servers }, undefined, 2),
);
writeFileSync(join(folders.yaml, "tacklebox/config.yaml"), JSON.stringify({ mcpServers: servers })); // YAML includes JSON
writeFileSync(
  join(folders.toml, "tacklebox/config.toml"),
  Object.entries(servers)
    .map(
      ([name, { command, args }]) =>
        `[mcpServers.${name}]\ncommand = "${command}"\nargs = ${JSON.stringify(args)}\n`,
    )
    .join("\n"),
);

interface Candidate {
  readonly name: string;
  readonly args: readonly string[];
  readonly config?: string;
}

const candidates: readonly Candidate[] = [
  { name: "node -e 0", args: ["-e", "0"] },
  { name: "tackle --version", args: [TACKLE, "--version"] },
  { name: "tackle --help", args: [TACKLE, "--help"] },
  { name: "tackle list (20 servers, JSON)", args: [TACKLE, "list"], config: folders.json },
  { name: "tackle list (20 servers, YAML)", args: [TACKLE, "list"], config: folders.yaml },
  { name: "tackle list (20 servers, TOML)", args: [TACKLE, "list"], config: folders.toml },
];

const times = new Map(candidates.map(({ name }) => [name, [] as number[]]));
for (let round = -3; round < ROUNDS; round++) {
  for (const { name, args, config } of candidates) {
    const start = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: home,
      env: { PATH: process.env["PATH"], HOME: home, XDG_CONFIG_HOME: config },
    });
    const elapsed = performance.now() - start;
    if (status !== 0) throw new Error(`${name} failed: ${stderr.toString()}`);
    if (round >= 0) times.get(name)?.push(elapsed); // the first rounds fill the compile cache
  }
}
rmSync(home, { recursive: true });

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const bare = median(times.get("node -e 0") ?? []);
console.log(`Node ${process.version}, medians of ${ROUNDS} interleaved rounds\n`);
for (const [name, values] of times) {
  const value = median(values);
  console.log(`${name.padEnd(32)} ${value.toFixed(1).padStart(7)} ms  ${(value / bare).toFixed(2)} ×`);
}
