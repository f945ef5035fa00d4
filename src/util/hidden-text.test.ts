import { inspect } from "node:util";
import { expect, it } from "vitest";
import { HiddenText } from "./hidden-text.ts";

it("shows its text to nobody but whoever asks for it", () => {
  const hidden = new HiddenText("sk-canary");
  const shown = [JSON.stringify({ hidden }), String(hidden), inspect({ hidden }), inspect(hidden)];
  for (const text of shown) {
    expect(text).not.toContain("canary");
    expect(text).toContain("***");
  }
  expect(hidden.reveal()).toBe("sk-canary");
});
