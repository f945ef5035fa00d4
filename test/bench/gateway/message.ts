/** What every part of the bench knows of JSON-RPC, and no more. */
export interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

export function parseMessage(text: string): Message {
  return JSON.parse(text) as Message;
}
