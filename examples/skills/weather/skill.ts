/**
 * An example skill. Every exported function and every public method of an exported class is a tool; comments and types say
 * what a model and a person are told of it. It works without a network. Try it in this folder's parent:
 *
 *   tackle trust weather
 *   tackle skills test weather forecast city=Bern days=2
 */
import { readFileSync } from "node:fs";

/** A place on the map. */
export interface Place {
  /** Its name, in any language. */
  city: string;
  /** Two letters, such as CH. */
  country?: string;
}

/** One day's weather. */
interface Day {
  /** In the form 2026-01-31. */
  date: string;
  sky: "sunny" | "cloudy" | "rainy";
  /** Degrees Celsius, or Fahrenheit where that was asked for. */
  high: number;
  low: number;
}

const SKIES = ["sunny", "cloudy", "rainy"] as const;
const climates = JSON.parse(readFileSync(new URL("./climates.json", import.meta.url), "utf8")) as Record<
  string,
  number
>;

/**
 * Tells the weather of the coming days.
 * @param city where
 * @param days how many days
 * @param unit of temperatures
 */
export async function forecast(
  city: string,
  days = 3,
  unit: "celsius" | "fahrenheit" = "celsius",
): Promise<{ city: string; days: Day[] }> {
  if (!Number.isInteger(days) || days < 1 || days > 14) throw new Error("'days' must be from 1 to 14");
  const mean = climates[city] ?? 12;
  const first = Date.UTC(2026, 0, 1);
  const list = Array.from({ length: days }, (_, index): Day => {
    const swing = (city.length * 7 + index * 5) % 6;
    const inUnit = (celsius: number) => (unit === "celsius" ? celsius : Math.round((celsius * 9) / 5 + 32));
    return {
      date: new Date(first + index * 86_400_000).toISOString().slice(0, 10),
      sky: SKIES[swing % SKIES.length] ?? "cloudy",
      high: inUnit(mean + swing),
      low: inUnit(mean - swing),
    };
  });
  return { city, days: list };
}

/** Compares the climates of two places. */
export function compare(first: Place, second: Place): string {
  const difference = (climates[first.city] ?? 12) - (climates[second.city] ?? 12);
  if (difference === 0) return `${first.city} is as warm as ${second.city}`;
  return `${first.city} is ${Math.abs(difference)} degrees ${difference > 0 ? "warmer" : "colder"} than ${second.city}`;
}

/** What is remembered between calls, for as long as the skill's process runs. */
export class Favourites {
  readonly #places = new Map<string, Place>();

  /** Remembers a place, and tells how many are remembered. */
  remember(place: Place): { remembered: number } {
    this.#places.set(place.city, place);
    return { remembered: this.#places.size };
  }

  /** Lists the places that were remembered. */
  favourites(): Place[] {
    return [...this.#places.values()];
  }
}
