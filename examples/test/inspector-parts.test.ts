import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  type CloudFrontFinding,
  explainCloudFrontDenial,
  readPastedRequest,
} from "cloudfront-sign-diagnosis";
import {
  createCloudFrontVerifier,
  inspectCloudFrontCookies,
  inspectCloudFrontUrl,
} from "cloudfront-sign-webcrypto/verify";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { decidingFields } from "../inspector/deciding-fields.js";
import { publicKeyProblem } from "../inspector/public-key-problem.js";
import { keyPairId, publicKey, samples } from "../inspector/samples.js";
import { diagnosisText } from "../inspector/share.js";
import { describeRelativeTime, timesOf } from "../inspector/times.js";
import { version } from "../inspector/version.js";

const now = new Date("2026-03-02T09:00:00Z");

/** What the page would copy for a paste. */
async function shared(paste: string, options: { requested?: string; pem?: string } = {}): Promise<string> {
  const { requested = "", pem = "" } = options;
  const pasted = readPastedRequest(paste || requested, { requestedUrl: requested });
  if (!pasted) throw new Error("not read");
  const { url, cookies, setCookie, status, responseBody } = pasted;
  const question = { url, cookies, setCookie, status, responseBody };
  const verifier = pem ? createCloudFrontVerifier({ publicKeys: { [keyPairId]: pem } }) : undefined;
  const findings = await explainCloudFrontDenial({ ...question, verifier, time: now });
  const inspection = cookies ? inspectCloudFrontCookies(cookies, url) : inspectCloudFrontUrl(url ?? "");
  const given = { ...question, publicKey: pem, isKeyUsed: verifier !== undefined };
  return diagnosisText({ findings, inspection, now, isNow: false, isTimeUnread: false, given, status });
}

describe("a copied diagnosis", () => {
  it("is whole for the example of an expired URL", async () => {
    const { paste = "" } = samples["Parameter added"] ?? {};
    expect(await shared(paste, { pem: publicKey })).toMatch(
      new RegExp(
        [
          "^Proven: The signature does not cover a query parameter of the URL\\.",
          "",
          "1\\. The signature does not cover a query parameter of the URL\\. \\(url-parameter-added, proven\\)",
          "   Seen: .*utm_source.*\\.",
          "   Fix: .*utm_source.*",
          "",
          "Request: GET https://d111111abcdef8\\.cloudfront\\.net/reports/2026-q1\\.pdf\\?version=…&utm_source=…&Expires=…&Signature=…&Key-Pair-Id=…",
          "Signed URL: canned policy, SHA1, signature of 256 bytes \\(RSA 2048\\)",
          "Time of the request: 2026-03-02 09:00:00 UTC",
          "Valid until: 2026-03-02 10:00:00 UTC \\(1 hour after the request\\)",
          "Checked: signature with the public key, URL, no answer, no viewer’s address",
          `Explained by cloudfront-sign-webcrypto ${version.replaceAll(".", "\\.")}$`,
        ].join("\n"),
      ),
    );
  });

  it.each([
    ["in the path", (query: string) => `/a%3F${encodeURIComponent(query)}`],
    [
      "in the path, encoded twice",
      (query: string) => `/a%253F${encodeURIComponent(encodeURIComponent(query))}`,
    ],
    ["in a name", (query: string) => `/a?${encodeURIComponent(query)}&b=1`],
    [
      "behind escapes of JSON",
      (query: string) => `/a\\u003f${query.replaceAll("&", "\\u0026").replaceAll("=", "\\u003d")}`,
    ],
  ])("has no signature that is %s", async (_, write) => {
    const signature = "MEUCIQC5nQdQ1dJ3kQ0xq2Zl7h~7Yw";
    const query = `Expires=1900000000&Signature=${signature}&Key-Pair-Id=K2JCJMDEHXQW5F`;
    const text = await shared(`https://cdn.example.com${write(query)}`);
    expect(text).toContain("https://cdn.example.com/a");
    for (let i = 0; i + 6 <= signature.length; i++) expect(text).not.toContain(signature.slice(i, i + 6));
  });

  it("names the version of the package", () => {
    const manifest = new URL("../../packages/core/package.json", import.meta.url);
    expect(version).toBe(JSON.parse(readFileSync(manifest, "utf8")).version);
  });

  it.each(Object.entries(samples))("has no secret of the example %s", async (_, { paste, requested }) => {
    const text = await shared(paste, { requested: requested ?? "", pem: publicKey });
    for (const secret of [
      ...paste.matchAll(/(?:Signature|Policy)=([\w~-]+)/g),
      ...publicKey.matchAll(/^([\w+/]{20,})$/gm),
    ]
      .map(([, value = ""]) => value)
      .flatMap((value) => [value.slice(0, 12), value.slice(20, 32), value.slice(-12)]))
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/"Statement"|newsletter|theme=dark/);
  });

  it("has no piece of a value that was pasted, with and without a public key", async () => {
    const secret = fc.stringMatching(/^[a-zA-Z0-9_~-]{12,40}$/);
    const form = fc.constantFrom<(secrets: readonly string[]) => string>(
      ([a, b, c]) => `https://d1.cloudfront.net/a?token=${a}&Expires=1&Signature=${b}&Key-Pair-Id=${c}`,
      ([a, b, c]) => `https://d1.cloudfront.net/a?${a}&Policy=${b}&Signature=${c}&Key-Pair-Id=K2JCJMDEHXQW5F`,
      ([a, b, c]) => `https://d1.cloudfront.net/a?Policy=${a}&Signature=${b}&Key-Pair-Id=K1&Expires=${c}`,
      ([a, b, c]) => `Cookie: session=${a}; CloudFront-Policy=${b}; CloudFront-Signature=${c}`,
      ([a, b, c]) =>
        `Set-Cookie: CloudFront-Policy=${a}; Path=/x\nSet-Cookie: CloudFront-Signature=${b}\nCookie: x=${c}`,
      ([a, b, c]) => `curl 'https://user:${a}@d1.cloudfront.net/a?x=${b}&Expires=${c}' -H 'Cookie: y=${a}'`,
      ([a, b, c]) =>
        `https://d1.cloudfront.net/a?Signature=%22${a}%22&amp;Policy=${b}&amp;Key-Pair-Id="${c}"#${a}`,
    );
    const url = fc.tuple(fc.array(secret, { minLength: 3, maxLength: 3 }), form, fc.boolean());
    await fc.assert(
      fc.asyncProperty(url, async ([secrets, write, hasKey]) => {
        const text = await shared(write(secrets), {
          requested: "https://d1.cloudfront.net/a",
          pem: hasKey ? publicKey : "",
        });
        for (const value of secrets)
          for (let at = 0; at + 6 <= value.length; at++) expect(text).not.toContain(value.slice(at, at + 6));
      }),
      { seed: 20261122, numRuns: 300 },
    );
  });
});

