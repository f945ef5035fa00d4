/** The bench's command line. */
import { parseArgs } from "node:util";
import { CONTESTANTS, type Contestant, type Transport } from "./contestants.ts";
import { WORKLOADS } from "./workloads.ts";

export interface Options {
  readonly contestants: readonly Contestant[];
  readonly transports: readonly Transport[];
  readonly rounds: number;
  readonly sliceMilliseconds: number;
  readonly warmUpMilliseconds: number;
  readonly workloads: readonly (typeof WORKLOADS)[number][];
  readonly calm: boolean;
  readonly profile: boolean;
}

const unique = (values: readonly { readonly id: string }[]) => [...new Set(values.map(({ id }) => id))];
const IDS = unique(CONTESTANTS);
const LOADS = unique(WORKLOADS);

export const HELP = `npm run bench:gateway -- [options]

  --only a,b           these contestants: ${IDS.join(", ")}
  --transport http|stdio
  --era legacy|modern  ours in this era only
  --rounds N           5 unless told otherwise
  --load a,b           these loads: ${LOADS.join(", ")}
  --calm               waits, within limits, for moments when other programs take less than a tenth of the machine
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
      load: { type: "string" },
      calm: { type: "boolean", default: false },
      quick: { type: "boolean", default: false },
      "profile-ours": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return undefined;
  const only = namesIn(values.only, IDS);
  const eras = namesIn(values.era, ["legacy", "modern"]);
  const loads = namesIn(values.load, LOADS);
  return {
    contestants: CONTESTANTS.filter(
      ({ id, name, kind }) =>
        only.includes(id) && (kind !== "ours" || eras.some((era) => name.endsWith(era))),
    ),
    transports: namesIn(values.transport, ["http", "stdio"]),
    rounds: Number(values.rounds ?? (values.quick ? 1 : 5)),
    sliceMilliseconds: values.quick ? 400 : 1000,
    warmUpMilliseconds: values.quick ? 500 : 1500,
    workloads: WORKLOADS.filter(({ id }) => loads.includes(id)),
    calm: values.calm,
    profile: values["profile-ours"],
  };
}

/** The names in a list of them; all, when there is no list. */
function namesIn<Name extends string>(list: string | undefined, known: readonly Name[]): readonly Name[] {
  if (list === undefined) return known;
  return list.split(",").map((name) => {
    const found = known.find((one) => one === name);
    if (found === undefined) throw new Error(`there is no ${name}; there are ${known.join(", ")}`);
    return found;
  });
}
