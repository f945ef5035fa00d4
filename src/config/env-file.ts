/**
 * The `.env` beside a configuration file, written by the program: variables are only ever added, every other byte is kept,
 * and what was written is read back before the file is replaced. It holds secrets, so that it is for its owner alone.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { messageOf, TackleError } from "../errors.ts";
import { atomicWrite, contentHash } from "../util/atomic-write.ts";
import { withFileLock } from "../util/file-lock.ts";
import { stateFolder, type Environment } from "../util/paths.ts";
import { decode, readBytes } from "./read-file.ts";

/** The one that is read for this configuration file. */
export function envFileBeside(configFile: string): string {
  return join(dirname(configFile), ".env");
}

/** What it holds; nothing when it cannot be read, which reading the configuration says. */
export function readEnvFile(file: string): Readonly<Record<string, string | undefined>> {
  try {
    return existsSync(file) ? parseEnv(decode(readBytes(file))) : {};
  } catch {
    return {};
  }
}

/** Adds variables. Throws, and leaves the file as it was, where one has another value there. */
export async function addToEnvFile(
  file: string,
  values: Readonly<Record<string, string>>,
  env: Environment,
): Promise<void> {
  await withFileLock(join(stateFolder(env), "config-edit.lock"), {}, async () => {
    const bytes = existsSync(file) ? readExisting(file) : undefined;
    const before = bytes === undefined ? "" : decode(bytes);
    const after = withValues(before, values, file);
    if (after === before) return;
    const expectedHash = bytes === undefined ? null : contentHash(bytes);
    await atomicWrite(file, after, { mode: 0o600, createParents: true, expectedHash });
  });
}

function readExisting(file: string): Buffer {
  try {
    return readBytes(file);
  } catch (error) {
    throw refused(file, messageOf(error));
  }
}

function withValues(before: string, values: Readonly<Record<string, string>>, file: string): string {
  const known = parseEnv(before);
  const news = Object.entries(values).filter(([name, value]) => known[name] !== value);
  const taken = news.find(([name]) => known[name] !== undefined);
  if (taken !== undefined) throw refused(file, `${taken[0]} has another value there already`);
  const lines = news.map(([name, value]) => `${name}=${quoted(value)}\n`);
  const after = `${before}${before === "" || before.endsWith("\n") ? "" : "\n"}${lines.join("")}`;
  const wanted = { ...known, ...values };
  const read = parseEnv(after);
  const isSame = Object.keys(wanted).length === Object.keys(read).length;
  const lost = Object.entries(wanted).find(([name, value]) => read[name] !== value);
  if (lost !== undefined) throw refused(file, `the value of ${lost[0]} cannot be written there`);
  if (!isSame) throw refused(file, "its last line is not complete");
  return after;
}

/** In quotes that the value does not hold; single ones change nothing in it. */
function quoted(value: string): string {
  if (/^[\w@%+=:,./~-]+$/.test(value)) return value;
  const quote = ["'", "`", '"'].find((one) => !value.includes(one)) ?? "'";
  return `${quote}${value}${quote}`;
}

function refused(file: string, reason: string): TackleError {
  const hint = "Nothing was changed there. Set the variable by hand, there or in the environment.";
  return new TackleError({ code: "conflict", message: `${file}: ${reason}`, hint });
}
