import { withPolicy } from "@cloudfront-sign-webcrypto/testing/support/broken-requests.ts";
import { cloudFrontBase64ToBytes } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { hexToBytes } from "@cloudfront-sign-webcrypto/testing/support/der.ts";
import { keyBytes, keyText, pemToDer } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  momentSeconds,
  rsaSigner,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  cloudFrontBase64,
  ecKeyPairId,
  outcome,
  verifierOf,
} from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { afterEach, describe, expect, it, vi } from "vitest";

const verifier = verifierOf();
const signer = rsaSigner();
const ecSigner = signerOf(keyText("ecp256.sec1.pem"), { keyPairId: ecKeyPairId });
const canned = await signer.signUrl(`${host}/a.jpg?size=1`, { dateLessThan: end });
const custom = await signer.signUrl(`${host}/v/1.ts`, { resource: `${host}/v/*`, dateLessThan: end });
const cookies = await signer.signCookies({ resource: `${host}/v/*`, dateLessThan: end });

const withSha256 = await rsaSigner({ hashAlgorithm: "SHA256" }).signUrl(`${host}/a.jpg`, {
  dateLessThan: end,
});

const outcomeOf = async (url: string, options = {}) => outcome(await verifier.verifyUrl(url, options));

describe("an allowed request", () => {
  it("has the policy, key and hash, and the URL for the origin", async () => {
    expect(await verifier.verifyUrl(canned)).toEqual({
      allowed: true,
      restricted: true,
      source: "url",
      kind: "canned",
      policy: { resource: `${host}/a.jpg?size=1`, dateLessThan: end },
      keyPairId,
      hashAlgorithm: "SHA1",
      url: `${host}/a.jpg?size=1`,
    });
    expect(await verifier.verifyCookies(`${host}/v/2.ts?x=1`, cookies.toCookieHeader())).toMatchObject({
      source: "cookies",
      kind: "custom",
      policy: { resource: `${host}/v/*` },
      url: `${host}/v/2.ts?x=1`,
    });
  });

  it.each([
    ["RSA, SHA-1", rsaSigner()],
    ["RSA, SHA-256", rsaSigner({ hashAlgorithm: "SHA256" })],
    ["P-256, SHA-256", ecSigner],
    ["P-256, SHA-1", signerOf(keyText("ecp256.sec1.pem"), { keyPairId: ecKeyPairId, hashAlgorithm: "SHA1" })],
  ])("%s: URLs, custom policies, cookies, grants", async (_, one) => {
    const grant = await one.grant({ resource: `${host}/v/*`, dateLessThan: end });
    const urls = [
      await one.signUrl(`${host}/a b.jpg?q=it's&&x#top`, { dateLessThan: end }),
      await one.signUrl(`${host}/a.jpg`, {
        dateLessThan: end,
        dateGreaterThan: 1,
        ipAddress: "192.0.2.0/24",
      }),
      grant.signUrl(`${host}/v/%E6%97%A5/1.ts?a=1`),
    ];
    for (const url of urls) expect(await outcomeOf(url, { ipAddress: "192.0.2.200" })).toBe("allowed");
    expect(outcome(await verifier.verifyCookies(`${host}/v/9`, grant.cookies.values))).toBe("allowed");
  });

  it.each([
    ["SPKI PEM", keyText("rsa2048.pub.spki.pem")],
    ["SPKI DER", pemToDer(keyText("rsa2048.pub.spki.pem"))],
    ["PKCS#1 PEM", keyText("rsa2048.pub.pkcs1.pem")],
  ])("with the public key as %s", async (_, key) => {
    expect(outcome(await verifierOf({ [keyPairId]: key }).verifyUrl(canned))).toBe("allowed");
  });

  it("is verified with a JWK and a CryptoKey; with one that is not extractable, for its own hash only", async () => {
    const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" };
    const keyOf = (extractable: boolean) =>
      crypto.subtle.importKey("spki", pemToDer(keyText("rsa2048.pub.spki.pem")), algorithm, extractable, [
        "verify",
      ]);
    const key = await keyOf(true);
    const { kty, n, e } = await crypto.subtle.exportKey("jwk", key);
    const byKey = verifierOf({ [keyPairId]: key });
    expect(outcome(await byKey.verifyUrl(canned))).toBe("allowed");
    expect(outcome(await verifierOf({ [keyPairId]: { kty, n, e } }).verifyUrl(canned))).toBe("allowed");
    expect(outcome(await byKey.verifyUrl(`${canned}&Hash-Algorithm=SHA256`))).toBe("signature-mismatch");
    expect(outcome(await byKey.verifyUrl(withSha256))).toBe("allowed");
    const kept = verifierOf({ [keyPairId]: await keyOf(false) });
    expect(outcome(await kept.verifyUrl(canned))).toBe("allowed");
    expect(outcome(await kept.verifyUrl(withSha256))).toBe("hash-mismatch");
  });

  it("has its parameters in any order, percent-encoded, between others, or Expires beside Policy", async () => {
    const [address = "", query = ""] = canned.split("?");
    const pairs = query.split("&").slice(1);
    expect(await outcomeOf(`${address}?${[...pairs].reverse().join("&")}&size=1`)).toBe("allowed");
    expect(await outcomeOf(canned.replaceAll("~", "%7E"))).toBe("allowed");
    expect(await outcomeOf(canned.replaceAll("~", "%7e"))).toBe("allowed");
    expect(await outcomeOf(canned.replaceAll("~", "%257E"))).not.toBe("allowed");
    // Only what signers are known to escape is read: nothing says that CloudFront decodes anything else.
    expect(await outcomeOf(canned.replaceAll("_", "%5F"))).toBe("signature-undecodable");
    expect(await outcomeOf(canned.replaceAll("-", "%2D"))).not.toBe("allowed");
    for (const name of ["Expires", "Signature", "Key-Pair-Id"]) {
      const escaped = canned.replace(
        new RegExp(`(${name}=)(.)`),
        (_, start, first) => `${start}%${first.charCodeAt(0).toString(16)}`,
      );
      expect(await outcomeOf(escaped)).not.toBe("allowed");
    }
    expect(await outcomeOf(`${custom}&Expires=1`)).toBe("allowed");
    expect(await outcomeOf(`${canned}#fragment with anything é`)).toBe("allowed");
  });
});

