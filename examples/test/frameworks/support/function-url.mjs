// Answers HTTP requests with a Lambda handler, as a function URL does:
// PORT=8080 node function-url.mjs index.js
import { createServer } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { functionUrlEvent } from "./function-url-event.mjs";
import { awslambda, StreamedResponse } from "./streamed-response.mjs";

Object.assign(globalThis, { awslambda });
const [file = ""] = process.argv.slice(2);
const { handler } = await import(pathToFileURL(resolve(file)).href);

/**
 * The status, headers and cookies of a response. Cookies come from `cookies` alone.
 * @param {import("node:http").ServerResponse} response
 * @param {import("./streamed-response.mjs").Metadata} metadata
 */
function begin(response, { statusCode, headers = {}, cookies = [] }) {
  response.writeHead(statusCode, { ...headers, ...(cookies.length > 0 && { "Set-Cookie": cookies }) });
  response.flushHeaders();
}

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
async function invoke(request, response) {
  // The service passes JSON, in both directions.
  const event = JSON.parse(JSON.stringify(await functionUrlEvent(request)));
  if (handler.isStreaming) {
    const client = {
      begin: (/** @type {import("./streamed-response.mjs").Metadata} */ metadata) =>
        begin(response, metadata),
      write: (/** @type {Buffer} */ chunk) => void response.write(chunk),
      end: () => void response.end(),
    };
    return handler(event, new StreamedResponse(client), {});
  }
  const answer = JSON.parse(JSON.stringify(await handler(event, {})));
  begin(response, answer);
  response.end(Buffer.from(answer.body ?? "", answer.isBase64Encoded ? "base64" : "utf8"));
}

createServer((request, response) => {
  invoke(request, response).catch((error) => {
    // The service answers 502 for a function that throws.
    console.error(error);
    response.writeHead(502).end("Internal Server Error");
  });
}).listen(Number(process.env.PORT));
