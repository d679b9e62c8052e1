import type { NodeRequest } from "./node-types.ts";

/**
 * The `Request` for a request of Node.js; `undefined` for one that it cannot hold: an invalid Host, a URL that is not a path,
 * a method such as TRACE. `origin` is what viewers see; without it, the connection and the header Host tell.
 */
export function requestOf(
  incoming: NodeRequest,
  origin: string | undefined,
  signal: AbortSignal,
): Request | undefined {
  const { method = "GET", headers: given } = incoming;
  const path = incoming.originalUrl ?? incoming.url ?? "";
  const base = origin ?? originOf(incoming);
  // Host and path must not become part of one another. The absolute form of a URL is for proxies.
  if (base === undefined || !path.startsWith("/")) return undefined;
  const headers = new Headers();
  const hasBody = method !== "GET" && method !== "HEAD";
  try {
    // HTTP/2 has its method, path and host among the headers.
    for (const [name, value = []] of Object.entries(given))
      if (!name.startsWith(":")) for (const one of [value].flat()) headers.append(name, one);
    return new Request(base + path, {
      method,
      headers,
      signal,
      ...(hasBody && { body: bodyOf(incoming), duplex: "half" }),
    } as RequestInit);
  } catch {
    return undefined;
  }
}

/** Scheme and host. A client can send `X-Forwarded-…` and `:scheme` itself, so only the connection tells the scheme. */
function originOf({ headers, socket }: NodeRequest): string | undefined {
  const host = headers.host ?? headers[":authority"];
  if (typeof host !== "string" || !/^[\w.:[\]~!$&'()*+,;=%-]+$/.test(host)) return undefined;
  const isEncrypted = (socket as { readonly encrypted?: unknown }).encrypted === true;
  return `${isEncrypted ? "https" : "http"}://${host}`;
}

/** The body, which is read only as fast as somebody wants it. */
function bodyOf(incoming: NodeRequest): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<unknown> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        chunks ??= incoming[Symbol.asyncIterator]();
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value as Uint8Array);
      },
      async cancel() {
        await chunks?.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
