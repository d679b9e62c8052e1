import {
  plainToSee,
  provenByKey,
  withPolicy,
} from "@cloudfront-sign-webcrypto/testing/support/broken-requests.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  rsaSigner,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import {
  type CloudFrontDenialQuestion,
  type CloudFrontFinding,
  explainCloudFrontDenial,
} from "cloudfront-sign-diagnosis";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";

const verifier = verifierOf({ KSECOND: keyText("rsa2048-b.pub.spki.pem") });

const otherKeys = createCloudFrontVerifier({ publicKeys: { KSECOND: keyText("rsa2048-b.pub.spki.pem") } });

/** Evidence goes into logs and tickets: nothing in it may give access. */
function expectHarmless(findings: readonly CloudFrontFinding[]): void {
  for (const { summary, evidence, fix } of findings) {
    expect(summary).toMatch(/^[A-Z].+\.$/);
    expect(evidence.length).toBeLessThan(140);
    expect(evidence).not.toMatch(/[\w~-]{42}/);
    expect(fix.length).toBeGreaterThan(15);
  }
}

describe("the cause comes first", () => {
  it.each(provenByKey)("proven by the public key: %s", async (_, question, cause) => {
    const findings = await explainCloudFrontDenial({ time: moment, ...question, verifier });
    expect(findings[0]).toMatchObject({ id: cause, certainty: "proven" });
    expectHarmless(findings);
  });

  it.each(plainToSee)("%s", async (_, question, cause) => {
    for (const known of [{}, { verifier }]) {
      const findings = await explainCloudFrontDenial({ time: moment, ...question, ...known });
      expect(findings[0]?.id).toBe(cause);
      expectHarmless(findings);
    }
  });

  it.each(
    plainToSee.filter(
      ([, , cause]) =>
        /^(html-escaped|parameter|segment|s3-presigned|signed-for)/.test(cause) &&
        cause !== "parameter-repeated",
    ),
  )("a parameter that is elsewhere is not reported as missing: %s", async (_, question) => {
    const findings = await explainCloudFrontDenial({ time: moment, ...question, verifier });
    expect(findings.map(({ id }) => id).filter((id) => /missing|no-credentials/.test(id))).toEqual([]);
  });

  it("a .. segment below a wildcard needs no key to be proven", async () => {
    const policy = `{"Statement":[{"Resource":"${host}/dir/*","Condition":{"DateLessThan":{"AWS:EpochTime":${end}}}}]}`;
    const url = await withPolicy(policy, `${host}/dir/%252e%252e/secret`);
    for (const known of [{}, { verifier }])
      expect(await explainCloudFrontDenial({ url, time: moment, ...known })).toMatchObject([
        {
          id: "dot-segment",
          certainty: "proven",
          evidence: "the path has a . or .. segment, plain or escaped, and Resource has a wildcard",
        },
      ]);
  });

  it("a proof comes before the status, which an error page may have changed", async () => {
    const [, question] = provenByKey.find(([name]) => name === "a parameter was added") ?? expect.fail();
    const findings = await explainCloudFrontDenial({ time: moment, ...question, status: 404, verifier });
    expect(findings.map(({ id, certainty }) => `${certainty} ${id}`)).toEqual([
      "proven url-parameter-added",
      "likely not-a-signing-error",
    ]);
  });

  it("a key that only CloudFront knows is not the cause", async () => {
    const [, { url = "" }] = plainToSee.find(([name]) => name === "expired") ?? expect.fail();
    const question = {
      url: `${url}`.replace(/Key-Pair-Id=\w+/, "Key-Pair-Id=KNOBODY"),
      verifier: otherKeys,
      status: 403,
    };
    const ids = async (code: string, now: Date) =>
      (
        await explainCloudFrontDenial({ ...question, time: now, responseBody: `<Error><Code>${code}</Code>` })
      ).map(({ id, certainty }) => `${certainty} ${id}`);
    expect(await ids("AccessDenied", new Date(2e12))).toEqual(["proven expired"]);
    expect(await ids("AccessDenied", new Date(0))).toEqual(["possible key-not-trusted"]);
    expect(await ids("InvalidKey", new Date(0))).toEqual(["likely key-not-trusted"]);
  });

  it("without a request, only the answer and the Set-Cookie lines are explained", async () => {
    const ids = async (question: CloudFrontDenialQuestion) =>
      (await explainCloudFrontDenial({ time: moment, status: 403, verifier, ...question })).map(
        ({ id, certainty }) => `${certainty} ${id}`,
      );
    expect(await ids({})).toEqual(["possible signature-not-checked"]);
    expect(await ids({ responseBody: "<Code>AccessDenied</Code><Message>Access Denied</Message>" })).toEqual([
      "likely s3-denied",
    ]);
    expect(await ids({ setCookie: ["CloudFront-Policy=x; Domain=cloudfront.net"] })).toEqual([
      "proven cookie-domain",
    ]);
    const { values } = await rsaSigner().signCookies({ resource: `${host}/a.jpg`, dateLessThan: end });
    expect(await ids({ cookies: values })).toEqual(["possible resource-not-checked"]);
    expect(await ids({ cookies: values, url: `${host}/a.jpg` })).toEqual(["likely nothing-wrong-here"]);
    expect(await ids({ cookies: {} })).toEqual(["proven no-credentials"]);
  });
});

