/** Tacklebox as a library: one box for all your MCP servers. */
export { createBox, type CreateBoxOptions, type InProcess } from "./box/create-box.ts";
export type { Box, CallOptions } from "./box/box.ts";
export type { BoxTool } from "./box/box-tool.ts";
export type { BoxEvents, BoxListener } from "./box/events.ts";
export type { ServerGroup } from "./box/server-group.ts";
export type { BoxSearchOptions } from "./box/search-tools.ts";
export type { CodeRun, RunCodeOptions } from "./box/code/run-code.ts";
export type { CatalogTool, Snapshot } from "./catalog/snapshot.ts";
export type { SearchAnswer, SearchOptions, SearchResult } from "./search/search-tools.ts";
export type { UnavailableServer } from "./search/unavailable-servers.ts";
export type { Embedder } from "./search/semantic/embedder.ts";
export { openAiEmbedder, type OpenAiEmbedderOptions } from "./search/semantic/openai-embedder.ts";
export { localEmbedder, type LocalEmbedderOptions } from "./search/semantic/local-embedder.ts";
export type { EmbeddingCache } from "./search/semantic/embedding-cache.ts";
export { diskEmbeddingCache } from "./search/semantic/disk-embedding-cache.ts";
export { semanticVote, type SemanticVote } from "./search/semantic/semantic-vote.ts";
export { defineServer } from "./servers/define-server.ts";
export { tool } from "./servers/tool.ts";
export { image } from "./servers/image.ts";
export { toAiSdkTools } from "./adapters/ai-sdk.ts";
export { handleOpenAiToolCall, openAiTools } from "./adapters/openai-chat.ts";
export { handleOpenAiResponsesToolCall, openAiResponsesTools } from "./adapters/openai-responses.ts";
export { anthropicTools, handleAnthropicToolUse } from "./adapters/anthropic.ts";
export { TackleError, type ErrorCode } from "./errors.ts";
export type { Answer, ApprovalQuestion, AskPerson } from "./gate/approvals.ts";
export type {
  Caller,
  CallerKind,
  CallOutcome,
  CallRecord,
  CallRequest,
  CallResult,
  JsonObject,
  ServerLists,
  ServerState,
  ServerStatus,
  ToolDefinition,
  ToolRef,
} from "./types.ts";
