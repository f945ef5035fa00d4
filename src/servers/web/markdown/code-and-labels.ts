/** Text that must not be taken for Markdown of its own: code, and the labels of links. */

export function asLabel(text: string): string {
  return text.replaceAll("\n", " ").replace(/[[\]]/g, (bracket) => `\\${bracket}`);
}

export function codeSpan(text: string): string {
  const fence = fenceFor(text, 1);
  return text.includes("`") ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

export function codeBlock(text: string, language: string): string {
  const fence = fenceFor(text, 3);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Longer than any run of backticks within. */
function fenceFor(text: string, shortest: number): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  return "`".repeat(Math.max(shortest, longest + 1));
}