describe("requests", () => {
  const request = (url: string, headers: Record<string, string> = {}) => ({
    url,
    headers: { get: (name: string) => headers[name.toLowerCase()] ?? null },
  });

  it("are read from a Request", async () => {
    const real = new Request(canned);
    expect(outcome(await verifier.verifyRequest(real))).toBe("allowed");
    expect(
      outcome(
        await verifier.verifyRequest(
          request(`${host}/v/1.ts`, { cookie: `a=b; ${cookies.toCookieHeader()}; c` }),
        ),
      ),
    ).toBe("allowed");
    expect(outcome(await verifier.verifyRequest(request(`${host}/v/1.ts`)))).toBe("no-credentials");
    expect(outcome(await verifier.verifyRequest(request(canned), { time: new Date(end * 1000) }))).toBe(
      "expired",
    );
  });

  it("have no options but those of an object", async () => {
    for (const run of [
      () => verifier.verifyUrl(canned, 42 as never),
      () => verifier.verifyRequest(request(canned), 42 as never),
    ])
      expect(await refusedAs(run)).toBe("ERR_OPTION_INVALID options");
  });

  it("have an address only from the caller or from the header that the caller names", async () => {
    const url = await signer.signUrl(`${host}/a.jpg`, { dateLessThan: end, ipAddress: "192.0.2.7" });
    const headers = {
      "x-forwarded-for": "192.0.2.7",
      "cloudfront-viewer-address": "192.0.2.7:46532",
      "x-real-ip": "2001:db8::7",
      // The name of an option that is not given.
      undefined: "192.0.2.7",
    };
    const through = async (options?: object) =>
      outcome(await verifier.verifyRequest(request(url, headers), options));
    expect(await through()).toBe("ip-unknown");
    expect(await through({ ipAddress: "192.0.2.7" })).toBe("allowed");
    expect(await through({ ipAddressHeader: "CloudFront-Viewer-Address" })).toBe("allowed");
    expect(await through({ ipAddressHeader: "X-Real-Ip" })).toBe("ipv6-viewer");
    expect(await through({ ipAddress: 5 })).toBe("ip-mismatch");
    expect(await through({ ipAddressHeader: "X-None" })).toBe("ip-unknown");
    expect(await through({ ipAddress: "192.0.2.8", ipAddressHeader: "X-Real-Ip" })).toBe("ip-mismatch");
  });

  it("with a reserved name in the query have their cookies ignored", async () => {
    const { values } = cookies;
    expect(await verifier.verifyCookies(`${host}/v/1.ts?Policy=x`, values)).toEqual({
      allowed: false,
      reason: "cookies-shadowed-by-query",
      code: "MissingKey",
      message: "Missing Key-Pair-Id query parameter or cookie value",
    });
    for (const query of ["Policy=x&Policy=y", "Key-Pair-Id=K", "Signature=AAAA"])
      expect(outcome(await verifier.verifyCookies(`${host}/v/1.ts?${query}`, values))).toBe(
        "cookies-shadowed-by-query",
      );
    // Whether CloudFront decodes names is not documented.
    expect(outcome(await verifier.verifyCookies(`${host}/v/1.ts?E%78pires=1`, values))).toBe(
      "cookies-shadowed-by-query",
    );
    expect(outcome(await verifier.verifyCookies(`${host}/v/1.ts?E%2578pires=1`, values))).toBe("allowed");
    expect(outcome(await verifier.verifyCookies(`${host}/v/1.ts?policy=x`, values))).toBe("allowed");
    expect(outcome(await verifier.verifyCookies(canned, {}))).toBe("allowed");
    expect(outcome(await verifier.verifyCookies(canned.replace("Expires=19", "Expires=18"), values))).toBe(
      "signature-mismatch",
    );
  });
});

