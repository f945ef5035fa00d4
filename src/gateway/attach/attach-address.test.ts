import { chmodSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../../util/fixtures/folder.ts";
import { addressToConnect, addressToListen, attachKey, type AttachSubject } from "./attach-address.ts";

const KEY = "0123456789abcdef01234567";
const identity = {
  inline: undefined,
  named: [],
  project: undefined,
  skills: undefined,
  user: "/home/a",
  isStrict: false,
};
const subject: AttachSubject = { identity, defaultProject: undefined, trustProject: false, version: "1.2.3" };

afterEach(() => vi.unstubAllEnvs());

function placeIn(state: string, platform: NodeJS.Platform = "linux") {
  return { env: { HOME: "/nowhere", XDG_STATE_HOME: state }, platform, key: KEY };
}

describe("the key", () => {
  const env = { HOME: "/home/a" };
  const key = attachKey(subject, env);

  it.each<[string, AttachSubject]>([
    ["an inline text", { ...subject, identity: { ...identity, inline: "{}" } }],
    ["a named file", { ...subject, identity: { ...identity, named: ["/a.json"] } }],
    ["a project", { ...subject, identity: { ...identity, project: "/project" } }],
    ["a project's skills", { ...subject, identity: { ...identity, skills: "/project/skills" } }],
    ["the project that is offered by default", { ...subject, defaultProject: "/project" }],
    ["trust in the project", { ...subject, trustProject: true }],
    ["strictness", { ...subject, identity: { ...identity, isStrict: true } }],
    ["the major version", { ...subject, version: "2.2.3" }],
  ])("differs by %s", (_what, other) => {
    expect(attachKey(other, env)).not.toBe(key);
  });

  it("is the same for versions that differ in less, and another for another state folder", () => {
    expect(attachKey({ ...subject, version: "1.9.0" }, env)).toBe(key);
    expect(attachKey(subject, { HOME: "/home/a", XDG_STATE_HOME: "/state" })).not.toBe(key);
  });

  it("tells nothing of the text that it was made from", () => {
    const secret = { ...subject, identity: { ...identity, inline: "hunter2" } };
    expect(attachKey(secret, env)).toMatch(/^[0-9a-f]{24}$/);
  });
});

describe("the socket's address", () => {
  it("is in a folder for this user alone, and found by who looks for it", () => {
    const state = temporaryFolder();
    expect(addressToConnect(placeIn(state))).toBeUndefined();
    const address = addressToListen(placeIn(state));
    expect(address).toBe(join(state, "tacklebox/attach", `${KEY}.sock`));
    expect(statSync(join(state, "tacklebox/attach")).mode & 0o777).toBe(0o700);
    expect(addressToConnect(placeIn(state))).toBe(address);
  });

  it("is not looked for in a folder that others may enter; who listens closes it first", () => {
    const state = temporaryFolder();
    addressToListen(placeIn(state));
    chmodSync(join(state, "tacklebox/attach"), 0o755);
    expect(addressToConnect(placeIn(state))).toBeUndefined();
    addressToListen(placeIn(state));
    expect(addressToConnect(placeIn(state))).toBeDefined();
  });

  it("is refused behind a link", () => {
    const state = temporaryFolder();
    mkdirSync(join(state, "tacklebox"));
    mkdirSync(join(state, "elsewhere"), { mode: 0o700 });
    symlinkSync(join(state, "elsewhere"), join(state, "tacklebox/attach"));
    expect(() => addressToListen(placeIn(state))).toThrow(/is not a folder/);
    expect(addressToConnect(placeIn(state))).toBeUndefined();
  });

  it("never has more bytes than every system has room for", () => {
    vi.stubEnv("TMPDIR", temporaryFolder());
    const state = join(temporaryFolder(), "ü".repeat(60));
    const address = addressToListen(placeIn(state));
    expect(address.startsWith(state)).toBe(false);
    expect(Buffer.byteLength(address)).toBeLessThanOrEqual(103);
    expect(addressToConnect(placeIn(state))).toBe(address);
  });

  it("is on Windows a pipe with a name that only this user can know", () => {
    const [state, other] = [temporaryFolder(), temporaryFolder()];
    expect(addressToConnect(placeIn(state, "win32"))).toBeUndefined();
    const address = addressToListen(placeIn(state, "win32"));
    expect(address).toMatch(/^\\\\\.\\pipe\\tacklebox-[0-9a-f]{24}$/);
    expect(addressToListen(placeIn(state, "win32"))).toBe(address);
    expect(addressToConnect(placeIn(state, "win32"))).toBe(address);
    expect(addressToListen(placeIn(other, "win32"))).not.toBe(address);
  });
});
