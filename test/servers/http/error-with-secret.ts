/** 500 with 5 MB of HTML that quotes the caller's own credentials in every way it can. */
import type { RunningServer } from "./listen.ts";
import { startRawMcp } from "./raw-mcp.ts";

export async function startErrorWithSecret(status = 500): Promise<RunningServer> {
  return startRawMcp({
    onCall({ request, response }) {
      const secret = (request.headers.authorization ?? "").replace("Bearer ", "");
      const forms = [
        secret,
        encodeURIComponent(secret),
        Buffer.from(secret).toString("base64"),
        `<b>${secret}</b>`,
      ];
      response.writeHead(status, {
        "content-type": "text/html",
        "x-echo": secret,
        "www-authenticate": `Bearer x="${secret}"`,
      });
      const page = `<html>\u001b[31m<h1>Oops</h1><script>var token="${secret}"</script>${forms.join(" ")}</html>\n`;
      response.end(page.padEnd(5 * 1024 * 1024, page));
    },
  });
}
