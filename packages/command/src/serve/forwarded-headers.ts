import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { reasonHeader } from "./reason-header.ts";
import type { Viewer } from "./viewer.ts";

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

/** The headers of a request for the origin. */
export function originHeaders({ incoming, address }: Viewer, host: string): OutgoingHttpHeaders {
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
export function viewerHeaders({ headers }: IncomingMessage): Headers {
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
