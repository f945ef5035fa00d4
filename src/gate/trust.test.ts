import { describe, expect, it } from "vitest";
import type { ApprovalSubject } from "../types.ts";
import { fingerprint, mayStart } from "./trust.ts";

const subject: ApprovalSubject = {
  type: "stdio",
  command: ["node", "server.js"],
  env: { A: "1" },
  cwd: "/project",
};
const nobody = { approved: new Set<string>(), trustProject: false };

describe("mayStart", () => {
  it("lets servers of the user's own configuration start", () => {
    for (const scope of ["user", "flag", "environment", "default"] as const) {
      expect(mayStart({ scope, subject }, nobody)).toBe(true);
    }
  });

  it("holds a project's server until its content is approved", () => {
    const question = { scope: "project", subject } as const;
    expect(mayStart(question, nobody)).toBe(false);
    expect(mayStart(question, { ...nobody, approved: new Set([fingerprint(subject)]) })).toBe(true);
    expect(mayStart(question, { ...nobody, trustProject: true })).toBe(true);
  });

  it.each<[string, Partial<ApprovalSubject>]>([
    ["command", { command: ["node", "evil.js"] }],
    ["variables", { env: { A: "2" } }],
    ["folder", { cwd: "/other" }],
    ["variables from the project's .env", { projectVariables: { A: "evil" } }],
  ])("asks again when the %s changes", (_what, change) => {
    const rules = { ...nobody, approved: new Set([fingerprint(subject)]) };
    expect(mayStart({ scope: "project", subject: { ...subject, ...change } }, rules)).toBe(false);
  });

  it("does not ask again when only the order of keys changed", () => {
    const { type, ...rest } = subject;
    expect(fingerprint({ ...rest, type })).toBe(fingerprint(subject));
  });
});
