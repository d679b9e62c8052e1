import { memberOf } from "cloudfront-sign-webcrypto/internals";
import { loadFailure } from "./load-failure.ts";

/**
 * The longest answer that is parsed, in characters. Our own limit: the resource and the query of a grant have at
 * most 8,192 each.
 */
const longestAnswer = 65_536;

interface JsonResponse {
  readonly status: number;
  json(): Promise<unknown>;
}

/** What `response.json()` gives. @throws `ERR_GRANT_LOAD_FAILED` for what is no JSON or too long. */
export async function readJson(response: JsonResponse): Promise<unknown> {
  try {
    return await boundedJson(response);
  } catch (cause) {
    // In WebKit it is a DOMException of this name.
    if (memberOf(cause, "name") !== "SyntaxError") throw cause;
    // The cause stays out: V8 quotes the answer in it, which may be a grant.
    throw loadFailure(
      `got status ${response.status} and no JSON; let the endpoint answer as grantHandler does, not with a sign-in page`,
    );
  }
}

/** Reads no further than an answer can be long. The responses of other HTTP clients, which have no stream, are parsed whole. */
async function boundedJson(response: JsonResponse): Promise<unknown> {
  const body = memberOf(response, "body");
  if (typeof memberOf(body, "getReader") !== "function") return response.json();
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    if (done) return JSON.parse(text);
    if (text.length > longestAnswer) {
      reader.cancel().catch(() => {});
      throw loadFailure(
        `got status ${response.status} and more than ${longestAnswer} characters; let the endpoint answer as grantHandler does`,
      );
    }
  }
}