describe("evidence", () => {
  it.each<[string, string]>([
    ["a raw space was signed", 'from character 40: signed " b.jpg", requested "%20b.jpg"'],
    ["small hexadecimal digits", 'from character 40: signed "%2fb", requested "%2Fb"'],
    ["two parameters were added", "not signed: the parameters utm_source, utm_medium"],
    ["expired", "it was valid until 2026-01-01T00:00:01Z; the request came at 2026-01-01T00:01:30Z"],
    ["not yet valid", "it is valid after 2026-01-01T00:01:00Z; the request came at 2026-01-01T00:00:00Z"],
    ["outside of the resource", `the path is not covered by Resource ${host}/v/*`],
    ["a parameter that a custom policy has", "not sent: the parameter v"],
    ["an escape in a custom policy", 'from character 40: signed "%2Cb", requested ",b"'],
    ["a start in milliseconds", "AWS:EpochTime of DateGreaterThan is in milliseconds: 1767225600000"],
    ["an unknown name beside an address", '"x" is unknown in DateLessThan'],
    [
      "the end in India's local time",
      "signed 2030-03-17T23:16:40Z, sent 2030-03-17T17:46:40Z: 5 hours 30 minutes later, perhaps a time zone",
    ],
    ["a signature of three quarters", "the signature has 189 bytes, which fits no key: it was cut off"],
    ["an IAM policy", '"Version" is unknown in the policy'],
    ["http was signed", "signed for http, requested with https"],
    [
      "the port was signed",
      "signed for d111111abcdef8.cloudfront.net:443, requested from d111111abcdef8.cloudfront.net",
    ],
    ["five parameters were sorted", "the parameters were signed in another order than e, d, c, b, a"],
    ["a folder with *", "the signature is for a Resource with a *"],
    ["indented JSON", `from character 2: signed '\\n  "Statemen…', expected '"Statement":…'`],
    [
      "SHA-256 without saying so",
      "the key made the signature with SHA256, and there is no Hash-Algorithm, so CloudFront assumes SHA1",
    ],
    ["r and s instead of DER", "the signature is valid once its raw r and s are encoded in DER"],
    ["the private key of another ID", "the signature fits the public key with the ID KSECOND"],
    ["a private key that nobody knows", "none of the public keys that you passed belongs to this signature"],
    ["an RSA signature of half the size", "the signature has 100 bytes, in no form that CloudFront reads"],
    ["a viewer on IPv6", "the policy is for 192.0.2.1/32, and the viewer connected over IPv6"],
    ["another address", "the policy is for 192.0.2.1/32, and the viewer's address is 192.0.2.2"],
    ["nothing at all", "the URL has no signing parameter, and there is no CloudFront- cookie"],
    ["a segment without signature", "the URL is a segment of a stream, and has no signing parameters"],
    ["cookies hidden by a query name", "there are signed cookies, and the URL has the reserved name Policy"],
    ["no key ID", "there is no Key-Pair-Id"],
    ["an empty key ID", "Key-Pair-Id is empty"],
    ["undefined for the key ID", 'Key-Pair-Id is the word "undefined": a variable was not set'],
    ["a key's name", "Key-Pair-Id has 13 characters, not all of them capital letters and digits"],
    ["a key group's ID", "Key-Pair-Id is a UUID, as key groups have"],
    [
      "the answer InvalidKey",
      "the response is InvalidKey: no key group of this cache behavior contains this ID",
    ],
    ["the answer MissingKey", "the response is MissingKey, but this request has a Key-Pair-Id"],
    ["no signature", "there is no Signature"],
    ["plain base64", 'Signature has "/" in it: plain base64, in which + = / must become - _ ~'],
    ["base64url", 'Signature has "_" inside, which is padding here: base64url, not CloudFront\'s alphabet'],
    ["undefined for the signature", 'Signature is the word "undefined": a variable was not set'],
    ["undefined for the policy", 'Policy is the word "undefined": a variable was not set'],
    [
      "a signature with spaces for +",
      "Signature has a space in it: plain base64, whose + became a space; + = / must become - _ ~",
    ],
    ["signed twice", "the URL has a signing parameter more than once"],
    ["a cookie twice", "CloudFront-Policy arrived more than once"],
    ["neither Expires nor Policy", "there is neither Expires nor Policy"],
    ["Latin-1", "the policy is not UTF-8"],
    ["Expires in milliseconds", "Expires is 1900000000000, which has 12 digits or more: milliseconds"],
    ["a date for Expires", 'Expires is "2030-01-01"'],
    ["small letters in the hash", 'Hash-Algorithm is "sha1"'],
    ["parameters behind the #", "the signing parameters come after the #"],
    ["&amp; from HTML", "the name of a parameter starts with amp;"],
    ["small letters in the names", "CloudFront does not know the name key-pair-id"],
    ["an S3 presigned URL", "the URL has the parameter X-Amz-Signature"],
    ["the bucket's host", "the host name belongs to S3"],
    ["S3's own body", 'the body is S3\'s: "Access Denied" with a capital D, or a HostId'],
    ["S3 that saw the parameters", "the body is S3's error about parameters that were forwarded to it"],
    ["a KMS error", "the body names a KMS error of the origin"],
    ["the WAF page", 'the body is CloudFront\'s HTML page "The request could not be satisfied"'],
    ["404 of the origin", "the status is 404, and CloudFront responds to a bad signature with 403"],
    ["413", "the status is 413"],
    ["a URL that is too long", "the URL or the cookies are longer than CloudFront accepts"],
    ["a path", "it is a path, without https:// and the host name"],
    ["no URL", "it is not an absolute http or https URL, or has a character that no client sends"],
    [
      "a cookie for cloudfront.net",
      "Domain=cloudfront.net is a public suffix, for which browsers refuse cookies",
    ],
    ["a cookie for another domain", "Domain=example.org does not cover cdn.example.com"],
    ["a cookie path with *", "Path=/v/* has a *, which is not a wildcard in cookie paths"],
    ["a cookie path elsewhere", "Path=/vi is not a prefix of the requested path"],
    ["SameSite=None without Secure", "browsers refuse SameSite=None without Secure"],
    ["a Secure cookie over http", "browsers do not send a Secure cookie over http"],
    ["a cookie that was encoded when set", "the value of a cookie is percent-encoded"],
    [
      "an address that nobody gave",
      "the policy is for 192.0.2.1/32 only, but the viewer's address is not known",
    ],
  ])("of %s", async (name, expected) => {
    const [, question] = [...provenByKey, ...plainToSee].find(([one]) => one === name) ?? expect.fail(name);
    const [first] = await explainCloudFrontDenial({ time: moment, ...question, verifier });
    expect(first?.evidence).toBe(expected);
  });

  it.each<[string, string]>([
    ["[object%20Promise]", 'Signature is "[object Prom…": an object was written as text'],
    ["null", 'Signature is the word "null": a variable was not set'],
    ["AAAA%0ABBBB", "Signature has line breaks in it"],
    [
      "AAAA%20BBBB",
      "Signature has a space in it: plain base64, whose + became a space; + = / must become - _ ~",
    ],
    ["{}", "Signature is not encoded at all"],
    ["ab$d", 'Signature has "$" in it, which no base64 has'],
    [
      "abcde",
      "Signature has 5 characters, which is not a multiple of 4: cut off, the padding _ was dropped, or something was added",
    ],
    // base64url has no ~: where it stands beside a _, something else has happened.
    ["ab_~ab__", 'Signature has "_" before its end, which is padding here: something was added or changed'],
    ["abcd____", 'Signature has "_" before its end, which is padding here: something was added or changed'],
    [
      "ab_dab~",
      "Signature has 7 characters, which is not a multiple of 4: cut off, the padding _ was dropped, or something was added",
    ],
    [`${"Ab".repeat(171)}A__`, "Signature has 345 characters, 1 more than a signature with RSA 2048"],
    [`${"Ab".repeat(171)}___`, "Signature has 345 characters, 1 more than a signature with RSA 2048"],
    [`${"Ab".repeat(170)}A__`, "Signature has 343 characters, 1 fewer than a signature with RSA 2048"],
    ["ab__", "Signature is base64 that no encoder writes: the bits after its last byte are not 0"],
    ["AAAA".repeat(501), "Signature has 2004 characters, more than any key makes"],
  ])("of a signature that cannot be decoded: %s", async (signature, expected) => {
    const url = `${host}/a.jpg?Expires=${end}&Signature=${signature}&Key-Pair-Id=K2JCJMDEHXQW5F`;
    const [first] = await explainCloudFrontDenial({ url, time: moment });
    expect(first).toMatchObject({ id: "signature-undecodable", evidence: expected });
  });
});

