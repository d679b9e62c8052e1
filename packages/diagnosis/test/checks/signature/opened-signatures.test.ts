import { policyOf, sent } from "@cloudfront-sign-webcrypto/testing/support/broken-signatures.ts";
import {
  bytesOfHex,
  digestOf,
  ecdsaSignature,
  padded,
  pssSignature,
  rawRsa,
  rsaSignature,
  signedDigest,
  utf8,
} from "@cloudfront-sign-webcrypto/testing/support/hand-made-signatures.ts";
import { keyText, rsaJwk } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { host, keyPairId, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { ecKeyPairId, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { type CloudFrontVerifier, createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const a = `${host}/a.jpg`;
const text = policyOf(a);
const verifier = verifierOf({ KSECOND: keyText("rsa2048-b.pub.spki.pem") });

async function firstFinding(signature: Uint8Array, known: CloudFrontVerifier = verifier, more = "") {
  const findings = await explainCloudFrontDenial({
    url: sent(a, signature, more),
    time: moment,
    verifier: known,
  });
  return findings[0];
}

async function idsOf(signature: Uint8Array, known: CloudFrontVerifier = verifier) {
  const findings = await explainCloudFrontDenial({ url: sent(a, signature), time: moment, verifier: known });
  return findings.map(({ id }) => id);
}

describe("the hash in an RSA signature", () => {
  it.each([
    ["MD5", 16, "MD5"],
    ["SHA-224", 28, "SHA224"],
    ["SHA-256", 32, "SHA256"],
    ["SHA-384", 48, "SHA384"],
    ["SHA-512", 64, "SHA512"],
  ])("is named even if the text is unknown: %s", async (hash, size, name) => {
    expect(await firstFinding(await signedDigest(hash, new Uint8Array(size).fill(3)))).toMatchObject({
      id: "hash-mismatch",
      evidence: `the key made the signature with ${name}, and there is no Hash-Algorithm, so CloudFront assumes SHA1`,
    });
  });

  it.each(["SHA-256", "SHA-384", "SHA-512"])("is the only fault when the text is right: %s", async (hash) => {
    expect(await idsOf(await rsaSignature(text, hash))).toEqual(["hash-mismatch"]);
  });

  it("is not read from a DigestInfo with something behind it", async () => {
    const info = bytesOfHex(`3021300906052b0e03021a05000414${"00".repeat(20)}00`);
    expect((await firstFinding(await rawRsa(padded(info))))?.id).toBe("signature-wrong-format");
  });

  it("may stand in a DigestInfo without NULL, which CloudFront does not read", async () => {
    const digest = await digestOf("SHA-1", utf8(text));
    const finding = await firstFinding(await signedDigest("SHA-1 without NULL", digest));
    // Some runtimes verify it.
    if (finding) expect(finding.evidence).toContain("has no NULL");
  });
});

describe("RSA-PSS", () => {
  const cases = ["SHA-1", "SHA-256", "SHA-384", "SHA-512"].flatMap((hash) =>
    [0, 20, 32, 64, 150].map((saltLength): [string, number] => [hash, saltLength]),
  );

  it.each(cases)("is recognized: %s with %i bytes of salt", async (hash, saltLength) => {
    for (const signedText of [text, "a text that nobody tries"])
      expect(await firstFinding(await pssSignature(signedText, hash, saltLength))).toMatchObject({
        id: "signature-wrong-format",
        fix: "Sign with RSASSA-PKCS1-v1_5 (in OpenSSL the default of dgst -sign), not with RSA-PSS.",
      });
    const ids = await idsOf(await pssSignature(text, hash, saltLength));
    expect(ids).toEqual(
      hash === "SHA-1" ? ["signature-wrong-format"] : ["signature-wrong-format", "hash-mismatch"],
    );
  });

  it("with the longest salt, which leaves no padding, is recognized by its text", async () => {
    expect(await idsOf(await pssSignature(text, "SHA-256", 222))).toEqual([
      "signature-wrong-format",
      "hash-mismatch",
    ]);
    expect(await idsOf(await pssSignature("another text", "SHA-256", 222))).toEqual(["signature-mismatch"]);
  });

  it("with the longest salt and of an unknown text, is not said to be made with another key", async () => {
    const finding = await firstFinding(await pssSignature("another text", "SHA-256", 222));
    expect(finding?.evidence).toBe(
      "the signature is valid neither for this request nor for what is often signed instead",
    );
  });
});

describe("a signature that no key opens", () => {
  const summary = "The signature was made with another private key, or changed on the way.";

  it("was made with another key, or changed", async () => {
    const good = await rsaSignature(text);
    const changed = good.map((byte, i) => (i === 100 ? byte ^ 1 : byte));
    const other = await rsaSignature(text, "SHA-1", "rsa2048-e3.pkcs8.pem");
    for (const signature of [changed, other, new Uint8Array(256), new Uint8Array(256).fill(255)])
      expect(await firstFinding(signature)).toMatchObject({ id: "signature-mismatch", summary });
    const one = new Uint8Array(256);
    one[255] = 1;
    expect(await firstFinding(one)).toMatchObject({ id: "signature-mismatch", summary });
  });

  it("is not the right one with the modulus added", async () => {
    // 2^2048 is more than the sum for this key, so that it fits in the bytes.
    const { n = "" } = await rsaJwk();
    const modulus = Uint8Array.from(atob(n.replace(/-/g, "+").replace(/_/g, "/")), (one) =>
      one.charCodeAt(0),
    );
    const numberOf = (bytes: Uint8Array) =>
      BigInt(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`);
    const sum = numberOf(await rsaSignature(text)) + numberOf(modulus);
    if (sum >= 1n << 2048n) return;
    expect(await firstFinding(bytesOfHex(sum.toString(16).padStart(512, "0")))).toMatchObject({ summary });
  });

  it("says that it has the size of another kind of key", async () => {
    const url = sent(a, await rsaSignature(text, "SHA-1", "rsa2048-e3.pkcs8.pem"), "", ecKeyPairId);
    expect(await explainCloudFrontDenial({ url, time: moment, verifier })).toMatchObject([
      {
        id: "signature-mismatch",
        evidence:
          "the signature has 256 bytes, and the public key of this ID is P-256: another private key made it",
      },
    ]);
  });
});

describe("a number that opens to padding with a small exponent", () => {
  const known = createCloudFrontVerifier({ publicKeys: { [keyPairId]: keyText("rsa2048-e3.pub.spki.pem") } });

  function cubeRoot(cube: bigint): bigint {
    let [low, high] = [0n, 1n << 690n];
    while (low < high) {
      const middle = (low + high) >> 1n;
      if (middle ** 3n < cube) low = middle + 1n;
      else high = middle;
    }
    return low;
  }

  const starts: readonly [name: string, start: string][] = [
    ["zeros", `${"00".repeat(20)}01`],
    ["padding and a text", `0001${"ff".repeat(8)}00${"41".repeat(40)}`],
    ["padding and an unknown digest", `0001${"ff".repeat(8)}003081f23009${"06052b0e03021a0500"}0481e4`],
    ["padding and other parameters", `0001${"ff".repeat(8)}003081f23081d506052b0e03021a0481cb`],
  ];

  it.each(starts)("was made by nobody: %s", async (_, start) => {
    const root = cubeRoot(BigInt(`0x${start.padEnd(512, "0")}`));
    const finding = await firstFinding(bytesOfHex(root.toString(16).padStart(512, "0")), known);
    expect(finding?.evidence).toBe(
      "the signature is valid neither for this request nor for what is often signed instead",
    );
  });
});

describe("a group of many keys", () => {
  const other = keyText("rsa2048-b.pub.spki.pem");
  const others = Object.fromEntries(
    Array.from({ length: 19 }, (_, i): [string, string] => [`K2JCJMDEHXQW${i + 10}`, other]),
  );
  const rsa = keyText("rsa2048.pub.spki.pem");

  it("is tried as far as four key groups have keys", async () => {
    const known = createCloudFrontVerifier({ publicKeys: { ...others, [keyPairId]: rsa } });
    expect(await idsOf(await rsaSignature(text.replace("https", "http")), known)).toEqual([
      "url-scheme-changed",
    ]);
  });

  it("is tried with the key that the request names, and nothing is said of those that are not", async () => {
    const more = { ...others, KMORE: other };
    const known = createCloudFrontVerifier({ publicKeys: { ...more, [keyPairId]: rsa } });
    expect(await idsOf(await rsaSignature(text.replace("https", "http")), known)).toEqual([
      "url-scheme-changed",
    ]);
    const unread = createCloudFrontVerifier({
      publicKeys: { [keyPairId]: rsa, ...more, KLAST: keyText("rsa2048-e3.pub.spki.pem") },
    });
    expect(
      (await firstFinding(await rsaSignature(text, "SHA-1", "rsa2048-e3.pkcs8.pem"), unread))?.evidence,
    ).toBe("the signature is valid neither for this request nor for what is often signed instead");
  });
});

describe("a signature of another text by the right key", () => {
  it("says so, and asks for other host names", async () => {
    const url = sent(a, await rsaSignature("another text"));
    const [finding] = await explainCloudFrontDenial({ url, time: moment, verifier });
    expect(finding).toMatchObject({
      id: "signature-mismatch",
      summary: "The key is right, but the signature is for another URL or policy.",
      evidence: `the key ${keyPairId} made the signature, but neither for this request nor for a change of it that was tried`,
    });
    expect(finding?.fix).toContain("hostnames, or --hostname in the command");
    const [other] = await explainCloudFrontDenial({
      url,
      time: moment,
      verifier,
      hostnames: ["cdn.example.com"],
    });
    expect(other?.fix).toContain("pass any other host name that may have been signed");
  });
});

describe("public keys of a verifier of another making", () => {
  const throwing = () => {
    throw new Error("no key");
  };
  const jwks: Record<string, () => unknown> = {
    "no function": () => undefined,
    "a text": () => "key",
    null: () => null,
    "a list": () => [1, 2],
    "a getter that throws": () => Object.defineProperty({}, "n", { get: throwing }),
    "a proxy that throws": () => new Proxy({}, { get: throwing }),
    "no numbers": () => ({ kty: "RSA" }),
    "a modulus of 0": () => ({ kty: "RSA", n: "AA", e: "AQAB" }),
    "a modulus of 1": () => ({ kty: "RSA", n: "AQ", e: "AQAB" }),
    "an even modulus": () => ({ kty: "RSA", n: `${"_".repeat(340)}_A`, e: "AQAB" }),
    "a huge modulus": () => ({ kty: "RSA", n: "_".repeat(40_000), e: "AQAB" }),
    "an exponent of 0": () => ({ kty: "RSA", n: "_".repeat(342), e: "AA" }),
    "an exponent of 1": () => ({ kty: "RSA", n: "_".repeat(342), e: "AQ" }),
    "a huge exponent": () => ({ kty: "RSA", n: "_".repeat(342), e: "_".repeat(342) }),
    "numbers that are not text": () => ({ kty: "RSA", n: 12n, e: Symbol("e") }),
    "a point that is not on the curve": () => ({
      kty: "EC",
      crv: "P-256",
      x: "A".repeat(43),
      y: "B".repeat(43),
    }),
    "a short point": () => ({ kty: "EC", crv: "P-256", x: "AA", y: "AA" }),
    "another curve": () => ({ kty: "EC", crv: "P-384", x: "A".repeat(64), y: "A".repeat(64) }),
  };

  it.each(Object.entries(jwks))("are not needed: %s", async (_, jwk) => {
    const foreign = {
      ...verifier,
      keyPairIds: [keyPairId],
      exportPublicKey: async () => jwk() as JsonWebKey,
    };
    const http = await rsaSignature(text.replace("https", "http"));
    expect(await idsOf(http, foreign)).toEqual(["url-scheme-changed"]);
  });

  it("may not be had at all", async () => {
    const http = await rsaSignature(text.replace("https", "http"));
    const exporters = [throwing, () => Promise.reject(new Error("no key")), 1, "x", null];
    for (const exportPublicKey of exporters)
      expect(await idsOf(http, { ...verifier, exportPublicKey: exportPublicKey as never })).toEqual([
        "url-scheme-changed",
      ]);
  });

  it("may be closed CryptoKeys", async () => {
    const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" };
    const jwk = await rsaJwk();
    const publicJwk = { kty: "RSA", n: jwk.n as string, e: jwk.e as string };
    const key = await crypto.subtle.importKey("jwk", publicJwk, algorithm, false, ["verify"]);
    const closed = createCloudFrontVerifier({ publicKeys: { [keyPairId]: key } });
    const http = await rsaSignature(text.replace("https", "http"));
    expect(await idsOf(http, closed)).toEqual(["url-scheme-changed"]);
    expect((await firstFinding(await rsaSignature("another text"), closed))?.evidence).toBe(
      "the signature is valid neither for this request nor for what is often signed instead",
    );
  });
});

/** A fault of the signing side, and the findings that are true of it. */
interface Fault {
  readonly part: "origin" | "path" | "folder" | "query" | "json" | "expires" | "none";
  readonly ids: readonly string[];
  readonly url?: (url: string) => string;
  readonly policy?: (policy: string) => string;
}

const requested = `${host}/v/caf%C3%A9%20b.jpg?size=1&lang=de&v=7`;

const faults: readonly Fault[] = [
  { part: "origin", ids: ["url-scheme-changed"], url: (url) => url.replace("https:", "http:") },
  {
    part: "origin",
    ids: ["url-host-changed"],
    url: (url) => url.replace("d111111abcdef8.cloudfront.net", "cdn.example.com"),
  },
  { part: "origin", ids: ["url-host-changed"], url: (url) => url.replace(".net/", ".net:443/") },
  { part: "origin", ids: ["url-incomplete"], url: (url) => url.replace(/^https?:\/\//, "") },
  { part: "path", ids: ["url-encoding-changed"], url: (url) => url.replace("%20", " ") },
  { part: "path", ids: ["url-encoding-changed"], url: (url) => url.replace("%C3%A9", "\u00e9") },
  { part: "path", ids: ["url-encoding-changed"], url: (url) => url.replace("%C3%A9", "%c3%a9") },
  { part: "folder", ids: ["url-path-changed"], url: (url) => url.replace("/v/", "//v/") },
  { part: "folder", ids: ["url-path-changed"], url: (url) => url.replace("/v/", "/") },
  { part: "folder", ids: ["url-path-changed"], url: (url) => url.replace("/v/", "/prod/v/") },
  { part: "query", ids: ["url-parameter-added"], url: (url) => url.replace("&v=7", "") },
  { part: "query", ids: ["url-parameter-added"], url: (url) => url.replace(/\?.*/, "") },
  {
    part: "query",
    ids: ["url-parameters-reordered"],
    url: (url) => url.replace(/\?(.*)&(.*)&(.*)$/, "?$3&$2&$1"),
  },
  { part: "json", ids: ["policy-json-differs"], policy: (policy) => `${policy}\n` },
  { part: "json", ids: ["policy-json-differs"], policy: (policy) => policy.replaceAll("/", "\\/") },
  {
    part: "json",
    ids: ["policy-json-differs"],
    policy: (policy) => policy.replace(/":/g, '": ').replace(/,"/g, ', "'),
  },
  {
    part: "expires",
    ids: ["expires-changed"],
    policy: (policy) => policy.replace("1900000000", "1900000000000"),
  },
  {
    part: "expires",
    ids: ["expires-changed"],
    policy: (policy) => policy.replace("1900000000", "1900003600"),
  },
  { part: "none", ids: [] },
];

describe("what is proven is true", () => {
  it("for two random faults of the text, with another hash, form or key", async () => {
    const fault = fc.constantFrom(...faults);
    const making = fc.constantFrom(
      { ids: [] as string[], sign: (policy: string) => rsaSignature(policy), isEc: false },
      { ids: ["hash-mismatch"], sign: (policy: string) => rsaSignature(policy, "SHA-512"), isEc: false },
      {
        ids: ["key-id-wrong"],
        sign: (policy: string) => rsaSignature(policy, "SHA-1", "rsa2048-b.pkcs8.pem"),
        isEc: false,
      },
      {
        ids: ["signature-wrong-format"],
        sign: (policy: string) => pssSignature(policy, "SHA-1", 20),
        isEc: false,
      },
      { ids: ["hash-mismatch"], sign: (policy: string) => ecdsaSignature(policy, "SHA-256"), isEc: true },
      { ids: [], sign: (policy: string) => ecdsaSignature(policy, "SHA-1"), isEc: true },
    );
    const found = { all: 0, named: 0 };
    await fc.assert(
      fc.asyncProperty(fault, fault, making, async (one, other, { ids, sign, isEc }) => {
        const signedUrl = [one, other].reduce((url, { url: change = String }) => change(url), requested);
        const policy = [one, other].reduce(
          (all, { policy: change = String }) => change(all),
          policyOf(signedUrl),
        );
        const url = sent(requested, await sign(policy), "", isEc ? ecKeyPairId : keyPairId);
        const findings = await explainCloudFrontDenial({
          url,
          time: moment,
          verifier,
          hostnames: ["cdn.example.com"],
        });
        const trueIds = new Set([...ids, ...one.ids, ...other.ids]);
        const isNamed = findings.every(({ id }) => id !== "signature-mismatch");
        // What is said of the key, the hash and the form is true also if the text was not found.
        for (const { id } of findings) if (id !== "signature-mismatch") expect([...trueIds]).toContain(id);
        // With P-256 each text is a check, so that a third fault is more than the search has room for.
        const isSearched = one.part !== other.part && !(isEc && ids.length > 0);
        if (isSearched) found.all++;
        if (isSearched && isNamed) found.named++;
        if (isNamed && policy !== policyOf(requested)) expect(findings.length).toBeGreaterThan(0);
      }),
      { ...runs(14, 60), endOnFailure: true },
    );
    expect(found.named).toBe(found.all);
  });
});
