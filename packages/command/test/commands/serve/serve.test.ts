import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { type BuiltCommand, buildCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { RunningServer } from "@cloudfront-sign-webcrypto/testing/support/running-server.ts";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { containerNote } from "../../../src/commands/serve/server-flags.ts";

/** `cloudfront-sign serve FOLDER`: a child process that gets real requests. */

const signer = createCloudFrontSigner({
  keyPairId: "K2JCJMDEHXQW5F",
  privateKey: keyText("rsa2048.pkcs8.pem"),
});
const digits = "0123456789";
const film = digits.repeat(10_000);
const isWindows = process.platform === "win32";
/** Windows has no SIGINT between processes. */
const interrupted = isWindows ? null : 130;
const key = ["--public-key", "K2JCJMDEHXQW5F=public.pem"];

let command: BuiltCommand;
let media = "";
beforeAll(async () => {
  command = await buildCommand();
  media = join(command.folder, "media");
  mkdirSync(join(media, "open"), { recursive: true });
  writeFileSync(join(command.folder, "public.pem"), keyText("rsa2048.pub.spki.pem"));
  writeFileSync(join(media, "film.mp4"), film);
  writeFileSync(join(media, "empty.txt"), "");
  writeFileSync(join(media, "index.html"), "<p>start</p>");
  writeFileSync(join(media, "open/a b.txt"), "open");
  writeFileSync(join(media, ".env"), "secret");
  if (!isWindows) symlinkSync("../../public.pem", join(media, "open/link.pem"));
});
afterAll(() => command.remove());

describe("the note for a container", () => {
  const noteIn = (host: string, ...files: string[]) => containerNote(host, (path) => files.includes(path));

  it.each(["/.dockerenv", "/run/.containerenv"])("says who reaches the server: %s", (file) => {
    for (const host of ["127.0.0.1", "localhost", "::1"])
      expect(noteIn(host, file)).toBe(
        `The server listens on ${host}, which only this container reaches. To reach it from outside, pass --host 0.0.0.0.`,
      );
    expect(noteIn("0.0.0.0", file)).toBeUndefined();
  });

  it("is only for a container", () => {
    expect(noteIn("127.0.0.1")).toBeUndefined();
  });
});

describe("serve FOLDER", () => {
  let server: RunningServer;
  beforeAll(async () => {
    const restrict = ["--restrict", "!/open/*", "--restrict", "*"];
    server = await RunningServer.start(command, "media", ...key, ...restrict, "--explain");
  });
  afterAll(() => server.stop());

  const get = (url: string, headers: Record<string, string> = {}, method = "GET") =>
    fetch(url, { headers, method, redirect: "manual" });
  const signed = (path: string) => signer.signUrl(server.url(path), { expiresIn: "1h" });
  const logLine = async (end: RegExp) => (await server.said(end)).replace(/\d+ ms/g, "1 ms");

  it("prints its address, and nothing else, on standard output", async () => {
    expect(server.address).toMatch(/^http:\/\/localhost:\d+\/$/);
    expect(await server.said(/Ctrl-C/)).toBe(
      "/open/* is open, then * needs a signature. Press Ctrl-C to end it.\n",
    );
  });

  it("answers a signed URL with the file, and logs it without the signature", async () => {
    const response = await get(await signed("/film.mp4?size=1"));
    expect([response.status, await response.text()]).toEqual([200, film]);
    expect(response.headers.get("x-cloudfront-sign-reason")).toBeNull();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "video/mp4",
      "content-length": "100000",
      "accept-ranges": "bytes",
      "cache-control": "no-cache",
    });
    expect(await logLine(/ms\n/)).toMatch(/^\d\d:\d\d:\d\d GET \/film\.mp4\?size=1 200 100000 bytes 1 ms\n$/);
  });

  it("answers with the file to signed cookies", async () => {
    const cookies = await signer.signCookies({ resource: server.url("/*"), expiresIn: "1h" });
    const response = await get(server.url("/film.mp4"), { cookie: cookies.toCookieHeader() });
    expect([response.status, (await response.text()).length]).toEqual([200, film.length]);
    await server.said(/ms\n/);
  });

  it("denies an unsigned URL as CloudFront does, with the reason in a header and the cause in the log", async () => {
    const response = await get(server.url("/film.mp4"));
    expect(response.status).toBe(403);
    expect(response.headers.get("x-cloudfront-sign-reason")).toBe("no-credentials");
    expect(await response.text()).toContain("<Code>MissingKey</Code>");
    const [line = "", ...below] = (await logLine(/→.*\n/)).split("\n");
    expect(line).toMatch(/ GET \/film\.mp4 403 no-credentials 1\d\d bytes 1 ms$/);
    expect(below.join("\n")).toMatch(/^( {4}.*\n)+$/);
    expect(below.join(" ").replace(/ +/g, " ")).toMatch(/^ no-credentials \(proven\): .* → /);
  });

  it("names the change that broke a signature", async () => {
    const response = await get(`${await signed("/film.mp4")}&utm_source=mail`);
    expect(response.headers.get("x-cloudfront-sign-reason")).toBe("signature-mismatch");
    const said = await server.said(/→.*\n/);
    expect(said).toMatch(/ GET \/film\.mp4\?utm_source=mail 403 signature-mismatch /);
    expect(said).toContain("url-parameter-added (proven): ");
    expect(said).not.toContain("Signature=");
  });

  it("serves one range, and says which ranges there are otherwise", async () => {
    const url = await signed("/film.mp4");
    const part = await get(url, { range: "bytes=2-5" });
    expect([part.status, await part.text()]).toEqual([206, "2345"]);
    expect(part.headers.get("content-range")).toBe("bytes 2-5/100000");
    expect(part.headers.get("content-length")).toBe("4");
    const none = await get(url, { range: "bytes=100000-" });
    expect([none.status, none.headers.get("content-range")]).toEqual([416, "bytes */100000"]);
    const denied = await get(server.url("/film.mp4"), { range: "bytes=0-1" });
    expect(denied.status).toBe(403);
    await server.said(/→.*\n/);
  });

  it("answers 304 for a copy that is still good, and ranges for it alone", async () => {
    const url = await signed("/film.mp4");
    const { headers } = await get(url, {}, "HEAD");
    const etag = headers.get("etag") ?? "";
    const modified = headers.get("last-modified") ?? "";
    expect(etag).toMatch(/^"[\da-f]+-186a0"$/);
    const status = async (given: Record<string, string>) => (await get(url, given)).status;
    expect(await status({ "if-none-match": etag })).toBe(304);
    expect(await status({ "if-none-match": `"other", W/${etag}` })).toBe(304);
    expect(await status({ "if-none-match": '"other"', "if-modified-since": modified })).toBe(200);
    expect(await status({ "if-modified-since": modified })).toBe(304);
    expect(await status({ "if-modified-since": "Thu, 01 Jan 1970 00:00:00 GMT" })).toBe(200);
    expect(await status({ "if-modified-since": "yesterday" })).toBe(200);
    expect(await status({ range: "bytes=0-1", "if-range": etag })).toBe(206);
    expect(await status({ range: "bytes=0-1", "if-range": modified })).toBe(206);
    expect(await status({ range: "bytes=0-1", "if-range": '"other"' })).toBe(200);
    await server.said(/(.*ms\n){10}/);
  });

  it("answers HEAD with the headers alone", async () => {
    const response = await get(await signed("/film.mp4"), { range: "bytes=0-1" }, "HEAD");
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect(response.headers.get("content-length")).toBe("100000");
    expect(await logLine(/ms\n/)).toMatch(/ HEAD \/film\.mp4 200 0 bytes 1 ms\n$/);
  });

  it("serves empty files, names with spaces, and index.html for / alone", async () => {
    const empty = await get(await signed("/empty.txt"));
    expect([empty.status, await empty.text(), empty.headers.get("content-length")]).toEqual([200, "", "0"]);
    expect(await (await get(server.url("/open/a%20b.txt"))).text()).toBe("open");
    expect(await (await get(await signed("/"))).text()).toBe("<p>start</p>");
    await server.said(/(.*ms\n){3}/);
  });

  it.each([
    ["/open/none.txt", "file-not-found"],
    ["/.env", "file-hidden"],
  ])("answers %s with 404, and logs %s", async (path, reason) => {
    const response = await get(await signed(path));
    expect([response.status, await response.text()]).toEqual([404, "Not found.\n"]);
    expect(await logLine(/ms\n/)).toMatch(new RegExp(` 404 ${reason} 11 bytes 1 ms\n$`));
  });

  it.skipIf(isWindows)("does not follow a link that leads out of the folder", async () => {
    expect((await get(server.url("/open/link.pem"))).status).toBe(404);
    expect(await server.said(/ms\n/)).toContain(" 404 file-outside-folder ");
  });

  it("answers OPTIONS with the methods, once it is allowed, and other methods with 405", async () => {
    const options = await get(await signed("/film.mp4"), {}, "OPTIONS");
    expect([options.status, options.headers.get("allow")]).toEqual([200, "GET, HEAD, OPTIONS"]);
    expect((await get(server.url("/film.mp4"), {}, "OPTIONS")).status).toBe(403);
    const said = await server.said(/→.*\n/);
    expect(said.replace(/\s+/g, " ")).toContain(
      "preflight-without-cookies (likely): the method is OPTIONS, and browsers send no cookies",
    );
    const response = await get(server.url("/open/a%20b.txt"), {}, "DELETE");
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    await server.said(/ms\n/);
  });

  it("notices that a viewer leaves, and goes on", async () => {
    const leaving = new AbortController();
    const response = await fetch(await signed("/film.mp4"), { signal: leaving.signal });
    leaving.abort();
    await response.text().catch(() => {});
    expect((await get(server.url("/open/a%20b.txt"))).status).toBe(200);
    await server.said(/a%20b.*ms\n/);
  });
});

