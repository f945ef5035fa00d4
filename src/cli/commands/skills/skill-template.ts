/** The skill that `tackle skills new` writes: short, commented, and working as it is. */

export function skillTemplate(name: string, language: "ts" | "js"): string {
  return language === "ts" ? typeScript(name) : javaScript(name);
}

const typeScript = (name: string): string => `/**
 * The skill '${name}': every exported function is a tool. Its comment is what a model reads to choose it, and its types say
 * what it takes and gives. Try it: tackle skills test ${name} greet who=world
 */

/** What a greeting needs. */
export interface Greeting {
  /** Who is greeted. */
  who: string;
  /** How to say it. */
  tone?: "friendly" | "formal";
}

/** Greets somebody. */
export function greet({ who, tone = "friendly" }: Greeting): { text: string } {
  return { text: tone === "formal" ? \`Good day, \${who}.\` : \`Hello \${who}!\` };
}

/**
 * Adds up numbers.
 * @param numbers the numbers to add
 */
export async function sum(numbers: number[]): Promise<number> {
  if (numbers.length === 0) throw new Error("There is nothing to add"); // the caller is told this text
  console.log("adding", numbers.length, "numbers"); // goes to: tackle logs ${name}
  return numbers.reduce((total, number) => total + number, 0);
}
`;

const javaScript = (name: string): string => `/**
 * The skill '${name}': every exported function is a tool. Its comment is what a model reads to choose it, and says with
 * @param what it takes. Try it: tackle skills test ${name} greet who=world
 */

/**
 * Greets somebody.
 * @param {string} who who is greeted
 * @param {"friendly" | "formal"} [tone] how to say it
 * @returns {{ text: string }} the greeting
 */
export function greet(who, tone = "friendly") {
  return { text: tone === "formal" ? \`Good day, \${who}.\` : \`Hello \${who}!\` };
}

/**
 * Adds up numbers.
 * @param {number[]} numbers the numbers to add
 */
export async function sum(numbers) {
  if (numbers.length === 0) throw new Error("There is nothing to add"); // the caller is told this text
  console.log("adding", numbers.length, "numbers"); // goes to: tackle logs ${name}
  return numbers.reduce((total, number) => total + number, 0);
}
`;
