import { describe, expect, it } from "vitest";
import type {
  CallerKind,
  Decision,
  PolicyPlaces,
  PolicyRule,
  PolicySettings,
  PolicySubject,
} from "../types.ts";
import { decide, type PolicyQuestion } from "./policy.ts";
import type { ServerPolicy } from "./server-policy.ts";

const OPEN: PolicySettings = { allowedTools: undefined, rules: [], drift: "flag" };

interface Case {
  readonly subject?: PolicySubject;
  readonly server?: string;
  readonly tool?: string;
  readonly exposedName?: string;
  readonly kind?: CallerKind;
  readonly parent?: CallerKind;
  readonly annotations?: unknown;
  readonly trust?: boolean;
  readonly policy?: ServerPolicy;
}

function question(given: Case = {}): PolicyQuestion {
  const {
    server = "mail",
    tool = "send",
    kind = "agent",
    trust = false,
    policy,
    annotations,
    parent,
  } = given;
  return {
    ref: { server, tool },
    subject: given.subject,
    exposedName: given.exposedName ?? `mcp__${server}__${tool}`,
    caller: { kind, name: "test" },
    parent,
    definition: { name: tool, inputSchema: {}, ...(annotations === undefined ? {} : { annotations }) },
    server: { trust, policy },
  };
}

function decision(given: Case, settings: Partial<PolicySettings> = {}): Decision {
  return decide(question(given), { ...OPEN, ...settings }).decision;
}

describe("where nothing is configured", () => {
  it.each<[CallerKind, Decision]>([
    ["person", "allow"],
    ["client", "allow"],
    ["agent", "ask"],
    ["code", "ask"],
    ["unattended", "deny"],
  ])("the answer to a %s is %s", (kind, expected) => {
    expect(decision({ kind })).toBe(expected);
  });

  it.each<[CallerKind, Decision]>([
    ["person", "allow"],
    ["client", "allow"],
    ["agent", "ask"],
    ["unattended", "deny"],
  ])("code that a %s runs has the same rights: %s", (parent, expected) => {
    expect(decision({ kind: "code", parent })).toBe(expected);
  });

  it("only code has a parent's rights", () => {
    expect(decision({ kind: "unattended", parent: "person" })).toBe("deny");
  });

  it("a tool's claim to be harmless grants nothing", () => {
    const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
    expect(decision({ annotations })).toBe("ask");
    expect(decision({ annotations, kind: "unattended" })).toBe("deny");
  });

  it("a tool's claim to be dangerous is told to whoever is asked", () => {
    expect(decide(question({ annotations: { destructiveHint: true } }), OPEN).reason).toMatch(/destroy/);
    for (const annotations of [null, [], "destructiveHint", { destructiveHint: "true" }]) {
      expect(decide(question({ annotations }), OPEN).reason).not.toMatch(/destroy/);
    }
  });

  it("a denied run is told which line would allow it", () => {
    const { hint } = decide(question({ kind: "unattended", tool: 'a"b\u001b[2J' }), OPEN);
    expect(hint).toContain(String.raw`"policy": [{"server": "mail", "tool": "a\"b", "decision": "allow"}]`);
  });
});

describe("trust and the server's policy", () => {
  it("trust skips asking, for everybody", () => {
    for (const kind of ["agent", "code", "unattended"] as const)
      expect(decision({ kind, trust: true })).toBe("allow");
  });

  it.each<[string, ServerPolicy, string, Decision]>([
    ["one decision for all tools", "deny", "send", "deny"],
    ["the exact name before a stricter glob", { "*": "deny", "s*": "deny", send: "allow" }, "send", "allow"],
    ["the strictest of several globs", { "s*": "allow", "*d": "deny", "se*": "ask" }, "send", "deny"],
    ["any glob before the catch-all", { "*": "deny", "read_*": "allow" }, "read_mail", "allow"],
    ["the catch-all", { "*": "deny", "read_*": "allow" }, "send", "deny"],
    ["nothing for other tools", { other: "deny" }, "send", "ask"],
    ["names that every object has", { "*": "deny" }, "constructor", "deny"],
    ["no inherited decision", {}, "constructor", "ask"],
  ])("takes %s", (_what, policy, tool, expected) => {
    expect(decision({ policy, tool })).toBe(expected);
  });

  it("what is said about a tool counts more than trust", () => {
    expect(decision({ trust: true, policy: { send: "deny" } })).toBe("deny");
    expect(decision({ trust: true, policy: { send: "ask" } })).toBe("ask");
  });

  it("what asks is denied where nobody can be asked", () => {
    expect(decision({ kind: "unattended", policy: "ask", trust: true })).toBe("deny");
    expect(decision({ kind: "code", parent: "unattended", policy: "ask" })).toBe("deny");
  });
});

