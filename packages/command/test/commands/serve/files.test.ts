import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, win32 } from "node:path";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contentTypeOf } from "../../../src/commands/serve/content-types.ts";
import { isKnownHost } from "../../../src/commands/serve/edge-server.ts";
import type { Viewer } from "../../../src/commands/serve/fetch-adapter.ts";
import { fileNames, findFile, isInside, openFound } from "../../../src/commands/serve/find-file.ts";
import { readByteRange } from "../../../src/commands/serve/folder-origin.ts";
import { createLocalEdge } from "../../../src/commands/serve/local-edge.ts";
import { readOrigin } from "../../../src/commands/serve/read-origin.ts";
import { requestLine } from "../../../src/commands/serve/request-log.ts";

/** The parts of `serve` that find a file and the bytes of it, and that log a request. */

describe("readByteRange", () => {
  it.each([
    ["bytes=0-0", { first: 0, last: 0 }],
    ["bytes=2-5", { first: 2, last: 5 }],
    ["Bytes=2-5 ", { first: 2, last: 5 }],
    ["bytes=4-", { first: 4, last: 9 }],
    ["bytes=4-99999999999999999999", { first: 4, last: 9 }],
    ["bytes=-3", { first: 7, last: 9 }],
    ["bytes=-30", { first: 0, last: 9 }],
    ["bytes=10-", "unsatisfiable"],
    ["bytes=99999999999999999999-", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=5-2", undefined],
    ["bytes=0-1,4-5", undefined],
    ["bytes=-", undefined],
    ["bytes", undefined],
    ["bytes=0x1-2", undefined],
    ["bytes=--3", undefined],
    ["items=0-1", undefined],
    [null, undefined],
  ])("reads %j of ten bytes", (header, expected) => {
    expect(readByteRange(header, 10)).toEqual(expected);
  });

  it.each(["bytes=0-", "bytes=0-0", "bytes=-1"])("cannot satisfy %s for an empty file", (header) => {
    expect(readByteRange(header, 0)).toBe("unsatisfiable");
  });
});

describe("contentTypeOf", () => {
  it.each([
    ["/a/film.MP4", "video/mp4"],
    ["/a/index.m3u8", "application/vnd.apple.mpegurl"],
    ["/a/0.ts", "video/mp2t"],
    ["/a/page.html", "text/html; charset=utf-8"],
    ["/a/archive.tar.gz", "application/gzip"],
    ["/a/html", "application/octet-stream"],
    ["/a/file.constructor", "application/octet-stream"],
    ["/a/file.unknown", "application/octet-stream"],
  ])("of %s is %s", (name, expected) => {
    expect(contentTypeOf(name)).toBe(expected);
  });
});

describe("fileNames", () => {
  it.each([
    ["/", ["index.html"]],
    ["/a/b%20c.txt", ["a", "b c.txt"]],
    ["/caf%C3%A9.txt", ["café.txt"]],
    ["/.well-known/a.txt", [".well-known", "a.txt"]],
    ["/a:b.txt", ["a:b.txt"]],
    ["/a/", "file-is-folder"],
    ["/.env", "file-hidden"],
    ["/a/.git/config", "file-hidden"],
    ["//a", "path-invalid"],
    ["/a//b", "path-invalid"],
    ["/..", "path-invalid"],
    ["/a/../b", "path-invalid"],
    ["/%2e%2e/b", "path-invalid"],
    ["/a%2f..%2f..%2fb", "path-invalid"],
    ["/a%5c..%5cb", "path-invalid"],
    ["/..\\b", "path-invalid"],
    ["/a%00.txt", "path-invalid"],
    ["/%ff", "path-invalid"],
    ["/%zz", "path-invalid"],
  ])("of %s are %j", (pathname, expected) => {
    expect(fileNames(pathname)).toEqual(expected);
  });

  it.each(["/C:/Windows", "/a/C:", "/a.txt::$DATA", "/a.txt:stream", "/a.txt.", "/a.txt%20"])(
    "on Windows %s is invalid",
    (pathname) => {
      expect(fileNames(pathname, win32)).toBe("path-invalid");
    },
  );
});

describe("isInside", () => {
  it.each([
    ["C:\\media", "C:\\media\\a.txt", true],
    ["C:\\media", "c:\\MEDIA\\a.txt", true],
    ["C:\\media", "C:\\media\\..a", true],
    ["C:\\media", "C:\\media", false],
    ["C:\\media", "C:\\media-2\\a.txt", false],
    ["C:\\media", "C:\\a.txt", false],
    ["C:\\media", "D:\\media\\a.txt", false],
    ["C:\\media", "\\\\server\\share\\a.txt", false],
    ["C:\\", "C:\\a.txt", true],
  ])("on Windows %s has %s: %s", (folder, file, expected) => {
    expect(isInside(folder, file, win32)).toBe(expected);
  });
});

describe.skipIf(process.platform === "win32")("findFile", () => {
  const folder = mkdtempSync(join(tmpdir(), "serve-"));
  const media = join(folder, "media");
  beforeAll(() => {
    mkdirSync(join(media, "course"), { recursive: true });
    writeFileSync(join(media, "course/a.txt"), "a");
    writeFileSync(join(folder, "secret.txt"), "secret");
    mkdirSync(join(folder, "media-2"));
    writeFileSync(join(folder, "media-2/a.txt"), "secret");
    symlinkSync("course/a.txt", join(media, "link.txt"));
    symlinkSync("../secret.txt", join(media, "secret.txt"));
    symlinkSync("..", join(media, "up"));
    symlinkSync("../media-2", join(media, "sibling"));
    symlinkSync("nowhere", join(media, "broken"));
    symlinkSync("loop", join(media, "loop"));
    symlinkSync("media", join(folder, "linked"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(["/course/a.txt", "/link.txt"])("finds %s", async (pathname) => {
    expect(await findFile(media, pathname)).toMatchObject({ root: await realpath(media) });
  });

  it("finds a file below a folder that is a link itself", async () => {
    expect(await findFile(join(folder, "linked"), "/course/a.txt")).toMatchObject({
      root: await realpath(media),
    });
  });

  it.each(["secret.txt", "up/secret.txt", "sibling/a.txt"])(
    "opens no file outside the folder, should %s have become a link after it was found",
    async (name) => {
      const root = await realpath(media);
      expect(await openFound({ root, path: join(root, name) })).toBeUndefined();
    },
  );

  it("opens what it finds", async () => {
    const found = await findFile(media, "/link.txt");
    const file = typeof found === "string" ? undefined : await openFound(found);
    expect(await file?.handle.readFile("utf8")).toBe("a");
    await file?.handle.close();
  });

  it("knows the size of the file that it opens, should another one have taken its place", async () => {
    const path = join(media, "replaced.txt");
    writeFileSync(path, "short");
    const found = await findFile(media, "/replaced.txt");
    writeFileSync(`${path}.new`, "a longer text");
    renameSync(`${path}.new`, path);
    const file = typeof found === "string" ? undefined : await openFound(found);
    expect(file?.stats.size).toBe(13);
    await file?.handle.close();
  });

  it("opens no pipe, should a file have become one", async () => {
    const root = await realpath(media);
    const path = join(root, "pipe");
    execFileSync("mkfifo", [path]);
    expect(await openFound({ root, path })).toBeUndefined();
  });

  it("finds the file of a link", async () => {
    expect(await findFile(media, "/link.txt")).toMatchObject({
      path: join(await realpath(media), "course/a.txt"),
    });
  });

  // /proc has a folder for each thread, and lists those of the first threads alone.
  const threads = existsSync("/proc/self/task") ? readdirSync("/proc/self/task") : [];
  const unlisted = threads.find((id) => id !== String(process.pid));
  it.skipIf(unlisted === undefined)("finds no file by a name that its folder does not list", async () => {
    expect(readFileSync(`/proc/${unlisted}/status`, "utf8")).toContain("Name:");
    expect(await findFile("/proc", `/${unlisted}/status`)).toBe("file-name-differs");
    expect(await findFile("/proc", `/${process.pid}/status`)).toMatchObject({ root: "/proc" });
  });

  it("finds a file in the letter case of its name alone", async () => {
    // The file system decides whether there is such a file.
    const isCaseSensitive = !existsSync(join(media, "COURSE"));
    const expected = isCaseSensitive ? "file-not-found" : "file-name-differs";
    expect(await findFile(media, "/COURSE/a.txt")).toBe(expected);
    expect(await findFile(media, "/course/A.TXT")).toBe(expected);
  });

  it.each([
    ["/secret.txt", "file-outside-folder"],
    ["/up/secret.txt", "file-outside-folder"],
    ["/sibling/a.txt", "file-outside-folder"],
    ["/course", "file-is-folder"],
    ["/broken", "file-not-found"],
    ["/loop", "file-not-found"],
    ["/course/a.txt/b", "file-not-found"],
    [`/${"a".repeat(5000)}`, "file-not-found"],
    ["/", "file-not-found"],
  ])("for %s says %s", async (pathname, expected) => {
    expect(await findFile(media, pathname)).toBe(expected);
  });
});

describe("isKnownHost", () => {
  it.each([
    ["http://localhost:8080/", true],
    ["http://media.localhost/", true],
    ["http://127.0.0.1:8080/", true],
    ["http://192.168.0.7/", true],
    ["http://[::1]:8080/", true],
    ["http://cdn.example.test/", true],
    ["http://localhost.:8080/", true],
    ["http://cdn.example.test./", true],
    ["http://evil.example:8080/", false],
    ["http://evil.example./", false],
    ["http://localhost.evil.example/", false],
    ["http://evillocalhost/", false],
    ["http://127.0.0.1.evil.example/", false],
    ["http://a.cdn.example.test/", false],
  ])("of %s is %s", (url, expected) => {
    expect(isKnownHost(url, ["127.0.0.1", "cdn.example.test"])).toBe(expected);
  });
});

describe("requestLine", () => {
  const record = {
    time: new Date(2030, 0, 1, 9, 5, 7),
    method: "GET",
    target: "/a.jpg",
    status: 200,
    reason: undefined,
    cause: undefined,
    bytes: 12,
    isComplete: true,
    milliseconds: 3.4,
  };

  it("has time, method, path, status, reason, bytes and milliseconds", () => {
    expect(requestLine(record)).toBe("09:05:07 GET /a.jpg 200 12 bytes 3 ms");
    expect(requestLine({ ...record, status: 403, reason: "expired", isComplete: false })).toBe(
      "09:05:07 GET /a.jpg 403 expired 12 bytes (closed early) 3 ms",
    );
  });

  it.each([
    ["/a?b=1&Policy=p&Signature=s&Key-Pair-Id=K&Hash-Algorithm=SHA256", "/a?b=1"],
    ["/a?Expires=1&Signature=s&Key-Pair-Id=K&c=/?d", "/a?c=/?d"],
    ["/a?Signature", "/a"],
    ["/a?Signature=s?b", "/a"],
    ["/a?b=1&amp;Signature=aB3d&amp;Policy=eyJ~-_", "/a?b=1&amp;Signature=…&amp;Policy=…"],
    ["/a%3FPolicy%3DeyJ%26Signature%253Dabc%252Bd%26b", "/a%3FPolicy%3D…%26Signature%253D…%26b"],
    ["/a&CloudFront-signature=aB3d&b=1", "/a&CloudFront-signature=…&b=1"],
    ["/a?", "/a"],
    ["/a?&&", "/a"],
    ["", ""],
    [`/${"a".repeat(400)}`, `/${"a".repeat(299)}…`],
    ["/\u001b[31m\u009b\r\n\u202e", "/\\u001b[31m\\u009b\\u000d\\u000a\\u202e"],
  ])("of %j shows %s", (target, shown) => {
    expect(requestLine({ ...record, target })).toBe(`09:05:07 GET ${shown} 200 12 bytes 3 ms`);
  });

  it("escapes control characters of a method and a reason", () => {
    expect(requestLine({ ...record, method: "G\u001bT", reason: "\u001b[2J" })).toBe(
      "09:05:07 G\\u001bT /a.jpg 200 \\u001b[2J 12 bytes 3 ms",
    );
  });
});

describe("a link in the folder", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "links-"));
    mkdirSync(join(folder, "private"));
    mkdirSync(join(folder, "v3"));
    writeFileSync(join(folder, "private/a b.txt"), "secret");
    writeFileSync(join(folder, "v3/a.txt"), "open");
    symlinkSync(".", join(folder, "self"));
    symlinkSync("private", join(folder, "open"));
    symlinkSync("private/a b.txt", join(folder, "a.txt"));
    symlinkSync("v3", join(folder, "latest"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const answer = async (path: string) => {
    const edge = createLocalEdge({
      ...readOrigin(folder, 0, { value: () => undefined, values: () => [] }),
      publicKeys: { K2JCJMDEHXQW5F: keyText("rsa2048.pub.spki.pem") },
      restrict: ["/private/*"],
      headers: {},
      explain: false,
      ipAddress: undefined,
    });
    const viewer = { address: "127.0.0.1" } as Viewer;
    const { response, reason } = await edge(new Request(`http://localhost${path}`), viewer);
    return [response.status, reason];
  };

  it.each(["/self/private/a%20b.txt", "/open/a%20b.txt", "/a.txt", "/self/self/open/a%20b.txt"])(
    "opens no restricted file: %s",
    async (path) => {
      expect(await answer(path)).toEqual([404, "file-restricted"]);
    },
  );

  it.each(["/latest/a.txt", "/self/v3/a.txt"])("leads to an open file: %s", async (path) => {
    expect(await answer(path)).toEqual([200, undefined]);
  });
});
