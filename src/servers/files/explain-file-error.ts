/** What the system says of a file → what failed, with which path, and what to do next. Never the paths of system calls. */
import { type ErrorCode, messageOf, systemCodeOf, TackleError } from "../../errors.ts";
import { shownPath } from "./locate.ts";

const EXPLANATIONS: Readonly<Record<string, readonly [ErrorCode, (path: string) => string, string?]>> = {
  ENOENT: ["not-found", (path) => `There is no ${path}`, "List the folder to see what there is."],
  ENOTDIR: ["usage", (path) => `A part of ${path} is not a folder`],
  EISDIR: ["usage", (path) => `${path} is a folder`],
  EEXIST: ["conflict", (path) => `${path} exists already`],
  ENOTEMPTY: ["conflict", (path) => `The folder ${path} is not empty`],
  EACCES: ["permission", (path) => `This user may not access ${path}`, "Change its permissions."],
  EPERM: ["permission", (path) => `The system does not allow this for ${path}`, "Change its permissions."],
  EROFS: ["permission", (path) => `${path} is on a read-only file system`],
  ENOSPC: [
    "permission",
    (path) => `No space is left for ${path}; it is as it was`,
    "Free some space, then try again.",
  ],
  EDQUOT: [
    "permission",
    (path) => `The quota is used up for ${path}; it is as it was`,
    "Free some space, then try again.",
  ],
  EFBIG: ["permission", (path) => `The system allows no file of this size for ${path}; it is as it was`],
  ENAMETOOLONG: ["usage", (path) => `A name in ${path} is too long`, "Choose a shorter name."],
  ELOOP: ["conflict", (path) => `${path} became a link while it was opened`, "Try again."],
  EXDEV: [
    "usage",
    () => "The two paths are on different file systems",
    "Write the file there, then delete it here.",
  ],
  EINVAL: ["usage", (path) => `The system refuses ${path} as it is`],
  EBUSY: ["busy", (path) => `${path} is in use`],
  ETXTBSY: ["busy", (path) => `${path} is being executed`],
  EMFILE: ["busy", () => "Too many files are open in this process", "Try again in a moment."],
  ENFILE: ["busy", () => "Too many files are open on this machine", "Try again in a moment."],
  ENXIO: ["usage", (path) => `${path} is not a regular file`],
};

/** A `TackleError` as it is; whatever else was thrown is a defect, and says so. */
export function explainFileError(error: unknown, path: string): TackleError {
  if (error instanceof TackleError) return error;
  const shown = shownPath(path);
  const code = systemCodeOf(error) ?? "";
  const known = Object.hasOwn(EXPLANATIONS, code) ? EXPLANATIONS[code] : undefined;
  if (known === undefined) {
    const message = code === "" ? messageOf(error) : `The system failed with ${code}`;
    return new TackleError({ code: "internal", message: `${shown}: ${message}`, cause: error });
  }
  const [kind, explain, hint] = known;
  return new TackleError({ code: kind, message: explain(shown), hint, cause: error });
}
