import { existsSync } from "node:fs";
import { isLoopback } from "cloudfront-sign-webcrypto/internals";
import { refuse } from "../../arguments/refusal.ts";
import { shownValue } from "../../output/shown-value.ts";
import type { AccessLogWriter } from "./access-log.ts";
import { type EdgeServerOptions, startEdgeServer } from "./edge-server.ts";
import { logRequest } from "./request-log.ts";

export interface RunningServer {
  /** Where a browser finds it. */
  readonly address: string;
  close(): Promise<void>;
}

interface ServerOptions extends Omit<EdgeServerOptions, "log"> {
  readonly accessLog: AccessLogWriter | undefined;
}

/** Starts the server; refuses in the words of the flags when it cannot listen. */
export async function startServer({ accessLog, ...options }: ServerOptions): Promise<RunningServer> {
  const { host, port } = options;
  try {
    const server = await startEdgeServer({
      ...options,
      log(record, exchange) {
        logRequest(record);
        accessLog?.(record, exchange);
      },
    });
    return { address: `http://${nameOf(host)}:${server.port}/`, close: server.close };
  } catch (error) {
    return refuse(listenProblem(host, port, (error as NodeJS.ErrnoException).code));
  }
}

/** A name under which this machine reaches the host: browsers take localhost as secure. */
function nameOf(host: string): string {
  if (["127.0.0.1", "0.0.0.0", "::"].includes(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

function listenProblem(host: string, port: number, code: string | undefined): string {
  switch (code) {
    case "EADDRINUSE":
      return `--port: another program listens on ${port}; pass another one, or --port 0 for any free port`;
    case "EACCES":
      return `--port: this user may not listen on ${port}; pass a port of at least 1024`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `--host: ${shownValue(host)} is not an address of this machine; pass 127.0.0.1, or 0.0.0.0 for all of its addresses`;
    default:
      return `--host: cannot listen on ${shownValue(host)}, port ${port} (${code}); use another --host or --port`;
  }
}

/** What Docker and Podman create in a container. */
const markers = ["/.dockerenv", "/run/.containerenv"];

/** Says that a published port of a container does not reach a server on a loopback address. */
export function containerNote(
  host: string,
  exists: (path: string) => boolean = existsSync,
): string | undefined {
  return isLoopback(host) && markers.some((path) => exists(path))
    ? `The server listens on ${host}, which only this container reaches. To reach it from outside, pass --host 0.0.0.0.`
    : undefined;
}