describe("findings come in the order of their rank", () => {
  const idsOf = async (question: CloudFrontDenialQuestion) =>
    (await explainCloudFrontDenial({ time: moment, ...question })).map(({ id }) => id);

  it("whatever finds them, and in whichever line of Set-Cookie", async () => {
    const setCookie = ["CloudFront-Policy=x; Path=/v/*", "CloudFront-Policy=%2C; Domain=cloudfront.net"];
    expect(await idsOf({ url: `${host}/${"a".repeat(8192)}`, setCookie, status: 404 })).toEqual([
      "request-too-large",
      "cookie-domain",
      "cookie-path",
      "cookie-encoded",
      "not-a-signing-error",
    ]);
  });

  it("an unknown key before its signature, as CloudFront looks at the key first", async () => {
    const [, question] =
      plainToSee.find(([name]) => name === "a signature of three quarters") ?? expect.fail();
    expect(await idsOf({ ...question, verifier: otherKeys })).toEqual([
      "key-not-trusted",
      "signature-truncated",
    ]);
  });

  it("what clients only likely rewrite after what the policy proves", async () => {
    const url = `${host}/a b.jpg?Expires=1&Signature=${"A".repeat(342)}__&Key-Pair-Id=K2JCJMDEHXQW5F`;
    expect(await idsOf({ url })).toEqual(["expired", "url-encoding-changed"]);
    expect(await idsOf({ url, status: 404 })).toEqual([
      "not-a-signing-error",
      "expired",
      "url-encoding-changed",
    ]);
  });
});

it("half of a surrogate pair in a request is searched like any other character", async () => {
  const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: keyText("ecp256.pub.spki.pem") } });
  const signed = await signerOf(keyText("ecp256.pkcs8.pem")).signUrl(`${host}/b`, { dateLessThan: end });
  const query = signed.slice(signed.indexOf("?"));
  const cookies = query
    .slice(1)
    .split("&")
    .map((pair) => `CloudFront-${pair}`)
    .join("; ");
  for (const path of ["/a\ud800b", "/\udc00", "/%ED%A0%80\ud83d"]) {
    const [finding] = await explainCloudFrontDenial({
      url: `${host}${path}${query}`,
      verifier,
      time: moment,
    });
    expect(finding?.certainty).toBe("proven");
    const [other] = await explainCloudFrontDenial({ url: `${host}${path}`, cookies, verifier, time: moment });
    expect(other?.certainty).toBe("proven");
  }
});
