/**
 * The settings under which git runs nothing that a repository names. A repository's own configuration is a stranger's,
 * and many keys of it are command lines; whatever git reads last wins, and these are read last. They are passed in
 * variables, not with `-c`, because a key may have `=` in it there.
 */
import { devNull } from "node:os";

export interface ConfigEntry {
  readonly key: string;
  readonly value: string;
}

/** A program that does nothing and fails: what would be run becomes a failure that is seen. */
const FAILS = "false";

const ALWAYS: Readonly<Record<string, string>> = {
  // Programs.
  "core.fsmonitor": "false",
  "core.hooksPath": devNull,
  "core.pager": "cat",
  "core.editor": FAILS,
  "sequence.editor": FAILS,
  "core.askPass": FAILS,
  "core.sshCommand": FAILS,
  "core.alternateRefsCommand": FAILS,
  "diff.external": FAILS,
  "interactive.diffFilter": FAILS,
  "credential.helper": "",
  "credential.interactive": "false",
  "commit.gpgSign": "false",
  "tag.gpgSign": "false",
  "log.showSignature": "false",
  "gpg.program": FAILS,
  "gpg.ssh.defaultKeyCommand": FAILS,
  // Work in the background, and in other repositories with settings of their own.
  "gc.auto": "0",
  "gc.autoDetach": "false",
  "maintenance.auto": "false",
  "protocol.allow": "never",
  "submodule.recurse": "false",
  "diff.submodule": "short",
  "diff.ignoreSubmodules": "dirty",
  "status.submoduleSummary": "false",
  // Files outside that git would read, and show parts of.
  "commit.template": devNull,
  "diff.orderFile": devNull,
  "log.mailmap": "false",
  "mailmap.file": devNull,
  // What a checkout may write.
  "core.protectHFS": "true",
  "core.protectNTFS": "true",
  // Answers that we can read, whatever the repository prefers.
  "color.ui": "false",
  "commit.verbose": "false",
  "i18n.commitEncoding": "UTF-8",
  "i18n.logOutputEncoding": "UTF-8",
  "safe.bareRepository": "explicit",
  // An invented name and address would stay in the history for ever.
  "user.useConfigOnly": "true",
};

/** Section and key of what is named freely in between, and what takes its place. Keys are as git lists them: in small letters. */
const NAMED: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  [
    "diff",
    new Map([
      ["command", FAILS],
      ["textconv", FAILS],
    ]),
  ],
  // A driver that fails is a conflict, which a person sees; an empty one would count as success.
  ["merge", new Map([["driver", FAILS]])],
  [
    "gpg",
    new Map([
      ["program", FAILS],
      ["defaultkeycommand", FAILS],
    ]),
  ],
  ["credential", new Map([["helper", ""]])],
  [
    "remote",
    new Map([
      ["uploadpack", FAILS],
      ["receivepack", FAILS],
      ["vcs", FAILS],
      ["promisor", "false"],
    ]),
  ],
  [
    "trailer",
    new Map([
      ["command", FAILS],
      ["cmd", FAILS],
    ]),
  ],
  [
    "submodule",
    new Map([
      ["ignore", "dirty"],
      ["update", "none"],
    ]),
  ],
]);

/**
 * The settings for one command in a repository that has these keys. A filter is never run: for reading, files are
 * taken as they are; for writing, a file that needs one is an error, because its raw content would be stored instead.
 */
export function harmlessConfig(keys: Iterable<string>, { isRead }: { isRead: boolean }): ConfigEntry[] {
  const entries = new Map(Object.entries(ALWAYS));
  for (const key of keys) {
    const parts = splitKey(key);
    if (parts === undefined) continue;
    const { section, name, last } = parts;
    if (section === "filter") {
      for (const way of ["clean", "smudge", "process"]) entries.set(`filter.${name}.${way}`, "");
      entries.set(`filter.${name}.required`, isRead ? "false" : "true");
    }
    if (section === "hook") entries.set(`hook.${name}.enabled`, "false");
    const value = NAMED.get(section)?.get(last);
    if (value !== undefined) entries.set(key, value);
  }
  return [...entries].map(([key, value]) => ({ key, value }));
}

/** As variables of git's environment (git-config(1), GIT_CONFIG_COUNT; since 2.31). */
export function configVariables(entries: readonly ConfigEntry[]): Record<string, string> {
  const variables: Record<string, string> = { GIT_CONFIG_COUNT: String(entries.length) };
  for (const [index, { key, value }] of entries.entries()) {
    variables[`GIT_CONFIG_KEY_${index}`] = key;
    variables[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return variables;
}

/** `filter.any.name=at all.clean` → its three parts; undefined for a key without a name in the middle. */
function splitKey(key: string): { section: string; name: string; last: string } | undefined {
  const first = key.indexOf(".");
  const final = key.lastIndexOf(".");
  if (first === -1 || first === final) return undefined;
  return { section: key.slice(0, first), name: key.slice(first + 1, final), last: key.slice(final + 1) };
}