describe("a URL at the edge of what is signed", () => {
  it.each<[given: string, url: string, expected: string]>([
    ["without a path", host, "no-credentials"],
    ["without a path, with a query", `${host}?a=b`, "no-credentials"],
    ["with something before the scheme", `x${host}/a.jpg`, "request-invalid"],
    ["with a space before the scheme", ` ${host}/a.jpg`, "request-invalid"],
    [
      "with a parameter without =, whose name is longer than a reserved one",
      `${host}/a.jpg?Signatures`,
      "no-credentials",
    ],
    ["with a reserved name without =", `${host}/a.jpg?Signature`, "key-id-missing"],
    [
      "of 8,192 characters",
      `${host}/a.jpg?${"x".repeat(8192 - `${host}/a.jpg`.length - 1)}`,
      "no-credentials",
    ],
  ])("%s", async (_, url, expected) => {
    expect(await outcomeOf(url)).toBe(expected);
  });

  it.each([
    [2000, "signature-mismatch"],
    [2004, "signature-undecodable"],
  ])("whose signature has %i characters: %s", async (length, expected) => {
    const url = canned.replace(/Signature=[^&]*/, `Signature=${"A".repeat(length)}`);
    expect(await outcomeOf(url)).toBe(expected);
  });
});

it("a signed URL may lack the / of its path", async () => {
  const ofRoot = await signer.signUrl(`${host}/`, { dateLessThan: end });
  expect(await outcomeOf(ofRoot.replace(`${host}/?`, `${host}?`))).toBe("allowed");
});

