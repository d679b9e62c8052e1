import { writeFileSync } from "node:fs";
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { type BuiltCommand, buildCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { RunningServer } from "@cloudfront-sign-webcrypto/testing/support/running-server.ts";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

/** `cloudfront-sign serve http://…`: real requests through the command to a server behind it. */

const signer = createCloudFrontSigner({
  keyPairId: "K2JCJMDEHXQW5F",
  privateKey: keyText("rsa2048.pkcs8.pem"),
});
const key = ["--public-key", "K2JCJMDEHXQW5F=public.pem"];

interface Received {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

let command: BuiltCommand;
let origin: Server;
let edge: RunningServer;
let originPort = 0;
let received: Received[] = [];
/** What the origin answers, once it has read the request. */
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  command = await buildCommand();
  writeFileSync(join(command.folder, "public.pem"), keyText("rsa2048.pub.spki.pem"));
  origin = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method = "", url: target = "", headers } = request;
    received.push({ method, target, headers, body });
    answer(response);
  });
  await new Promise<void>((listening) => origin.listen(0, "127.0.0.1", listening));
  originPort = (origin.address() as { port: number }).port;
  edge = await RunningServer.start(
    command,
    `http://127.0.0.1:${originPort}/base/`,
    ...key,
    "--restrict",
    "/private/*",
  );
});
afterAll(async () => {
  await edge.stop();
  origin.close();
  command.remove();
});
beforeEach(() => {
  received = [];
  answer = (response) => response.end("answer");
});

/** A request of Node.js, which decodes nothing and sets no headers of its own but Host and Connection. */
function send(
  path: string,
  { method = "GET", headers = {} as Record<string, string>, body = [] as string[] } = {},
): Promise<{ status?: number | undefined; headers: IncomingMessage["headers"]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(edge.url(""), { path, method, headers, agent: false });
    outgoing.on("error", reject);
    outgoing.on("response", async (response) => {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of response) chunks.push(chunk);
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) });
      } catch (error) {
        reject(error);
      }
    });
    for (const chunk of body) outgoing.write(chunk);
    outgoing.end();
  });
}