describe("rules", () => {
  it("the first that matches decides, even over a later denial", () => {
    const rules: PolicyRule[] = [
      { tool: "read_*", decision: "allow" },
      { server: "mail", decision: "deny" },
      { decision: "ask" },
    ];
    expect(decision({ tool: "read_inbox" }, { rules })).toBe("allow");
    expect(decision({ tool: "send" }, { rules })).toBe("deny");
    expect(decision({ server: "other", kind: "person" }, { rules })).toBe("ask");
  });

  it("decide before the server's own policy and trust", () => {
    const rules: PolicyRule[] = [{ server: "mail", tool: "send", decision: "deny" }];
    expect(decision({ trust: true, policy: "allow" }, { rules })).toBe("deny");
  });

  it("match only when everything they name does", () => {
    const rules: PolicyRule[] = [{ server: "mail", tool: "send", caller: "client", decision: "deny" }];
    expect(decision({ kind: "client" }, { rules })).toBe("deny");
    expect(decision({ kind: "person" }, { rules })).toBe("allow");
    expect(decision({ kind: "client", tool: "read" }, { rules })).toBe("allow");
    expect(decision({ kind: "client", server: "mail2" }, { rules })).toBe("allow");
  });

  it("for agents bind the code that agents run", () => {
    const rules: PolicyRule[] = [{ caller: "agent", tool: "send", decision: "deny" }];
    expect(decision({ kind: "code" }, { rules })).toBe("deny");
    expect(decision({ kind: "code", parent: "person" }, { rules })).toBe("allow");
    expect(
      decision({ kind: "code", parent: "person" }, { rules: [{ caller: "code", decision: "deny" }] }),
    ).toBe("deny");
  });

  it("that deny match a tool under each of its names", () => {
    for (const tool of [
      "send",
      "mcp__mail__send",
      "send@mail",
      "mcp_mail_send",
      "mail::send",
      "mcp__mail__*",
      "*@mail",
    ]) {
      expect([tool, decision({ kind: "person" }, { rules: [{ tool, decision: "deny" }] })]).toEqual([
        tool,
        "deny",
      ]);
    }
  });

  it("that ask are a denial for a run without a person", () => {
    expect(decision({ kind: "unattended", trust: true }, { rules: [{ decision: "ask" }] })).toBe("deny");
  });
});