describe("what is wrong with a text in the field of the public key", () => {
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const privatePem = rsa.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const certificate = execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "/dev/null", "-subj", "/CN=example"],
    { stdio: ["ignore", "pipe", "ignore"] },
  ).toString();
  const ssh = `ssh-rsa ${Buffer.concat(
    [
      Buffer.from("ssh-rsa"),
      Buffer.from([1, 0, 1]),
      Buffer.concat([
        Buffer.from([0]),
        Buffer.from(rsa.publicKey.export({ format: "jwk" }).n ?? "", "base64url"),
      ]),
    ].map((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part.length);
      return Buffer.concat([length, part]);
    }),
  ).toString("base64")} me@example`;

  it.each([
    [
      "a certificate",
      certificate,
      "this is a certificate.",
      "openssl x509 -pubkey -noout -in cert.pem -out public.pem",
    ],
    ["an SSH key", ssh, "this is an OpenSSH public key.", "ssh-keygen -e -m PKCS8 -f key.pub > public.pem"],
    [
      "a private key",
      privatePem,
      "this is a private key.",
      "openssl pkey -pubout -in key.pem -out public.pem",
    ],
    [
      "a key pair ID",
      "K2JCJMDEHXQW5F",
      "has a key pair ID, which",
      "aws cloudfront get-public-key --id K2JCJMDEHXQW5F",
    ],
    [
      "the ID of a key group",
      "11112222-3333-4444-5555-666677778888",
      "has the ID of a key group.",
      "aws cloudfront get-key-group --id 11112222-3333-4444-5555-666677778888",
    ],
    ["a file path", "/home/me/public.pem", "this has 19 characters and contains no key.", undefined],
    ["a word", "hello", "this has 5 characters and contains no key.", undefined],
  ])("is named, with the command that helps: %s", (_, text, what, command) => {
    const error = (() => {
      try {
        return void createCloudFrontVerifier({ publicKeys: { K2JCJMDEHXQW5F: text } });
      } catch (caught) {
        return caught;
      }
    })();
    const problem = publicKeyProblem(text, error);
    expect(problem.sentence).toMatch(/^The public key field (was not used: this|has) /);
    expect(problem.sentence).toContain(what);
    expect(problem.sentence).toContain("Paste the public key, which starts with -----BEGIN PUBLIC KEY-----.");
    if (command) expect(problem.command).toContain(command);
    else expect(problem.command).toBeUndefined();
    expect(JSON.stringify(problem)).not.toMatch(/publicKeys|readFileSync/);
  });

  it("is a whole sentence, also for a problem with two semicolons", () => {
    const text = '{"secret":"x"}';
    const error = (() => {
      try {
        return void createCloudFrontVerifier({ publicKeys: { K2JCJMDEHXQW5F: text } });
      } catch (caught) {
        return caught;
      }
    })();
    expect(publicKeyProblem(text, error).sentence).toBe(
      "The public key field was not used: this is an object without kty; pass the key itself. Paste the public key, which starts with -----BEGIN PUBLIC KEY-----.",
    );
    const problem = { code: "ERR_KEY_UNSUPPORTED", message: "is a; do b (c); or d", option: "" };
    expect(publicKeyProblem("x", problem).sentence).toContain("this is a; do b (c); or d. Paste");
  });
});

