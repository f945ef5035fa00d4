/** `git log` in a format of our own → commits. A record that was cut is left out. */
import { cutText } from "../../../util/terminal-text.ts";

export interface Commit {
  readonly hash: string;
  readonly parents: string[];
  readonly author: string;
  readonly email: string;
  readonly date: string;
  /** Branches and tags that point here. */
  readonly refs: string[];
  readonly subject: string;
  readonly body: string;
}

/** To be used with `-z`. */
export const COMMIT_FORMAT = "--format=tformat:%H%x00%P%x00%an%x00%ae%x00%aI%x00%D%x00%s%x00%b";

const FIELDS = 8;
const MAX_TEXT = 4_000;

export function parseCommits(stdout: string): Commit[] {
  const fields = stdout.split("\0");
  const commits: Commit[] = [];
  // The last field of a complete record is followed by one more separator.
  for (let at = 0; at + FIELDS < fields.length; at += FIELDS) {
    const [hash = "", parents = "", author = "", email = "", date = "", refs = "", subject = "", body = ""] =
      fields.slice(at, at + FIELDS);
    commits.push({
      hash,
      parents: parents.split(" ").filter((parent) => parent !== ""),
      author: cutText(author, 200),
      email: cutText(email, 200),
      date,
      refs: refs.split(", ").filter((ref) => ref !== ""),
      subject: cutText(subject, MAX_TEXT),
      body: cutText(body.trimEnd(), MAX_TEXT),
    });
  }
  return commits;
}

export function describeCommit({ hash, author, email, date, refs, subject, body }: Commit): string {
  const names = refs.length === 0 ? "" : ` (${refs.join(", ")})`;
  const lines = [`commit ${hash}${names}`, `Author: ${author} <${email}>`, `Date: ${date}`, "", subject];
  return [...lines, ...(body === "" ? [] : ["", body])].join("\n");
}
