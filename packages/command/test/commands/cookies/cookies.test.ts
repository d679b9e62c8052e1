import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { cloudFrontBase64ToText } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { withoutLifetimeNote } from "@cloudfront-sign-webcrypto/testing/support/lifetime-note.ts";
import { openCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import keys from "@cloudfront-sign-webcrypto/testing/vectors/keys.json" with { type: "json" };
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const { folder, run, remove } = openCommand();
afterAll(remove);

const pem = join(folder, "private.pem");
writeFileSync(pem, Buffer.from(keys["rsa2048.pkcs8.pem"], "base64"), { mode: 0o600 });
const publicKey = Buffer.from(keys["rsa2048.pub.spki.pem"], "base64").toString();
const verifier = createCloudFrontVerifier({ publicKeys: { K2JCJMDEHXQW5F: publicKey } });

const help = "\n\ncloudfront-sign cookies --help shows all options.\n";
const key = ["--key-pair-id", "K2JCJMDEHXQW5F", "--private-key", pem];
const usual = [...key, "--expires-in", "4h"];
const course = "https://cdn.example.com/course/42/*";
const images = "https://cdn.example.com/images/*";
const film = "https://cdn.example.com/course/42/1.mp4";

/** Standard output of a command line without a fault. */
async function output(args: readonly string[], command = "cookies"): Promise<string> {
  const { status, stdout, stderr } = await run([command, ...args]);
  expect([status, withoutLifetimeNote(stderr)]).toEqual([0, ""]);
  return stdout;
}

async function isAllowed(url: string, header: string): Promise<boolean> {
  return (await verifier.verifyCookies(url, header)).allowed;
}

describe("cookies", () => {
  it("prints a Cookie header that opens what the resource covers", async () => {
    const [header = "", ...rest] = (await output([course, ...usual])).split("\n");
    expect(rest).toEqual([""]);
    expect(await isAllowed(film, header)).toBe(true);
    expect(await isAllowed("https://cdn.example.com/course/43/1.mp4", header)).toBe(false);
  });

  it("prints a header for each of several resources, in order", async () => {
    const lines = (await output([course, images, ...usual])).split("\n");
    expect(lines).toHaveLength(3);
    expect(await isAllowed(film, lines[0] ?? "")).toBe(true);
    expect(await isAllowed("https://cdn.example.com/images/1.jpg", lines[1] ?? "")).toBe(true);
  });

  it.each([
    [[], "Path=/course/42/; Secure; HttpOnly; SameSite=Lax"],
    [["--domain", "example.com"], "Domain=example.com; Path=/course/42/; Secure; HttpOnly; SameSite=Lax"],
    [["--path", "/course"], "Path=/course; Secure; HttpOnly; SameSite=Lax"],
    [["--max-age", "3600"], "Path=/course/42/; Max-Age=3600; Secure; HttpOnly; SameSite=Lax"],
    [["--max-age", "1h"], "Path=/course/42/; Max-Age=3600; Secure; HttpOnly; SameSite=Lax"],
    [["--same-site", "None"], "Path=/course/42/; Secure; HttpOnly; SameSite=None"],
    [["--partitioned"], "Path=/course/42/; Secure; HttpOnly; SameSite=Lax; Partitioned"],
    [["--no-secure"], "Path=/course/42/; HttpOnly; SameSite=Lax"],
    [["--no-http-only"], "Path=/course/42/; Secure; SameSite=Lax"],
  ])("prints Set-Cookie values with the attributes of %j", async (args, attributes) => {
    const lines = (await output([course, ...usual, "--format", "set-cookie", ...args])).trimEnd().split("\n");
    expect(lines.map((line) => line.replace(/=[^;]*/, ""))).toEqual(
      ["Policy", "Signature", "Key-Pair-Id"].map((name) => `CloudFront-${name}; ${attributes}`),
    );
  });

  it.each([
    ["https://CDN.Example.com/f/*", "cdn.example.com"],
    ["https://cdn.example.com:8443/f/*", "cdn.example.com"],
    ["https://münchen.example/f/*", "xn--mnchen-3ya.example"],
  ])("writes the host of %s as curl sends it", async (resource, host) => {
    const [, , cookie] = (await output([resource, ...usual, "--format", "curl-jar"])).split("\n");
    expect(cookie?.split("\t")[0]).toBe(`#HttpOnly_${host}`);
  });

  it("gives each of several sets its own path", async () => {
    const lines = (await output([course, images, ...usual, "--format", "set-cookie"])).trimEnd().split("\n");
    expect(lines.map((line) => /Path=([^;]*)/.exec(line)?.[1])).toEqual([
      ...Array(3).fill("/course/42/"),
      ...Array(3).fill("/images/"),
    ]);
  });

  it("prints JSON: each name with its value, and a list for several resources", async () => {
    const values = JSON.parse(await output([film, ...usual, "--format", "json"])) as Record<string, string>;
    expect(Object.keys(values)).toEqual([
      "CloudFront-Expires",
      "CloudFront-Signature",
      "CloudFront-Key-Pair-Id",
    ]);
    const header = Object.entries(values).map(([name, value]) => `${name}=${value}`);
    expect(await isAllowed(film, header.join("; "))).toBe(true);
    expect(JSON.parse(await output([course, images, ...usual, "--json"]))).toEqual([
      { resource: course, path: "/course/42/", cookies: expect.any(Object) },
      { resource: images, path: "/images/", cookies: expect.any(Object) },
    ]);
  });

  it("signs a ready policy, whose resource it is", async () => {
    const policy = `{"Statement":[{"Resource":"${course}","Condition":{"DateLessThan":{"AWS:EpochTime":4102444800}}}]}`;
    expect(await isAllowed(film, (await output([...key, "--policy", policy])).trim())).toBe(true);
  });

  it.each([
    ["--resource", []],
    ["--policy-resource", []],
    ["--resource", ["--output", "json"]],
  ])("takes a line of aws cloudfront sign-cookies with %s %j, and prints JSON", async (flag, rest) => {
    const line = [
      flag,
      course,
      ...key.slice(0, 2),
      "--private-key",
      `file://${pem}`,
      "--date-less-than",
      "2100-01-01T00:00:00Z",
    ];
    const values = JSON.parse(await output([...line, ...rest], "sign-cookies")) as Record<string, string>;
    expect(cloudFrontBase64ToText(values["CloudFront-Policy"] ?? "")).toBe(
      `{"Statement":[{"Resource":"${course}","Condition":{"DateLessThan":{"AWS:EpochTime":4102444800}}}]}`,
    );
    expect(Object.keys(values)).toEqual([
      "CloudFront-Policy",
      "CloudFront-Signature",
      "CloudFront-Key-Pair-Id",
    ]);
  });

  it.each([
    [[], "Give at least one RESOURCE that the cookies are for, or a whole policy with --policy."],
    [
      ["s3://bucket/key"],
      "ERR_RESOURCE_INVALID\nRESOURCE: has another scheme; a resource starts with https://, http:// or *://",
    ],
    [
      [images, "s3://b/k"],
      "ERR_RESOURCE_INVALID\nRESOURCE 2 of 2: has another scheme; a resource starts with https://, http:// or *://",
    ],
    [
      [`${course},${images}`],
      "RESOURCE: has several patterns; pass each as an argument of its own, in single quotes",
    ],
    [
      [course, "--format", "netscape"],
      '--format: "netscape" is not possible here; write one of header, set-cookie, json, curl-jar, curl',
    ],
    [
      [course, "--domain", "example.com"],
      "--domain: --format header has no place for it; leave it out, or write --format set-cookie",
    ],
    [
      [course, "--format", "curl-jar", "--same-site", "Lax"],
      "--same-site: --format curl-jar has no place for it; leave it out, or write --format set-cookie",
    ],
    [
      [course, "http://cdn.example.com/b/*", "--format", "curl-jar"],
      "ERR_COOKIE_INVALID\nSecure (--no-secure turns it off): is true for an http resource, where browsers never send Secure cookies; sign an https resource, or turn it off",
    ],
    [
      [course, "--format", "set-cookie", "--max-age", "1.5"],
      'ERR_COOKIE_INVALID\n--max-age: is 1.5, which browsers ignore; pass whole seconds, 0 or more, or text such as "4h"',
    ],
    [
      [course, images, "--format", "set-cookie", "--path", "/"],
      "ERR_OPTION_CONFLICT\n--path: each set has the path of its resource; leave it out",
    ],
    [
      ["https://*.example.com/f/*", "--format", "curl-jar"],
      "--domain: the cookies are for no single host; pass their domain, such as cdn.example.com",
    ],
    [
      [course, "--format", "curl"],
      "--url: the cookies are for more than one URL; pass the one that curl will request",
    ],
    [
      [course, "--format", "curl", "--url", "https://cdn.example.com/course/43/1.mp4"],
      "ERR_RESOURCE_MISMATCH\n--url: is not covered by the signed resource: protocol, domain, path and query must each match; a pattern for this URL is https://cdn.example.com/FOLDER/*, with the URL's own folder",
    ],
    [[course, "--json", "--format", "curl"], "--json: is set together with --format curl; keep one"],
    [
      [course, "--url", film],
      "--url: only --format curl requests a URL; write RESOURCE without --url, or add --format curl",
    ],
    [[course, images, "--format", "curl", "--url", film], "--url: is for one RESOURCE; leave the others out"],
  ])("refuses %j", async (args, message) => {
    const { status, stdout, stderr } = await run(["cookies", ...args, ...usual]);
    expect([status, stdout, stderr]).toEqual([2, "", message + help]);
  });
});

const hasCurl = spawnSync("curl", ["--version"]).status === 0;

// A cookie for 127.0.0.1 is sent over http too, as curl takes it for secure.
describe.skipIf(!hasCurl)("curl with what cookies prints", () => {
  let [server, origin]: [Server | undefined, string] = [undefined, ""];
  beforeAll(async () => {
    server = createServer((request, response) =>
      response.end(`${request.url}\n${request.headers.cookie ?? ""}`),
    );
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server?.close());

  /** What the server was sent. */
  async function request(program: string, args: readonly string[]): Promise<[url: string, cookie: string]> {
    const child = spawn(program, args, { cwd: folder });
    let sent = "";
    child.stdout.on("data", (chunk: Buffer) => {
      sent += chunk.toString();
    });
    await once(child, "close");
    const [url = "", cookie = ""] = sent.split("\n");
    return [url, cookie];
  }

  it.each([[[]], [["--max-age", "600"]], [["--no-secure", "--no-http-only"]]])(
    "sends the cookies of a cookie file %j",
    async (args) => {
      writeFileSync(
        join(folder, "jar"),
        await output([`${origin}/a/*`, ...usual, "--format", "curl-jar", ...args]),
      );
      const [, cookie] = await request("curl", ["-sb", "jar", `${origin}/a/1.mp4`]);
      expect(await isAllowed(`${origin}/a/1.mp4`, cookie)).toBe(true);
    },
  );

  it("sends the cookies of a domain to its hosts, over http with --no-secure", async () => {
    const { port } = new URL(origin);
    const site = `http://cdn.shop.example:${port}`;
    const attributes = ["--domain", "shop.example", "--no-secure"];
    writeFileSync(
      join(folder, "jar"),
      await output([`${site}/f/*`, ...usual, "--format", "curl-jar", ...attributes]),
    );
    const get = (host: string) =>
      request("curl", ["-sb", "jar", "--resolve", `${host}:${port}:127.0.0.1`, `http://${host}:${port}/f/1`]);
    const [, cookie] = await get("cdn.shop.example");
    expect(await isAllowed(`${site}/f/1`, cookie)).toBe(true);
    expect(await get("cdn.other.example")).toEqual(["/f/1", ""]);
  });

  it("knows the host of a ready policy", async () => {
    const resource = "https://cdn.example.com/course/*";
    const policy = JSON.stringify({
      Statement: [{ Resource: resource, Condition: { DateLessThan: { "AWS:EpochTime": 4_000_000_000 } } }],
    });
    const key = usual.slice(0, 4);
    const jar = await output(["--policy", policy, ...key, "--format", "curl-jar"]);
    expect(jar).toContain("#HttpOnly_cdn.example.com\tFALSE\t/course/\tTRUE\t0\tCloudFront-Policy\t");
    const args = ["cookies", "--policy", policy, ...key, "--format", "set-cookie", "--domain", "other.org"];
    const { status, stderr } = await run(args);
    expect([status, stderr.split("\n").slice(0, 2)]).toEqual([
      2,
      [
        "ERR_COOKIE_INVALID",
        "--domain: does not cover cdn.example.com, the host of the resource; write the alternate domain name of the distribution, such as cdn.example.com, or a parent domain, or leave domain out if that host itself sends Set-Cookie",
      ],
    ]);
  });

  it("sends to each path its own cookies", async () => {
    writeFileSync(
      join(folder, "jar"),
      await output([`${origin}/a/*`, `${origin}/b/*`, ...usual, "--format", "curl-jar"]),
    );
    for (const path of ["/a/1", "/b/1"]) {
      const [, cookie] = await request("curl", ["-sb", "jar", origin + path]);
      expect(await isAllowed(origin + path, cookie)).toBe(true);
    }
    expect(await request("curl", ["-sb", "jar", `${origin}/c`])).toEqual(["/c", ""]);
  });

  it
    .skipIf(process.platform === "win32")
    .each(["/a/1.mp4", '/a/it\'s $HOME; `id` !.mp4?x=1&y="2"', "/a/(1)*~%25"])(
    "is a command line that a shell runs as it is, for %s",
    async (path) => {
      const line = await output([`${origin}/*`, ...usual, "--format", "curl", "--url", origin + path]);
      const [url, cookie] = await request("sh", ["-c", line.replace(/^curl /, "curl -s ")]);
      expect(decodeURI(url)).toBe(decodeURI(path));
      expect(await isAllowed(origin + url, cookie)).toBe(true);
    },
  );
});