describe("times and addresses", () => {
  it("end in the second of DateLessThan and begin after that of DateGreaterThan", async () => {
    const url = await signer.signUrl(`${host}/a.jpg`, { dateLessThan: end, dateGreaterThan: momentSeconds });
    const at = (milliseconds: number) => outcomeOf(url, { time: new Date(milliseconds) });
    expect(await at(end * 1000 - 1)).toBe("allowed");
    expect(await at(end * 1000)).toBe("expired");
    expect(await at(momentSeconds * 1000)).toBe("not-yet-valid");
    // The whole second of the start is before it begins.
    expect(await at(momentSeconds * 1000 + 1)).toBe("not-yet-valid");
    expect(await at(momentSeconds * 1000 + 999)).toBe("not-yet-valid");
    expect(await at(momentSeconds * 1000 + 1000)).toBe("allowed");
  });

  it("end for signed cookies in the same second", async () => {
    const at = async (milliseconds: number) =>
      outcome(
        await verifier.verifyCookies(`${host}/v/1.ts`, cookies.values, { time: new Date(milliseconds) }),
      );
    expect(await at(end * 1000 - 1)).toBe("allowed");
    expect(await at(end * 1000)).toBe("expired");
  });

  it.each([
    ["192.0.2.0/24", "192.0.2.255", "allowed"],
    ["192.0.2.0/24", "192.0.3.0", "ip-mismatch"],
    ["192.0.2.77/24", "192.0.2.1", "allowed"],
    ["192.0.2.1", "192.0.2.1", "allowed"],
    ["192.0.2.1", "192.0.2.2", "ip-mismatch"],
    ["192.0.2.1", "::FFFF:192.0.2.1", "allowed"],
    ["192.0.2.1", "64::ffff:192.0.2.1", "ipv6-viewer"],
    ["192.0.2.1", "192.0.2.1:443x", "ipv6-viewer"],
    ["192.0.2.1", "x192.0.2.1:443", "ipv6-viewer"],
    ["192.0.2.1", "192.0.2.1:65535", "allowed"],
    ["192.0.2.1", "192.0.2.1/32", "ip-mismatch"],
    ["192.0.2.1", "192.0.2.1, 10.0.0.1", "ip-mismatch"],
    ["192.0.2.1", "", "ip-unknown"],
    ["192.0.2.1", "2001:db8::1", "ipv6-viewer"],
    ["0.0.0.0/0", "255.255.255.255", "allowed"],
    ["0.0.0.0/0", "::1", "ipv6-viewer"],
    ["128.0.0.0/1", "200.1.1.1", "allowed"],
    ["128.0.0.0/1", "127.255.255.255", "ip-mismatch"],
    ["8.0.0.0/8", "8.255.1.2", "allowed"],
    ["255.255.255.254/31", "255.255.255.255", "allowed"],
  ])("%s and a viewer at %s: %s", async (ipAddress, viewer, expected) => {
    const url = await ecSigner.signUrl(`${host}/a.jpg`, { dateLessThan: end, ipAddress });
    expect(await outcomeOf(url, { ipAddress: viewer })).toBe(expected);
  });

  it("come after the resource: the reason is the first condition that is not met", async () => {
    const url = await signer.signUrl(`${host}/v/1.ts`, {
      resource: `${host}/v/*`,
      dateLessThan: end,
      ipAddress: "192.0.2.1",
    });
    const late = { time: new Date(end * 1000), ipAddress: "192.0.2.2" };
    expect(await outcomeOf(url.replace("/v/", "/w/"), late)).toBe("resource-mismatch");
    expect(await outcomeOf(url, late)).toBe("expired");
    expect(await outcomeOf(url, { ipAddress: late.ipAddress })).toBe("ip-mismatch");
  });
});

