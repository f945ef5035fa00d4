import { describe, expect, it } from "vitest";
import { decideDrift } from "./drift.ts";

const ref = { server: "mail", tool: "send" };

describe("decideDrift", () => {
  it("allows a tool that is as it was pinned, and one that is not pinned", () => {
    for (const drift of ["hold", "flag"] as const) {
      expect(decideDrift({ ref, pinned: "a", current: "a" }, { drift })).toEqual({ decision: "allow" });
      expect(decideDrift({ ref, pinned: undefined, current: "a" }, { drift })).toEqual({ decision: "allow" });
    }
  });

  it("flags a tool that changed, or holds it with the command that approves it", () => {
    const question = { ref, pinned: "a", current: "b" };
    const changed = expect.stringMatching(/"send" on server "mail" changed/);
    expect(decideDrift(question, { drift: "flag" })).toEqual({ decision: "allow", remark: changed });
    expect(decideDrift(question, { drift: "hold" })).toEqual({
      decision: "deny",
      reason: changed,
      hint: expect.stringContaining("tackle pins approve mail"),
    });
  });

  it.each(["x; rm -rf ~", "$(id)", "`id`", "a\nb", "-f", "x\u202ey"])(
    "puts no strange name into a command: %j",
    (tool) => {
      const question = { ref: { server: tool, tool }, pinned: "a", current: "b" };
      const answer = decideDrift(question, { drift: "hold" });
      expect(answer).toMatchObject({ hint: expect.stringMatching(/: tackle pins$/) });
      expect(JSON.stringify(answer)).not.toMatch(/\u202e/);
    },
  );
});
