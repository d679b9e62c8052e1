import { anyText } from "@cloudfront-sign-webcrypto/testing/support/any-text.ts";
import { openCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { cloudFrontBase64 } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import keys from "@cloudfront-sign-webcrypto/testing/vectors/keys.json" with { type: "json" };
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { inspectionCard, inspectionJson } from "../../../src/commands/inspect/inspect.ts";
import { inspectRequest } from "../../../src/requests/inspection-fields.ts";

/** The command `inspect`, as a shell starts it. */

const command = openCommand();
const { run } = command;
afterAll(command.remove);

const host = "https://d111111abcdef8.cloudfront.net";
const env = { TZ: "UTC" };
const now = ["--now", "2030-03-17T14:46:40Z"];
const signer = createCloudFrontSigner({
  keyPairId: "K2JCJMDEHXQW5F",
  privateKey: Buffer.from(keys["ecp256.pkcs8.pem"], "base64"),
  now: () => new Date("2030-01-01T00:00:00Z"),
});
const terms = { dateLessThan: 1_900_000_000, resource: `${host}/videos/*` };
const url = `${host}/videos/a.mp4`;
const signed = await signer.signUrl(url, { ...terms, ipAddress: "192.0.2.7" });
const cookies = (await signer.signCookies(terms)).toCookieHeader();
const canned = `${host}/a.jpg?Expires=1900000000&Signature=AAAA&Key-Pair-Id=K2JCJMDEHXQW5F`;

/** Without the size of a P-256 signature, which differs each time. */
const text = (stdout: string): string => stdout.replace(/\d+ bytes/g, "N bytes");

describe("cloudfront-sign inspect", () => {
  it("decodes a signed URL without a key, and ends with 0", async () => {
    const { status, stdout, stderr } = await run(["inspect", signed, ...now], { env });
    expect([status, stderr]).toEqual([0, ""]);
    expect(text(stdout)).toBe(`URL          ${url}
Signed by    parameters of the URL
URL size     N bytes of 8192
Policy       custom
Resource     ${host}/videos/*
Expires      3 hours after --now: 2030-03-17T17:46:40Z
IP address   192.0.2.7/32
Key pair ID  K2JCJMDEHXQW5F
Hash         SHA256
Signature    N bytes (P-256), not verified

The policy
{
  "Statement": [
    {
      "Resource": "${host}/videos/*",
      "Condition": {
        "DateLessThan": {
          "AWS:EpochTime": 1900000000
        },
        "IpAddress": {
          "AWS:SourceIp": "192.0.2.7/32"
        }
      }
    }
  ]
}
`);
  });

  it("ends with 0 for a URL that has expired: it can be read", async () => {
    const { status, stdout } = await run(["inspect", canned, "--now", "2031-01-01T00:00:00Z"], { env });
    expect(status).toBe(0);
    expect(stdout).toContain("Expired      289 days 6 hours before --now: 2030-03-17T17:46:40Z\n");
  });

  it("counts from the clock of the system without --now", async () => {
    const { stdout } = await run([
      "inspect",
      `${host}/a.jpg?Expires=${Math.floor(Date.now() / 1000) - 7200}`,
    ]);
    expect(stdout).toMatch(/^Expired +2 hours( \d+ (?:second|minute)s?)? ago: /m);
  });

  it("decodes signed cookies, with a URL or without", async () => {
    const alone = await run(["inspect", "--cookie", cookies, ...now], { env });
    expect(alone.status).toBe(0);
    expect(text(alone.stdout)).toContain(
      "Signed by    cookies\nCookie size  N bytes of 20480\nPolicy       custom\n",
    );
    const { stdout } = await run(["inspect", url, "--cookie", cookies, ...now], { env });
    expect(text(stdout)).toContain(
      `URL          ${url}\nSigned by    cookies\nURL size     N bytes of 8192\nCookie size  N bytes of 20480\n`,
    );
  });

  it("shows no policy for canned cookies without the URL that is part of it", async () => {
    const canned =
      "CloudFront-Expires=1900000000; CloudFront-Signature=AAAA; CloudFront-Key-Pair-Id=K2JCJMDEHXQW5F";
    const { status, stdout } = await run(["inspect", "--cookie", canned, ...now], { env });
    expect(status).toBe(0);
    expect(stdout).toContain("Resource     the requested URL, which was not given\n");
    expect(stdout).not.toContain("Statement");
  });

  it.each([
    [
      "parameters are missing",
      `${host}/a.jpg?Expires=1900000000`,
      "Problem: The key pair ID is missing.\nReason     key-id-missing\n",
    ],
    [
      "nothing is signed",
      `${host}/a.jpg`,
      "Problem: This request is not signed.\nReason    no-credentials\n",
    ],
    [
      "it is not a URL",
      "a.jpg",
      "Problem: This is not a URL that clients can request.\nReason    request-invalid\n",
    ],
    [
      "it is too large",
      `${host}/${"a".repeat(8192)}`,
      "Problem: The request is larger than CloudFront accepts.\nReason    request-too-large\n",
    ],
  ])("says what is wrong first when %s, and ends with 1", async (_, broken, expected) => {
    const { status, stdout } = await run(["inspect", broken]);
    expect(status).toBe(1);
    expect(stdout.slice(0, expected.length)).toBe(expected);
  });

  it("shows a policy that CloudFront cannot read as it was sent, with escapes for control characters", async () => {
    const sent = '{"Statement":[]}\u001b[31m\u0007';
    const policy = cloudFrontBase64(sent);
    const { status, stdout } = await run([
      "inspect",
      `${url}?Policy=${policy}&Signature=AAAA&Key-Pair-Id=K2JCJMDEHXQW5F`,
    ]);
    expect(status).toBe(1);
    expect(stdout).toContain("Reason       policy-not-json\n");
    expect(stdout).toContain('\nThe policy\n{"Statement":[]}\\u001b[31m\\u0007\n');
  });

  it("shows the text of a canned policy that is not JSON, as the URL has a quote in it", async () => {
    const { status, stdout, stderr } = await run(["inspect", canned.replace("a.jpg", 'a".jpg')]);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`\nThe policy\n{"Statement":[{"Resource":"${host}/a".jpg",`);
  });

  it("prints one line of JSON for each URL, with sizes and times as text", async () => {
    const { status, stdout } = await run(["inspect", canned, "-", "--json"], { input: `${host}/b.jpg\n` });
    expect(status).toBe(1);
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {
        source: "url",
        url: `${host}/a.jpg`,
        kind: "canned",
        keyPairId: "K2JCJMDEHXQW5F",
        hashAlgorithm: "SHA1",
        policyText: `{"Statement":[{"Resource":"${host}/a.jpg","Condition":{"DateLessThan":{"AWS:EpochTime":1900000000}}}]}`,
        policy: { resource: `${host}/a.jpg`, dateLessThan: 1_900_000_000 },
        expiresAt: "2030-03-17T17:46:40.000Z",
        signature: { bytes: 3, looksLike: "unknown" },
        urlBytes: canned.length,
      },
      {
        url: `${host}/b.jpg`,
        kind: "canned",
        hashAlgorithm: "SHA1",
        problem: "no-credentials",
        urlBytes: `${host}/b.jpg`.length,
      },
    ]);
  });

  it("puts an empty line between several URLs", async () => {
    const { stdout } = await run(["inspect", canned, canned, ...now], { env });
    const [first = "", second] = stdout.split("\n\nURL ");
    expect(`URL ${second}`).toBe(`${first}\n`);
  });

  const lines = cookies.replaceAll("; ", "\n");

  it.each([
    ["a line for each cookie", lines],
    ["a curl command", `curl '${url}' \\\n  -H 'Cookie: ${cookies}'`],
    ["a URL and cookies", `${url}\nCookie: ${cookies}`],
  ])("reads %s as explain does, in an argument and in standard input", async (_, paste) => {
    for (const [word, input] of [
      [paste, ""],
      ["-", paste],
    ] as const) {
      const { status, stdout, stderr } = await run(["inspect", word, ...now, "--json"], { env, input });
      const { source, policy, problem } = JSON.parse(stdout);
      expect([status, stderr, source, policy.resource, problem]).toEqual([
        0,
        "",
        "cookies",
        terms.resource,
        undefined,
      ]);
    }
  });

  it("reads parameters without a URL, and says so", async () => {
    const [, query = ""] = signed.split("?");
    const { status, stdout, stderr } = await run(["inspect", query, ...now], { env });
    expect([status, stderr]).toEqual([
      0,
      "note: The paste has no host name: only the signing parameters were read. Pass\nthe requested URL to compare them with it.\n",
    ]);
    expect(stdout).toContain(`Resource     ${terms.resource}\n`);
  });

  it.each([
    ["*", true],
    ["https://*.com/*", true],
    ["*://*/videos/*", true],
    ["https://*.cloudfront.net/*", true],
    [`http*://${new URL(host).host}/videos/*`, false],
    ["*.example.com/*", false],
  ])("says that a resource covers more than one owner's hosts: %s, %s", async (resource, isWide) => {
    const condition = '{"DateLessThan":{"AWS:EpochTime":1900000000}}';
    const policy = `{"Statement":[{"Resource":"${resource}","Condition":${condition}}]}`;
    const wide = (await signer.signCookies({ policy })).toCookieHeader();
    const { stdout } = await run(["inspect", "--cookie", wide, ...now], { env });
    expect(/^Covers {7}.*$/m.exec(stdout)?.[0]).toBe(
      isWide ? "Covers       every host like that of each distribution that trusts the key" : undefined,
    );
  });

  it("joins --cookie and the cookies of a paste", async () => {
    const [first = "", ...others] = lines.split("\n");
    const args = ["inspect", first, "--cookie", others.join("; "), "--json"];
    expect(JSON.parse((await run(args)).stdout).problem).toBeUndefined();
  });

  it("still takes a URL a line, of which some are none", async () => {
    const input = `\n${canned}\nnot a URL\n\n  ${canned}  \n`;
    const { status, stdout } = await run(["inspect", "-", "--json"], { input });
    const problems = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).problem);
    expect([status, problems]).toEqual([1, [undefined, "request-invalid", undefined]]);
  });

  it("still takes more lines than a paste can have", async () => {
    const input = `${canned}\n`.repeat(1200);
    const { status, stdout } = await run(["inspect", "-", "--json"], { input });
    expect([status, stdout.trim().split("\n").length]).toEqual([0, 1200]);
  });

  it("refuses an empty standard input, and a private key in it", async () => {
    expect(await run(["inspect", "-"], { input: "\n \n" })).toMatchObject({ status: 2, stdout: "" });
    const key = `Cookie: a=b\n-----BEGIN ${"PRIVATE"} KEY-----\nMIIE\n`;
    const { status, stdout, stderr } = await run(["inspect", "-"], { input: key });
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("Standard input has a private key in it. It was not used.");
  });

  it("needs a URL or cookies", async () => {
    const { status, stdout, stderr } = await run(["inspect"]);
    expect([status, stdout, stderr.split("\n")[0]]).toEqual([
      2,
      "",
      "Give a URL in single quotes, or cookies: --cookie COOKIES",
    ]);
  });

  it("prints lines without control characters, and never throws, whatever a request holds", () => {
    const text = fc.oneof(anyText, fc.string(), fc.constant("1900000000"));
    const encoded = fc.oneof(text, fc.json(), fc.constant(terms.resource)).map(cloudFrontBase64);
    const parameter = fc.tuple(
      fc.constantFrom("Policy", "Expires", "Signature", "Key-Pair-Id", "Hash-Algorithm", "own"),
      fc.oneof(text, encoded),
    );
    const parameters = fc.array(parameter, { maxLength: 6 });
    const query = parameters.map((pairs) => pairs.map((pair) => pair.join("=")).join("&"));
    const cookies = parameters.map((pairs) => pairs.map((pair) => `CloudFront-${pair.join("=")}`).join("; "));
    const request = fc.record({
      url: fc.option(
        fc.tuple(text, query).map(([path, query]) => `${host}/${path}?${query}`),
        { nil: undefined },
      ),
      cookies: fc.option(cookies, { nil: undefined }),
    });
    fc.assert(
      fc.property(request, (given) => {
        const inspection = inspectRequest(given);
        const card = inspectionCard(inspection, given, { now: new Date(), isGiven: false });
        const json = inspectionJson(inspection, given);
        JSON.parse(json);
        expect(`${card}\n${json.trimEnd()}`.replaceAll("\n", " ")).not.toMatch(/\p{Cc}|\p{Cs}/u);
      }),
      { seed: 20_261_122, numRuns: 2000 },
    );
  });
});
