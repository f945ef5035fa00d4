import { describe, expect, it } from "vitest";
import { formatTests } from "./formats.ts";

const tests = formatTests();

describe("formats", () => {
  it.each<[string, string[], string[]]>([
    [
      "date",
      ["2024-02-29", "2000-02-29", "0001-01-01"],
      ["2023-02-29", "1900-02-29", "2024-13-01", "2024-04-31", "24-1-1", "today"],
    ],
    ["time", ["12:00", "12:00:00", "12:00:00.123Z", "12:00:00+02:00"], ["noon", "1200"]],
    [
      "date-time",
      [
        "2024-02-29T12:00:00Z",
        "2024-02-29 12:00",
        "2024-02-29T12:00:00+02:00",
        "2024-02-29T12:00:00 +02:00",
        "2024-02-29",
      ],
      ["2024-02-30T12:00:00Z", "tomorrow", "2024-02-29Tnoon"],
    ],
    ["email", ["a@b", "a.b+c@d.example", "ü@ä.example", '"a b"@c'], ["a", "@b", "a@", "a@b@c", "a@b c"]],
    [
      "uri",
      ["https://a/b c", "https://a/ä", "mailto:a@b", "urn:x:y", "file:///x"],
      ["a/b", "/x", "www.a.example", "https:"],
    ],
    [
      "uuid",
      ["123e4567-e89b-12d3-a456-426614174000", "123E4567E89B12D3A456426614174000"],
      ["123", "123e4567-e89b-12d3-a456-42661417400g"],
    ],
    ["ipv4", ["127.0.0.1", "10.0.0.0/8"], ["256.0.0.1", "::1"]],
    ["ipv6", ["::1", "fe80::/10"], ["127.0.0.1", "hello"]],
  ])("%s takes what servers take, and refuses what none does", (format, good, bad) => {
    expect(good.filter((text) => tests[format]?.(text) !== true)).toEqual([]);
    expect(bad.filter((text) => tests[format]?.(text) !== false)).toEqual([]);
  });
});
