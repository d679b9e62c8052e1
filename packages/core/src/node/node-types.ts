/**
 * The members that are used of a request of `node:http`, `node:https` and `node:http2`, so that the types need no declarations
 * of Node.js.
 */
export interface NodeRequest extends AsyncIterable<unknown> {
  /** Path and query, as the client sent them. Express removes the path that a router is mounted at. */
  readonly url?: string | undefined;
  /** Path and query, which Express keeps here. */
  readonly originalUrl?: string | undefined;
  /** Such as `GET`. */
  readonly method?: string | undefined;
  /** Names in small letters, pseudo-headers of HTTP/2 among them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The number of the HTTP version, without what stands behind its dot: 1 or 2. */
  readonly httpVersionMajor: number;
  /** The connection. */
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** The members that are used of a response of `node:http`, `node:https` and `node:http2`. */
export interface NodeResponse {
  /** The HTTP status. */
  statusCode: number;
  /** The text beside the status, which HTTP/2 does not have. */
  statusMessage: string;
  /** Whether the status and the headers are sent. */
  readonly headersSent: boolean;
  /** Whether all of the answer was handed to the system. */
  readonly writableFinished?: boolean;
  /** Reads a header that middleware has set. */
  getHeader(name: string): number | string | string[] | undefined;
  /** Sets a header, or several of one name. */
  setHeader(name: string, value: string | string[]): unknown;
  /** The names of the headers that are set. */
  getHeaderNames(): string[];
  /** Takes a header back. */
  removeHeader(name: string): unknown;
  /** Writes a part of the body; `false` if the next part should wait for `drain`. */
  write(chunk: Uint8Array): boolean;
  /** Ends the answer. */
  end(): unknown;
  /** Listens once. */
  once(event: "close" | "drain" | "error", listener: () => void): unknown;
  /** Stops listening. */
  off(event: "close" | "drain" | "error", listener: () => void): unknown;
}

/** The connection behind a request: the second argument of the handler. */
export interface NodeConnection {
  /** Address of the client, or of the proxy in front of the server. `undefined` after it has left, and for a Unix socket. */
  readonly remoteAddress: string | undefined;
}
