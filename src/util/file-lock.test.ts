import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { withFileLock } from "./file-lock.ts";
import { temporaryFolder } from "./fixtures/folder.ts";
import { runFixture } from "./fixtures/run.ts";

describe("withFileLock", () => {
  it("gives the result of the work, and frees the lock also when the work fails", async () => {
    const lock = join(temporaryFolder(), "state/a.lock");
    expect(await withFileLock(lock, {}, () => 7)).toBe(7);
    await expect(withFileLock(lock, {}, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await withFileLock(lock, { waitMs: 0 }, () => "again")).toBe("again");
  });

  it("leaves one empty file that only its owner can read, in a folder of the same kind", async () => {
    const folder = temporaryFolder();
    const lock = join(folder, "state/a.lock");
    const seen = await withFileLock(lock, {}, () => readdirSync(join(folder, "state")));
    expect(seen).toEqual(["a.lock"]);
    expect(readdirSync(join(folder, "state"))).toEqual(["a.lock"]);
    expect(statSync(lock).size).toBe(0);
    expect(statSync(lock).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "state")).mode & 0o777).toBe(0o700);
  });

  it("lets calls of one process wait for each other without stopping its event loop", async () => {
    const lock = join(temporaryFolder(), "a.lock");
    let inside = 0;
    let most = 0;
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    await Promise.all(
      Array.from({ length: 8 }, () =>
        withFileLock(lock, {}, async () => {
          inside += 1;
          most = Math.max(most, inside);
          await delay(5);
          inside -= 1;
        }),
      ),
    );
    clearInterval(timer);
    expect(most).toBe(1);
    expect(ticks).toBeGreaterThan(10);
  });

  it("gives up after the given time and names the lock", async () => {
    const lock = join(temporaryFolder(), "a.lock");
    await withFileLock(lock, {}, async () => {
      const second = withFileLock(lock, { waitMs: 30 }, () => "never");
      await expect(second).rejects.toMatchObject({
        code: "busy",
        message: expect.stringContaining(lock) as unknown,
        hint: expect.any(String) as unknown,
      });
    });
  });

  it("stops waiting when it is cancelled", async () => {
    const lock = join(temporaryFolder(), "a.lock");
    await withFileLock(lock, {}, async () => {
      const second = withFileLock(lock, { signal: AbortSignal.timeout(20) }, () => "never");
      await expect(second).rejects.toMatchObject({ code: "cancelled" });
    });
    const done = withFileLock(lock, { signal: AbortSignal.abort() }, () => "never");
    await expect(done).rejects.toMatchObject({ code: "cancelled" });
  });

  it("refuses a file that holds something else and leaves it alone", async () => {
    const lock = join(temporaryFolder(), "notes.txt");
    writeFileSync(lock, "dear diary ".repeat(500));
    await expect(withFileLock(lock, {}, () => "never")).rejects.toMatchObject({ code: "conflict" });
    expect(readFileSync(lock, "utf8")).toBe("dear diary ".repeat(500));
  });

  it("is free at once when its holder is killed", { timeout: 30_000 }, async () => {
    const lock = join(temporaryFolder(), "a.lock");
    const holder = runFixture("hold-lock.ts", [lock]);
    await holder.wrote("held");
    await expect(withFileLock(lock, { waitMs: 0 }, () => "never")).rejects.toMatchObject({ code: "busy" });
    holder.child.kill("SIGKILL");
    await holder.ended;
    expect(await withFileLock(lock, { waitMs: 0 }, () => "free")).toBe("free");
  });

  it(
    "loses no change of twenty processes, while others are killed as they hold it",
    { timeout: 90_000 },
    async () => {
      const folder = temporaryFolder();
      const [lock, file] = [join(folder, "a.lock"), join(folder, "number")];
      writeFileSync(file, "0");
      const first = runFixture("hold-lock.ts", [lock]);
      await first.wrote("held");
      const writers = Array.from({ length: 20 }, () => runFixture("add-under-lock.ts", [lock, file, "5"]));
      await delay(200);
      first.child.kill("SIGKILL");
      const second = runFixture("hold-lock.ts", [lock]);
      await second.wrote("held");
      second.child.kill("SIGKILL");
      const ends = await Promise.all(writers.map((writer) => writer.ended));
      expect(writers.map((writer) => writer.output()).join("")).toBe("");
      expect(ends).toEqual(Array.from({ length: 20 }, () => 0));
      expect(readFileSync(file, "utf8")).toBe("100");
    },
  );
});
