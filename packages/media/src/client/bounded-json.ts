import { memberOf } from "cloudfront-sign-webcrypto/internals";
import { loadFailure } from "./load-failure.ts";

/**
 * The longest answer that is parsed, in characters. Our own limit: the resource and the query of a grant have at
 * most 8,192 each.
 */
const longestAnswer = 65_536;

/**
 * What `response.json()` gives, of a body that is read no further than an answer can be long. The responses of
 * other HTTP clients, which have no stream, are parsed whole.
 */
export async function boundedJson(response: {
  readonly status: number;
  json(): Promise<unknown>;
}): Promise<unknown> {
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
