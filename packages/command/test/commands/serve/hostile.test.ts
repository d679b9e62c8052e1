import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { type BuiltCommand, buildCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { RunningServer } from "@cloudfront-sign-webcrypto/testing/support/running-server.ts";
import { pollTimeout } from "@cloudfront-sign-webcrypto/testing/time-limits";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** `cloudfront-sign serve` gets by raw sockets what no client would send: it answers, and goes on. */

let command: BuiltCommand;
let origin: Server;
const servers: Record<string, RunningServer> = {};

beforeAll(async () => {
  command = await buildCommand();
  const media = join(command.folder, "media");
  mkdirSync(join(media, "course"), { recursive: true });
  writeFileSync(join(media, "about.txt"), "about");
  writeFileSync(join(media, "course/index.m3u8"), "private");
  writeFileSync(join(command.folder, "public.pem"), keyText("rsa2048.pub.spki.pem"));
  origin = createServer((_, answer) => answer.end("about"));
  await new Promise<void>((listening) => origin.listen(0, "127.0.0.1", listening));
  const { port } = origin.address() as { port: number };
  const options = ["--public-key", "K2JCJMDEHXQW5F=public.pem", "--restrict", "/course/*", "--explain"];
  servers.folder = await RunningServer.start(command, media, ...options);
  servers.server = await RunningServer.start(command, `http://127.0.0.1:${port}`, ...options);
});
afterAll(async () => {
  for (const server of Object.values(servers)) await server.stop();
  origin.close();
  command.remove();
});

/**
 * The status line that comes back for these bytes, or nothing when the connection is closed without one or
 * nothing comes within these milliseconds.
 */
function statusLine(port: number, request: string, patience = pollTimeout): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    const done = (): void => {
      socket.destroy();
      resolve(text.split("\r\n", 1)[0] ?? "");
    };
    socket.setTimeout(patience, done);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (text.includes("\r\n")) done();
    });
    socket.on("error", done);
    socket.on("close", done);
    socket.write(request, "latin1");
  });
}

const get = (path: string, ...headers: string[]) =>
  `GET ${path} HTTP/1.1\r\n${["Connection: close", ...headers].join("\r\n")}\r\n\r\n`;
const local = "Host: 127.0.0.1";

const hostile: Record<string, string> = {
  "a Host with a space": get("/about.txt", "Host: a b"),
  "an empty Host": get("/about.txt", "Host:"),
  "a Host that is a path": get("/about.txt", "Host: /../"),
  "a Host with a bad port": get("/about.txt", "Host: a:99999999"),
  "a Host with a user name": get("/about.txt", "Host: user@a"),
  "a Host that is not an IPv6 address": get("/about.txt", "Host: [::1"),
  "a Host of another alphabet": get("/about.txt", "Host: b\xfccher.example"),
  "two Hosts": get("/about.txt", local, "Host: b"),
  "no Host": get("/about.txt"),
  TRACE: `TRACE /about.txt HTTP/1.1\r\n${local}\r\n\r\n`,
  TRACK: `TRACK /about.txt HTTP/1.1\r\n${local}\r\n\r\n`,
  CONNECT: `CONNECT a:443 HTTP/1.1\r\n${local}\r\n\r\n`,
  "an unknown method": `BREW /about.txt HTTP/1.1\r\n${local}\r\n\r\n`,
  "OPTIONS *": `OPTIONS * HTTP/1.1\r\n${local}\r\n\r\n`,
  "absolute form": get("http://evil.example/course/index.m3u8", local),
  "absolute form of another scheme": get("ftp://evil.example/about.txt", local),
  "authority form": get("evil.example:80", local),
  "two slashes and a host": get("//evil.example/about.txt", local),
  "two slashes": get("//", local),
  "a backslash": get("/\\evil.example\\about.txt", local),
  "bad escapes": get("/%zz%", local),
  "bytes that are not UTF-8": get("/%ff%fe", local),
  "a path with an escaped NUL": get("/about%00.txt", local),
  "a path outside of the folder": get("/../../package.json", local),
  "an escaped path outside of the folder": get("/%2e%2e%2f%2e%2e%2fpackage.json", local),
  "a NUL in the path": get("/about\0.txt", local),
  "a NUL in a header": get("/about.txt", local, "X-A: a\0b"),
  "letters beyond ASCII in the path": get("/caf\xe9\xff.txt", local),
  "letters beyond ASCII in a header": get("/about.txt", local, "X-A: \xe9\xff"),
  "a header of 20,000": get("/about.txt", local, `X-A: ${"a".repeat(20_000)}`),
  "a path of 14,000": get(`/${"a".repeat(14_000)}`, local),
  "cookies that are JSON to some parsers": get(
    "/course/index.m3u8",
    local,
    'Cookie: x=j:{"toString":1}; CloudFront-Policy=j:{"toString":1}',
  ),
  "a header name with a space": get("/about.txt", local, "X A: 1"),
  "HTTP/0.9": "GET /about.txt\r\n\r\n",
  "HTTP/1.0 without Host": "GET /about.txt HTTP/1.0\r\n\r\n",
  "HTTP/9.9": `GET /about.txt HTTP/9.9\r\n${local}\r\n\r\n`,
  "no HTTP": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
  "a Content-Length that is too large": `POST /about.txt HTTP/1.1\r\n${local}\r\nContent-Length: 99\r\n\r\nx`,
  "a Content-Length that is too small": `POST /about.txt HTTP/1.1\r\n${local}\r\nContent-Length: 1\r\n\r\nGET / x`,
  "a Content-Length that is none": `POST /about.txt HTTP/1.1\r\n${local}\r\nContent-Length: -1\r\n\r\n`,
  "two lengths": `POST /about.txt HTTP/1.1\r\n${local}\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  "a GET with a body": `GET /about.txt HTTP/1.1\r\n${local}\r\nContent-Length: 3\r\n\r\nabc`,
  "an upgrade": get("/about.txt", local, "Connection: Upgrade", "Upgrade: websocket"),
  "an expectation": get("/about.txt", local, "Expect: the-impossible"),
};

describe.each(["folder", "server"])("serve with a %s answers a good request after", (kind) => {
  it.each(Object.entries(hostile))("%s", async (name, request) => {
    const port = servers[kind]?.port ?? 0;
    // The server waits for the rest of some, and answers all that ask for what is private.
    const answer = await statusLine(port, request, request.includes("/course/") ? pollTimeout : 500);
    // Nothing private, and no fault of the server's own.
    expect(answer, name).not.toMatch(/ 5\d\d /);
    if (request.includes("/course/")) expect(answer).toMatch(/^HTTP\/1\.1 40[03] /);
    expect(await statusLine(port, get("/about.txt", local))).toBe("HTTP/1.1 200 OK");
    expect(await statusLine(port, get("/course/index.m3u8", local))).toBe("HTTP/1.1 403 Forbidden");
  });
});
