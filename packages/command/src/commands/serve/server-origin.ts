import {
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from "node:http";
import { request as httpsRequest } from "node:https";
import { Readable } from "node:stream";
import { reasonHeader, type Viewer } from "./fetch-adapter.ts";

/**
 * Answers requests with the answers of a server, both ways as a stream. As CloudFront, it follows no redirect,
 * sends the origin's own host name as Host and adds the viewer to `X-Forwarded-For`; an origin that cannot be
 * reached is a 502. The path of `origin` is put in front of each path.
 */
export function serverOrigin(origin: URL): (request: Request, viewer: Viewer) => Promise<Response> {
  const request = origin.protocol === "https:" ? httpsRequest : httpRequest;
  const originPath = origin.pathname.replace(/\/$/, "");
  return ({ url, method }, viewer) =>
    new Promise((resolve) => {
      const { pathname, search } = new URL(url);
      const outgoing = request(origin, {
        path: originPath + pathname + search,
        method,
        headers: originHeaders(viewer, origin.host),
        signal: viewer.left,
        // The origin may close a kept connection just when the next request is sent.
        agent: false,
      });
      outgoing.on("response", (incoming) => resolve(answerOf(incoming, outgoing)));
      outgoing.on("error", (error: NodeJS.ErrnoException) => resolve(badGateway(error.code, method)));
      // An origin may also close the connection, or switch protocols, without an answer.
      outgoing.on("close", () => resolve(badGateway("no answer", method)));
      // Not a pipeline: if the origin fails, that would also end the connection of the viewer.
      viewer.incoming.pipe(outgoing);
    });
}

function answerOf(incoming: IncomingMessage, outgoing: ClientRequest): Response {
  const { statusCode: status = 0 } = incoming;
  const hasBody = outgoing.method !== "HEAD" && !statusesWithoutBody.includes(status);
  try {
    const body = hasBody ? (Readable.toWeb(incoming) as ReadableStream) : null;
    if (!hasBody) incoming.resume();
    return new Response(body, { status, headers: viewerHeaders(incoming) });
  } catch {
    // A status or a header that no Response can have.
    outgoing.destroy();
    return badGateway("invalid-answer", outgoing.method);
  }
}

/** Statuses whose answers have no body (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
const statusesWithoutBody: readonly number[] = [204, 205, 304];

function badGateway(problem: string | undefined, method: string): Response {
  const body = `<!DOCTYPE html><html><head><title>ERROR: The request could not be satisfied</title></head><body><h1>502 ERROR</h1><h2>The request could not be satisfied.</h2><p>CloudFront wasn't able to connect to the origin.</p></body></html>`;
  return new Response(method === "HEAD" ? null : body, {
    status: 502,
    headers: {
      "Content-Type": "text/html",
      Server: "CloudFront",
      "X-Cache": "Error from cloudfront",
      [reasonHeader]: `origin-unreachable (${problem ?? "unknown error"})`,
    },
  });
}

/** Headers that are about one connection, beside those that `Connection` names (RFC 9110, section 7.6.1). */
const connectionHeaders: readonly string[] = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

function originHeaders({ incoming, address }: Viewer, host: string): OutgoingHttpHeaders {
  const { headers } = incoming;
  const { "x-forwarded-for": earlier, "transfer-encoding": coding, "content-length": length } = headers;
  return {
    ...endToEnd(headers),
    host,
    "x-forwarded-for": earlier === undefined ? address : `${earlier}, ${address}`,
    // Also if Connection names them. Node.js would send the body of a GET or DELETE request without its length,
    // and the origin would read it as the next request.
    ...(coding !== undefined && { "transfer-encoding": "chunked" }),
    ...(coding === undefined && length !== undefined && { "content-length": length }),
  };
}

/** The headers of the origin's answer for the viewer. */
function viewerHeaders({ headers }: IncomingMessage): Headers {
  const forwarded = new Headers();
  // The reason stands for denials of the edge itself.
  for (const [name, value] of Object.entries(endToEnd(headers)))
    if (name !== reasonHeader.toLowerCase())
      for (const one of [value ?? []].flat()) forwarded.append(name, one);
  return forwarded;
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = (headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase());
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !connectionHeaders.includes(name) && !named.includes(name)),
  );
}
