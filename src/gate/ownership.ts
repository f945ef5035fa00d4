/** Whether what somebody began is for whoever asks for it now. */

/** The principal of a token, or nobody's at all: what was begun without a token is not for one who shows one. */
export function isOwnedBy(
  { principal: owner }: { readonly principal: string | undefined },
  principal: string | undefined,
): boolean {
  return owner === principal;
}
