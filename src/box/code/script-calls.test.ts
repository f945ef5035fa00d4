import { describe, expect, it } from "vitest";
import { openCodeBox, PIXEL, recordsOf, valueOf } from "./fixtures/code-box.ts";

const SUM = `/**
 * Doubles and adds.
 *
 * @parameters {"type": "object", "properties": {"of": {"type": "array", "items": {"type": "number"}}}, "required": ["of"]}
 */
const parts = await Promise.all(input.of.map((number) => device.LabMCP.double({ number })));
return { sum: parts.reduce((sum, { result }) => sum + result, 0) }`;

describe("a script", () => {
  it("is a tool with parameters, found by search and called by its name", async () => {
    const box = await openCodeBox({ scripts: { double_sum: SUM } });
    const { results } = await box.search("doubles and adds");
    expect(results[0]).toMatchObject({ server: "scripts", tool: "double_sum" });
    expect(await box.call("double_sum@scripts", { of: [1, 2] })).toMatchObject({
      success: true,
      data: { sum: 6 },
    });
    expect(await box.call("double_sum@scripts", { of: "x" })).toMatchObject({ outcome: "invalid-arguments" });
  });

  it("leaves a record for itself, and for its calls with itself as the parent", async () => {
    const box = await openCodeBox({ scripts: { double_sum: SUM } });
    await box.start();
    const { id } = await box.call("double_sum@scripts", { of: [3] });
    expect(recordsOf(box)).toMatchObject([
      { id, server: "scripts", tool: "double_sum", caller: "person", parent: undefined },
      { server: "lab", tool: "double", caller: "code", parent: id },
    ]);
  });

  it("can be called by programs and by other scripts", async () => {
    const outer = "const { sum } = await device.ScriptsMCP.double_sum({ of: [5] }); return sum + 1";
    const box = await openCodeBox({ scripts: { double_sum: SUM, outer } });
    expect(valueOf(await box.runCode("await device.ScriptsMCP.outer()"))).toBe("11");
  });

  it("gives what it printed when it returns nothing, and its error with the place", async () => {
    const scripts = {
      talk: "console.log('a'); console.warn('b')",
      fail: "console.log('before');\nthrow new Error('no')",
    };
    const box = await openCodeBox({ scripts });
    await box.start();
    expect(await box.call("talk@scripts")).toMatchObject({ success: true, output: "a\nb" });
    const { success, error } = await box.call("fail@scripts");
    expect({ success, error }).toEqual({ success: false, error: "fail.ts:2:16: Error: no\nbefore" });
  });

  it("gives images as images, also to a program around it", async () => {
    const photo = "return await device.LabMCP.photo()";
    const album = "return { title: 'x', photo: await device.LabMCP.photo() }";
    const box = await openCodeBox({ scripts: { photo, album } });
    await box.start();
    const block = { type: "image", data: PIXEL.toString("base64"), mimeType: "image/png" };
    expect((await box.call("photo@scripts")).content).toEqual([block]);
    expect((await box.call("album@scripts")).content).toMatchObject([{ type: "text" }, block]);
    expect((await box.runCode("return await device.ScriptsMCP.photo()")).content).toEqual([block]);
  });

  it("calls itself only so deep", async () => {
    const down = "return await device.ScriptsMCP.down()";
    const box = await openCodeBox({ scripts: { down } });
    await box.start();
    const { error } = await box.call("down@scripts");
    expect(error).toContain("Scripts call each other more than 4 deep");
    expect(recordsOf(box)).toHaveLength(5);
  });

  it("never waits for a place that is held by whoever waits for it", async () => {
    const inner = "return 1";
    const middle =
      "const all = await Promise.all([1, 2].map(() => device.ScriptsMCP.inner())); return all.length";
    const box = await openCodeBox({ scripts: { inner, middle } });
    const code =
      "return (await Promise.all(Array.from({ length: 2 }, () => device.ScriptsMCP.middle()))).length";
    const runs = await Promise.all([1, 2, 3, 4, 5].map(() => box.runCode(code)));
    expect(runs.map((run) => run.error ?? valueOf(run))).toEqual([2, 2, 2, 2, 2]);
  });

  it("has the limits that the entry of its server gives", async () => {
    const scripts = { busy: "for (;;) await device.LabMCP.secret()" };
    const box = await openCodeBox({ scripts, options: { calls: 2 } });
    await box.start();
    expect((await box.call("busy@scripts")).error).toContain("more calls than 2");
  });

  it("ends when its call is cancelled", async () => {
    const box = await openCodeBox({ scripts: { wait: "await device.LabMCP.wait()" } });
    await box.start();
    const controller = new AbortController();
    box.on("call-start", ({ ref }) => ref.server === "lab" && controller.abort());
    expect(await box.call("wait@scripts", {}, { signal: controller.signal })).toMatchObject({
      outcome: "cancelled",
    });
    await expect.poll(() => recordsOf(box).map(({ outcome }) => outcome)).toEqual(["cancelled", "cancelled"]);
  });
});

describe("the rights of a script", () => {
  const scripts = { tell: "return await device.LabMCP.secret()" };

  it("are those of whoever called it", async () => {
    const settings = { policy: [{ server: "lab", tool: "secret", caller: "client", decision: "deny" }] };
    const box = await openCodeBox({ scripts, settings });
    await box.start();
    expect(await box.call("tell@scripts")).toMatchObject({ success: true, output: "the secret" });
    const client = { kind: "client", name: "test" } as const;
    const { success, error } = await box.call("tell@scripts", {}, { caller: client });
    expect({ success, error }).toMatchObject({
      success: false,
      error: expect.stringContaining("has no 'secret'"),
    });
  });

  it("end where its caller's view ends, also for a script inside of it", async () => {
    const box = await openCodeBox({
      scripts: { ...scripts, outer: "return await device.ScriptsMCP.tell()" },
    });
    await box.start();
    const filter = ({ server }: { readonly server: string }) => server === "scripts";
    for (const name of ["tell@scripts", "outer@scripts"])
      expect((await box.call(name, {}, { filter })).error).toContain("device has no 'LabMCP'");
  });

  it("make an agent ask for the script and for each of its calls, and its clock stands still meanwhile", async () => {
    const asked: string[] = [];
    const box = await openCodeBox({
      scripts,
      caller: { kind: "agent", name: "test" },
      ask: async ({ server, tool }) => {
        asked.push(`${server}.${tool}`);
        return "once";
      },
    });
    const paused: boolean[] = [];
    await box.start();
    const onApproval = (isWaiting: boolean) => void paused.push(isWaiting);
    expect(await box.call("tell@scripts", {}, { onApproval })).toMatchObject({ output: "the secret" });
    expect(asked).toEqual(["scripts.tell", "lab.secret"]);
    expect(paused).toEqual([true, false, true, false]);
  });

  it("cannot be had by naming another call", async () => {
    const box = await openCodeBox({ scripts });
    await box.start();
    const send = box.upstream("scripts").send.bind(box.upstream("scripts"));
    const params = { name: "tell", arguments: {}, _meta: { "tacklebox/call": "another" } };
    expect(await send("tools/call", params, { timeoutMs: 5000 })).toMatchObject({
      isError: true,
      content: [{ text: "A script can be called through its box only" }],
    });
  });
});
