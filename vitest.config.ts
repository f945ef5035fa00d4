import { defineConfig } from "vitest/config";

// Unit tests sit beside their source; everything under test/ drives the built product from outside.
export default defineConfig({
  test: {
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
