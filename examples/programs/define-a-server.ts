/** A server of your own, inside your program: define its tools, put it into a box, call one. */
import * as z from "zod";
import { createBox, defineServer, tool } from "tacklebox";

const weather = defineServer("weather", {
  forecast: tool({
    description: "Tells the weather of a city",
    input: z.object({ city: z.string(), days: z.number().int().min(1).default(1) }),
    // The types of `city` and `days` come from the schema, which has checked them.
    run: ({ city, days }, { progress }) => {
      progress(1, 1, "looked out of the window");
      return { city, days, text: "sunny" };
    },
  }),
});

const box = await createBox({ servers: [weather] });
await box.start();

for (const { name, description } of box.tools()) console.log(`${name}: ${description}`);
const good = await box.call("mcp__weather__forecast", { city: "Bern" });
console.log(good.data);
const bad = await box.server("weather").call("forecast", { city: 5 });
console.log(bad.error);

await box.stop();
