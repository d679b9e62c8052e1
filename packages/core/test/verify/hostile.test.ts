import { end, host, keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontBase64, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
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
});
