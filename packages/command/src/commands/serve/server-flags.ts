import { existsSync } from "node:fs";
import { isLoopback, limits } from "cloudfront-sign-webcrypto/internals";
import { readFlags } from "../../arguments/flag-values.ts";
import { refuse } from "../../arguments/refusal.ts";
import { type Arguments, inGroup } from "../../command.ts";
import { shownValue } from "../../output/shown-value.ts";
import { warn } from "../../output/terminal.ts";

export const serverFlags = inGroup("Server", {
  port: { value: "PORT", does: "the port to listen on; 0 for any free port; default: 8080" },
  host: {
    value: "HOST",
    does: "the address to listen on; default: 127.0.0.1, which only this machine reaches",
  },
  hostname: {
    value: "HOST",
    does: "a host name that browsers use for the server, such as one in /etc/hosts; addresses, localhost and *.localhost need none",
    isRepeatable: true,
  },
  cors: {
    value: "ORIGIN",
    does: "the page that may read responses, such as http://localhost:3000, with cookies; '*' for all pages, without cookies. A denied request has no CORS headers (not compared with AWS)",
  },
  log: {
    value: "FILE",
    does: "write each request to this file, as CloudFront's standard logs do: with whole signatures and cookies. explain --log reads it",
  },
  explain: {
    does: "send the reason for a denial in the header X-CloudFront-Sign-Reason, and print its cause and what to do",
  },
});

export type ServerFlag = keyof typeof serverFlags;

const defaultPort = 8080;

export function readPort(args: Arguments<ServerFlag>): number {
  const text = args.value("port") ?? String(defaultPort);
  const port = Number(text);
  return /^\d+$/.test(text) && port <= limits.highestPort
    ? port
    : refuse(`--port: ${shownValue(text)} is not a port; pass a number from 0 to ${limits.highestPort}`);
}

export function readHost(args: Arguments<ServerFlag>): string {
  const host = (args.value("host") ?? "127.0.0.1").replace(/^\[(.*)\]$/, "$1");
  if (host === "") return refuse("--host: is empty; pass an address such as 127.0.0.1");
  if (!isLoopback(host))
    warn(`--host ${shownValue(host)}: other machines may reach this server, which is made for development`);
  return host;
}

/** The names that the server answers to, as URL parsers write them. */
export function readHostnames(args: Arguments<ServerFlag>, host: string): string[] {
  const given = readFlags(args, "hostname", "a host name; write one such as cdn.example.test", (text) => {
    const url = `http://${text}`;
    const hostname = URL.canParse(url) && !/[:/?#@\\]/.test(text) ? new URL(url).hostname : "";
    return hostname === "" ? undefined : hostname;
  });
  return [host.toLowerCase(), ...given];
}

export function readCorsHeaders(args: Arguments<ServerFlag>): Readonly<Record<string, string>> {
  const origin = args.value("cors");
  if (origin === undefined) return {};
  if (origin === "*") return { "Access-Control-Allow-Origin": "*" };
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url === undefined || url.origin === "null")
    return refuse(
      `--cors: ${shownValue(origin)} is not an origin; write one such as http://localhost:3000, or '*'`,
    );
  if (url.origin !== origin) {
    // An origin that is not shown is not shown in small letters either.
    const step = shownValue(origin) === origin ? url.origin : "one such as http://localhost:3000";
    return refuse(`--cors: ${shownValue(origin)} is not what a browser sends as Origin; write ${step}`);
  }
  return { "Access-Control-Allow-Origin": origin, "Access-Control-Allow-Credentials": "true" };
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