describe("the field that decides", () => {
  it("of a URL that has expired by now is its time, and the public key", () => {
    const expired = [finding("expired", "proven")];
    const fieldsOf = (isNow: boolean, findings = expired) =>
      decidingFields(findings, () => true, isNow).map(({ field }) => field);
    expect(fieldsOf(true)).toEqual(["when", "publicKey"]);
    expect(fieldsOf(false)).toEqual([]);
    expect(fieldsOf(true, [finding("signature-mismatch", "proven"), ...expired])).toEqual([]);
  });

  it("of a signature that was not checked is the response, and then the public key", () => {
    const fieldsOf = (...known: string[]) =>
      decidingFields([finding("signature-not-checked", "possible")], (field) => !known.includes(field)).map(
        ({ field }) => field,
      );
    expect(fieldsOf("paste")).toEqual(["answer", "publicKey"]);
    expect(fieldsOf("paste", "answer")).toEqual(["publicKey"]);
    expect(fieldsOf("answer")).toEqual(["paste"]);
  });

  const finding = (id: string, certainty: CloudFrontFinding["certainty"], fix = "x."): CloudFrontFinding => ({
    id: id as CloudFrontFinding["id"],
    certainty,
    summary: "x.",
    evidence: "x",
    fix,
  });
  it.each([
    ["signature-not-checked", "possible", "x.", ["paste"]],
    ["resource-not-checked", "possible", "x.", ["requested"]],
    ["ip-unknown", "possible", "x.", ["ip"]],
    ["third-party-cookies", "possible", "x.", ["pageOrigin"]],
    ["preflight-without-cookies", "likely", "x.", ["method"]],
    ["preflight-without-cookies", "proven", "x.", []],
    ["signature-mismatch", "proven", "Pass the other host names as hostnames.", ["hostnames"]],
    ["signature-mismatch", "proven", "Sign again.", []],
    ["a-finding-of-tomorrow", "possible", "x.", []],
  ] as const)("of %s, %s, is found", (id, certainty, fix, expected) => {
    const findings = [finding(id, certainty, fix)];
    expect(decidingFields(findings, () => true).map(({ field }) => field)).toEqual(expected);
    expect(decidingFields(findings, () => false)).toEqual([]);
  });
});

// The command writes the same: packages/command/test/output/describe-time.test.ts.
it.each([
  [-86_400 * 400, "1 year 35 days ago", "1 year 35 days before the request"],
  [-7500, "2 hours 5 minutes ago", "2 hours 5 minutes before the request"],
  [0, "now", "at the request"],
  [61, "in 1 minute 1 second", "1 minute 1 second after the request"],
  [3600, "in 1 hour", "1 hour after the request"],
])("a distance of %i seconds is written as %s, and as %s", (seconds, fromNow, fromRequest) => {
  const from = new Date("2026-03-02T09:00:00.900Z");
  const date = new Date(from.getTime() + seconds * 1000);
  expect(describeRelativeTime(date, from)).toBe(fromNow);
  expect(describeRelativeTime(date, from, "the request")).toBe(fromRequest);
});

describe("a time", () => {
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ["Asia/Kolkata", "2 Mar 2026, 14:30:00 GMT+5:30"],
    ["America/New_York", "2 Mar 2026, 04:00:00 GMT-5"],
  ])("is shown in the zone of the device, %s, and in UTC", (zone, local) => {
    vi.stubEnv("TZ", zone);
    expect(timesOf(now)).toEqual([
      ["local", local],
      ["utc", "2026-03-02 09:00:00 UTC"],
    ]);
  });

  it.each(["UTC", "Europe/London"])("is shown once where %s is UTC", (zone) => {
    vi.stubEnv("TZ", zone);
    expect(timesOf(now)).toEqual([["utc", "2026-03-02 09:00:00 UTC"]]);
  });
});
