import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";

/**
 * The header with the reason of a denial, as `restrictViewerAccess` sets it. The origins here put the reasons
 * of their own errors into it.
 */
export const reasonHeader = "X-CloudFront-Sign-Reason";

/**
 * The Fetch `Request` for a request of Node.js, without its body. `undefined` for those that it cannot hold:
 * an invalid Host, TRACE, `OPTIONS *`.
 */
export function requestOf({ url = "", method = "GET", headers }: IncomingMessage): Request | undefined {
  const { host = "" } = headers;
  // Host and path must not become part of one another. The absolute form of a URL is for proxies.
  if (!url.startsWith("/") || host === "" || /[/?#@\\]/.test(host)) return undefined;
  try {
    return new Request(`http://${host}${url}`, {
      method,
      headers: headers as Record<string, string>,
    });
  } catch {
    return undefined;
  }
}

/** What reached the client of an answer. */
export interface SentBody {
  bytes: number;
  /** Whether that was all: neither the client nor the origin closed the connection before. */
  isComplete: boolean;
}

/** Sends a Fetch `Response`, until the client has `left`. Never rejects. */
export async function sendResponse(
  response: Response,
  answer: ServerResponse,
  left = new AbortController().signal,
): Promise<SentBody> {
  const sent: SentBody = { bytes: 0, isComplete: false };
  try {
    for (const [name, value] of response.headers) answer.appendHeader(name, value);
    answer.writeHead(response.status);
    if (response.body === null) answer.end();
    else {
      const length = response.headers.get("content-length");
      const body = Readable.fromWeb(response.body as NodeReadableStream<Uint8Array>);
      const counted = (chunks: AsyncIterable<Uint8Array>) => count(chunks, sent, length);
      // An answer that waits for an earlier one of its connection would never end.
      await Promise.race([pipeline(body, counted, answer, { signal: left }), rejectOnAbort(left)]);
    }
    sent.isComplete = true;
  } catch {
    // The headers are sent, so that only a closed connection can tell the client.
    answer.destroy();
  }
  return sent;
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Counts bytes while they pass. A file that was cut meanwhile would let the client wait for the rest. */
async function* count(
  chunks: AsyncIterable<Uint8Array>,
  sent: SentBody,
  length: string | null,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    sent.bytes += chunk.length;
    yield chunk;
  }
  if (length !== null && sent.bytes !== Number(length)) throw new Error("not as long as announced");
}

/** The client behind a request. */
export interface Viewer {
  /** The request as it came, with its body. */
  readonly incoming: IncomingMessage;
  readonly address: string;
  /** Aborted when it closes the connection before the answer is complete. */
  readonly left: AbortSignal;
}
