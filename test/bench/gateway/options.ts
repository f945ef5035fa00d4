/** The bench's command line. */
import { parseArgs } from "node:util";
import { CONTESTANTS, type Contestant, type Transport } from "./contestants.ts";

export interface Options {
  readonly contestants: readonly Contestant[];
  readonly transports: readonly Transport[];
  readonly rounds: number;
  readonly sliceMilliseconds: number;
  readonly warmUpMilliseconds: number;
  readonly profile: boolean;
}

const IDS = [...new Set(CONTESTANTS.map(({ id }) => id))];

export const HELP = `npm run bench:gateway -- [options]

  --only a,b           these contestants: ${IDS.join(", ")}
  --transport http|stdio
  --era legacy|modern  ours in this era only
  --rounds N           5 unless told otherwise
  --quick              one round of short slices, to see that it works
  --profile-ours       writes a CPU profile of ours`;

export function readOptions(args: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string" },
      transport: { type: "string" },
      era: { type: "string" },
      rounds: { type: "string" },
      quick: { type: "boolean", default: false },
      "profile-ours": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return undefined;
  const only = values.only?.split(",");
  const unknown = only?.find((id) => !IDS.includes(id));
  if (unknown !== undefined) throw new Error(`--only names ${unknown}; there are ${IDS.join(", ")}`);
  return {
    contestants: CONTESTANTS.filter(
      ({ id, name, kind }) =>
        (only === undefined || only.includes(id)) &&
        (kind !== "ours" || values.era === undefined || name.endsWith(values.era)),
    ),
    transports: (["http", "stdio"] as const).filter(
      (transport) => values.transport === undefined || values.transport === transport,
    ),
    rounds: Number(values.rounds ?? (values.quick ? 1 : 5)),
    sliceMilliseconds: values.quick ? 400 : 1000,
    warmUpMilliseconds: values.quick ? 500 : 1500,
    profile: values["profile-ours"],
  };
}
