// A function URL with the invoke mode BUFFERED, or an HTTP API: handler "index.handler".
import { respond } from "./app.js";

/** @param {import("./app.js").FunctionUrlEvent} event */
export async function handler(event) {
  const { body = "", ...answer } = await respond(event);
  return { ...answer, body: await text(body) };
}

/** @param {string | AsyncIterable<string>} body */
async function text(body) {
  if (typeof body === "string") return body;
  let all = "";
  for await (const part of body) all += part;
  return all;
}
