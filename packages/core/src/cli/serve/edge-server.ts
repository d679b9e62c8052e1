import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { requestOf, sendResponse } from "./fetch-adapter.ts";
import type { EdgeAnswer } from "./local-edge.ts";
import type { RequestRecord } from "./request-log.ts";
import type { Viewer } from "./viewer.ts";

/** More than the 20,480 bytes of CloudFront, so that the edge answers, not Node.js. */
const longestHeaders = 65_536;

export interface EdgeServerOptions {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly edge: (request: Request, viewer: Viewer) => Promise<EdgeAnswer>;
  readonly log: (record: RequestRecord) => void;
}

export interface EdgeServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts the server. Rejects when it cannot listen; no request ends it. */
export async function startEdgeServer(options: EdgeServerOptions): Promise<EdgeServer> {
  const { host, port, edge, log } = options;
  // Of a connection that closes, Node.js ends only the answer that is sent, none of those that wait for it.
  const connections = new WeakMap<Socket, Set<AbortController>>();
  const server = createServer({ maxHeaderSize: longestHeaders }, (incoming, answer) => {
    const start = performance.now();
    const left = new AbortController();
    const unanswered = connections.get(incoming.socket);
    unanswered?.add(left);
    respond(edge, incoming, answer, left.signal).then((outcome) => {
      unanswered?.delete(left);
      log({
        time: new Date(),
        method: incoming.method ?? "",
        target: incoming.url ?? "",
        milliseconds: performance.now() - start,
        ...outcome,
      });
    });
  });
  server.on("connection", (socket) => {
    const unanswered = new Set<AbortController>();
    connections.set(socket, unanswered);
    socket.once("close", () => {
      for (const left of unanswered) left.abort();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Outcome = Pick<RequestRecord, "status" | "reason" | "cause" | "bytes" | "isComplete">;

/** Answers one request. Never rejects. */
async function respond(
  edge: EdgeServerOptions["edge"],
  incoming: IncomingMessage,
  answer: ServerResponse,
  left: AbortSignal,
): Promise<Outcome> {
  const { response, reason, cause } = await answerTo(edge, incoming, left);
  const sent = await sendResponse(response, answer, left);
  return { status: response.status, reason, cause, ...sent };
}

async function answerTo(
  edge: EdgeServerOptions["edge"],
  incoming: IncomingMessage,
  left: AbortSignal,
): Promise<EdgeAnswer> {
  const request = requestOf(incoming);
  if (request === undefined) return ownAnswer(400, "Bad request.\n", "request-invalid");
  try {
    return await edge(request, { incoming, address: addressOf(incoming), left });
  } catch (error) {
    return ownAnswer(500, "Internal error.\n", String(error));
  }
}

function ownAnswer(status: number, body: string, reason: string): EdgeAnswer {
  return { response: new Response(body, { status }), reason, cause: undefined };
}

/** The client's address; a server for both kinds writes IPv4 as ::ffff:192.0.2.1. */
function addressOf({ socket }: IncomingMessage): string {
  return (socket.remoteAddress ?? "").replace(/^::ffff:/i, "");
}