describe("a denied request has the reason and CloudFront's answer", () => {
  const without = (url: string, name: string) =>
    url.replace(new RegExp(`[?&]${name}=[^&]*`), "").replace(".jpg&", ".jpg?");
  const set = (url: string, name: string, value: string) =>
    url.replace(new RegExp(`([?&]${name}=)[^&]*`), `$1${value}`);
  const policy = (text: string) => set(custom, "Policy", cloudFrontBase64(text));
  const access = ["AccessDenied", "Access denied"];
  const malformed = ["MalformedPolicy", "Malformed Policy"];
  const missing = ["MissingKey", "Missing Key-Pair-Id query parameter or cookie value"];
  const unknown = ["InvalidKey", "Unknown Key"];
  const undecodable = ["MalformedSignature", "Could not unencode Signature"];

  it.each<[string, string, string, string[]]>([
    ["nothing signed", `${host}/a.jpg`, "no-credentials", missing],
    ["no key ID", without(canned, "Key-Pair-Id"), "key-id-missing", missing],
    ["an empty key ID", set(canned, "Key-Pair-Id", ""), "key-id-missing", missing],
    [
      "a key group's ID",
      set(canned, "Key-Pair-Id", "e0b1c2d3-1111-2222-3333-444455556666"),
      "key-id-not-a-key-id",
      unknown,
    ],
    ["a key that is not in the group", set(canned, "Key-Pair-Id", "KOTHER"), "key-not-trusted", unknown],
    ["a name of every object", set(canned, "Key-Pair-Id", "__proto__"), "key-id-not-a-key-id", unknown],
    ["no signature", without(canned, "Signature"), "signature-missing", undecodable],
    [
      "base64 as it comes",
      canned.replaceAll("~", "/").replaceAll("_", "="),
      "signature-undecodable",
      undecodable,
    ],
    ["a signature without padding", canned.replace(/_+(?=&)/, ""), "signature-undecodable", undecodable],
    ["a signature that was cut", canned.replace(/.{5}(?=__&)/, ""), "signature-undecodable", undecodable],
    [
      "an EC signature under the RSA key",
      set(canned, "Signature", cloudFrontBase64(new Uint8Array(72))),
      "signature-wrong-format",
      access,
    ],
    ["neither Expires nor Policy", without(canned, "Expires"), "policy-missing", malformed],
    ["a word for Expires", set(canned, "Expires", "never"), "expires-invalid", malformed],
    ["milliseconds", set(canned, "Expires", `${end}000`), "expires-invalid", malformed],
    ["a leading zero", set(canned, "Expires", `0${end}`), "expires-invalid", malformed],
    ["a minus", set(canned, "Expires", "-1"), "expires-invalid", malformed],
    [
      "the word undefined for the policy",
      set(custom, "Policy", "undefined"),
      "policy-undecodable",
      malformed,
    ],
    ["an empty policy", set(custom, "Policy", ""), "policy-not-json", malformed],
    ["no JSON", policy("Statement"), "policy-not-json", malformed],
    [
      "invalid UTF-8",
      set(custom, "Policy", cloudFrontBase64(new Uint8Array([0x22, 0xff, 0x22]))),
      "policy-not-json",
      malformed,
    ],
    ["a byte order mark", policy("\ufeff{}"), "policy-not-json", malformed],
    ["an empty object", policy("{}"), "policy-schema", malformed],
    ["another hash", `${canned}&Hash-Algorithm=SHA256`, "signature-mismatch", access],
    ["an unknown hash", `${canned}&Hash-Algorithm=sha256`, "hash-unknown", access],
    ["another path", canned.replace("a.jpg", "b.jpg"), "signature-mismatch", access],
    ["a parameter more", `${canned}&utm_source=x`, "signature-mismatch", access],
    ["another scheme", canned.replace("https", "http"), "signature-mismatch", access],
    ["another end", set(canned, "Expires", `${end + 1}`), "signature-mismatch", access],
    ["a URL outside of the resource", custom.replace("/v/", "/w/"), "resource-mismatch", access],
    ["a parameter twice", `${canned}&Key-Pair-Id=${keyPairId}`, "parameter-repeated", access],
    ["a parameter twice, once with an escaped name", `${custom}&Si%67nature=x`, "parameter-repeated", access],
    ["two parameters with escaped names", `${custom}&%45xpires=1&E%78pires=1`, "parameter-repeated", access],
    ["no URL", "/a.jpg?Signature=x", "request-invalid", ["BadRequest", "Bad request"]],
    [
      "a user name",
      canned.replace("https://", "https://user@"),
      "request-invalid",
      ["BadRequest", "Bad request"],
    ],
    [
      "what cannot be sent",
      canned.replace("a.jpg", "a b.jpg"),
      "request-invalid",
      ["BadRequest", "Bad request"],
    ],
    [
      "8,193 characters",
      canned.replace("a.jpg", "a".repeat(8193 - canned.length + 5)),
      "request-too-large",
      ["BadRequest", "Bad request"],
    ],
  ])("%s", async (_, url, reason, [code, message]) => {
    expect(await verifier.verifyUrl(url)).toEqual({ allowed: false, reason, code, message });
  });

  it.each([
    "d111111abcdef8.cloudfront.net/*",
    "d111111abcdef8.cloudfront.net/a.jpg",
    "?111111abcdef8.cloudfront.net/*",
    "h*",
    "",
    "/a.jpg",
  ])("and a resource without protocol, unless its domain starts with *: %j", async (resource) => {
    const policy = JSON.stringify({
      Statement: [{ Resource: resource, Condition: { DateLessThan: { "AWS:EpochTime": end } } }],
    });
    const url = await withPolicy(policy, `${host}/a.jpg`);
    expect(await outcomeOf(url)).toBe("resource-mismatch");
    expect(await refusedAs(() => signer.signUrl(`${host}/a.jpg`, { policy }))).toBe(
      "ERR_RESOURCE_INVALID policy",
    );
  });

  it.each([
    ["of the numbers 0", "3006020100020100", "signature-mismatch"],
    ["of the numbers 1", "3006020101020101", "signature-mismatch"],
    ["of empty numbers", "300402000200", "signature-wrong-format"],
    ["of a number and nothing", "30050201010200", "signature-wrong-format"],
    ["of a number with a zero too many", "300702020001020101", "signature-wrong-format"],
    ["of a negative number", "3006020180020101", "signature-wrong-format"],
    ["of 33 digits", `3026022101${"00".repeat(32)}020101`, "signature-wrong-format"],
    ["as r and s alone", "07".repeat(64), "signature-wrong-format"],
  ])("and an ECDSA signature %s: %s", async (_, der, expected) => {
    const url = await ecSigner.signUrl(`${host}/a.jpg`, { dateLessThan: end });
    expect(await outcomeOf(set(url, "Signature", cloudFrontBase64(hexToBytes(der))))).toBe(expected);
  });
});

