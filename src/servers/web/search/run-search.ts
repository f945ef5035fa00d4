/** Asks a search engine, within bounds, and cleans what it says. */
import { Agent, request } from "undici";
import { messageOf, systemCodeOf, TackleError } from "../../../errors.ts";
import { decodeBody } from "../../../util/http/decode-body.ts";
import { readBody } from "../../../util/http/read-body.ts";
import { addressFault } from "../../../util/web-address.ts";
import { pageToMarkdown } from "../markdown/page-to-markdown.ts";
import { visibleText } from "../visible-text.ts";
import type { RawResult, SearchEngine, SearchQuery } from "./search-engine.ts";

export interface SearchResult {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

const DEADLINE_MS = 20_000;
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_TITLE = 300;
const MAX_SNIPPET = 1_500;

export async function runSearch(
  engine: SearchEngine,
  { signal, ...query }: SearchQuery & { signal: AbortSignal },
): Promise<SearchResult[]> {
  const answer = await ask(engine, { query, signal });
  const results = engine.results(answer);
  if (results === undefined) throw failed(engine, "its answer makes no sense", CHECK);
  const clean: SearchResult[] = [];
  for (const result of results) {
    if (clean.length === query.maxResults) break;
    const one = await cleanResult(result, signal);
    if (one !== undefined) clean.push(one);
  }
  return clean;
}

const CHECK = "Try again later.";

async function ask(
  engine: SearchEngine,
  { query, signal }: { query: SearchQuery; signal: AbortSignal },
): Promise<unknown> {
  const { url, method, headers, body } = engine.request(query);
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const agent = new Agent({ connect: { timeout: DEADLINE_MS }, headersTimeout: 0, bodyTimeout: 0 });
  try {
    const response = await request(url, {
      dispatcher: agent,
      method,
      headers: { accept: "application/json", "accept-encoding": "gzip, br", ...headers },
      body: body ?? null,
      signal: AbortSignal.any([signal, deadline]),
    });
    response.body.on("error", () => undefined);
    // Redirects are not followed: the key would go with them.
    if (response.statusCode !== 200) throw refused(engine, response.statusCode);
    const encoding = response.headers["content-encoding"];
    const { bytes, isCut } = await readBody(decodeBody(response.body, String(encoding ?? "")), MAX_BYTES);
    if (isCut) throw failed(engine, `its answer has more than ${MAX_BYTES} bytes`, CHECK);
    return parse(engine, bytes.toString("utf8"));
  } catch (error) {
    if (error instanceof TackleError) throw error;
    if (signal.aborted) throw new TackleError({ code: "cancelled", message: "The search was cancelled" });
    if (deadline.aborted) throw failed(engine, `no answer within ${DEADLINE_MS / 1000} s`, CHECK);
    const code = systemCodeOf(error);
    throw failed(
      engine,
      `${url.host} could not be asked (${code ?? messageOf(error).slice(0, 100)})`,
      "Check your network.",
    );
  } finally {
    await agent.destroy();
  }
}

function parse(engine: SearchEngine, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw failed(engine, "its answer is not JSON", engine.hints?.get(403) ?? CHECK);
  }
}

function refused(engine: SearchEngine, status: number): TackleError {
  const usual = new Map([
    [401, `The key is not valid: check ${engine.variable}.`],
    [403, `The key is not valid or not allowed to search: check ${engine.variable}.`],
    [429, "It was asked too often, or the plan's limit is reached: wait before the next try."],
  ]);
  const hint =
    engine.hints?.get(status) ?? usual.get(status) ?? (status < 400 ? `Check ${engine.variable}.` : CHECK);
  return failed(engine, `it answered with HTTP status ${status}`, hint);
}

function failed({ name }: SearchEngine, what: string, hint: string): TackleError {
  return new TackleError({ code: "execution", message: `The search with ${name} failed: ${what}`, hint });
}

/** Undefined for a result that leads nowhere on the web. */
async function cleanResult(
  { title, url, snippet }: RawResult,
  signal: AbortSignal,
): Promise<SearchResult | undefined> {
  if (typeof url !== "string" || url.length > 2_000 || addressFault(url) !== undefined) return undefined;
  return {
    title: (await plainText(title, { limit: MAX_TITLE, signal })) || new URL(url).host,
    url: new URL(url).href,
    snippet: await plainText(snippet, { limit: MAX_SNIPPET, signal }),
  };
}

/** Engines mark the words of the query with tags. */
async function plainText(
  value: unknown,
  { limit, signal }: { limit: number; signal: AbortSignal },
): Promise<string> {
  if (typeof value !== "string") return "";
  const text = value.slice(0, 10 * limit);
  const markdown = /[<&]/.test(text)
    ? (await pageToMarkdown(text, { url: "about:blank", signal })).markdown
    : text;
  return visibleText(markdown).text.replace(/\s+/g, " ").trim().slice(0, limit);
}
