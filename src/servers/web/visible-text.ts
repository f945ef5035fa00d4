/**
 * Takes out what no reader of a page would see: characters without a form that can carry words for a model alone, and
 * control characters. Joiners and variation selectors stay, because ordinary writing needs them.
 */

/** Soft hyphens and byte order marks are common and harmless, and go without being counted. */
const HARMLESS = /[\u00ad\ufeff]/g;

/* oxlint-disable no-control-regex, no-misleading-character-class -- they are what is taken out */
const INVISIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;
/* oxlint-enable no-control-regex, no-misleading-character-class */

export interface VisibleText {
  readonly text: string;
  /** How many were taken out. */
  readonly removed: number;
}

export function visibleText(text: string): VisibleText {
  const plain = text.replace(HARMLESS, "");
  const visible = plain.replace(INVISIBLE, "");
  return { text: visible, removed: plain.length - visible.length };
}
