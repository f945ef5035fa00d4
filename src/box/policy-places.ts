/** Where the configuration in use says what may be called, so that whoever is refused can go there. */
import type { Config } from "../config/config.ts";
import type { PolicyPlaces } from "../types.ts";

export function policyPlaces(config: () => Config): PolicyPlaces {
  const placeOf = (setting: string): string | undefined => {
    const place = config().settingPlaces.get(setting);
    return place === undefined ? undefined : `${place.file}:${place.line}`;
  };
  return {
    allowedTools: () => placeOf("allowedTools"),
    policy: () => placeOf("policy"),
    rule: (index) => placeOf(`policy[${index}]`),
    server: (name) => {
      const origin = config().servers.get(name)?.origin;
      if (origin === undefined) return undefined;
      return { place: `${origin.file}:${origin.line}`, isProjects: origin.scope === "project" };
    },
  };
}
