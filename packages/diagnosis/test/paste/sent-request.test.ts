import { end, host, moment, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontBase64, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import {
  type CloudFrontFinding,
  explainCloudFrontDenial,
  readPastedRequest,
} from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** The request that was made is explained, wherever its values stand. */

const signed = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
const ofHttp = await rsaSigner().signUrl(`${host.replace("https", "http")}/a.jpg`, { dateLessThan: end });
const { values } = await rsaSigner().signCookies({ resource: `${host}/*`, dateLessThan: end });
const responses = (location: string): string =>
  `HTTP/1.1 301 Moved Permanently\nServer: CloudFront\nLocation: ${location}\n\nHTTP/2 403\nserver: CloudFront\n`;

async function first(text: string): Promise<CloudFrontFinding | undefined> {
  const { date: _, notes: __, ...pasted } = readPastedRequest(text) ?? expect.fail("nothing was read");
  const found = await explainCloudFrontDenial({ ...pasted, time: moment, verifier: verifierOf() });
  return found[0];
}

describe("the request behind a redirect", () => {
  it("has another scheme", async () => {
    const text = `$ curl -sIL '${ofHttp}'\n${responses(ofHttp.replace("http:", "https:"))}`;
    expect((await first(text))?.id).toBe("url-scheme-changed");
  });

  it("has lost its query", async () => {
    const text = `$ curl -sIL '${ofHttp}'\n${responses(`${host}/a.jpg`)}`;
    expect((await first(text))?.id).toBe("no-credentials");
  });
});

it("signed values in an Authorization header do not count", async () => {
  const list = Object.entries(values).map(([name, value]) => `${name.replace("CloudFront-", "")}=${value}`);
  const text = `GET /a.jpg HTTP/1.1\nHost: ${host.slice(8)}\nAuthorization: CloudFront ${list.join(",")}\n\n`;
  expect((await first(text))?.id).toBe("cookies-in-headers");
  const ofS3 = "AWS4-HMAC-SHA256 Credential=AKIA/x, SignedHeaders=host, Signature=0a1b";
  expect(readPastedRequest(text.replace(/CloudFront .*/, ofS3))?.requestHeaders).toBeUndefined();
});

it("the source of a program is not the URL that it made", () => {
  const source = 'echo "https://cdn.example.com/a.jpg?Policy=$POL&Signature=$SIG&Key-Pair-Id=K2JCJMDEHXQW5F"';
  expect(readPastedRequest(`${source}\n\n${signed}`)?.url).toBe(signed);
});

it("a policy and a signature under each other's names are exchanged", async () => {
  const cookies = `CloudFront-Policy=${values["CloudFront-Signature"]}; CloudFront-Signature=${values["CloudFront-Policy"]}; CloudFront-Key-Pair-Id=${values["CloudFront-Key-Pair-Id"]}`;
  const found = await explainCloudFrontDenial({ url: `${host}/a.jpg`, cookies, time: moment });
  expect(found[0]).toMatchObject({
    id: "policy-not-json",
    fix: "Exchange the values of CloudFront-Policy and CloudFront-Signature.",
  });
});

it("a private address in a policy is one that CloudFront never sees", async () => {
  const policy = `{"Statement":[{"Resource":"${host}/*","Condition":{"IpAddress":{"AWS:SourceIp":"10.1.2.0/24"},"DateLessThan":{"AWS:EpochTime":${end}}}}]}`;
  const url = signed.replace(/Expires=\d+/, `Policy=${cloudFrontBase64(policy)}`);
  const found = await explainCloudFrontDenial({ url, time: moment });
  expect(found[0]).toMatchObject({ id: "ip-mismatch", certainty: "likely" });
});
