/** Which search engine is configured: the first of Tavily, Brave and SearXNG whose variable is set. */
import { TackleError } from "../../../errors.ts";
import { addressFault } from "../../../util/web-address.ts";
import { brave } from "./brave.ts";
import type { SearchEngine } from "./search-engine.ts";
import { searxng } from "./searxng.ts";
import { tavily } from "./tavily.ts";

/** Other addresses of the engines, such as that of a proxy for them. */
export interface EngineAddresses {
  readonly tavily?: string;
  readonly brave?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function chooseEngine(env: Environment, addresses: EngineAddresses = {}): SearchEngine {
  const tavilyKey = readKey(env, "TAVILY_API_KEY");
  if (tavilyKey !== undefined) return tavily(tavilyKey, addresses.tavily);
  const braveKey = readKey(env, "BRAVE_API_KEY");
  if (braveKey !== undefined) return brave(braveKey, addresses.brave);
  const address = env["SEARXNG_URL"]?.trim() ?? "";
  if (address !== "") return searxng(readAddress(address));
  throw new TackleError({
    code: "config",
    message: "No search engine is configured",
    hint: "Set TAVILY_API_KEY (tavily.com), BRAVE_API_KEY (brave.com/search/api) or SEARXNG_URL (your own instance) in the environment, in 'env' of the server's entry, or in '.env' beside that entry's file.",
  });
}

/** The key itself never gets into a message. */
function readKey(env: Environment, name: string): string | undefined {
  const key = env[name]?.trim() ?? "";
  if (key === "") return undefined;
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new TackleError({
    code: "config",
    message: `${name} has characters in it that no key has`,
    hint: "Copy the key again, without line breaks or quotation marks around it.",
  });
}

function readAddress(address: string): URL {
  if (addressFault(address) === undefined) return new URL(address);
  throw new TackleError({
    code: "config",
    message: "SEARXNG_URL is not an address of the web without a password in it",
    hint: "Set it to an address such as http://localhost:8080.",
  });
}
