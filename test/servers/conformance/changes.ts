/** Tools that change what the server offers, so that clients can be told of it. */
import type { McpServer } from "@modelcontextprotocol/server";

/** Which of the changing things are on offer now. Shared, because over HTTP every request has a server object of its own. */
const offered = { tool: false, prompt: false };

export function registerChanges(server: McpServer): void {
  const tool = server.registerTool("test_changing_tool", { description: "Comes and goes." }, () => ({
    content: [{ type: "text", text: "Here for now" }],
  }));
  const prompt = server.registerPrompt("test_changing_prompt", { description: "Comes and goes." }, () => ({
    messages: [{ role: "user", content: { type: "text", text: "Here for now" } }],
  }));
  if (!offered.tool) tool.disable();
  if (!offered.prompt) prompt.disable();
  const done = { content: [{ type: "text" as const, text: "Changed" }] };
  server.registerTool("test_trigger_tool_change", { description: "Changes the list of tools." }, () => {
    offered.tool = !offered.tool;
    tool.update({ enabled: offered.tool });
    return done;
  });
  server.registerTool("test_trigger_prompt_change", { description: "Changes the list of prompts." }, () => {
    offered.prompt = !offered.prompt;
    prompt.update({ enabled: offered.prompt });
    return done;
  });
}