describe("serve http://…", () => {
  it("sends a signed request without its signing parameters, below the path of the origin", async () => {
    const url = await signer.signUrl(edge.url("/private/a%20b?size=1&&c"), { expiresIn: "1h" });
    const { status, body } = await send(new URL(url).pathname + new URL(url).search);
    expect([status, String(body)]).toEqual([200, "answer"]);
    expect(received.map(({ method, target }) => `${method} ${target}`)).toEqual([
      "GET /base/private/a%20b?size=1&&c",
    ]);
    expect(await edge.said(/ms\n/)).toMatch(/GET \/private\/a%20b\?size=1&c 200 6 bytes/);
  });

  it("sends nothing for a request that is denied", async () => {
    expect((await send("/private/a", { method: "POST", body: ["secret"] })).status).toBe(403);
    expect(received).toEqual([]);
  });

  it.each(["GET", "HEAD", "DELETE", "OPTIONS", "POST"])(
    "sends the body of %s as a body, also if Connection names its length",
    async (method) => {
      const inner = "GET /base/private/secret HTTP/1.1\r\nHost: x\r\n\r\n";
      await send("/a", {
        method,
        headers: { Connection: "close, content-length", "Content-Length": String(inner.length) },
        body: [inner],
      });
      expect(received.map(({ target, body }) => [target, body])).toEqual([["/base/a", inner]]);
    },
  );

  it("passes headers on, but not those of the connection, and names the viewer and the origin", async () => {
    await send("/a", {
      headers: {
        Accept: "text/plain",
        Cookie: "a=1; b=2",
        Range: "bytes=0-1",
        "X-Own": "1",
        "X-Forwarded-For": "203.0.113.7",
        Connection: "close, X-Hop",
        "X-Hop": "1",
        "Keep-Alive": "timeout=5",
        "Proxy-Authorization": "Basic secret",
        TE: "trailers",
        Upgrade: "websocket",
      },
    });
    const { connection: _, ...headers } = received[0]?.headers ?? {};
    expect(headers).toEqual({
      host: `127.0.0.1:${originPort}`,
      accept: "text/plain",
      cookie: "a=1; b=2",
      range: "bytes=0-1",
      "x-own": "1",
      "x-forwarded-for": "203.0.113.7, 127.0.0.1",
    });
  });

  it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])(
    "passes %s on with its body, chunked or not",
    async (method) => {
      await send("/a", { method, headers: { "Transfer-Encoding": "chunked" }, body: ["one ", "two"] });
      await send("/a", { method, headers: { "Content-Length": "3" }, body: ["one"] });
      await send("/a", { method });
      expect(received.map((one) => [one.method, one.body])).toEqual([
        [method, "one two"],
        [method, "one"],
        [method, ""],
      ]);
    },
  );

  it("passes the answer back: status, several cookies, an encoded body byte for byte", async () => {
    const zipped = gzipSync("text");
    answer = (response) =>
      response
        .writeHead(
          418,
          [
            ["Set-Cookie", "a=1"],
            ["Set-Cookie", "b=2"],
            ["Content-Encoding", "gzip"],
            ["X-CloudFront-Sign-Reason", "made up"],
            ["Connection", "X-Hop"],
            ["X-Hop", "1"],
          ].flat() as string[],
        )
        .end(zipped);
    const { status, headers, body } = await send("/a");
    expect([status, headers["set-cookie"], headers["content-encoding"]]).toEqual([
      418,
      ["a=1", "b=2"],
      "gzip",
    ]);
    expect([headers["x-cloudfront-sign-reason"], headers["x-hop"]]).toEqual([undefined, undefined]);
    expect(body.equals(zipped)).toBe(true);
  });

  it("follows no redirect", async () => {
    answer = (response) => response.writeHead(302, { Location: "/b" }).end();
    const { status, headers } = await send("/a");
    expect([status, headers.location, received.length]).toEqual([302, "/b", 1]);
  });

  it.each([204, 205, 304])("passes on status %i, which has no body", async (code) => {
    answer = (response) => response.writeHead(code).end();
    expect((await send("/a")).status).toBe(code);
  });

  it("answers HEAD with the headers of the origin", async () => {
    answer = (response) => response.writeHead(200, { "Content-Length": "1000" }).end();
    const { status, headers, body } = await send("/a", { method: "HEAD" });
    expect([status, headers["content-length"], body.length]).toEqual([200, "1000", 0]);
  });

  it("streams: the viewer has the beginning before the origin has the rest", async () => {
    let rest: () => void = () => {};
    answer = (response) => {
      response.write("beginning ");
      rest = () => response.end("rest");
    };
    const response = await fetch(edge.url("/a"));
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("beginning ");
    rest();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("rest");
  });

  it("streams a request: the origin has the beginning before the viewer has sent the rest", async () => {
    const beginning = new Promise<void>((resolve) => {
      origin.once("request", (request: IncomingMessage) => request.once("data", () => resolve()));
    });
    const outgoing = httpRequest(edge.url("/a"), { method: "POST", agent: false });
    const answered = new Promise<void>((resolve) => {
      outgoing.on("response", (response) => response.resume().on("end", resolve));
    });
    outgoing.write("beginning ");
    await beginning;
    outgoing.end("rest");
    await answered;
    expect(received.map(({ body }) => body)).toEqual(["beginning rest"]);
  });

  it("closes the connection of the viewer when the origin breaks off, and logs it", async () => {
    await edge.said(/^/);
    answer = (response) => {
      response.writeHead(200, { "Content-Length": "1000" });
      response.write("beginning", () => response.destroy());
    };
    await expect(send("/broken")).rejects.toThrow();
    expect(await edge.said(/broken.*ms\n/)).toMatch(/GET \/broken 200 9 bytes \(closed early\)/);
    answer = (response) => response.end("answer");
    expect((await send("/a")).status).toBe(200);
  });

  it("ends the request to the origin when the viewer leaves", async () => {
    const left = new Promise<void>((resolve) => {
      answer = (response) => {
        response.on("close", resolve);
        leaving.abort();
      };
    });
    const leaving = new AbortController();
    await expect(fetch(edge.url("/a"), { signal: leaving.signal })).rejects.toThrow();
    await left;
  });
});

