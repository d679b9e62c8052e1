import type { LookupAddress } from "node:dns";
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import type { Answer, NoAnswer } from "./answer.ts";
import type { RequestTarget } from "./request-target.ts";

/** How long an answer may take, in milliseconds. Our own limit: CloudFront denies within some milliseconds. */
const longestWait = 10_000;

/** The bytes of a body that are read: they show who answered. Our own limit, so that no film is downloaded. */
const longestBody = 65_536;

/** The addresses of a target, and when to give up. */
export interface Connection {
  /** Default: those that the host name has. */
  readonly addresses?: readonly LookupAddress[];
  readonly signal?: AbortSignal;
}

/** Requests a target once and follows no redirect. Never rejects for what the network or the server does. */
export async function fetchAnswer(
  target: RequestTarget,
  method: string,
  cookies: string | undefined,
  { addresses, signal = timeout() }: Connection = {},
): Promise<Answer | NoAnswer> {
  const { isSecure, hostname, port, host, path } = target;
  // Not fetch, which rewrites URLs as browsers do.
  const outgoing = (isSecure ? requestHttps : requestHttp)({
    hostname,
    ...(port !== "" && { port }),
    path: utf8Bytes(path),
    method,
    headers: {
      Host: host,
      Accept: "*/*",
      "User-Agent": "cloudfront-sign",
      ...(cookies !== undefined && { Cookie: utf8Bytes(cookies) }),
    },
    agent: false,
    // The addresses that were looked at: a second answer of DNS could have others.
    ...(addresses && { lookup: lookupIn(addresses) }),
    signal,
  });
  try {
    outgoing.end();
    const incoming = await responseTo(outgoing);
    return incoming === undefined ? { failure: "ECONNRESET" } : await readAnswer(incoming);
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    return { failure: signal.aborted ? "TIMEOUT" : (code ?? name) };
  } finally {
    outgoing.destroy();
  }
}

/** The signal that an answer has taken too long. */
export function timeout(): AbortSignal {
  return AbortSignal.timeout(longestWait);
}

function lookupIn(addresses: readonly LookupAddress[]): LookupFunction {
  return (_, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else callback(null, first?.address ?? "", first?.family);
  };
}

/** The response; `undefined` if the connection ends without one, as after a switch of protocols. */
function responseTo(outgoing: ClientRequest): Promise<IncomingMessage | undefined> {
  return new Promise((resolve, reject) => {
    outgoing.on("response", resolve);
    // A connection that breaks later has shown the status and the headers: then this rejects nothing.
    outgoing.on("error", reject);
    outgoing.on("close", () => resolve(undefined));
  });
}

/** Node.js writes each character of a path and a header as one byte: with this, the bytes of UTF-8. */
function utf8Bytes(text: string): string {
  return Buffer.from(text).toString("latin1");
}

async function readAnswer(incoming: IncomingMessage): Promise<Answer> {
  const { socket, statusCode = 0, headers } = incoming;
  const receivedAt = new Date();
  const ipv6Address = socket.remoteFamily === "IPv6" ? socket.localAddress : undefined;
  const isCompressed = (headers["content-encoding"] ?? "identity") !== "identity";
  return {
    status: statusCode,
    header: (name) => headers[name.toLowerCase()]?.toString(),
    headers,
    body: isCompressed ? "" : await readBeginning(incoming),
    receivedAt,
    ipv6Address,
  };
}

async function readBeginning(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  try {
    for await (const chunk of body) {
      text += decoder.decode(chunk.subarray(0, longestBody - length), { stream: true });
      length += chunk.length;
      if (length >= longestBody) break;
    }
  } catch {
    // What came before the connection broke still shows who answered.
  }
  return text;
}
