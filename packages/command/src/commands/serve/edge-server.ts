import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { refuse } from "../../arguments/refusal.ts";
import { shownValue } from "../../output/shown-value.ts";
import type { Exchange } from "./access-log.ts";
import { requestOf, sendResponse, type Viewer } from "./fetch-adapter.ts";
import type { EdgeAnswer } from "./local-edge.ts";
import type { RequestRecord } from "./request-log.ts";

/** More than the 20,480 bytes of CloudFront, so that the edge answers, not Node.js. */
const longestHeaders = 65_536;

/** The requests of one connection that are answered at a time. Our own limit: each may hold an open file. */
const mostUnanswered = 64;

export interface EdgeServerOptions {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** The names that it answers to, beside addresses and localhost. */
  readonly hostnames: readonly string[];
  readonly edge: (request: Request, viewer: Viewer) => Promise<EdgeAnswer>;
  readonly log: (record: RequestRecord, exchange: Exchange) => void;
}

export interface EdgeServer {
  /** Where a browser finds it. */
  readonly address: string;
  close(): Promise<void>;
}

/** Starts the server; refuses in the words of the flags when it cannot listen. No request ends it. */
export async function startEdgeServer(options: EdgeServerOptions): Promise<EdgeServer> {
  const { host, port, log } = options;
  // Of a connection that closes, Node.js ends only the answer that is sent, none of those that wait for it.
  const connections = new WeakMap<Socket, Set<AbortController>>();
  const server = createServer({ maxHeaderSize: longestHeaders }, (incoming, answer) => {
    const start = performance.now();
    const left = new AbortController();
    const unanswered = connections.get(incoming.socket);
    if (unanswered && unanswered.size >= mostUnanswered) return void incoming.socket.destroy();
    unanswered?.add(left);
    // A connection that closes forgets it.
    const address = addressOf(incoming);
    const respond = async (): Promise<void> => {
      const { response, ...outcome } = await answerTo(options, incoming, left.signal);
      const sent = await sendResponse(response, answer, left.signal);
      unanswered?.delete(left);
      const { status, headers } = response;
      const { method = "", url: target = "" } = incoming;
      const milliseconds = performance.now() - start;
      const record = { time: new Date(), method, target, status, ...outcome, ...sent, milliseconds };
      log(record, { incoming, headers, address });
    };
    void respond();
  });
  server.on("connection", (socket) => {
    const unanswered = new Set<AbortController>();
    connections.set(socket, unanswered);
    socket.once("close", () => {
      for (const left of unanswered) left.abort();
    });
  });
  await new Promise<void>((resolve, reject) => {
    // It stays: a connection that cannot be accepted is an error, too, and ends nothing.
    server.on("error", reject);
    server.listen(port, host, resolve);
  }).catch(({ code }: NodeJS.ErrnoException) => refuse(listenProblem(host, port, code)));
  return {
    address: `http://${nameOf(host)}:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A name under which this machine reaches the host: browsers take localhost as secure. */
function nameOf(host: string): string {
  if (["127.0.0.1", "0.0.0.0", "::"].includes(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

function listenProblem(host: string, port: number, code = ""): string {
  if (code === "EADDRINUSE")
    return `--port: another program listens on ${port}; pass another one, or --port 0 for any free port`;
  if (code === "EACCES") return `--port: this user may not listen on ${port}; pass a port of at least 1024`;
  return ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"].includes(code)
    ? `--host: ${shownValue(host)} is not an address of this machine; pass 127.0.0.1, or 0.0.0.0 for all of its addresses`
    : `--host: cannot listen on ${shownValue(host)}, port ${port} (${code}); use another --host or --port`;
}

async function answerTo(
  { edge, hostnames }: EdgeServerOptions,
  incoming: IncomingMessage,
  left: AbortSignal,
): Promise<EdgeAnswer> {
  const request = requestOf(incoming);
  if (request === undefined) return ownAnswer(400, "Bad request.\n", "request-invalid");
  if (!isKnownHost(request.url, hostnames)) return ownAnswer(403, unknownHost, "host-unknown");
  try {
    return await edge(request, { incoming, address: addressOf(incoming), left });
  } catch (error) {
    return ownAnswer(500, "Internal error.\n", String(error));
  }
}

const unknownHost =
  "This server does not know this host name. If the name is yours, start the server with --hostname NAME.\n";

function ownAnswer(status: number, body: string, reason: string): EdgeAnswer {
  return { response: new Response(body, { status }), reason, cause: undefined };
}

/** The client's address; a server for both kinds writes IPv4 as ::ffff:192.0.2.1. */
function addressOf({ socket }: IncomingMessage): string {
  return (socket.remoteAddress ?? "").replace(/^::ffff:/i, "");
}

/**
 * Whether the server answers to the host of a URL. An address, localhost and the names below it can be no name of
 * another site: a page there could let its own name lead to this machine, and read what the server answers (DNS
 * rebinding). All other names have to be given.
 */
export function isKnownHost(url: string, names: readonly string[]): boolean {
  // A dot behind a name makes it absolute, and no other one.
  const hostname = new URL(url).hostname.replace(/\.$/, "");
  return (
    hostname.startsWith("[") ||
    /^[\d.]+$/.test(hostname) ||
    /(?:^|\.)localhost$/.test(hostname) ||
    names.includes(hostname)
  );
}
