/** A server of your own, inside your program: define its tools, connect a client, call one. */
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import * as z from "zod";
import { defineServer } from "../../src/servers/define-server.ts";
import { tool } from "../../src/servers/tool.ts";

const weather = defineServer("weather", {
  forecast: tool({
    description: "Tells the weather of a city",
    input: z.object({ city: z.string(), days: z.number().int().min(1).default(1) }),
    // The types of `city` and `days` come from the schema, which has checked them.
    run: ({ city, days }, { progress }) => {
      progress(1, 1, `Looked at the sky above ${city}`);
      return { city, days, text: "sunny" };
    },
  }),
});

const [ours, theirs] = InMemoryTransport.createLinkedPair();
await weather.start(theirs);
const client = new Client({ name: "example", version: "1.0.0" });
await client.connect(ours);

const { tools } = await client.listTools();
console.log("Tools:", tools.map(({ name, description }) => `${name} – ${description}`).join(", "));

const good = await client.callTool(
  { name: "forecast", arguments: { city: "Bern" } },
  { onprogress: ({ message }) => console.log("Progress:", message) },
);
console.log("Result:", good.structuredContent);

// What goes wrong is told to the caller; it never harms your program.
const bad = await client.callTool({ name: "forecast", arguments: { city: "Bern", days: 0 } });
console.log("Failed:", bad.isError, bad.content);
await client.close();
