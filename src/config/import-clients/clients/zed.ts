/** Zed: `context_servers` in its settings. Entries without a command or address only configure an extension. */
import type { Client } from "../client.ts";
import { duration, ignored, signIn } from "../field-rules.ts";
import { inApplicationData, inDotConfig } from "../places.ts";
import { serversAt, USUAL_WORDS } from "../usual-words.ts";

export const zed: Client = {
  id: "zed",
  label: "Zed",
  userFiles: (places) => [
    ...inDotConfig(places, "zed", "settings.json"),
    ...(places.platform === "linux" ? [] : inApplicationData(places, "Zed", "settings.json")),
  ],
  projectFiles: [".zed/settings.json"],
  serversIn: serversAt("context_servers"),
  words: {
    ...USUAL_WORDS,
    source: ignored,
    remote: ignored,
    timeout: duration("timeout", 1000),
    oauth: signIn({ client_id: "clientId", client_secret: "clientSecret" }),
  },
  variables: { braces: "references" },
  finish: (draft) => {
    if (!draft.fields.has("command") && !draft.fields.has("url"))
      draft.skipped = "it is the configuration of an extension of Zed, which starts the server itself";
  },
};
