/**
 * The environment of a server: a short list of harmless names from our own, then what its configuration declares,
 * then our marks. Nothing else may pass: tokens, NODE_OPTIONS, LD_PRELOAD and proxies of the host are not the
 * server's unless someone wrote them down.
 */

const POSIX_NAMES: ReadonlySet<string> = new Set([
  "HOME",
  "LANG",
  "LOGNAME",
  "NODE_EXTRA_CA_CERTS",
  "PATH",
  "SHELL",
  "SSL_CERT_DIR",
  "SSL_CERT_FILE",
  "TERM",
  "TMPDIR",
  "TZ",
  "USER",
  "XDG_CACHE_HOME",
  "XDG_CONFIG_DIRS",
  "XDG_CONFIG_HOME",
  "XDG_DATA_DIRS",
  "XDG_DATA_HOME",
  "XDG_RUNTIME_DIR",
  "XDG_STATE_HOME",
]);

const WINDOWS_NAMES: ReadonlySet<string> = new Set([
  "APPDATA",
  "COMSPEC",
  "HOMEDRIVE",
  "HOMEPATH",
  "LOCALAPPDATA",
  "PATH",
  "PATHEXT",
  "PROCESSOR_ARCHITECTURE",
  "PROGRAMDATA",
  "PROGRAMFILES",
  "SYSTEMDRIVE",
  "SYSTEMROOT",
  "TEMP",
  "TMP",
  "USERNAME",
  "USERPROFILE",
  "WINDIR",
]);

type Environment = Readonly<Record<string, string | undefined>>;

export interface EnvironmentSources {
  /** What the server's configuration declares: passed as it is. */
  readonly declared: Environment;
  /** Our marks: nothing can override them. */
  readonly marks: Readonly<Record<string, string>>;
  readonly inherited?: Environment;
  readonly platform?: NodeJS.Platform;
}

/** Builds the environment that a server is started with. */
export function childEnvironment(sources: EnvironmentSources): Record<string, string> {
  const { declared, marks, inherited = process.env, platform = process.platform } = sources;
  const result = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(inherited)) {
    if (value !== undefined && isInheritable(name, platform) && !isShellFunction(value)) result[name] = value;
  }
  for (const [name, value] of Object.entries({ ...declared, ...marks })) {
    // Windows names ignore case, and two spellings of one name would leave the choice to the system.
    if (platform === "win32") removeOtherSpellings(result, name);
    if (value !== undefined) result[name] = value;
  }
  return result;
}

function isInheritable(name: string, platform: NodeJS.Platform): boolean {
  if (platform === "win32") return WINDOWS_NAMES.has(name.toUpperCase());
  return POSIX_NAMES.has(name) || name.startsWith("LC_");
}

/** Bash exports functions as values that begin like this; a shell that reads one runs it. */
function isShellFunction(value: string): boolean {
  return value.startsWith("()");
}

function removeOtherSpellings(environment: Record<string, string>, name: string): void {
  const upper = name.toUpperCase();
  for (const existing of Object.keys(environment)) {
    if (existing.toUpperCase() === upper) delete environment[existing];
  }
}
