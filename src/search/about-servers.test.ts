import * as fc from "fast-check";
import { expect, it } from "vitest";
import { makeTool, OFFICE } from "./fixtures/make-tools.ts";
import { buildSearchIndex } from "./index/search-index.ts";
import { searchTools, type SearchAnswer } from "./search-tools.ts";

const DATAGOV = [
  makeTool({ server: "datagov", tool: "package_search", description: "Looks for packages." }),
  makeTool({ server: "datagov", tool: "package_show", description: "One package." }),
];
const OPEN_DATA = "Datasets that the government of the United States has made public.";

const search = (query: string, texts: Readonly<Record<string, string>>): SearchAnswer =>
  searchTools(buildSearchIndex([...OFFICE, ...DATAGOV], { about: new Map(Object.entries(texts)) }), query);
const serversOf = ({ results }: SearchAnswer): readonly string[] => [
  ...new Set(results.map(({ server }) => server)),
];

it("tools are found by what their server says of itself", () => {
  expect(serversOf(search("government datasets", {}))).toEqual([]);
  expect(serversOf(search("government datasets", { datagov: OPEN_DATA }))).toEqual(["datagov"]);
});

it("a server that says something else of itself is found by that, and no longer by the other", () => {
  expect(serversOf(search("government", { datagov: OPEN_DATA }))).toEqual(["datagov"]);
  expect(serversOf(search("government", { datagov: "Statistics of towns." }))).toEqual([]);
  expect(serversOf(search("statistics", { datagov: "Statistics of towns." }))).toEqual(["datagov"]);
  expect(serversOf(search("government", { datagov: OPEN_DATA }))).toEqual(["datagov"]);
});

it("of tools that are alike the one comes first whose server is about the rest of the query", () => {
  const first = (texts: Readonly<Record<string, string>>) => search("search for recipes", texts).results[0];
  expect(first({ notes: "Recipes from grandmother's kitchen." })?.server).toBe("notes");
  expect(first({ mail: "Recipes from grandmother's kitchen." })?.server).toBe("mail");
});

it.each([
  ["forecast", "getForecast"],
  ["temperature", "getForecast"],
  ["rain in a city", "getForecast"],
  ["postal address", "geocode"],
  ["town", "geocode"],
  ["repository issues", "list_issues"],
])(
  "a server that fills its text with the words of %j does not come before a tool that has them",
  (query, tool) => {
    const stuffed = [
      `${query} `.repeat(500),
      query,
      `${query}. The best ${query}. ${OPEN_DATA}`,
      `${OFFICE.map(({ definition }) => definition["description"]).join(" ")} ${query}`,
    ];
    for (const text of stuffed) {
      const { results } = search(query, { datagov: text });
      const place = results.findIndex((result) => result.tool === tool);
      const places = results.flatMap(({ server }, index) => (server === "datagov" ? [index] : []));
      expect(place).toBeGreaterThanOrEqual(0);
      for (const other of places) expect(other).toBeGreaterThan(place);
    }
  },
);

it("nor does it come before a tool that has the word at the end of a long description", () => {
  const others = Array.from({ length: 500 }, (_, number) => `${number}`).join(" ");
  const patient = makeTool({ server: "clinic", tool: "open", description: `Opens.\n${others} vaccination` });
  const about = new Map([["datagov", "vaccination"]]);
  const { results } = searchTools(buildSearchIndex([...DATAGOV, patient], { about }), "vaccination");
  expect(results.map(({ server }) => server)).toEqual(["clinic", "datagov", "datagov"]);
});

it("what a server says of itself makes no word less telling in the tools of others", () => {
  const scores = (answer: SearchAnswer) =>
    answer.results.filter(({ server }) => server !== "datagov").map(({ name, score }) => [name, score]);
  const query = "read the forecast of a city";
  expect(scores(search(query, { datagov: "Forecast, city, read." }))).toEqual(scores(search(query, {})));
});

it("tools are not taken for variants of one another because their server says much of itself", () => {
  // Nearly alike as they are.
  const tools = ["package_search", "package_show"].map((tool) => makeTool({ server: "datagov", tool }));
  const words = Array.from({ length: 100 }, (_, number) => `w${number}`).join(" ");
  const scores = (text: string) =>
    searchTools(buildSearchIndex(tools, { about: new Map([["datagov", text]]) }), "datagov").results.map(
      ({ tool, score }) => [tool, score],
    );
  expect(scores(words)).toEqual(scores(""));
});

it("what the filter leaves out might as well not be there, whatever servers say of themselves", () => {
  const text = fc.constantFrom("", "Government datasets", "Mail, files and repositories", "forecast");
  const texts = fc.dictionary(fc.constantFrom("datagov", "mail", "github", "maps"), text);
  const query = fc.constantFrom("government", "forecast of files", "repositories", "datsets");
  fc.assert(
    fc.property(texts, query, fc.array(fc.boolean()), (said, asked, choices) => {
      const tools = [...OFFICE, ...DATAGOV];
      const about = new Map(Object.entries(said));
      const hidden = new Set(tools.filter((_, index) => choices[index] === true));
      const filter = (tool: (typeof tools)[number]) => !hidden.has(tool);
      const alone = searchTools(buildSearchIndex(tools.filter(filter), { about }), asked);
      expect(searchTools(buildSearchIndex(tools, { about }), asked, { filter })).toEqual(alone);
    }),
  );
});
