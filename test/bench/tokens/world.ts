/** The files that the tasks work on, the same at every run, and what the right answers are. */

const SERVICES = ["billing", "catalog", "checkout", "identity"] as const;
export const LOG_FILES = Array.from(
  { length: 12 },
  (_, index) => `day-${String(index + 1).padStart(2, "0")}.log`,
);
const LINES_A_DAY = 60;

const durations = new Map<string, number[]>();
export const logs: ReadonlyMap<string, string> = new Map(
  LOG_FILES.map((name, day) => [
    name,
    Array.from({ length: LINES_A_DAY }, (_, line) => logLine(day, line)).join("\n"),
  ]),
);

function logLine(day: number, line: number): string {
  const service = SERVICES[(day * 7 + line * 3) % SERVICES.length] ?? "";
  const ms = 20 + ((day * 131 + line * 37) % 400);
  durations.set(service, [...(durations.get(service) ?? []), ms]);
  const time = `2026-03-${String(day + 1).padStart(2, "0")}T08:${String(line).padStart(2, "0")}:00Z`;
  return `${time} INFO ${service} request=${day * 1000 + line} status=${ms > 380 ? 500 : 200} ms=${ms}`;
}

/** Service → its mean duration, rounded. */
export const meanDurations = Object.fromEntries(
  SERVICES.map((service) => {
    const all = durations.get(service) ?? [];
    return [service, Math.round(all.reduce((sum, ms) => sum + ms, 0) / all.length)];
  }),
);

const FIRST = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gia", "Hal", "Ida", "Jon", "Kim", "Leo"];
const PROJECTS = ["Atlas", "Beacon", "Comet", "Delta", "Ember"];
export const team = FIRST.map((name, index) => ({
  name,
  role: ["engineer", "designer", "analyst"][index % 3] ?? "",
  city: ["Oslo", "Lima", "Pune", "Kyiv"][index % 4] ?? "",
  projects: PROJECTS.filter((_, project) => (index * 5 + project * project * 3) % 4 < 2),
}));

export const entities = [
  ...team.map(({ name, role, city }) => ({ name, entityType: "person", observations: [role, city] })),
  ...PROJECTS.map((name) => ({ name, entityType: "project", observations: [] })),
];
export const relations = team.flatMap(({ name, projects }) =>
  projects.map((to) => ({ from: name, to, relationType: "works on" })),
);

/** Who works on more than two projects. */
export const busiest = team.filter(({ projects }) => projects.length > 2).map(({ name }) => name);

const CUSTOMERS = ["Aster", "Birch", "Cedar", "Dahlia", "Elm", "Fern", "Ginkgo", "Hazel", "Iris", "Juniper"];
export const orders = Array.from({ length: 300 }, (_, index) => ({
  id: `order-${1000 + index}`,
  customer: CUSTOMERS[(index * 7 + (index % 13)) % CUSTOMERS.length] ?? "",
  status: ["paid", "open", "paid", "cancelled"][(index * 5) % 4] ?? "",
  amount: 10 + ((index * 89) % 490),
}));

/** The five customers with the highest total of paid orders, the highest first. */
export const bestCustomers = [...Map.groupBy(orders, ({ customer }) => customer)]
  .map(([customer, own]) => {
    const paid = own.filter(({ status }) => status === "paid");
    return { customer, total: paid.reduce((sum, { amount }) => sum + amount, 0) };
  })
  .sort((a, b) => b.total - a.total)
  .slice(0, 5);
