import type { LookupAddress } from "node:dns";
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import type { ResponseHeadersInput } from "cloudfront-sign-diagnosis";
import { readHttpDate } from "cloudfront-sign-diagnosis/internals";

/** What came back. Everything in it is untrusted. */
export interface Answer {
  readonly status: number;
  /** The value of a header, by its name in any case. */
  header(name: string): string | undefined;
  readonly headers: ResponseHeadersInput;
  /** The beginning of the body; empty for a compressed one. */
  readonly body: string;
  readonly receivedAt: Date;
  /** The address of this machine if it connected over IPv6, where no NAT hides it. */
  readonly ipv6Address: string | undefined;
}

/** Why nothing came back: the code of an error of Node.js, or `TIMEOUT`. */
export interface NoAnswer {
  readonly failure: string;
}

/** The time of an answer by the clock of its server. A cached one has the time when it was made, and an age. */
export function serverTime({ header }: Answer): Date | undefined {
  const time = readHttpDate(header("date") ?? "");
  const age = Number(header("age") ?? 0);
  return time && new Date(time.getTime() + (age >= 0 && age < 1e9 ? age * 1000 : 0));
}

export function clockDifference(answer: Answer): number | undefined {
  const time = serverTime(answer);
  return time && Math.round((answer.receivedAt.getTime() - time.getTime()) / 1000);
}

/** How long an answer may take, in milliseconds. Our own limit: CloudFront denies within some milliseconds. */
const longestWait = 10_000;

/** The bytes of a body that are read: they show who answered. Our own limit, so that no film is downloaded. */
const longestBody = 65_536;

interface Connection {
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
    return incoming === undefined ? { failure: "ECONNRESET" } : await answerOf(incoming);
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    return { failure: signal.aborted ? "TIMEOUT" : (code ?? name) };
  } finally {
    outgoing.destroy();
  }
}

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

async function answerOf(incoming: IncomingMessage): Promise<Answer> {
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

/** Where a URL goes, and what stands in the first line of its request. */
export interface RequestTarget {
  readonly isSecure: boolean;
  readonly hostname: string;
  /** Empty for the port of the scheme. */
  readonly port: string;
  /** The value of the `Host` header. */
  readonly host: string;
  /** Path and query as they are sent. */
  readonly path: string;
  readonly browserPath: string;
  /** Whether the path and query are sent byte for byte as they were given. */
  readonly isExact: boolean;
}

// Scheme and authority (RFC 3986, appendix B), and what clients send of the rest: everything before the fragment.
const components = /^https?:\/\/[^/?#\\]*([^#]*)/is;

/** A path that can stand in a request line (RFC 9112, section 3): no white space, no control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be sent
const sendable = /^\/[^\x00-\x20\x7f]*$/;

/**
 * Reads a URL without rewriting its path and query: CloudFront compares the bytes that it gets. `undefined`
 * for text that no client can request.
 */
export function readRequestTarget(url: string): RequestTarget | undefined {
  const given = components.exec(url.trim())?.[1];
  if (given === undefined || !URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  const { protocol, hostname, port, host, origin } = parsed;
  for (const unsent of ["username", "password", "hash"] as const) parsed[unsent] = "";
  const browserPath = parsed.href.slice(origin.length);
  const path = given === "" || given.startsWith("?") ? `/${given}` : given;
  const isExact = sendable.test(path);
  return {
    isSecure: protocol === "https:",
    hostname: hostname.replace(/^\[|\]$/g, ""),
    port,
    host,
    path: isExact ? path : browserPath,
    browserPath,
    isExact,
  };
}
