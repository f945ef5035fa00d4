import { describe, expect, it } from "vitest";
import { describeDenied, describeUnknown } from "./deny-text.ts";

const why = { reason: "its server's policy says deny", hint: "Change it." };

describe("what a refused caller is told", () => {
  it("a client cannot tell a denied tool from an unknown one", () => {
    const call = { name: "mcp__mail__send", kind: "client" } as const;
    expect(describeDenied(call, why)).toEqual(describeUnknown(call, ["mcp__mail__read"]));
    expect(JSON.stringify(describeDenied(call, why))).not.toMatch(/policy|denied|read/);
  });

  it.each(["person", "agent", "code", "unattended"] as const)(
    "a %s gets the reason and what to do",
    (kind) => {
      expect(describeDenied({ name: "send", kind }, why)).toEqual({
        outcome: "denied",
        message: `Tool "send" may not be called: its server's policy says deny`,
        hint: "Change it.",
      });
    },
  );

  it("an unknown name gets the names that are near it", () => {
    expect(describeUnknown({ name: "sned", kind: "person" }, ["send", "sent"])).toEqual({
      outcome: "unknown-tool",
      message: `There is no tool "sned"`,
      hint: `Did you mean "send" or "sent"?`,
    });
  });

  it("shows no control characters and no endless names", () => {
    const { message } = describeUnknown({ name: `\u001b[2J${"x".repeat(100_000)}`, kind: "client" }, []);
    expect(message.length).toBeLessThan(250);
    expect(message).not.toMatch(/\u001b/);
  });
});