describe("allowedTools", () => {
  it("denies all that it does not name, whatever else is said", () => {
    const settings = { allowedTools: ["mcp__mail__read"], rules: [{ decision: "allow" as const }] };
    expect(decision({ trust: true, policy: "allow", kind: "person" }, settings)).toBe("deny");
    expect(decision({}, { allowedTools: [] })).toBe("deny");
  });

  it("only lets through; what it names can still ask or be denied", () => {
    const allowedTools = ["*"];
    expect(decision({}, { allowedTools })).toBe("ask");
    expect(decision({ policy: "deny" }, { allowedTools })).toBe("deny");
  });

  it.each([
    "send",
    "s*",
    "*",
    "mcp__mail__send",
    "mcp__mail__*",
    "send@mail",
    "*@mail",
    "mcp_mail_send",
    "mail::*",
  ])("knows a tool as %s", (name) => {
    expect(decision({ kind: "person" }, { allowedTools: [name] })).toBe("allow");
  });

  it("knows a tool by the name it is shown under, also where that was changed", () => {
    const given: Case = { kind: "person", server: "my mail", exposedName: "mcp__my_mail__send_2" };
    expect(decision(given, { allowedTools: ["mcp__my_mail__send_2"] })).toBe("allow");
    expect(decision(given, { allowedTools: ["mcp__my_mail__*"] })).toBe("allow");
  });

  it.each<[string, string, string]>([
    ["mcp__mail__send", "mcp__mail__*", "mcp__evil__mcp__mail__send"],
    ["mail::send", "mail::*", "evil::mail::send"],
    ["mcp__mail__send", "mcp__mail__*", "mcp__mail__send@evil"],
    ["mail::send", "mail::*", "mail::send@evil"],
    ["send@mail", "*@mail", "mcp__evil__send@mail"],
    ["send@mail", "*@mail", "evil::send@mail"],
    ["mcp_mail_send", "mcp_mail_*", "mcp_mail_send@evil"],
  ])(
    "is not deceived by a foreign tool that is called %s (%s, shown as %s)",
    (tool, pattern, exposedName) => {
      const given: Case = { server: "evil", tool, exposedName, kind: "person" };
      expect(decision(given, { allowedTools: [pattern] })).toBe("deny");
      expect(decision({ ...given, kind: "agent" }, { rules: [{ tool: pattern, decision: "allow" }] })).toBe(
        "ask",
      );
    },
  );
});

describe("resources and prompts", () => {
  const resource = {
    subject: "resource",
    kind: "client",
    server: "files",
    tool: "file:///notes/a.md",
  } as const;
  const prompt = { subject: "prompt", kind: "client", server: "files", tool: "review" } as const;

  it("are denied with their server, by a rule or by its own policy", () => {
    for (const given of [resource, prompt]) {
      expect(decision(given)).toBe("allow");
      expect(decision(given, { rules: [{ server: "fi*", decision: "deny" }] })).toBe("deny");
      expect(decision({ ...given, policy: "deny" })).toBe("deny");
      expect(decision({ ...given, policy: { "*": "ask" } })).toBe("ask");
      expect(decision({ ...given, kind: "agent" })).toBe("ask");
      expect(decision({ ...given, kind: "agent", trust: true })).toBe("allow");
    }
  });

  it("are not meant by what names tools", () => {
    for (const given of [resource, prompt]) {
      expect(decision(given, { rules: [{ tool: "*", decision: "deny" }] })).toBe("allow");
      expect(decision({ ...given, policy: { "r*": "deny", "f*": "deny" } })).toBe("allow");
    }
    expect(decision({ kind: "client" }, { rules: [{ resource: "*", decision: "deny" }] })).toBe("allow");
    expect(decision(prompt, { rules: [{ resource: "*", decision: "deny" }] })).toBe("allow");
  });

  it("have rules of their own, by address and by name", () => {
    const rules: PolicyRule[] = [
      { resource: "file:///notes/*", decision: "deny" },
      { server: "files", prompt: "rev*", decision: "deny" },
      { prompt: "mcp__other__*", decision: "deny" },
    ];
    expect(decision(resource, { rules })).toBe("deny");
    expect(decision({ ...resource, tool: "file:///other" }, { rules })).toBe("allow");
    expect(decision(prompt, { rules })).toBe("deny");
    expect(decision({ ...prompt, tool: "greet" }, { rules })).toBe("allow");
    expect(decision({ ...prompt, server: "other", tool: "greet" }, { rules })).toBe("deny");
  });

  it.each([
    "FILE:///secret/a",
    "file:///%73ecret/a",
    "file:///notes/../secret/a",
    "file:///notes/%2e%2e/secret/a",
  ])("an address in another spelling is denied as well, and not allowed: %s", (tool) => {
    const deny: PolicyRule[] = [{ resource: "file:///secret/*", decision: "deny" }];
    expect(decision({ ...resource, tool }, { rules: deny })).toBe("deny");
    const allow: PolicyRule[] = [{ resource: "file:///notes/*", decision: "allow" }, { decision: "deny" }];
    expect(decision({ ...resource, tool }, { rules: allow })).toBe("deny");
    expect(decision({ ...resource, tool }, { allowedTools: ["file:///notes/*"] })).toBe("deny");
  });

  it("need to be named where there are allowed tools: by their server, or themselves", () => {
    const allowed = (given: Case, ...allowedTools: string[]) => decision(given, { allowedTools });
    expect(allowed(resource, "mcp__files__read_*", "mcp__other__*", "*@other")).toBe("deny");
    expect(allowed(resource, "mcp__files__*")).toBe("allow");
    expect(allowed(resource, "file:///notes/*")).toBe("allow");
    expect(allowed({ ...resource, tool: "mail://me@other" }, "*@other")).toBe("deny");
    expect(allowed(prompt, "mcp__files__review")).toBe("allow");
    expect(allowed(prompt, "mcp__files__other")).toBe("deny");
  });
});

