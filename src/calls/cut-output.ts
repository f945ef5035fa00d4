/** A text too long for a model is cut in the middle, never lost: its beginning and its end say most. */
export function cutOutput(output: string, { maxChars, id }: { maxChars: number; id: string }): string {
  if (output.length <= maxChars) return output;
  const head = output.slice(0, Math.floor(maxChars * 0.8));
  const tail = output.slice(output.length - Math.floor(maxChars * 0.2));
  const left = output.length - head.length - tail.length;
  return `${head}\n… [${left} of ${output.length} characters were cut; the whole is result ${id}] …\n${tail}`;
}
