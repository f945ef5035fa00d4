/** Fetches an address and gives its text: pages as Markdown, text as it is, and all of it marked as words of others. */
import type { LookupFunction } from "node:net";
import { TackleError } from "../../errors.ts";
import { guessKind, kindOf } from "./fetch/content-type.ts";
import { decodeText } from "./fetch/decode-text.ts";
import { fetchBytes, shown, type DocumentHeaders } from "./fetch/fetch-bytes.ts";
import { pageToMarkdown } from "./markdown/page-to-markdown.ts";
import type { PageLimits } from "./page-limits.ts";
import { visibleText } from "./visible-text.ts";

export interface PageRequest {
  readonly url: string;
  readonly signal: AbortSignal;
  readonly allowedHosts: readonly string[];
  readonly limits: PageLimits;
  readonly lookup?: LookupFunction | undefined;
}

export interface FetchedPage {
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  readonly title: string;
  readonly text: string;
  /** What is worth knowing of it besides. */
  readonly notes: readonly string[];
}

export async function fetchPage({
  url,
  signal,
  allowedHosts,
  limits,
  lookup,
}: PageRequest): Promise<FetchedPage> {
  const document = await fetchBytes(url, {
    ...limits,
    allowedHosts,
    signal,
    ...(lookup === undefined ? undefined : { lookup }),
    checkHeaders: (headers) => {
      checkStatus(headers);
      kindOf(headers);
    },
  });
  const raw = decodeText(document.bytes, document.contentType);
  const said = kindOf(document);
  const kind =
    said === "unknown" ? guessKind(raw, { url: document.url, bytes: document.bytes.length }) : said;
  const address = document.url.href;
  const page = kind === "page" ? await pageToMarkdown(raw, { url: address, signal }) : undefined;
  const { text, removed } = visibleText(page?.markdown ?? raw);
  return {
    url: address,
    status: document.status,
    contentType: document.contentType,
    title: visibleText(page?.title ?? "").text.slice(0, 300),
    text,
    notes: notesOn({
      isCut: document.isCut || page?.isCut === true,
      hiddenElements: page?.hiddenElements ?? 0,
      removed,
      maxBytes: limits.maxBytes,
    }),
  };
}

function checkStatus({ status, url }: DocumentHeaders): void {
  if (status >= 200 && status < 300) return;
  throw new TackleError({
    code: status === 404 || status === 410 ? "not-found" : "execution",
    message: `${shown(url)} answered with HTTP status ${status}`,
    hint: HINTS.get(status) ?? "Try another address.",
  });
}

const HINTS: ReadonlyMap<number, string> = new Map([
  [401, "The page needs a sign-in, which this tool cannot give."],
  [403, "The site refuses programs, or needs a sign-in."],
  [404, "The page does not exist; look for another with 'search'."],
  [410, "The page is gone; look for another with 'search'."],
  [429, "The site was asked too often; wait before the next try."],
  [503, "The site is overloaded or under repair; try again later."],
]);

interface Findings {
  readonly isCut: boolean;
  readonly hiddenElements: number;
  readonly removed: number;
  readonly maxBytes: number;
}

function notesOn({ isCut, hiddenElements, removed, maxBytes }: Findings): string[] {
  const notes: string[] = [];
  if (isCut)
    notes.push(`The document was not read to its end: longer than ${maxBytes} bytes, or nested too deeply.`);
  if (hiddenElements > 0) notes.push(`${hiddenElements} hidden parts of the page were left out.`);
  if (removed > 0)
    notes.push(`${removed} invisible characters were taken out; they may have been meant to mislead.`);
  return notes;
}
