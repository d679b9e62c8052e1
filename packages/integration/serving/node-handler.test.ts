import { once } from "node:events";
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from "node:http";
import { connect as connectHttp2, createServer as createHttp2Server, type Http2Server } from "node:http2";
import { type AddressInfo, connect } from "node:net";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { grantHandler, signManifests } from "cloudfront-sign-media/server";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { type NodeConnection, type NodeHandlerOptions, nodeHandler } from "cloudfront-sign-webcrypto/node";
import { restrictViewerAccess } from "cloudfront-sign-webcrypto/verify";
import { afterEach, describe, expect, it } from "vitest";

/** Handlers of Request and Response behind node:http and node:http2. */

type Handler = Parameters<typeof nodeHandler>[0];

const servers: (Server | Http2Server)[] = [];
const sessions: { close(): void }[] = [];
afterEach(() => {
  for (const session of sessions.splice(0)) session.close();
  for (const server of servers.splice(0)) {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  }
});

/** Errors that the handler reported. */
let reported: unknown[] = [];

async function listening(server: Server | Http2Server): Promise<number> {
  servers.push(server);
  reported = [];
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const options: NodeHandlerOptions = { onError: (error) => void reported.push(error) };

/** The origin of a server with a handler. `before` is what middleware does. */
async function serve(
  handler: Handler,
  more: NodeHandlerOptions = {},
  before?: RequestListener,
): Promise<string> {
  const listener = nodeHandler(handler, { ...options, ...more });
  const port = await listening(
    createServer((request, response) => {
      before?.(request, response);
      void listener(request, response);
    }),
  );
  return `http://127.0.0.1:${port}`;
}

/** Bytes as they stand on the connection, until the server closes it. */
async function exchange(origin: string, text: string, hear?: (answer: string) => void): Promise<string> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.write(text);
  let answer = "";
  socket.on("error", () => {});
  socket.setEncoding("latin1").on("data", (chunk) => {
    answer += chunk;
    hear?.(answer);
  });
  await once(socket, "close");
  return answer;
}

