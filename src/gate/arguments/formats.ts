/**
 * The formats that are tested, and leniently. In 2020-12 `format` is a remark, not a rule, and servers differ: pydantic
 * takes a time without a zone, zod takes every URL that a browser does. What no server would take is refused, nothing
 * more. Every test is linear in the text's length, and long texts are not tested at all.
 */
import { isIPv4, isIPv6 } from "node:net";

export function isKnownFormat(format: string): boolean {
  return TESTS.has(format);
}

/** Formats as ajv wants them. */
export function formatTests(): Record<string, (text: string) => boolean> {
  return Object.fromEntries(
    [...TESTS].map(([format, test]) => [format, (text) => text.length > MAX_LENGTH || test(text)]),
  );
}

/** What a person would call a text of this format. */
export function describeFormat(format: string): string | undefined {
  return WORDS.get(format);
}

const MAX_LENGTH = 2048;

const DATE = /^[+-]?\d{4,6}-\d\d-\d\d$/;
const TIME = /^\d\d:\d\d(?::\d\d(?:[.,]\d{1,12})?)?\s?(?:[zZ]|[+-]\d\d(?::?\d\d)?)?$/;

const TESTS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ["date", isDate],
  ["time", (text: string) => TIME.test(text)],
  ["date-time", isDateTime],
  ["email", (text: string) => /^[^\s@](?:[^@]*[^\s@])?@[^\s@]+$/.test(text)],
  ["uri", (text: string) => /^[a-z][a-z0-9+.-]*:\S/i.test(text)],
  [
    "uuid",
    (text: string) => /^(?:urn:uuid:)?\{?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i.test(text),
  ],
  ["ipv4", (text: string) => isIPv4(text.replace(/\/\d{1,2}$/, ""))],
  ["ipv6", (text: string) => isIPv6(text.replace(/\/\d{1,3}$/, ""))],
]);

const WORDS: ReadonlyMap<string, string> = new Map([
  ["date", "a date such as 2025-01-31"],
  ["time", "a time such as 13:45:00Z"],
  ["date-time", "a date and time such as 2025-01-31T13:45:00Z"],
  ["email", "an e-mail address"],
  ["uri", "a URL"],
  ["uuid", "a UUID"],
  ["ipv4", "an IPv4 address"],
  ["ipv6", "an IPv6 address"],
]);

/** A day that exists: the 31st of April does not. */
function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const [month = 0, day = 0] = text.slice(-5).split("-").map(Number);
  const year = Number(text.slice(0, -6));
  // The last day of a month is the day before the first of the next; the sum keeps the leap years and avoids 0–99.
  const lastDay = new Date(Date.UTC(2000 + (((year % 400) + 400) % 400), month, 0)).getUTCDate();
  return month >= 1 && month <= 12 && day >= 1 && day <= lastDay;
}

/** RFC 3339 or its looser relatives: a zone may be missing, and so may the time. */
function isDateTime(text: string): boolean {
  const [date = "", ...time] = text.split(/[tT ]/);
  return isDate(date) && (time.length === 0 || TIME.test(time.join(" ")));
}
