import { end, host, keyPairId, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontBase64 } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** What stands in a Resource that does not cover the URL, and in URLs whose scheme or host is not whole. */

const signature = `Signature=${"A".repeat(342)}__&Key-Pair-Id=${keyPairId}`;
const canned = `Expires=${end}&${signature}`;

function withResource(resource: string, url: string): string {
  const policy = JSON.stringify({
    Statement: [{ Resource: resource, Condition: { DateLessThan: { "AWS:EpochTime": end } } }],
  });
  return `${url}?Policy=${cloudFrontBase64(new TextEncoder().encode(policy))}&${signature}`;
}

async function first(url: string): Promise<string> {
  const [finding] = await explainCloudFrontDenial({ url, time: moment });
  return `${finding?.certainty} ${finding?.id}: ${finding?.evidence}`;
}

describe("a Resource", () => {
  it.each([
    ["https://cdn.example.com/a/*", "/b/1.mp4", "the domain and the path are not covered by"],
    [`${host.replace("https", "http")}/a/*`, "/b/1.mp4", "the protocol and the path are not covered by"],
    [`${host}/a\u2011b/*`, "/a-b/1.mp4", "Resource has U+2011, which only looks like -"],
    [`${host}/a-b/*`, "/a%E2%80%93b/1.mp4", "the URL has U+2013, which only looks like -"],
    [`${host}/a/\uff0a`, "/a/1.mp4", "Resource has"],
    [`${host}/a/%`, "/a/1.mp4", "Resource has %, which is no wildcard of CloudFront"],
    [`${host}/a/%.mp4`, "/a/1.mp4", "Resource has %, which is no wildcard of CloudFront"],
    [`${host}/a/{1,2}.mp4`, "/a/1.mp4", "Resource has {1,2}, which is no wildcard of CloudFront"],
    [
      `${host}/caf%C3%A9/*`,
      "/cafe%CC%81/1.mp4",
      "Resource covers the URL only once the escapes and the accents of both are written in one way",
    ],
    [`${host}/a%2Cb/*`, "/a,b/1.mp4", "Resource is percent-encoded"],
    [
      `${host}/a+b/*`,
      "/a%20b/1.mp4",
      "Resource covers the URL only once the escapes and the accents of both are written in one way",
    ],
    // Decoded, it would be another path.
    [`${host}/a/*`, "/a%2Fb.mp4", "the path is not covered by"],
    [`${host}/a/:id/1.mp4`, "/a/17/1.mp4", "Resource has :id, which is no wildcard of CloudFront"],
  ])("%s for %s", async (resource, path, evidence) => {
    expect(await first(withResource(resource, host + path))).toContain(
      `proven resource-mismatch: ${evidence}`,
    );
  });

  it("with the same character as the URL has another fault", async () => {
    expect(await first(withResource(`${host}/a\u2013b/1.mp4`, `${host}/a%E2%80%93b/2.mp4`))).not.toContain(
      "looks like",
    );
  });

  it.each([
    ["https:///a/1.mp4", "url-incomplete"],
    ["https://YOUR_DISTRIBUTION.cloudfront.net/a/*", "placeholder-signed"],
  ])("%s is %s", async (resource, id) => {
    expect(await first(withResource(resource, `${host}/a/1.mp4`))).toContain(`proven ${id}`);
  });
});

describe("a URL", () => {
  const name = host.slice("https://".length);
  it.each([
    ["https:///a/1.mp4", "proven request-invalid: there is no host name"],
    [`https:/${name}/1.mp4`, "likely request-invalid: there are not two slashes"],
    [`https:${name}/1.mp4`, "likely request-invalid: there are not two slashes"],
    [`https:///${name}/1.mp4`, "likely request-invalid: there are not two slashes"],
    ["https:///192.0.2.7:8080/1.mp4", "likely request-invalid: there are not two slashes"],
    ["https:///[2001:db8::7]/1.mp4", "likely request-invalid: there are not two slashes"],
    ["https:///m\u00fcnchen.example/1.mp4", "likely request-invalid: there are not two slashes"],
    [`HTTPS://${name}:x/1.mp4`, "proven request-invalid: it is not an absolute http or https URL"],
    [`${name}/1.mp4`, "proven request-invalid: it has nothing where https:// belongs"],
    [`//${name}/1.mp4`, 'proven request-invalid: it has "//" where https:// belongs'],
    [`https//${name}/1.mp4`, 'proven request-invalid: it has "https//" where https:// belongs'],
    [`htps://${name}/1.mp4`, 'proven request-invalid: it has "htps://" where https:// belongs'],
    ["/a.old/1.mp4", "proven request-invalid: it is a path"],
  ])("%s", async (url, cause) => {
    expect(await first(`${url}?${canned}`)).toContain(cause);
  });

  it.each([
    [`${end + 60}123`, "milliseconds"],
    [`${end + 60}123456`, "microseconds"],
    [`${end + 60}123456789`, "nanoseconds"],
  ])("that ends at %s counts %s, and no duration is joined to it", async (expires) => {
    const url = `${host}/a.mp4?Expires=${expires}&${signature}`;
    const [finding] = await explainCloudFrontDenial({ url, time: moment });
    expect(finding?.fix).toContain(`Sign and send ${end + 60}`);
  });

  it("with a PEM as its signature", async () => {
    const pem = encodeURIComponent(
      "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0B\n-----END PUBLIC KEY-----\n",
    );
    const url = `${host}/a.mp4?Expires=${end}&Signature=${pem}&Key-Pair-Id=${keyPairId}`;
    const findings = await explainCloudFrontDenial({ url, time: moment });
    expect(findings.map(({ id, evidence }) => `${id}: ${evidence}`)).toEqual([
      "signature-undecodable: Signature is a key or a certificate in PEM: not base64",
    ]);
  });

  it("is open where that is told without a verifier", async () => {
    const question = { url: `${host}/open/a.mp4`, status: 403, time: moment } as const;
    const [open] = await explainCloudFrontDenial({ ...question, isRestricted: false });
    expect(open?.id).toBe("not-restricted");
    const [closed] = await explainCloudFrontDenial({ ...question, isRestricted: true });
    expect(closed?.id).toBe("no-credentials");
  });

  it("that is presigned for S3 is the first thing to say of S3's answer", async () => {
    const responseBody =
      "<Error><Code>SignatureDoesNotMatch</Code><Message>The request signature we calculated does not match</Message></Error>";
    const url = `https://assets.example.com/a.zip?X-Amz-Expires=60&X-Amz-Signature=${"0".repeat(64)}`;
    const findings = await explainCloudFrontDenial({ url, responseBody, status: 403, time: moment });
    expect(findings.map(({ id }) => id)).toEqual(["s3-presigned", "s3-query-auth"]);
  });
});
