import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { summaryOf } from "cloudfront-sign-diagnosis/internals";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keyBytes, publicKeyFaults, writePublicKeyFiles } from "../../support/command-public-key-faults.ts";

/** The command `verify`, as a shell starts it. */

const command = openCommand();
const { folder, run } = command;
afterAll(command.remove);
writePublicKeyFiles(folder);

const host = "https://d111111abcdef8.cloudfront.net";
const url = `${host}/videos/a.mp4?size=1`;
const key = ["--public-key", "K2JCJMDEHXQW5F=public.pem"];
const now = ["--now", "2030-03-17T14:46:40Z"];
const env = { TZ: "UTC" };
const signer = createCloudFrontSigner({
  keyPairId: "K2JCJMDEHXQW5F",
  privateKey: keyBytes("rsa2048.pkcs8.pem"),
  now: () => new Date("2030-01-01T00:00:00Z"),
});
const end = { dateLessThan: 1_900_000_000 };
let [canned, restricted, cookies] = ["", "", ""];

beforeAll(async () => {
  canned = await signer.signUrl(url, end);
  restricted = await signer.signUrl(url, {
    ...end,
    dateGreaterThan: 1_800_000_000,
    ipAddress: "192.0.2.0/24",
  });
  cookies = (await signer.signCookies({ ...end, resource: `${host}/videos/*` })).toCookieHeader();
});