describe("isSignatureValid", () => {
  const signature = cloudFrontBase64ToBytes(cookies.values["CloudFront-Signature"] ?? "");
  const bytes = cloudFrontBase64ToBytes(cookies.values["CloudFront-Policy"] ?? "");
  const fits = (hash: unknown, ...rest: unknown[]) =>
    verifier.isSignatureValid(keyPairId, hash as "SHA1", ...(rest as [Uint8Array, Uint8Array]));

  it("is true for the signed bytes", async () => {
    expect(await fits("SHA1", signature, bytes)).toBe(true);
  });

  it.each<[given: string, hash: unknown, signature: unknown, bytes: unknown]>([
    ["another hash", "SHA512", signature, bytes],
    ["a DataView", "SHA1", new DataView(signature.buffer), bytes],
    ["a list of numbers", "SHA1", signature, [...bytes]],
    ["numbers of 16 bits", "SHA1", Uint16Array.from(signature), bytes],
    ["text", "SHA1", signature, "text"],
    ["what only says that it is bytes", "SHA1", signature, { [Symbol.toStringTag]: "Uint8Array" }],
  ])("is false for %s", async (_, hash, one, two) => {
    expect(await fits(hash, one, two)).toBe(false);
  });
});

describe("verify() of WebCrypto", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each([
    [canned, "cannot verify SHA-1; if this runtime refuses it"],
    [withSha256, "is a key that this runtime cannot verify with"],
  ])("may fail at once: then the key is of no use here", async (signed, problem) => {
    vi.spyOn(crypto.subtle, "verify").mockRejectedValue(new Error("no"));
    const { code, message } = await refusal(() => verifierOf().verifyUrl(signed));
    expect(code).toBe("ERR_KEY_UNSUPPORTED");
    expect(message).toContain(problem);
  });

  it("may fail later: then the signature is of no use", async () => {
    const verifier = verifierOf();
    expect(outcome(await verifier.verifyUrl(canned))).toBe("allowed");
    vi.spyOn(crypto.subtle, "verify").mockRejectedValue(new Error("no"));
    expect(outcome(await verifier.verifyUrl(canned))).toBe("signature-mismatch");
  });
});

