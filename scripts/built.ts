/**
 * Whether dist/ was made from the files as they are now: then nothing is built, so that `npm start` starts at once and takes
 * nothing away from whoever runs from there.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";

/** Written last: half a build has none. */
const STAMP = "dist/.built";
const FOLDERS = ["src", "scripts"];
const FILES = ["package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json"];

export function isBuilt(): boolean {
  try {
    return readFileSync(STAMP, "utf8") === stampOfSources();
  } catch {
    return false; // never built, or not to its end
  }
}

export function noteBuilt(): void {
  writeFileSync(STAMP, stampOfSources());
}

function stampOfSources(): string {
  const sources = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .map((file) => `${folder}/${file}`),
  );
  const hash = createHash("sha256");
  for (const file of [...sources, ...FILES].toSorted()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}
