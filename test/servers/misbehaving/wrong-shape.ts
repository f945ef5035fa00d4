/** Replies with the right id and an envelope of the wrong shape; the argument `shape` of the call picks which. */
import { serveRaw, textResult, write } from "./raw-server.ts";

const fine = JSON.stringify(textResult("fine"));
const shapes: Readonly<Record<string, string>> = {
  neither: "",
  both: `,"result":${fine},"error":{"code":1,"message":"no"}`,
  "text-result": ',"result":"text"',
  "list-result": ',"result":[]',
  "null-result": ',"result":null',
  "text-error": ',"error":"it \\u001b[31mbroke"',
  "error-without-code": ',"error":{"message":"no code"}',
  "error-without-message": ',"error":{"code":-32000}',
  "bad-meta": ',"result":{"_meta":7}',
  "broken-json": ',"result":{oops}',
  "null-error": `,"result":${fine},"error":null`,
  "extra-member": `,"result":${fine},"took":"3ms"`,
};

serveRaw({
  call: ({ id, params }) => {
    write(`{"jsonrpc":"2.0","id":${id}${shapes[String(params.arguments?.["shape"])] ?? ""}}\n`);
  },
});
