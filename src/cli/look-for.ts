/**
 * Makes sure that it is known who offers what a command names, and that is no tool: servers of which nothing is known are asked,
 * and all of them where nobody has it. One that hangs is in nobody's way; what nobody has may be its.
 */
import type { Box } from "../box/box.ts";
import { unasked } from "../box/find-tool.ts";
import { errorOf } from "../box/trouble.ts";
import { TackleError } from "../errors.ts";

export interface Wanted<Result> {
  /** The servers that it can only be of; of any where there are none. */
  readonly only?: readonly string[];
  readonly isKnown: () => boolean;
  readonly use: () => Promise<Result>;
}

/** The box knows nothing yet. */
export async function lookFor<Result>(
  box: Box,
  { only = [], isKnown, use }: Wanted<Result>,
): Promise<Result> {
  await box.open();
  const isAnew = !isKnown();
  await box.meet({ isAnew, enough: "anything", only: only.length === 0 ? undefined : only });
  const [trouble] = isKnown() || only.length === 0 ? [] : box.troubles(new Set(only));
  if (trouble !== undefined) throw errorOf(trouble);
  try {
    return await use();
  } catch (error) {
    const away = box.troubles();
    if (!(error instanceof TackleError) || error.code !== "not-found" || away.length === 0) throw error;
    const { code, message, hint, server } = error;
    const advice = hint === undefined ? "" : `${hint.replace(/(?<=\w)$/, ".")} `;
    const absent = unasked(away.map((one) => `'${one.server}'`));
    throw new TackleError({ code, message, hint: advice + absent, server, cause: error });
  }
}
