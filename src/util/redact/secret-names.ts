/**
 * Tells by its name whether a header, field, variable, option or query parameter holds a secret. Names that only speak
 * about secrets (`token_endpoint`, `max_tokens`) are left alone, or debug logs of model traffic would be useless.
 */

/** Header names, compared without case and separators. */
const SECRET_HEADERS: ReadonlySet<string> = new Set([
  "authorization",
  "proxyauthorization",
  "cookie",
  "setcookie",
  "xapikey",
  "mcpsessionid",
]);

const MAY_BE_SECRET = /token|secret|pass|pwd|api|key|credential|auth|cookie|session|jwt|bearer|pat|dsn/i;

/** The last word of a variable or header is telling: `SMTP_PASS`, `GITHUB_PAT`, `BRAVE_KEY`, `X-Auth`. */
const LAST_WORD =
  /(?:^|[_-])(?:pass|pat|auth|dsn)$|(?<!public|primary|foreign|sort|cache|partition|group|hot)[_-]key$/i;
const HOLDS_SECRET =
  /token|secret|password|passwd|passphrase|pwd$|api.*key|(?:private|access|encryption|signing|master|service|account)key|credential|jwt$|bearer$/;

/** A name that ends so says something about a secret and does not hold it. */
const DESCRIBES =
  /(?:ur[il]|endpoint|type|count|limit|names?|file|path|expir(?:es|y|ation)|expires(?:in|at)|ttl|length|size|budget|used|usage|policy|supported|methods?|header|required|enabled|izer|ized|ids?)$/;

/** Amounts of language-model tokens. */
const COUNTS_TOKENS =
  /(?:max|min|num|total|input|output|prompt|completion|cached?|reasoning|remaining|thinking|context|per)\w*tokens?|tokens(?:per|left|remaining)/;

/** Whether a value under this name must not be shown. */
export function isSecretName(name: string): boolean {
  if (name.length > 256 || !MAY_BE_SECRET.test(name)) return false;
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (SECRET_HEADERS.has(plain) || LAST_WORD.test(name)) return true;
  return HOLDS_SECRET.test(plain) && !DESCRIBES.test(plain) && !COUNTS_TOKENS.test(plain);
}

/** Short names that mean a secret in the query of a URL only. */
const SECRET_PARAMETERS: ReadonlySet<string> = new Set([
  "key",
  "code",
  "sig",
  "signature",
  "auth",
  "pass",
  "sid",
  "apikey",
]);

/** Whether a query parameter of this name must not be shown. */
export function isSecretParameter(name: string): boolean {
  const plain = name.toLowerCase();
  return (
    SECRET_PARAMETERS.has(plain) ||
    plain.endsWith("-signature") ||
    plain.startsWith("code_") ||
    isSecretName(name)
  );
}

/** Whether this is likely a word of a sentence ("basic authentication") and not a credential. */
export function isProse(value: string): boolean {
  return value.length < 20 && /^[A-Za-z]?[a-z]+[.,;:!?]?$/.test(value);
}
