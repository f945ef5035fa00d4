import { expect, it } from "vitest";
import { numbersIn } from "./ask-which.ts";

it.each<[string, readonly number[] | undefined]>([
  ["", []],
  ["none", []],
  ["all", [1, 2, 3, 4, 5]],
  [" 2 ", [2]],
  ["1,3-4", [1, 3, 4]],
  ["5 1 1", [5, 1]],
  ["0", undefined],
  ["6", undefined],
  ["4-2", undefined],
  ["1-999999", undefined],
  ["one", undefined],
  ["-1", undefined],
])("understands %j of five as %j", (answer, numbers) => {
  const found = numbersIn(answer, 5);
  expect(found && [...found]).toEqual(numbers);
});
