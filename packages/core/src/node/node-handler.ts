import { fail, startingAtCaller } from "../errors.ts";
import { readOptions } from "../options/read-options.ts";
import { describeType } from "../options/type-name.ts";
import type { PlatformRequest, PlatformResponse } from "../verify/restrict-viewer-access.ts";
import type { NodeConnection, NodeRequest, NodeResponse } from "./node-types.ts";
import { requestOf } from "./request-of.ts";
import { sendResponse } from "./send-response.ts";

/** Options of {@link nodeHandler}. */
export interface NodeHandlerOptions {
  /**
   * Scheme and host that viewers see, such as `https://app.example.com`: needed behind a proxy that ends TLS or changes the
   * host. Headers such as `X-Forwarded-Host` are never read, because clients can send them. Default: the scheme of the
   * connection, and the header `Host`.
   */
  readonly origin?: string | undefined;
  /**
   * Called with each error of the handler and of the body of its answer. The client sees a status 500 without a text, or a
   * closed connection where the body has begun. Default: `console.error`.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Converts a handler of `Request` and `Response`, such as those of `restrictViewerAccess`, `grantHandler` and `signManifests`,
 * into a listener of `node:http`, `node:https` and `node:http2`, and of Express.
 *
 * Bodies are streamed, no faster than the other side takes them. When the client leaves, the signal of the `Request` aborts
 * and the body is cancelled. A request that no `Request` can hold (an invalid `Host`, a method such as TRACE) is answered
 * with 400.
 *
 * @param handler answers a `Request`. Its second argument has the address of the client
 * @param options the origin that viewers see, and who hears of errors
 * @returns the listener, which never rejects
 * @throws `ERR_OPTION_INVALID`, `ERR_OPTION_UNKNOWN` for a handler that is not a function, and for the options.
 * @example
 * ```ts
 * import { createServer } from "node:http";
 * import { nodeHandler } from "cloudfront-sign-webcrypto/node";
 * import { restrictViewerAccess } from "cloudfront-sign-webcrypto/verify";
 *
 * const handler = restrictViewerAccess({
 *   publicKeys: { K2JCJMDEHXQW5F: process.env.CLOUDFRONT_PUBLIC_KEY! },
 *   origin: () => new Response("a private file"),
 * });
 * const server = createServer(nodeHandler(handler)).listen(0);
 * server.close();
 * ```
 */
export function nodeHandler(
  handler: (
    request: PlatformRequest,
    connection: NodeConnection,
  ) => PlatformResponse | Promise<PlatformResponse>,
  options: NodeHandlerOptions = {},
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  const { base, onError } = startingAtCaller(nodeHandler, () => {
    checkFunction("handler", handler, "(request) => new Response()");
    return readNodeHandlerOptions(options);
  });

  return async (incoming, outgoing) => {
    const leaving = new AbortController();
    const forget = onConnectionClosed(incoming, () => leaving.abort());
    outgoing.once("close", () => {
      forget();
      if (!outgoing.writableFinished) leaving.abort();
    });
    // Without a listener, a connection that breaks would end the process.
    outgoing.once("error", () => leaving.abort());
    try {
      const { remoteAddress } = incoming.socket;
      const request = requestOf(incoming, base, leaving.signal);
      const response = request
        ? ((await handler(request as PlatformRequest, { remoteAddress })) as Response)
        : new Response(null, { status: 400 });
      await sendResponse(response, incoming, outgoing, leaving.signal);
    } catch (error) {
      // What fails because the client has left is no news.
      if (!leaving.signal.aborted) report(onError, error);
      answerError(outgoing);
    }
  };
}

/** What hears of the end of each connection. One listener a connection calls all: Node.js warns of more than 10 as of a leak. */
let waiting: WeakMap<object, Set<() => void>> | undefined;

/**
 * Calls `listener` when the connection of a request closes; returns the function that ends this. The response to a request
 * that waits behind another one on its connection (HTTP pipelining) gets no event of that. HTTP/2 tells each response.
 */
function onConnectionClosed({ socket, httpVersionMajor }: NodeRequest, listener: () => void): () => void {
  const { once } = socket as { once?(event: "close", listener: () => void): void };
  if (httpVersionMajor > 1 || typeof once !== "function") return () => {};
  waiting ??= new WeakMap();
  const listeners = waiting.get(socket) ?? new Set();
  if (!waiting.has(socket)) {
    waiting.set(socket, listeners);
    once.call(socket, "close", () => {
      for (const tell of listeners) tell();
    });
  }
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function readNodeHandlerOptions(options: NodeHandlerOptions) {
  const { origin, onError = console.error } = readOptions("options", options, ["origin", "onError"]);
  checkFunction("onError", onError, "(error) => console.error(error)");
  return { base: origin === undefined ? undefined : readOrigin(origin), onError };
}

function report(onError: (error: unknown) => unknown, error: unknown): void {
  // A hook that fails has nobody to tell, also an asynchronous one.
  void (async () => onError(error))().catch(() => undefined);
}

/** A 500 without a text or a header of the failed answer; a broken connection where a part of it is sent. */
function answerError(outgoing: NodeResponse): void {
  if (outgoing.headersSent) {
    breakOff(outgoing);
    return;
  }
  try {
    for (const name of outgoing.getHeaderNames()) outgoing.removeHeader(name);
    outgoing.statusCode = 500;
    outgoing.end();
  } catch {
    breakOff(outgoing);
  }
}

/** Only so the client sees that the body is not complete. */
function breakOff(outgoing: NodeResponse): void {
  const { stream, destroy } = outgoing as {
    readonly stream?: { close(code: number): void };
    readonly destroy?: () => void;
  };
  // INTERNAL_ERROR of HTTP/2 (RFC 9113, section 7).
  if (stream) stream.close(2);
  else destroy?.call(outgoing);
}

function checkFunction(option: string, value: unknown, example: string): void {
  if (typeof value !== "function")
    fail("ERR_OPTION_INVALID", option, `is ${describeType(value)}; pass a function: ${example}`);
}

function readOrigin(origin: unknown): string {
  const text = typeof origin === "string" ? origin.replace(/\/$/, "") : "";
  return /^https?:\/\/[^/?#@\\\s]+$/.test(text)
    ? text
    : fail(
        "ERR_OPTION_INVALID",
        "origin",
        `is ${typeof origin === "string" ? "not a scheme and a host" : describeType(origin)}; write what viewers see, such as https://app.example.com`,
      );
}
