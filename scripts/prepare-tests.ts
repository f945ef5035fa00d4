/**
 * Runs before the tests that drive the product: installs what they need of the system and npm cannot bring, where that
 * is possible without asking. It must never fail the run: tests that miss something skip themselves.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

interface SystemPackage {
  readonly name: string;
  readonly program: string;
  /** What cannot run without it. */
  readonly needed: string;
}

const PACKAGES: readonly SystemPackage[] = [
  { name: "chromium", program: "/usr/bin/chromium", needed: "the tests with a real browser" },
];

const APT_GET = "/usr/bin/apt-get";
/** Without a network it should give up soon, and wait its turn when somebody else is installing. */
const OPTIONS = [
  "-qq",
  "-o",
  "Acquire::Retries=1",
  "-o",
  "Acquire::http::Timeout=20",
  "-o",
  "DPkg::Lock::Timeout=120",
];
const LONGEST_MS = 5 * 60 * 1000;

const missing = PACKAGES.filter(({ program }) => !existsSync(program));
if (missing.length > 0 && process.getuid?.() === 0 && existsSync(APT_GET)) {
  const names = missing.map(({ name }) => name);
  console.error(`Installing for the tests: ${names.join(", ")}`);
  aptGet("update");
  aptGet("install", "-y", "--no-install-recommends", ...names);
}
for (const { name, program, needed } of missing) {
  if (!existsSync(program))
    console.error(`${needed} will be skipped: the system package '${name}' is missing`);
}

function aptGet(...words: readonly string[]): void {
  // How it went is seen by what is there afterwards.
  spawnSync(APT_GET, [...OPTIONS, ...words], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    stdio: "ignore",
    timeout: LONGEST_MS,
  });
}