describe("serve", () => {
  const withServer = async (args: string[], use: (server: RunningServer) => Promise<void>) => {
    const server = await RunningServer.start(command, "media", ...key, ...args);
    try {
      await use(server);
    } finally {
      await server.stop();
    }
  };

  it("says which port was signed, if it is a common one", () =>
    withServer(["--explain"], async (server) => {
      for (const other of ["8080", "3000"]) {
        const signed = await signer.signUrl(`http://localhost:${other}/film.mp4`, { expiresIn: "1h" });
        expect((await fetch(signed.replace(`:${other}`, `:${server.port}`))).status).toBe(403);
        expect((await server.said(/→.*\n/)).replace(/\s+/g, " ")).toContain(`localhost:${other}`);
      }
    }));

  it("keeps the reason out of the answer without --explain, and logs it", () =>
    withServer([], async (server) => {
      const { headers, status } = await fetch(server.url("/film.mp4"));
      expect([status, headers.get("x-cloudfront-sign-reason")]).toEqual([403, null]);
      expect(await server.said(/ms\n/)).toMatch(/GET \/film\.mp4 403 no-credentials \d+ bytes \d+ ms\n$/);
    }));

  it("takes the viewer's address from the connection, or from --ip-address", async () => {
    const statusFor = async (server: RunningServer, ipAddress: string) => {
      const url = await signer.signUrl(server.url("/film.mp4"), { expiresIn: "1h", ipAddress });
      return (await fetch(url)).status;
    };
    await withServer([], async (server) => {
      expect(await statusFor(server, "127.0.0.1")).toBe(200);
      expect(await statusFor(server, "203.0.113.7")).toBe(403);
    });
    await withServer(["--ip-address", "203.0.113.7"], async (server) => {
      expect(await statusFor(server, "127.0.0.1")).toBe(403);
      expect(await statusFor(server, "203.0.113.0/24")).toBe(200);
    });
  });

  it("takes IPv4 addresses as such where it listens on all addresses, and warns of that", () =>
    withServer(["--host", "::"], async (server) => {
      const url = await signer.signUrl(`http://127.0.0.1:${server.port}/film.mp4`, {
        expiresIn: "1h",
        ipAddress: "127.0.0.1",
      });
      expect((await fetch(url)).status).toBe(200);
      expect(await server.said(/Ctrl-C/)).toContain(
        "warning: --host ::: other machines may reach this server, which is made for development\n",
      );
    }));

  it("answers to names that only this machine can have, and to those of --hostname", async () => {
    const statusFor = (server: RunningServer, host: string) =>
      new Promise((resolve, reject) => {
        request(server.url("/open/a%20b.txt"), { headers: { host }, agent: false }, (response) =>
          resolve(response.resume().statusCode),
        )
          .on("error", reject)
          .end();
      });
    const open = ["--restrict", "/film.mp4"];
    await withServer(open, async (server) => {
      expect(await statusFor(server, "media.localhost")).toBe(200);
      // A page there can let its own name lead to this machine.
      expect(await statusFor(server, "evil.example")).toBe(403);
      expect(await server.said(/host-unknown.*\n/)).toMatch(/GET \/open\/a%20b.txt 403 host-unknown/);
    });
    await withServer([...open, "--hostname", "CDN.example.test"], async (server) => {
      expect(await statusFor(server, "cdn.example.test:80")).toBe(200);
      expect(await statusFor(server, "evil.example")).toBe(403);
    });
  });

  it("restricts / as it restricts index.html, which is the answer", () =>
    withServer(["--restrict", "*.html"], async (server) => {
      for (const path of ["/", "/?a", "/index.html"])
        expect([path, (await fetch(server.url(path))).status]).toEqual([path, 403]);
      const url = await signer.signUrl(server.url("/"), { expiresIn: "1h" });
      expect(await (await fetch(url)).text()).toBe("<p>start</p>");
      expect((await fetch(server.url("/film.mp4"))).status).toBe(200);
    }));

  it("never serves a private key", () => {
    writeFileSync(join(media, "open/private.pem"), keyText("rsa2048.pkcs8.pem"));
    return withServer(["--restrict", "/film.mp4"], async (server) => {
      const url = server.url("/open/private.pem");
      for (const headers of [{}, { range: "bytes=100-200" }]) {
        const response = await fetch(url, { headers });
        expect([response.status, await response.text()]).toEqual([404, "Not found.\n"]);
      }
      expect((await fetch(url, { method: "HEAD" })).status).toBe(404);
      expect(await server.said(/HEAD.*\n/)).toMatch(/GET \/open\/private\.pem 404 file-private-key 11 bytes/);
    });
  });

  it("decides at the time of --now", () =>
    withServer(["--now", "2030-01-01T00:00:00Z"], async (server) => {
      const at = (dateLessThan: string) => signer.signUrl(server.url("/film.mp4"), { dateLessThan });
      expect((await fetch(await at("2029-12-31T00:00:00Z"))).status).toBe(403);
      expect((await fetch(await at("2030-01-02T00:00:00Z"))).status).toBe(200);
    }));

  it("sends the CORS headers of --cors with answers, and none with a denial", async () => {
    const corsOf = async (url: string) => {
      const { headers } = await fetch(url);
      return [headers.get("access-control-allow-origin"), headers.get("access-control-allow-credentials")];
    };
    await withServer(["--cors", "http://localhost:3000"], async (server) => {
      const url = await signer.signUrl(server.url("/film.mp4"), { expiresIn: "1h" });
      expect(await corsOf(url)).toEqual(["http://localhost:3000", "true"]);
      expect(await corsOf(server.url("/film.mp4"))).toEqual([null, null]);
    });
    await withServer(["--cors", "*", "--restrict", "/film.mp4"], async (server) => {
      expect(await server.said(/Ctrl-C/)).toBe(
        "/film.mp4 needs a signature, every other path is open. Press Ctrl-C to end it.\n",
      );
      expect(await corsOf(server.url("/index.html"))).toEqual(["*", null]);
    });
  });

  it("reads its keys from a folder or from CLOUDFRONT_PUBLIC_KEYS", async () => {
    mkdirSync(join(command.folder, "keys"), { recursive: true });
    writeFileSync(join(command.folder, "keys/K2JCJMDEHXQW5F.pem"), keyText("rsa2048.pub.spki.pem"));
    const env = { CLOUDFRONT_PUBLIC_KEYS: "K2JCJMDEHXQW5F=public.pem" };
    // It gets as far as the port.
    for (const [args, variables] of [
      [["--key-group", "keys"], {}],
      [[], env],
    ] as const)
      expect(
        (await command.run(["serve", "media", ...args, "--port", "x"], { env: variables })).stderr,
      ).toMatch(/^--port: x is not a port/);
  });

  it("ends with 130 at Ctrl-C, also while a request is open", async () => {
    const server = await RunningServer.start(command, "media", ...key);
    const socket = await fetch(await signer.signUrl(server.url("/film.mp4"), { expiresIn: "1h" }));
    expect(await server.stop()).toBe(interrupted);
    await socket.body?.cancel().catch(() => {});
  });

  it("says who has the port", async () => {
    const other = createServer();
    await new Promise<void>((listening) => other.listen(0, "127.0.0.1", listening));
    const { port } = other.address() as { port: number };
    const { status, stdout, stderr } = await command.run(["serve", "media", ...key, "--port", String(port)]);
    other.close();
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      `--port: another program listens on ${port}; pass another one, or --port 0 for any free port\n\ncloudfront-sign serve --help shows all options.\n`,
    );
  });

  it.each([
    [
      [],
      "Give one folder to serve, or the address of one server: cloudfront-sign serve media, cloudfront-sign serve http://localhost:3000.",
    ],
    [
      ["media", "other"],
      "Give one folder to serve, or the address of one server: cloudfront-sign serve media, cloudfront-sign serve http://localhost:3000.",
    ],
    [["none"], "none: no such folder; check the path, or pass a server: http://localhost:3000"],
    [["public.pem"], "public.pem: is a file; pass the folder that it is in"],
    ...(
      [
        ["media/private/*", "'/private/*'"],
        ["/media/private/*", "'/private/*'"],
        ["./media/*", "'/*'"],
        ["!media/open/*", "'!/open/*'"],
        ["media", "'/*'"],
      ] as const
    ).map(([pattern, step]): [string[], string] => [
      ["media", "--restrict", pattern, "--restrict", "*.mp4"],
      `--restrict: ${pattern} begins with the folder that is served, and no file of it has this path; write the path of the URL: --restrict ${step}`,
    ]),
    ...["media/access.log", "media/open/access.log"].map((file): [string[], string] => [
      ["./media", "--log", file],
      `--log ${file}: is in the folder that is served, and has whole signatures and cookies; pass a file outside of it`,
    ]),
    [["localhost:3000"], "localhost:3000: the scheme is missing; write http://localhost:3000"],
    [["127.0.0.1:3000/a"], "127.0.0.1:3000/a: the scheme is missing; write http://127.0.0.1:3000/a"],
    [
      ["ftp://localhost"],
      "ftp://localhost: ftp: is not http or https; pass a folder, or http://localhost:3000",
    ],
    [["http://"], "http://: is not a URL; write http://localhost:3000"],
    [
      ["http://user:password@localhost"],
      "The origin has a user name or a password, which no request would send; leave it out.",
    ],
    [["http://localhost/?a=1"], "http://localhost/?a=1: has more than a path; end it before the ?"],
    [["http://localhost/#a"], "http://localhost/#a: has more than a path; end it before the #"],
    [
      ["http://localhost:8080"],
      "--port: 8080 is the port of the origin http://localhost:8080; pass another one, or --port 0 for any free port",
    ],
    [
      ["http://[::1]", "--port", "80"],
      "--port: 80 is the port of the origin http://[::1]; pass another one, or --port 0 for any free port",
    ],
    [["media", "--port", "65536"], "--port: 65536 is not a port; pass a number from 0 to 65535"],
    [["media", "--port", "http"], "--port: http is not a port; pass a number from 0 to 65535"],
    [["media", "--host="], "--host: is empty; pass an address such as 127.0.0.1"],
    [
      ["media", "--host", "192.0.2.1"],
      "warning: --host 192.0.2.1: other machines may reach this server, which is made for development\n--host: 192.0.2.1 is not an address of this machine; pass 127.0.0.1, or 0.0.0.0 for all of its addresses",
    ],
    ...["", "a/b", "http://a.example", "a.example:80", "u@a.example", "a b"].map(
      (name): [string[], string] => [
        ["media", "--hostname", name],
        `--hostname: "${name}" is not a host name; write one such as cdn.example.test`,
      ],
    ),
    [
      ["media", "--cors", "localhost:3000"],
      "--cors: localhost:3000 is not an origin; write one such as http://localhost:3000, or '*'",
    ],
    [
      ["media", "--cors", "http://localhost:3000/"],
      "--cors: http://localhost:3000/ is not what a browser sends as Origin; write http://localhost:3000",
    ],
  ])("refuses %j", async (args, message) => {
    const { status, stdout, stderr } = await command.run(["serve", ...args, ...key]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(`${message}\n\ncloudfront-sign serve --help shows all options.\n`);
  });

  it("says what it serves, and not what the flags say that are never reached", () => {
    const restrict = ["/open/*", "!/open/a*"].flatMap((pattern) => ["--restrict", pattern]);
    return withServer(restrict, async (server) => {
      expect((await fetch(server.url("/open/a%20b.txt"))).status).toBe(403);
      expect(await server.said(/Ctrl-C/)).toBe(
        "warning: --restrict: !/open/a* is never reached: /open/* before it matches all of its paths; CloudFront takes the first that matches, so put the narrower one first\n" +
          "/open/* needs a signature, every other path is open. Press Ctrl-C to end it.\n",
      );
    });
  });

  it("takes a path pattern that begins with the name of the folder, if a file has such a path", () => {
    mkdirSync(join(media, "media/a"), { recursive: true });
    return withServer(["--restrict", "media/a/*"], async (server) => {
      expect((await fetch(server.url("/media/a/b"))).status).toBe(403);
    }).finally(() => rmSync(join(media, "media"), { recursive: true }));
  });

  it("knows the name of the folder that it is in", async () => {
    const args = [
      "serve",
      ".",
      "--restrict",
      "media/private/*",
      "--public-key",
      "K2JCJMDEHXQW5F=../public.pem",
    ];
    const { status, stderr } = await command.run(args, { cwd: media });
    expect([status, stderr.split(",")[0]]).toEqual([
      2,
      "--restrict: media/private/* begins with the folder that is served",
    ]);
  });

  it.skipIf(isWindows)("goes on when the log cannot be written, and logs again when it can", async () => {
    const log = join(command.folder, "log.fifo");
    execFileSync("mkfifo", [log]);
    const read = (): ChildProcess => spawn("cat", [log], { stdio: ["ignore", "pipe", "ignore"] });
    const first = read();
    const logging = await RunningServer.start(command, "media", "--log", log, ...key);
    const request = async () => (await fetch(logging.url("/film.mp4"))).status;
    expect(await request()).toBe(403);
    await logging.said(/ms\n/);
    const closed = once(first, "close");
    first.kill();
    await closed;
    for (let i = 0; i < 3; i++) expect(await request()).toBe(403);
    const said = (await logging.said(/(?:ms\n[\s\S]*){3}/)).replace(/\s+/g, " ");
    expect(said.split("warning:")).toHaveLength(2);
    expect(said).toContain(
      `warning: --log ${log}: cannot be written (EPIPE); the server goes on, and logs again as soon as it can`,
    );
    const second = read();
    let logged = "";
    second.stdout?.on("data", (chunk) => {
      logged += chunk;
    });
    // The pipe has its reader at some time.
    await expect.poll(async () => [await request(), logged !== ""], { timeout: 10_000 }).toEqual([403, true]);
    expect((await logging.said(/requests\s+are\s+not/)).replace(/\s+/g, " ")).toMatch(
      /note: --log \S+: can be written again; \d+ requests are not in it\./,
    );
    expect(logged).toMatch(/^\n\d{4}-\d\d-\d\d\t.*\t\/film\.mp4\t403\t/);
    expect(await logging.stop()).toBe(130);
    second.kill();
  });

  it.runIf(existsSync("/dev/full"))("refuses a log on a full disk", async () => {
    const { status, stderr } = await command.run(["serve", "media", "--log", "/dev/full", ...key]);
    expect(status).toBe(2);
    expect(stderr).toContain("--log /dev/full: cannot be written (ENOSPC); check the path\n");
  });

  it.skipIf(isWindows)("ends with 143 on SIGTERM", async () => {
    const ending = await RunningServer.start(command, "media", ...key);
    expect(await ending.stop("SIGTERM")).toBe(143);
  });

  it.skipIf(isWindows)("refuses a log that a link leads into the folder", async () => {
    symlinkSync("media/open", join(command.folder, "logs"));
    const { status, stderr } = await command.run(["serve", "media", "--log", "logs/access.log", ...key]);
    expect([status, existsSync(join(media, "open/access.log"))]).toEqual([2, false]);
    expect(stderr).toContain("--log logs/access.log: is in the folder that is served");
  });

  it("refuses to serve without a public key, or with one that is none", async () => {
    expect(await command.run(["serve", "media"])).toMatchObject({
      status: 2,
      stderr:
        "--public-key: is missing; pass --public-key ID=FILE or --key-group DIR, or set CLOUDFRONT_PUBLIC_KEYS; cloudfront-sign keygen generates a key pair\n\ncloudfront-sign serve --help shows all options.\n",
    });
    const wrong = await command.run(["serve", "media", "--public-key", "K2JCJMDEHXQW5F=media/film.mp4"]);
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toContain("--public-key K2JCJMDEHXQW5F=media/film.mp4: ");
  });
});
