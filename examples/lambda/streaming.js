// A function URL with the invoke mode RESPONSE_STREAM: handler "streaming.handler".
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { respond } from "./app.js";

/** Lambda puts `awslambda` into the global scope. */
export const handler = awslambda.streamifyResponse(async (event, responseStream) => {
  const { body = "", ...metadata } = await respond(event);
  const stream = awslambda.HttpResponseStream.from(responseStream, metadata);
  // Status and headers go out with the first write, so an empty body needs one, too.
  stream.write("");
  await pipeline(Readable.from(typeof body === "string" ? [body] : body), stream);
});