/** A body whose second part fails, after `wait`. */
function failingBody(error: Error, wait?: Promise<unknown>): ReadableStream {
  let sent = 0;
  const pull = async (controller: ReadableStreamDefaultController) => {
    if (sent++) {
      await wait;
      throw error;
    }
    controller.enqueue(new TextEncoder().encode("first"));
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}

const urlOf: Handler = (request) => new Response(request.url);

describe("nodeHandler passes on", () => {
  it("method, path, query, headers and body, and the answer's status, headers and body", async () => {
    const origin = await serve(async (request) => {
      const { pathname, search } = new URL(request.url);
      const text = `${request.method} ${pathname}${search} ${request.headers.get("x-a")} ${await request.text()}`;
      return new Response(text, { status: 201, headers: { "X-B": "2" } });
    });
    const answer = await fetch(`${origin}/a%20b/?c=%2F&d`, {
      method: "PUT",
      headers: { "X-A": "1" },
      body: "body",
    });
    expect([answer.status, answer.headers.get("x-b")]).toEqual([201, "2"]);
    expect(await answer.text()).toBe("PUT /a%20b/?c=%2F&d 1 body");
  });

  it("every Set-Cookie line as one of its own, beside those of middleware", async () => {
    const headers = new Headers();
    for (const line of ["a=1; Path=/", "b=2, 3"]) headers.append("Set-Cookie", line);
    const origin = await serve(
      () => new Response(null, { status: 204, headers }),
      {},
      (_, response) => response.setHeader("Set-Cookie", "session=x"),
    );
    const answer = await fetch(origin);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([
      204,
      ["session=x", "a=1; Path=/", "b=2, 3"],
    ]);
  });

  it("repeated request headers", async () => {
    const origin = await serve(
      ({ headers }) => new Response(`${headers.get("x-a")} ${headers.get("cookie")}`),
    );
    const answer = await exchange(
      origin,
      "GET / HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nX-A: 2\r\nCookie: c=1\r\nCookie: d=2\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toContain("1, 2 c=1; d=2");
  });

  it("the address of the connection, and the whole path to Express", async () => {
    const origin = await serve(
      ({ url }, { remoteAddress }) => new Response(`${new URL(url).pathname} ${remoteAddress}`),
      {},
      (request) => Object.assign(request, { originalUrl: request.url, url: "/42" }),
    );
    const answer = await fetch(`${origin}/course/42`, { headers: { "X-Forwarded-For": "203.0.113.7" } });
    expect(await answer.text()).toBe("/course/42 127.0.0.1");
  });

  it("no body for HEAD, and cancels it", async () => {
    let cancelled = 0;
    const body = () => new ReadableStream({ cancel: () => void cancelled++ });
    const origin = await serve(() => new Response(body(), { headers: { "Content-Length": "7" } }));
    const answer = await fetch(origin, { method: "HEAD" });
    expect([answer.headers.get("content-length"), await answer.text(), cancelled]).toEqual(["7", "", 1]);
  });
});

describe("nodeHandler takes the host", () => {
  it("from Host, and never from a header that clients can send", async () => {
    const origin = await serve(urlOf);
    const headers = {
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "https",
      Forwarded: "host=evil.example;proto=https",
      "X-Original-URL": "/evil",
    };
    expect(await (await fetch(`${origin}/a`, { headers })).text()).toBe(`${origin}/a`);
  });

  it("from the option origin, whatever Host is", async () => {
    const origin = await serve(urlOf, { origin: "https://app.example.com/" });
    expect(await (await fetch(`${origin}/a`)).text()).toBe("https://app.example.com/a");
  });

  it.each([
    ["GET /a HTTP/1.1\r\nHost: a/b\r\n", 400],
    ["GET /a HTTP/1.1\r\nHost: user@a\r\n", 400],
    ["GET /a HTTP/1.1\r\nHost: a\\b\r\n", 400],
    ["GET /a HTTP/1.1\r\nHost: a?b\r\n", 400],
    ["GET /a HTTP/1.1\r\nHost: a#\r\n", 400],
    ["GET /a HTTP/1.1\r\nHost: a:99999\r\n", 400],
    ["GET /a HTTP/1.1\r\nHost: \r\n", 400],
    ["GET /a HTTP/1.0\r\n", 400],
    ["GET http://evil.example/a HTTP/1.1\r\nHost: a\r\n", 400],
    ["OPTIONS * HTTP/1.1\r\nHost: a\r\n", 400],
    ["TRACE /a HTTP/1.1\r\nHost: a\r\n", 400],
    ["GET //evil.example/a HTTP/1.1\r\nHost: a\r\n", 200],
    ["GET /\\evil.example/a HTTP/1.1\r\nHost: a\r\n", 200],
    ["GET /@evil.example/a HTTP/1.1\r\nHost: a\r\n", 200],
  ])("and answers %j with %i", async (head, status) => {
    const origin = await serve(({ url }) => new Response(new URL(url).host));
    const answer = await exchange(origin, `${head}Connection: close\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    if (status === 200) expect(answer).toMatch(/\r\na\r\n/);
    expect(reported).toEqual([]);
  });
});

describe("nodeHandler streams", () => {
  it("no faster than the client reads, and stops when it leaves", async () => {
    let pulled = 0;
    let signal: AbortSignal | undefined;
    let stopped: (reason: unknown) => void = () => {};
    const cancelled = new Promise((resolve) => {
      stopped = resolve;
    });
    const origin = await serve((request) => {
      signal = request.signal;
      const pull = (controller: ReadableStreamDefaultController) => {
        pulled++;
        controller.enqueue(new Uint8Array(1 << 20));
      };
      return new Response(new ReadableStream({ pull, cancel: stopped }, { highWaterMark: 0 }));
    });
    const [response] = (await once(httpRequest(origin).end(), "response")) as [IncomingMessage];
    // What the buffers of both sides take; the client reads nothing.
    let before = -1;
    while (before !== pulled) {
      before = pulled;
      for (let i = 0; i < 200; i++) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(pulled).toBeLessThan(100);
    response.destroy();
    await cancelled;
    expect([signal?.aborted, reported]).toEqual([true, []]);
  });

  it("a request body only as far as the handler reads it", async () => {
    const origin = await serve(async ({ body }) => {
      const reader = (body as ReadableStream<Uint8Array>).getReader();
      const { value } = await reader.read();
      await reader.cancel();
      return new Response(`${value?.[0]}`);
    });
    const answer = await fetch(origin, { method: "POST", body: new Uint8Array([7, 8]) });
    expect(await answer.text()).toBe("7");
  });

  it("and a client that leaves while nothing is sent aborts the signal", async () => {
    let started: (value: unknown) => void = () => {};
    const isAsked = new Promise((resolve) => {
      started = resolve;
    });
    let signal: AbortSignal | undefined;
    const origin = await serve(async (request) => {
      ({ signal } = request);
      started(undefined);
      await once(request.signal, "abort");
      throw new Error("gone");
    });
    const request = httpRequest(origin).on("error", () => {});
    request.end();
    await isAsked;
    request.destroy();
    await once(signal as AbortSignal, "abort");
    expect(reported).toEqual([]);
  });

  it("and one that leaves aborts the signals of all requests on its connection, also of those that wait", async () => {
    const signals: AbortSignal[] = [];
    const origin = await serve((request) => {
      signals.push(request.signal);
      return new Promise<never>(() => {});
    });
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on("warning", note);
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: a.example\r\n\r\n".repeat(12));
    await expect.poll(() => signals.length).toBe(12);
    socket.destroy();
    await expect.poll(() => signals.filter(({ aborted }) => aborted).length).toBe(12);
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });
});

describe("nodeHandler keeps errors to itself:", () => {
  const secret = new Error("secret of the server");

  it.each<[string, Handler]>([
    [
      "one that is thrown",
      () => {
        throw secret;
      },
    ],
    ["a rejection", () => Promise.reject(secret)],
  ])("%s is a 500 without a text, and onError gets it", async (_, handler) => {
    const origin = await serve(handler);
    const answer = await fetch(origin);
    expect([answer.status, await answer.text(), reported]).toEqual([500, "", [secret]]);
  });

  it.each([undefined, null, "text", {}])("an answer that is %j is a 500", async (answer) => {
    const origin = await serve(() => answer as never);
    expect((await fetch(origin)).status).toBe(500);
    expect(reported[0]).toBeInstanceOf(TypeError);
  });

  it("a body that fails breaks the connection", async () => {
    let hear: (value: unknown) => void = () => {};
    const isHeard = new Promise((resolve) => {
      hear = resolve;
    });
    const origin = await serve(() => new Response(failingBody(secret, isHeard)));
    const answer = await exchange(origin, "GET / HTTP/1.1\r\nHost: a\r\n\r\n", (text) => {
      if (text.includes("first")) hear(undefined);
    });
    expect(answer).toContain("first");
    expect(answer).not.toMatch(/secret|\r\n0\r\n/);
    expect(reported).toEqual([secret]);
  });

  it("a body that fails at once sends none of its headers", async () => {
    const pull = () => {
      throw secret;
    };
    const headers = { "Set-Cookie": "CloudFront-Signature=x" };
    const origin = await serve(() => new Response(new ReadableStream({ pull }), { headers }));
    const answer = await fetch(origin);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([500, []]);
  });

  it.each<[string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("hook");
      },
    ],
    ["rejects", () => Promise.reject(new Error("hook"))],
  ])("an onError that %s changes nothing", async (_, onError) => {
    const origin = await serve(() => Promise.reject(secret), { onError });
    expect((await fetch(origin)).status).toBe(500);
  });

  it.each([
    [undefined, {}, "handler: is undefined; pass a function: (request) => new Response()"],
    [urlOf, { onError: 1 }, "onError: is a number; pass a function: (error) => console.error(error)"],
    [
      urlOf,
      { origin: "app.example.com" },
      "origin: is not a scheme and a host; write what viewers see, such as https://app.example.com",
    ],
    [
      urlOf,
      { origin: "https://app.example.com/path" },
      "origin: is not a scheme and a host; write what viewers see, such as https://app.example.com",
    ],
    [urlOf, { host: "a" }, "host: no such option; the options are origin, onError"],
  ])("%s, %o throw at once", (handler, given, message) => {
    expect(() => nodeHandler(handler as never, given as never)).toThrow(message);
  });
});

describe("nodeHandler behind node:http2", () => {
  async function http2(handler: Handler) {
    const port = await listening(createHttp2Server(nodeHandler(handler, options)));
    const session = connectHttp2(`http://127.0.0.1:${port}`);
    sessions.push(session);
    session.on("error", () => {});
    const ask = (headers: Record<string, string>, body?: string) => {
      const stream = session.request(headers, { endStream: body === undefined });
      if (body !== undefined) stream.end(body);
      return stream;
    };
    return { port, ask };
  }

  it("reads the pseudo-headers, and leaves out headers of a connection", async () => {
    const { port, ask } = await http2(async (request) => {
      const names = [...request.headers.keys()].filter((name) => name.startsWith(":"));
      const headers = { Connection: "close", "Transfer-Encoding": "chunked", "X-A": "1" };
      return new Response(`${request.method} ${request.url} ${await request.text()} ${names}`, {
        headers,
        statusText: "x",
      });
    });
    const stream = ask({ ":path": "/a?b=c", ":method": "POST", ":scheme": "https" }, "body");
    const [headers] = await once(stream, "response");
    expect([headers[":status"], headers["x-a"], headers.connection]).toEqual([200, "1", undefined]);
    let text = "";
    for await (const chunk of stream) text += chunk;
    // The client says https, and the connection is not.
    expect(text).toBe(`POST http://127.0.0.1:${port}/a?b=c body `);
  });

  it("resets the stream when a body fails", async () => {
    const { ask } = await http2(() => new Response(failingBody(new Error("secret"))));
    const stream = ask({ ":path": "/" });
    stream.resume();
    const [error] = await once(stream, "error").catch((thrown) => [thrown]);
    expect(String(error)).toContain("NGHTTP2_INTERNAL_ERROR");
  });
});

describe("nodeHandler serves our handlers:", () => {
  const keyPairId = "K2JCJMDEHXQW5F";
  const signer = createCloudFrontSigner({ keyPairId, privateKey: keyText("rsa2048.pkcs8.pem") });
  const cdn = "https://d111111abcdef8.cloudfront.net";

  it("restrictViewerAccess, with the viewer's address", async () => {
    const handler = restrictViewerAccess<[NodeConnection]>({
      publicKeys: { [keyPairId]: keyText("rsa2048.pub.spki.pem") },
      origin: ({ url }) => new Response(new URL(url).search || "no query"),
      ipAddress: (_, { remoteAddress }) => remoteAddress,
    });
    const origin = await serve(handler);
    const signed = (ipAddress: string) => signer.signUrl(`${origin}/a.jpg`, { expiresIn: "1h", ipAddress });
    const mine = await fetch(await signed("127.0.0.1"));
    expect([mine.status, await mine.text()]).toEqual([200, "no query"]);
    expect((await fetch(await signed("127.0.0.2"))).status).toBe(403);
    expect((await fetch(`${origin}/a.jpg`)).status).toBe(403);
  });

  it("grantHandler", async () => {
    const handler = grantHandler({
      signer,
      authorize: () => ({ resource: `${cdn}/course/42/*`, expiresIn: "10m" }),
    });
    const origin = await serve((request) => handler(request));
    const answer = await fetch(origin, { method: "POST" });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ resource: `${cdn}/course/42/*` });
  });

  it("signManifests", async () => {
    const handler = signManifests({
      grant: () => signer.grant({ resource: `${cdn}/course/42/*`, expiresIn: "4h" }),
      origin: () =>
        new Response("#EXTM3U\n#EXTINF:6,\n1.ts\n", { headers: { "Content-Type": "audio/mpegurl" } }),
    });
    const origin = await serve((request) => handler(request), { origin: cdn });
    const answer = await fetch(`${origin}/course/42/index.m3u8`);
    expect(await answer.text()).toMatch(/^1\.ts\?Policy=.+&Signature=/m);
  });
});
