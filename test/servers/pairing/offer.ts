/** What the servers of both eras offer, word for word the same, so that a difference that a client sees was made on the way. */

/** Some clients lose the progress that they read together with the answer, as a busy one does. */
export const BEFORE_ANSWER_MS = 100;

export const INSTRUCTIONS = "Ask for everything once.";
export const COUNTER_URI = "pairing://counter";
export const EXPLOSION = { code: 4242, message: "It exploded", data: { reason: "as asked", depth: [1, 2] } };
/** Opaque to clients, and awkward on purpose: it must come back byte for byte. */
export const AWKWARD_STATE = '{"b": 1,  "a": "\\u00e9é\u2028 =="}';
const NAMES = ["Ada", "Alan", "Barbara"];

const object = (properties: Record<string, { type: string }> = {}) => ({
  type: "object" as const,
  properties,
  required: Object.keys(properties),
});
const text = { type: "string" };
const number = { type: "number" };

export const TOOLS = [
  {
    name: "echo",
    title: "Echo",
    description: "Says it back, as text and as data.",
    inputSchema: object({ text }),
    outputSchema: object({ text }),
    annotations: { readOnlyHint: true, idempotentHint: true },
    _meta: { "example.com/kept": { deep: [1, 2, 3] } },
  },
  { name: "count", description: "Counts, with progress.", inputSchema: object({ to: number }) },
  { name: "wait", description: "Waits until it is cancelled.", inputSchema: object({ key: text }) },
  { name: "cancelled", description: "Names the waits that were cancelled.", inputSchema: object() },
  { name: "ask_name", description: "Asks the user for a name.", inputSchema: object() },
  { name: "ask_visit", description: "Asks the user to visit a page.", inputSchema: object() },
  { name: "summarise", description: "Asks the client's model.", inputSchema: object({ text }) },
  { name: "my_roots", description: "Names the client's roots.", inputSchema: object() },
  { name: "change_tools", description: "Adds a tool or removes it.", inputSchema: object() },
  { name: "touch", description: "Changes the counter.", inputSchema: object() },
  { name: "log", description: "Writes to the log.", inputSchema: object({ level: text, text }) },
  { name: "big", description: "Answers with many bytes.", inputSchema: object({ bytes: number }) },
  { name: "fail", description: "Fails, and says so.", inputSchema: object() },
  { name: "explode", description: "Answers with a protocol error.", inputSchema: object() },
];
export const ADDED_TOOL = { name: "added", description: "Comes and goes.", inputSchema: object() };

export const PROMPTS = [
  {
    name: "greeting",
    description: "Greets somebody.",
    arguments: [{ name: "name", description: "Whom", required: true }],
  },
];
export const RESOURCES = [
  { uri: COUNTER_URI, name: "counter", description: "Counts touches.", mimeType: "text/plain" },
];
export const RESOURCE_TEMPLATES = [
  { uriTemplate: "pairing://items/{id}", name: "item", description: "One for every id." },
];

export const say = (words: string) => ({ content: [{ type: "text" as const, text: words }] });
export const big = (bytes: number) => say("x".repeat(bytes));
export const failure = () => ({ ...say("It failed, as asked"), isError: true });

/** The answer shows what arrived of the request's own metadata. */
export function echo(words: string, meta: Readonly<Record<string, unknown>> = {}) {
  return {
    ...say(words),
    structuredContent: { text: words },
    _meta: { "example.com/answer": { to: meta["example.com/question"] } },
  };
}

export function greet(name: string) {
  const content = { type: "text" as const, text: `Greet ${name}.` };
  return { description: "A greeting", messages: [{ role: "user" as const, content }] };
}

export function readResource(uri: string, count: number) {
  const isCounter = uri === COUNTER_URI;
  return { contents: [{ uri, mimeType: "text/plain", text: isCounter ? String(count) : `Item at ${uri}` }] };
}

/** Values for the prompt's name, and for the template's id. */
export function complete(kind: string, start: string) {
  const values = kind === "ref/prompt" ? NAMES.filter((name) => name.startsWith(start)) : [`${start}1`];
  return { completion: { values, total: values.length, hasMore: false } };
}

export const NAME_QUESTION = {
  message: "What is your name?",
  requestedSchema: {
    type: "object" as const,
    properties: { name: { type: "string" as const, title: "Name" } },
    required: ["name"],
  },
};
export const VISIT = { message: "Please sign in.", url: "https://example.com/sign-in?next=%2F" };
export const sampling = (words: string) => ({
  messages: [{ role: "user" as const, content: { type: "text" as const, text: `Summarise: ${words}` } }],
  systemPrompt: "Be brief.",
  maxTokens: 50,
});
