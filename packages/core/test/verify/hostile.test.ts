import { end, host, keyPairId, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontBase64, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { inspectCloudFrontCookies, inspectCloudFrontUrl } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";

const verifier = verifierOf();
const signature = cloudFrontBase64(new Uint8Array(256));
const rest = `&Signature=${signature}&Key-Pair-Id=${keyPairId}`;
const policy = (text: string | Uint8Array) => `${host}/a?Policy=${cloudFrontBase64(text)}${rest}`;
const statement = (resource: string) =>
  JSON.stringify({
    Statement: [{ Resource: resource, Condition: { DateLessThan: { "AWS:EpochTime": end } } }],
  });

const hostile: Record<string, string> = {
  "a policy of 1 MB": policy("x".repeat(1e6)),
  "10,000 parameters": `${host}/a?${"a=1&".repeat(1e4)}Expires=${end}${rest}`,
  "1,500 parameters": `${host}/a?${"a&".repeat(1500)}Expires=${end}${rest}`,
  "1,000 reserved parameters": `${host}/a?${"Expires=1&".repeat(600)}${rest}`,
  "5,000 asterisks": policy(statement("*".repeat(5000))),
  "asterisks and letters": policy(statement(`${host}/${"*a".repeat(2500)}b`)),
  "deep JSON": policy("[".repeat(5000)),
  "deep JSON that ends": policy("[".repeat(2500) + "]".repeat(2500)),
  "deep objects": policy('{"Statement":'.repeat(400)),
  "quotes and backslashes": policy('"\\'.repeat(2500)),
  "invalid UTF-8": policy(new Uint8Array(5000).fill(0xff)),
  "NUL bytes": policy("\0".repeat(3000)),
  "a signature of 7,000 characters": `${host}/a?Expires=${end}&Signature=${"A".repeat(7000)}&Key-Pair-Id=${keyPairId}`,
  "DER in DER": `${host}/a?Expires=${end}&Signature=${cloudFrontBase64(new Uint8Array(1200).fill(0x30))}&Key-Pair-Id=KECP256EXAMPLE`,
  "dots in the host": `https://${".s3-".repeat(2000)}`,
  slashes: `${host}/${"/".repeat(7000)}?Expires=${end}${rest}`,
  "percent signs": `${host}/${"%".repeat(7000)}?Expires=${end}${rest}`,
  "percent signs in the signature": `${host}/a?Expires=${end}&Signature=${"%7".repeat(3000)}&Key-Pair-Id=${keyPairId}`,
  spaces: " ".repeat(8000),
  "no scheme": ":".repeat(8000),
  "a host of 8,000": `https://${"a.".repeat(4000)}`,
  ampersands: `${host}/?${"&".repeat(8000)}`,
  "question marks": `${host}/${"?".repeat(8000)}`,
  "lone surrogates": `${host}/${"\ud800".repeat(4000)}`,
  digits: `${host}/a?Expires=${"9".repeat(7000)}${rest}`,
  nothing: "",
};

describe("hostile input gets an answer and never throws", () => {
  it.each(Object.entries(hostile))("%s", async (_, text) => {
    expect(await verifier.verifyUrl(text)).toMatchObject({ allowed: false });
    expect(await verifier.verifyCookies(`${host}/a`, text)).toMatchObject({ allowed: false });
    expect(await verifier.verifyCookies(text, {})).toMatchObject({ allowed: false });
    const values = {
      "CloudFront-Policy": text,
      "CloudFront-Signature": signature,
      "CloudFront-Key-Pair-Id": keyPairId,
    };
    expect(await verifier.verifyCookies(`${host}/a`, values)).toMatchObject({ allowed: false });
    for (const inspection of [
      inspectCloudFrontUrl(text),
      inspectCloudFrontCookies(text),
      inspectCloudFrontCookies(values),
    ])
      expect(inspection.problem ?? inspection.policy).toBeDefined();
    const findings = await explainCloudFrontDenial({
      url: text,
      responseBody: text,
      setCookie: [text],
      status: 403,
      time: moment,
    });
    expect(findings.length).toBeGreaterThan(0);
    for (const { evidence } of findings) expect(evidence.length).toBeLessThan(160);
  });

  it("values that are not text", async () => {
    for (const thing of [undefined, null, 1, {}, [], Symbol.iterator, () => {}]) {
      expect(await verifier.verifyUrl(thing as never)).toMatchObject({ allowed: false });
      expect(await verifier.verifyCookies(`${host}/a`, thing as never)).toMatchObject({
        reason: "no-credentials",
      });
      expect(inspectCloudFrontUrl(thing as never).policy?.resource ?? "").toBe("");
      expect(inspectCloudFrontCookies({ "CloudFront-Policy": thing } as never).problem).toBeDefined();
    }
  });

  it("the size is checked before anything is decoded", () => {
    const { source, policyText } = inspectCloudFrontUrl(hostile["a policy of 1 MB"] ?? "");
    expect([source, policyText?.length]).toEqual([undefined, undefined]);
    expect(inspectCloudFrontCookies({ "CloudFront-Policy": "x".repeat(1e6) }).problem).toBe(
      "request-too-large",
    );
    expect(inspectCloudFrontCookies(`CloudFront-Policy=${"x".repeat(1e6)}`).problem).toBe(
      "request-too-large",
    );
  });

  it("long lines are read up to their limits", async () => {
    const setCookie = Array.from({ length: 20 }, () => `CloudFront-Policy=${";".repeat(200_000)}`);
    const text = `{"Statement":[\n{"Resource":"${"[".repeat(14_000)}",\n"Condition":{"DateLessThan":{"AWS:EpochTime":${end}}}}\n]}`;
    const cookies = {
      "CloudFront-Policy": cloudFrontBase64(text),
      "CloudFront-Signature": signature,
      "CloudFront-Key-Pair-Id": keyPairId,
    };
    const findings = await explainCloudFrontDenial({
      url: `${host}/a`,
      cookies,
      setCookie,
      verifier,
      time: moment,
    });
    expect(findings[0]?.id).toBe("signature-mismatch");
  });

  it("the search is bounded for every URL, in checks of a signature and in bytes", async () => {
    let checks = 0;
    let read = 0;
    const counting = {
      ...verifier,
      // With the key, an RSA signature is opened, and none is checked.
      exportPublicKey: undefined as never,
      isSignatureValid: async (...[, , , bytes]: Parameters<typeof verifier.isSignatureValid>) => {
        checks++;
        read += bytes.length;
        return false;
      },
    };
    const urls = [
      `${host}/${"a/".repeat(300)}x.ts?${"b,c;d=e%20&".repeat(300)}Expires=${end}${rest}`,
      `${host}/!$&'()*+,;=:@%20%21%22%23%24%25%26%27?z=1&y=2&x=3&w=4&Expires=${end}${rest}`,
      `${host}/${"/".repeat(7000)}?Expires=${end}${rest}`,
      `${host}/?${"&".repeat(7000)}Expires=${end}${rest}`,
      `${host}/${"../".repeat(2300)}?Expires=${end}${rest}`,
    ];
    for (const url of urls) {
      [checks, read] = [0, 0];
      const hostnames = Array.from({ length: 100 }, (_, i) => `h${i}`);
      const findings = await explainCloudFrontDenial({ url, verifier: counting, time: moment, hostnames });
      expect(findings).toMatchObject([{ id: "signature-mismatch" }]);
      expect(checks).toBeGreaterThan(100);
      expect(checks).toBeLessThan(1900);
      expect(read).toBeLessThan(1.5e6);
    }
  });
});

describe("inspection", () => {
  it("shows the decoded parameters", () => {
    const url = policy(
      statement(`${host}/v/*`).replace(/\}\}\}\]/, '},"DateGreaterThan":{"AWS:EpochTime":1700000000}}}]'),
    );
    expect(inspectCloudFrontUrl(url)).toMatchObject({
      source: "url",
      url: `${host}/a`,
      kind: "custom",
      keyPairId,
      hashAlgorithm: "SHA1",
      policy: { resource: `${host}/v/*`, dateLessThan: end, dateGreaterThan: 1700000000 },
      startsAt: new Date(1700000000000),
      expiresAt: new Date(end * 1000),
      signature: { bytes: 256, looksLike: "RSA 2048" },
      problem: undefined,
    });
    expect(inspectCloudFrontCookies({ "CloudFront-Expires": end }, `${host}/a`)).toMatchObject({
      source: "cookies",
      kind: "canned",
      policyText: statement(`${host}/a`),
      signature: undefined,
      problem: "key-id-missing",
    });
  });

  it.each([
    [64, 1, "P-256 raw, not DER"],
    [50, 0x30, "P-256"],
    [71, 0x30, "unknown"],
    [70, 1, "unknown"],
    [128, 1, "RSA 1024"],
    [512, 1, "RSA 4096"],
    [200, 1, "unknown"],
  ])("a signature of %i bytes that starts with %i looks like %s", (bytes, first, looksLike) => {
    const url = `${host}/a?Signature=${cloudFrontBase64(new Uint8Array(bytes).fill(first))}`;
    expect(inspectCloudFrontUrl(url).signature).toEqual({ bytes, looksLike });
  });
});
