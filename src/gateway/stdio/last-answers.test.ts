import { expect, it } from "vitest";
import { untilAnswered } from "./last-answers.ts";

const never = new Promise<void>(() => undefined);
const endless = new AbortController().signal;

it("waits for the answers as long as somebody reads them", async () => {
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  let looks = 0;
  let isAnswered = false;
  const audience = () => {
    if (++looks === 3) {
      isAnswered = true;
      resolve();
    }
    return "there" as const;
  };
  await untilAnswered({ answered, audience, signal: endless });
  expect(isAnswered).toBe(true);
});

it("waits no longer when nobody does", async () => {
  const waiting = untilAnswered({ answered: never, audience: () => "gone", signal: endless });
  await expect(waiting).resolves.toBeUndefined();
});

it("waits a little where nobody can tell, and no longer than that", async () => {
  let looks = 0;
  const audience = () => {
    looks++;
    return "unknown" as const;
  };
  await untilAnswered({ answered: never, audience, signal: endless });
  expect(looks).toBeGreaterThan(1);
});

it("waits no longer when it is told to stop", async () => {
  const controller = new AbortController();
  const audience = () => {
    controller.abort();
    return "there" as const;
  };
  const waiting = untilAnswered({ answered: never, audience, signal: controller.signal });
  await expect(waiting).resolves.toBeUndefined();
});