describe("cloudfront-sign verify", () => {
  it("shows what the policy of an allowed URL allows, and ends with 0", async () => {
    const result = await run(["verify", restricted, ...key, ...now, "--ip-address", "192.0.2.7"], { env });
    expect(result).toEqual({
      status: 0,
      stderr: "",
      stdout: `Allowed: The signature is valid, and the policy allows this request.
URL          ${url}
Signed by    parameters of the URL
URL size     ${restricted.length} bytes of 8192
Policy       custom
Resource     ${url}
Started      3 years 62 days before --now: 2027-01-15T08:00:00Z
Expires      3 hours after --now: 2030-03-17T17:46:40Z
IP address   192.0.2.0/24
Key pair ID  K2JCJMDEHXQW5F
Hash         SHA1
Signature    256 bytes (RSA 2048)
`,
    });
  });

  it("says first why a URL is denied, then what to do, and ends with 1", async () => {
    const { status, stdout, stderr } = await run(["verify", canned, ...key, "--now", "1900000060"], { env });
    expect([status, stderr]).toEqual([1, ""]);
    expect(stdout).toBe(`Denied: The signature has expired.
Reason       expired
Next         cloudfront-sign explain, with the same arguments, finds the cause
             and says what to do
CloudFront   answers AccessDenied: Access denied
URL          ${url}
Signed by    parameters of the URL
URL size     ${canned.length} bytes of 8192
Policy       canned: rebuilt from the request
Resource     ${url}
Expired      1 minute before --now: 2030-03-17T17:46:40Z
Key pair ID  K2JCJMDEHXQW5F
Hash         SHA1
Signature    256 bytes (RSA 2048)
`);
  });

  it.each([
    [
      "in UTC, once where that is the local time",
      "UTC",
      "Expires      3 hours after --now: 2030-03-17T17:46:40Z\n",
    ],
    [
      "in UTC and local time, with the zone of that day",
      "America/St_Johns",
      "Expires      3 hours after --now: 2030-03-17T17:46:40Z, local time\n             2030-03-17T15:16:40-02:30\n",
    ],
  ])("shows times %s", async (_, zone, expected) => {
    expect((await run(["verify", canned, ...key, ...now], { env: { TZ: zone } })).stdout).toContain(expected);
  });

  it.each([
    ["the cookies of a whole Cookie header", () => ["--cookie", `Cookie: theme=dark; ${cookies}`]],
    ["cookies one by one", () => cookies.split("; ").flatMap((cookie) => ["--cookie", cookie])],
  ])("verifies %s", async (_, args) => {
    const { status, stdout } = await run(["verify", url, ...args(), ...key, ...now], { env });
    expect(status).toBe(0);
    expect(stdout).toContain("Signed by    cookies\n");
    expect(stdout).toContain(`Resource     ${host}/videos/*\n`);
  });

  it.each([
    [["--domain", "example.com", "--max-age", "3600"], "videos/a.mp4"],
    [["https://cdn.example.com/a/*"], "a/1"],
  ])("reads a jar of curl in --cookie as curl does: %j", async (more, path) => {
    const signing = ["--key-pair-id", "K2JCJMDEHXQW5F", "--private-key", "private.pem", "--expires-in", "1h"];
    const resources = ["https://cdn.example.com/videos/*", ...more];
    const { stdout: jar } = await run(["cookies", ...resources, ...signing, "--format", "curl-jar"]);
    const args = [`https://cdn.example.com/${path}`, "--cookie", jar];
    for (const name of ["verify", "explain"])
      expect((await run([name, ...args, ...key])).stdout).toMatch(/^(?:Allowed|No fault found): /);
    expect((await run(["inspect", ...args])).stdout).toContain("Key pair ID  K2JCJMDEHXQW5F\n");
  });

  it.each(["verify", "explain", "inspect"])(
    "says that a jar has no cookies for the URL: %s",
    async (name) => {
      const jar = `# Netscape HTTP Cookie File\n\n${cookies
        .split("; ")
        .map((pair) => `#HttpOnly_cdn.example.com\tFALSE\t/\tTRUE\t0\t${pair.replace("=", "\t")}`)
        .join("\n")}`;
      const { status, stderr } = await run([name, url, "--cookie", jar]);
      expect([status, stderr.split("\n", 1)[0]]).toEqual([
        2,
        "--cookie: is a cookie jar without a cookie for this URL; compare its domains and paths with the URL",
      ]);
    },
  );

  it.each([
    ["cookies.txt", "cookies.txt"],
    ["@cookies.txt", "cookies.txt"],
    ["none.json", "none.json"],
    ["@none", "none"],
    ["public.pem", "public.pem"],
    ["@a b.txt", "'a b.txt'"],
  ])("refuses a file in the place of cookies: %s", async (value, word) => {
    const { status, stderr } = await run(["verify", url, "--cookie", value, ...key, ...now]);
    expect([status, stderr.split("\n", 1)[0]]).toEqual([
      2,
      `--cookie: accepts cookies, not a file; for a file with a Cookie header write --cookie "$(cat ${word})"`,
    ]);
  });

  it.each([
    ["the viewer's address is missing", () => [restricted], "ip-unknown", "--ip-address IP"],
    [
      "the URL was cut off at a &",
      () => [canned.split("&Signature")[0] ?? ""],
      "key-id-missing",
      "single quotes",
    ],
    ["nothing is signed", () => [url], "no-credentials", "single quotes"],
    [
      "the signature is for another URL",
      () => [canned.replace("a.mp4", "b.mp4")],
      "signature-mismatch",
      "explain",
    ],
  ])("names the next step when %s", async (_, args, reason, step) => {
    const { status, stdout } = await run(["verify", ...args(), ...key, ...now], { env });
    expect(status).toBe(1);
    expect(stdout).toMatch(new RegExp(`^Reason +${reason}$`, "m"));
    expect(stdout.replace(/\s+/g, " ")).toContain(step);
  });

  it.each([
    ["restricted by the first pattern that matches", ["--restrict", "/videos/*", "--restrict", "!*"], 1],
    ["open by a pattern with !", ["--restrict", "!/videos/*", "--restrict", "*"], 0],
    ["open as no pattern matches", ["--restrict", "/private/*"], 0],
  ])("decides about a path that is %s", async (_, args, status) => {
    const result = await run(["verify", url, ...key, ...args]);
    expect(result.status).toBe(status);
    if (status === 0)
      expect(result.stdout).toBe("Allowed: This path needs no signature. Nothing was verified.\n");
  });

  it("prints a line for each of several URLs and each line of standard input; empty lines are none", async () => {
    const input = `${canned}\r\n\r\n${url}\n${canned}x`;
    const { status, stdout, stderr } = await run(["verify", canned, "-", ...key, ...now], { input });
    expect([status, stderr]).toEqual([1, ""]);
    expect(stdout.split("\n")).toEqual([
      `allowed ${canned}`,
      `allowed ${canned}`,
      `denied no-credentials ${url}`,
      `denied key-id-not-a-key-id ${canned}x`,
      "",
    ]);
  });

  it("says how many of several URLs need no signature, and were not verified", async () => {
    const args = ["verify", canned, url, ...key, ...now, "--restrict", "/other/*"];
    const { status, stdout, stderr } = await run(args);
    expect([status, stdout]).toEqual([0, `allowed ${canned}\nallowed ${url}\n`]);
    expect(stderr).toBe(
      "note: 2 of 2 URLs are on open paths by --restrict, so nothing was verified for\nthem.\n",
    );
  });

  it("refuses a line that is too long for a URL, after those before it", async () => {
    const { status, stdout, stderr } = await run(["verify", "-", ...key, ...now], {
      input: `${canned}\n${"a".repeat(70_000)}\n`,
    });
    expect([status, stdout]).toEqual([2, `allowed ${canned}\n`]);
    expect(stderr.split("\n")[0]).toBe("-: line 2 is too long for a URL; send one URL a line");
  });

  it.each([[[]], [["--json"]]])("refuses a line of JSON, such as those of sign --json: %j", async (more) => {
    const input = `${canned}\n\n{"url":"${url}","signedUrl":"${canned}"}\n`;
    const { status, stderr } = await run(["verify", "-", ...key, ...now, ...more], { input });
    expect([status, stderr.split("\n")[0]]).toEqual([
      2,
      "-: line 3 is JSON, not a URL; send the URLs alone, as jq -r .signedUrl prints them",
    ]);
  });

  it("shows the IDs of the request and of the given keys, if none of these is that of the request", async () => {
    const others = ["K3D5EWEUDCCXON", "K1P6ECKEYHTR2Z"].flatMap((id) => ["--public-key", `${id}=public.pem`]);
    const { status, stdout } = await run(["verify", canned, ...others, ...now], { env });
    expect(status).toBe(1);
    expect(stdout.split("\nCloudFront")[0]).toBe(`Denied: CloudFront does not trust this key here.
Reason       key-not-trusted
Next         the request has K2JCJMDEHXQW5F, and you gave K3D5EWEUDCCXON,
             K1P6ECKEYHTR2Z: correct the ID of your public key if it is
             mistyped; if the request was signed with another ID,
             cloudfront-sign explain, with the same arguments, finds the cause
             and says what to do`);
  });

  it("prints the verdict as JSON, with times as text", async () => {
    const { status, stdout } = await run(["verify", restricted, canned, "--json", ...key, ...now]);
    expect(status).toBe(1);
    const [denied, allowed] = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(denied).toEqual({
      allowed: false,
      reason: "ip-unknown",
      code: "AccessDenied",
      message: "Access denied",
      summary: summaryOf("ip-unknown"),
      startsAt: "2027-01-15T08:00:00.000Z",
      expiresAt: "2030-03-17T17:46:40.000Z",
      requestedUrl: restricted,
    });
    expect(allowed).toEqual({
      allowed: true,
      restricted: true,
      source: "url",
      kind: "canned",
      policy: { resource: url, dateLessThan: 1_900_000_000 },
      keyPairId: "K2JCJMDEHXQW5F",
      hashAlgorithm: "SHA1",
      url,
      expiresAt: "2030-03-17T17:46:40.000Z",
      requestedUrl: canned,
    });
  });

  it("takes an ID of an emulator when that is allowed", async () => {
    const emulated = createCloudFrontSigner({
      keyPairId: "my-key",
      allowEmulatorKeyPairIds: true,
      privateKey: keyBytes("rsa2048.pkcs8.pem"),
      now: () => new Date("2030-01-01T00:00:00Z"),
    });
    const signed = await emulated.signUrl(url, end);
    const args = [
      "verify",
      signed,
      "--public-key",
      "my-key=public.pem",
      "--allow-emulator-key-pair-ids",
      ...now,
    ];
    expect((await run(args)).status).toBe(0);
  });

  it("prints no control character of a URL", async () => {
    const { stdout } = await run(["verify", `${host}/a\u001b]0;title\u0007?Key-Pair-Id=\u009b31m`, ...key]);
    expect(stdout).toContain(`URL          ${host}/a\\u001b]0;title\\u0007\n`);
    expect(stdout).toContain("Key pair ID  \\u009b31m\n");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for them
    expect(stdout).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f]/);
  });
});

describe("public keys", () => {
  const group = join(folder, "group");
  mkdirSync(group);
  writeFileSync(join(group, "K2JCJMDEHXQW5F.PEM"), keyBytes("rsa2048.pub.spki.pem"));
  writeFileSync(join(group, "K3D5EWEUDCCXON.der"), keyBytes("ecp256.pub.spki.pem"));
  writeFileSync(join(group, "k2small.pem"), "");
  writeFileSync(join(group, "\u202enotes.txt"), "");
  const pem = keyBytes("rsa2048.pub.spki.pem").toString();
  writeFileSync(join(folder, "public.der"), keyBytes("rsa2048.pub.spki.der"));
  writeFileSync(
    join(folder, "aws.json"),
    JSON.stringify({ PublicKey: { Id: "K2JCJMDEHXQW5F", PublicKeyConfig: { EncodedKey: pem } } }, null, 4),
  );

  it.each([
    ["a file as the AWS CLI takes it", ["--public-key", "K2JCJMDEHXQW5F=file://public.pem"], {}],
    ["a file of DER", ["--public-key", "K2JCJMDEHXQW5F=public.der"], {}],
    ["what aws cloudfront get-public-key prints", ["--public-key", "K2JCJMDEHXQW5F=aws.json"], {}],
    ["several files", ["--public-key", "K3D5EWEUDCCXON=public.pem", ...key], {}],
    [
      "a variable with files",
      [],
      { CLOUDFRONT_PUBLIC_KEYS: "K3D5EWEUDCCXON=public.der, K2JCJMDEHXQW5F=public.pem," },
    ],
    ["a variable with JSON", [], { CLOUDFRONT_PUBLIC_KEYS: JSON.stringify({ K2JCJMDEHXQW5F: pem }) }],
    ["flags rather than a variable", key, { CLOUDFRONT_PUBLIC_KEYS: "K2JCJMDEHXQW5F=none.pem" }],
  ])("come from %s", async (_, args, env) => {
    const { status, stderr } = await run(["verify", canned, ...args, ...now], { env });
    expect([status, stderr]).toEqual([0, ""]);
  });

  it("come from a folder of files with their IDs; other files are named", async () => {
    const { status, stderr } = await run(["verify", canned, "--key-group", "group", ...now]);
    expect([status, stderr]).toEqual([
      0,
      "warning: --key-group: not read, as no ID is their name: k2small.pem, \\u202enotes.txt; name the file of each key by its key pair ID, such as K2JCJMDEHXQW5F.pem\n",
    ]);
  });

  const asked =
    "note: --public-key public.pem has no ID, so it is taken as the key of\nK2JCJMDEHXQW5F, the ID of the request. CloudFront must have it under this ID: to\ncheck the ID too, write --public-key ID=public.pem.\n";

  it.each([
    ["of the URL", () => [canned]],
    ["of the cookies", () => [url, "--cookie", cookies]],
    ["that all URLs have", () => [canned, restricted, "--ip-address", "192.0.2.7"]],
  ])("takes the ID %s for a key without one, and says so", async (_, request) => {
    const { status, stderr } = await run(["verify", ...request(), "--public-key", "public.pem", ...now], {
      env,
    });
    expect([status, stderr]).toEqual([0, asked]);
  });

  it("still denies a URL of another key, with the ID of the URL", async () => {
    const other = canned.replace(/Signature=..../, "Signature=AAAA");
    const { status, stdout } = await run(["verify", other, "--public-key", "public.pem", ...now]);
    expect([status, stdout.split("\n")[0]]).toEqual([1, "Denied: The signature does not fit this request."]);
  });

  it.each([
    [
      "URLs with several IDs",
      () => [canned, canned.replace("K2JCJMDEHXQW5F", "K3D5EWEUDCCXON")],
      " and there are several IDs or keys; write its own before the file, such as --public-key K2JCJMDEHXQW5F=public.pem",
    ],
    ["a URL without an ID", () => [url], " write one before the file, such as K2JCJMDEHXQW5F=public.pem"],
    [
      "a URL whose ID is none",
      () => [canned.replace("K2JCJMDEHXQW5F", "my-key")],
      " write one before the file, such as K2JCJMDEHXQW5F=public.pem",
    ],
  ])("needs the ID for %s", async (_, request, step) => {
    const { status, stderr } = await run(["verify", ...request(), "--public-key", "public.pem", ...now]);
    const [first = ""] = stderr.split("\n");
    expect([status, first.replace(/has no key pair ID[,;]/, "…")]).toEqual([
      2,
      `--public-key public.pem: …${step}`,
    ]);
  });

  it.each([
    [["*", "!/open/*"], "!/open/* is never reached: * before it matches every path"],
    [["/a/*", "!/a/*", "*"], "!/a/* is never reached: /a/* before it matches the same paths"],
    [["/a/*", "!/a/b/*"], "!/a/b/* is never reached: /a/* before it matches all of its paths"],
  ])("warns of a --restrict that is never reached: %j", async (patterns, sentence) => {
    const flags = patterns.flatMap((pattern) => ["--restrict", pattern]);
    const { stderr } = await run(["verify", canned, ...key, ...now, ...flags]);
    expect(stderr.replace(/\s+/g, " ").trim()).toBe(
      `warning: --restrict: ${sentence}; CloudFront takes the first that matches, so put the narrower one first`,
    );
  });

  it("takes a --restrict that another one covers only in part", async () => {
    const flags = ["--restrict", "/a/?", "--restrict", "!/a/*", "--restrict", "*"];
    expect((await run(["verify", canned, ...key, ...now, ...flags])).stderr).toBe("");
  });

  it.each(publicKeyFaults)("refuses %s, in the words of the flags", async (_, args, message, input) => {
    const { status, stdout, stderr } = await run(["verify", canned, ...args], input);
    expect([status, stdout, stderr]).toEqual([
      2,
      "",
      `${message}\n\ncloudfront-sign verify --help shows all options.\n`,
    ]);
  });
});