describe("serve http://… answers 502", () => {
  const edgeTo = async (port: number, use: (edge: RunningServer) => Promise<void>) => {
    const own = await RunningServer.start(
      command,
      `http://127.0.0.1:${port}`,
      ...key,
      "--restrict",
      "/private/*",
      "--explain",
    );
    try {
      await use(own);
    } finally {
      await own.stop();
    }
  };
  /** A port on which something answers each connection with these bytes. */
  const bytesOn = async (bytes: string, use: (port: number) => Promise<void>) => {
    const server = createTcpServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end(bytes));
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    try {
      await use((server.address() as { port: number }).port);
    } finally {
      server.close();
    }
  };

  it("when nothing listens there", async () => {
    let free = 0;
    await bytesOn("", async (port) => {
      free = port;
    });
    await edgeTo(free, async (own) => {
      const response = await fetch(own.url("/a"));
      expect([response.status, response.headers.get("x-cache")]).toEqual([502, "Error from cloudfront"]);
      expect(await response.text()).toContain("The request could not be satisfied.");
      expect(await own.said(/ms\n/)).toMatch(/GET \/a 502 origin-unreachable \(ECONNREFUSED\) \d+ bytes/);
      const head = await fetch(own.url("/a"), { method: "HEAD" });
      expect([head.status, await head.text()]).toEqual([502, ""]);
      expect((await fetch(own.url("/a"), { method: "POST", body: "x".repeat(1_000_000) })).status).toBe(502);
      expect((await fetch(own.url("/private/a"))).status).toBe(403);
    });
  });

  it("to a viewer who is still sending", async () => {
    let free = 0;
    await bytesOn("", async (port) => {
      free = port;
    });
    await edgeTo(free, async (own) => {
      const outgoing = httpRequest(own.url("/a"), { method: "POST", agent: false });
      const status = new Promise((resolve, reject) => {
        outgoing.on("error", reject).on("response", (response) => resolve(response.resume().statusCode));
      });
      outgoing.write("beginning");
      expect(await status).toBe(502);
      outgoing.end("x".repeat(1_000_000));
    });
  });

  it("when the certificate of the origin is not trusted", async () => {
    const server = createTlsServer({ key: keyText("rsa2048.pkcs8.pem"), cert: keyText("rsa2048.cert.pem") });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as { port: number };
    const own = await RunningServer.start(
      command,
      `https://127.0.0.1:${port}`,
      ...key,
      "--restrict",
      "/private/*",
    );
    expect((await fetch(own.url("/a"))).status).toBe(502);
    expect(await own.said(/ms\n/)).toMatch(/GET \/a 502 origin-unreachable \(\w*SELF_SIGNED_CERT\w*\)/);
    await own.stop();
    server.close();
  });

  it.each([
    ["no HTTP", "hello\r\n\r\n"],
    ["nothing", ""],
    ["a status that there is not", "HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n"],
    ["a switch of protocols", "HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: a\r\n\r\n"],
    ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
  ])("when the origin sends %s", (_, bytes) =>
    bytesOn(bytes, (port) =>
      edgeTo(port, async (own) => {
        expect((await fetch(own.url("/a"))).status).toBe(502);
        expect(await own.said(/ms\n/)).toMatch(/GET \/a 502 origin-unreachable \(/);
      }),
    ),
  );
});
