/** Hot reload: a box takes over what its configuration files say, as they change, without a restart. */
import type { Config } from "../config/config.ts";
import type { LoadOptions } from "../config/load-config.ts";
import { watchConfig, type ConfigWatcher } from "../config/watch.ts";
import type { Logger } from "../util/log/logger.ts";
import type { Box } from "./box.ts";

export interface FollowOptions {
  /** How the configuration was read. */
  readonly loading: LoadOptions;
  readonly current: Config;
  readonly log: Logger;
}

export function followConfig(box: Box, { loading, current, log }: FollowOptions): ConfigWatcher {
  const sayError = (error: unknown): void =>
    log.error("the configuration was not taken over", { error: String(error) });
  return watchConfig({
    ...loading,
    current,
    onChange: (config, { added, removed, changed }) => {
      log.info("configuration changed", { added, removed, changed });
      box.use(config).catch(sayError);
    },
    onRefused: (failures) => {
      for (const { file, line, column, message } of failures) {
        log.error(`${file}:${line}:${column}: ${message}; what runs is left as it is`);
      }
    },
    onError: sayError,
  });
}
