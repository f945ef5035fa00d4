/**
 * Hides what a server was given in its environment from what it prints: tokens are handed over there, and servers
 * print them when they fail.
 */
import { createRedactor } from "../../../util/redact.ts";

/** A function that masks these values, and whatever else looks like a secret. */
export function hidingValuesOf(environment: Readonly<Record<string, string>>): (text: string) => string {
  const redactor = createRedactor();
  for (const value of Object.values(environment)) redactor.addSecret(value);
  return (text) => redactor.text(text);
}