it("a CryptoKey of EC is bound to no hash", async () => {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const spki = pemToDer(keyText("ecp256.pub.spki.pem"));
  const key = await crypto.subtle.importKey("spki", spki, algorithm, false, ["verify"]);
  const verifier = verifierOf({ [ecKeyPairId]: key });
  for (const hashAlgorithm of ["SHA1", "SHA256"] as const) {
    const signer = signerOf(keyText("ecp256.pkcs8.pem"), { keyPairId: ecKeyPairId, hashAlgorithm });
    const signed = await signer.signUrl(`${host}/a.jpg`, { dateLessThan: end });
    expect(outcome(await verifier.verifyUrl(signed))).toBe("allowed");
  }
});

describe("misconfiguration throws", () => {
  const publicKeys = { [keyPairId]: keyText("rsa2048.pub.spki.pem") };
  it.each<[string, unknown, string]>([
    ["nothing", undefined, "ERR_OPTION_INVALID options"],
    ["no keys", {}, "ERR_OPTION_INVALID publicKeys"],
    ["an empty group", { publicKeys: {} }, "ERR_OPTION_INVALID publicKeys"],
    ["a list of keys", { publicKeys: [keyText("rsa2048.pub.spki.pem")] }, "ERR_OPTION_INVALID publicKeys"],
    [
      "a group's ID",
      { publicKeys: { "e0b1c2d3-1111-2222-3333-444455556666": keyText("rsa2048.pub.spki.pem") } },
      "ERR_KEY_PAIR_ID_INVALID keyPairId",
    ],
    [
      "a private key",
      { publicKeys: { [keyPairId]: keyText("rsa2048.pkcs8.pem") } },
      `ERR_KEY_NOT_PUBLIC publicKeys.${keyPairId}`,
    ],
    [
      "a certificate",
      { publicKeys: { [keyPairId]: keyText("rsa2048.cert.pem") } },
      `ERR_KEY_NOT_PUBLIC publicKeys.${keyPairId}`,
    ],
    ["no key", { publicKeys: { [keyPairId]: undefined } }, `ERR_KEY_INVALID publicKeys.${keyPairId}`],
    [
      "half a key",
      { publicKeys: { [keyPairId]: keyBytes("rsa2048.pub.spki.pem").slice(0, 200) } },
      `ERR_KEY_INVALID publicKeys.${keyPairId}`,
    ],
    ["a misspelt option", { publicKeys, clock: Date }, "ERR_OPTION_UNKNOWN clock"],
  ])("%s", async (_, options, expected) => {
    expect(await refusedAs(() => createCloudFrontVerifier(options as never))).toBe(expected);
  });

  it("a clock that breaks later: no verdict", async () => {
    const given = [moment];
    const breaking = createCloudFrontVerifier({ publicKeys, now: () => given.pop() as Date });
    expect(await refusedAs(() => breaking.verifyUrl(canned))).toBe("ERR_OPTION_INVALID now");
  });

  it("reads the given clock once to check it, and once for each request", async () => {
    let reads = 0;
    const counting = createCloudFrontVerifier({
      publicKeys,
      now: () => {
        reads++;
        return moment;
      },
    });
    expect(reads).toBe(1);
    expect(outcome(await counting.verifyUrl(canned))).toBe("allowed");
    expect(reads).toBe(2);
    expect(outcome(await counting.verifyUrl(canned, { time: moment }))).toBe("allowed");
    expect(reads).toBe(2);
    expect(Object.isFrozen(counting)).toBe(true);
    expect(counting.keyPairIds).toEqual([keyPairId]);
  });
});
