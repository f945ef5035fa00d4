/**
 * Masks what looks like a secret in a text although nobody told us the value. Every expression starts at a place that
 * its own repetition cannot match again, or repeats a bounded number of times: linear time on any input.
 */
import { MASK } from "./mask.ts";
import { maskAssignments } from "./mask-assignments.ts";
import { isProse, isSecretName, isSecretParameter } from "./secret-names.ts";

/** The text with everything masked that has the shape of a secret. */
export function maskPatterns(text: string): string {
  let masked = text.replace(PRIVATE_KEY, MASK);
  masked = masked.replace(KEY_SHAPES, MASK);
  masked = masked.replace(USER_IN_URL, (whole, scheme: string, user: string) =>
    user === "git" ? whole : `${scheme}${MASK}@`,
  );
  masked = masked.replace(QUERY_PARAMETER, (whole, start: string, name: string) =>
    isSecretParameter(name) ? `${start}${name}=${MASK}` : whole,
  );
  masked = masked.replace(HEADER, (_whole, name: string) => `${name}${MASK}`);
  masked = masked.replace(AUTHORIZATION_SCHEME, (whole, scheme: string, value: string) =>
    isProse(value) ? whole : `${scheme}${MASK}`,
  );
  masked = masked.replace(OPTION, (whole, option: string, value: string) =>
    isSecretName(option) && !value.startsWith("-") ? `${option}${MASK}` : whole,
  );
  return maskAssignments(masked);
}

/** A truncated key has no end; then everything up to the next dashes goes. Real keys are far below the bound. */
const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----)){0,32000}(?:-----END [A-Z0-9 ]{0,50}-----)?/g;

/** The start of a word, also right after an escaped line break or tab. */
const WORD_START = String.raw`(?:(?<![\w-])|(?<=\\[nrt]))`;

/** Keys that their issuers made easy to recognise. */
const KEY_SHAPES = new RegExp(
  WORD_START +
    `(?:${[
      String.raw`sk-[\w-]{16,}`, // OpenAI, Anthropic, OpenRouter
      String.raw`[rs]k_(?:live|test)_\w{10,}`, // Stripe
      String.raw`gh[opsur]_\w{20,}`, // GitHub
      String.raw`github_pat_\w{20,}`,
      String.raw`glpat-[\w-]{16,}`, // GitLab
      String.raw`xox[abeprs]-[\w-]{10,}`, // Slack
      String.raw`xapp-[\w-]{10,}`,
      String.raw`(?:AKIA|ASIA)[A-Z0-9]{16}(?!\w)`, // AWS
      String.raw`AIza[\w-]{30,}`, // Google
      String.raw`ya29\.[\w-]{20,}`,
      String.raw`npm_\w{30,}`,
      String.raw`pypi-[\w-]{30,}`,
      String.raw`hf_\w{30,}`, // Hugging Face
      String.raw`tbx_[0-9a-f]{12}_[\w-]{20,}`, // our own
      String.raw`tvly-[\w-]{16,}`, // Tavily
      String.raw`BSA[\w-]{20,}`, // Brave Search
      String.raw`eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*`, // JSON Web Token
    ].join("|")})`,
  "g",
);

const USER_IN_URL = /((?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,30}:\/\/)([^\s/?#"'<>`]+)@/gi;

const QUERY_PARAMETER = /([?&#](?:amp;)?)([^?&#=\s"'<>\\]{1,100})=[^&#\s"'<>\\]+/g;

/** The rest of the line, but not beyond a quote that closes around the header; `name="value"` pairs belong to it. */
const HEADER =
  /((?:authorization|cookie|x-api-key|mcp-session-id) {0,4}: {0,4})(?:="[^"\r\n]*"|[^\r\n"'\\])+/gi;

const AUTHORIZATION_SCHEME = /(\b(?:bearer|basic)[ \t]{1,4})([\w.~+/=-]{6,})/gi;

/** `--api-key value`; with `=` it is an assignment like others. */
const OPTION = /((?<![\w-])--[a-z][\w-]{0,100}[ \t]{1,4}["']?)([^\s"']+)/gi;
