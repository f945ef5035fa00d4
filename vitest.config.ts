import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Most tests wait for processes that they started, so that even two processors have time for two files. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

// Unit tests sit beside their source; everything under test/ drives the built product from outside.
export default defineConfig({
  test: {
    maxWorkers,
    projects: [
      { test: { name: "unit", include: ["src/**/*.test.ts", "test/layers.test.ts"], testTimeout: 60_000 } },
      {
        test: {
          name: "product",
          include: ["test/**/*.test.ts"],
          exclude: ["test/layers.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
