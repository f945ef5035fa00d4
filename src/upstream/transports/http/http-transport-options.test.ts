import { inspect } from "node:util";
import { expect, it } from "vitest";
import { checkUrl } from "./http-transport-options.ts";

it.for(["", "host/secret", "ftp://host/secret", "https://user:secret@host/", "file:///secret"])(
  "refuses the url %s without quoting it",
  (url) => {
    const thrown = catching(() => checkUrl({ server: "remote", url }));
    expect(thrown).toMatchObject({ code: "config", server: "remote" });
    expect(inspect(thrown)).not.toContain("secret");
  },
);

function catching(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