describe("what a refusal says how to allow", () => {
  const places = (isProjects = false): PolicyPlaces => ({
    allowedTools: () => "mine.json:2",
    policy: () => "mine.json:3",
    rule: (index) => `mine.json:${4 + index}`,
    server: () => ({ place: "servers.json:7", isProjects }),
  });
  const ruleIn = (hint = ""): PolicyRule => JSON.parse(/\{.*?\}/.exec(hint)?.[0] ?? "{}") as PolicyRule;

  it("names the rule that asks, and a rule before it does allow it", () => {
    const rules: PolicyRule[] = [
      { tool: "x", decision: "deny" },
      { caller: "unattended", decision: "ask" },
    ];
    const settings: PolicySettings = { ...OPEN, rules, places: places() };
    // What a server says of itself comes after the rules, and so cannot help.
    const asked = question({ kind: "unattended", trust: true, policy: { send: "allow" } });
    const { decision: refused, reason, hint } = decide(asked, settings);
    expect(refused).toBe("deny");
    expect(reason).toBe(
      "it needs a person's approval (rule 2 of the policy says ask), and this run has nobody to ask",
    );
    expect(hint).toMatch(/^Change rule 2 of "policy" \(mine\.json:5\), or put \{.*\} before it\.$/);
    expect(decide(asked, { ...settings, rules: [ruleIn(hint), ...rules] }).decision).toBe("allow");
  });

  it("names the server's own policy where that asks, but not where it came with a project", () => {
    const asked = question({ kind: "client", policy: { "*": "ask" } });
    expect(decide(asked, { ...OPEN, places: places() }).hint).toBe(
      'Set "send" to "allow" in the policy of server "mail" (servers.json:7).',
    );
    const { hint } = decide(asked, { ...OPEN, places: places(true) });
    expect(hint).toMatch(/^Put \{.*\} at the beginning of "policy" \(mine\.json:3\)\.$/);
    expect(decide(asked, { ...OPEN, rules: [ruleIn(hint)] }).decision).toBe("allow");
  });

  it("offers trust only where it counts", () => {
    const asked = question({ kind: "agent" });
    expect(decide(asked, { ...OPEN, places: places() }).hint).toMatch(/"trust": true.*\(servers\.json:7\)/);
    expect(decide(asked, { ...OPEN, places: places(true) }).hint).not.toContain("trust");
  });

  it("gives a rule that allows a resource or a prompt, however it is spelt", () => {
    for (const given of [
      { subject: "resource", tool: "file:///a%20b/../c?x={y}" },
      { subject: "prompt", tool: "review" },
    ] as const) {
      const asked = question({ ...given, kind: "unattended", policy: "ask" });
      const { hint = "" } = decide(asked, { ...OPEN, places: places() });
      const rule = JSON.parse(/Put (.*) at the beginning/.exec(hint)?.[1] ?? "{}") as PolicyRule;
      expect(decide(asked, { ...OPEN, rules: [rule] }).decision).toBe("allow");
    }
  });

  it("names the file of the allowed tools", () => {
    const { hint } = decide(question(), { ...OPEN, allowedTools: [], places: places() });
    expect(hint).toBe('Add "mcp__mail__send" to "allowedTools" in the configuration (mine.json:2).');
  });
});
