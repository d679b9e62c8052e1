import { end, host, moment, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { explainCloudFrontDenial, readPastedRequest } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

const signed = await rsaSigner().signUrl(`${host}/v/a.jpg`, { dateLessThan: end });
const optimized = `https://app.example.com/_next/image?url=${encodeURIComponent(signed)}&w=640&q=75`;
const first = async (url: string, responseBody: string, status = 403) =>
  (await explainCloudFrontDenial({ url, responseBody, status, time: moment }))[0];

describe("the image optimizer of Next.js", () => {
  it("does not request a host that it does not allow", async () => {
    expect(await first(optimized, '"url" parameter is not allowed', 400)).toEqual({
      id: "not-from-cloudfront",
      certainty: "likely",
      summary: "Next.js did not request the image: images.remotePatterns does not allow its URL.",
      evidence: 'the body is that of Next.js: "url" parameter is not allowed',
      fix: "Add the host to images.remotePatterns in next.config.js, with its protocol and pathname, and without search: the query of a signed URL is never the same.",
    });
  });

  it("says so in a console, too", async () => {
    const pasted = readPastedRequest(`GET ${optimized} 400 (Bad Request)\n"url" parameter is not allowed`);
    expect(pasted).toMatchObject({
      url: signed,
      status: 400,
      responseBody: '"url" parameter is not allowed',
    });
  });

  it("was denied itself", async () => {
    expect(await first(optimized, '"url" parameter is valid but upstream response is invalid')).toMatchObject(
      {
        id: "not-from-cloudfront",
        summary: "Next.js requested the image, but received an error or no image.",
      },
    );
  });

  it("is not a redirect", async () => {
    const [finding] = await explainCloudFrontDenial({ url: optimized, status: 403, time: moment });
    expect(finding).toMatchObject({
      id: "parameters-escaped",
      certainty: "likely",
      summary: "The server of Next.js requests the signed URL, and not the browser.",
      evidence: "the signed URL is the parameter url of Next.js, whose server requests it",
      fix: "Explain the inner URL, decoded once, by itself. Allow its host in images.remotePatterns, without search. Or set unoptimized, so that the browser requests the signed URL.",
    });
  });
});

describe("a signed URL that is not encoded for the image optimizer of Next.js", () => {
  const plain = (url: string) => `https://app.example.com/_next/image?url=${url}&w=640&q=75`;
  const cut = {
    id: "parameters-escaped",
    certainty: "likely",
    summary: "The server of Next.js requests the signed URL only up to its first &.",
    evidence:
      "the signed URL is not encoded in the parameter url of Next.js, so that this ends at its first &",
    fix: "Encode the signed URL as one value, encodeURIComponent(signedUrl), or let next/image do it: give it the signed URL as src.",
  };

  it("is cut at its first &, and explained whole", async () => {
    for (const url of [signed, signed.replace("?", "?v=1&")]) {
      const findings = await explainCloudFrontDenial({ url: plain(url), time: new Date((end + 60) * 1000) });
      expect(findings[0]).toEqual(cut);
      expect(findings.map(({ id }) => id)).toContain("expired");
      expect(findings.map(({ evidence }) => evidence).join()).not.toMatch(/\b[wq]\b,/);
    }
  });

  it("is read from a paste as it is, since this is the fault", () => {
    expect(readPastedRequest(`GET ${plain(signed)} 400 (Bad Request)`)).toMatchObject({
      url: plain(signed),
      notes: [],
    });
  });
});

const s3Body = (code: string, message: string, rest = "") =>
  `<Error><Code>${code}</Code><Message>${message}</Message>${rest}<HostId>x=</HostId></Error>`;

describe("what reached S3 is told", () => {
  it("Authorization", async () => {
    expect(
      await first(signed, s3Body("InvalidArgument", "Unsupported Authorization Type"), 400),
    ).toMatchObject({
      id: "s3-denied",
      certainty: "likely",
      summary: "The viewer's Authorization header reached S3.",
      fix: "Do not forward Authorization to S3: leave it out of the cache policy and the origin request policy. Or let origin access control always sign requests, which replaces the header.",
    });
  });

  it("Host, which names a bucket that does not exist", async () => {
    const body = s3Body(
      "NoSuchBucket",
      "The specified bucket does not exist",
      "<BucketName>cdn.example.com</BucketName>",
    );
    expect(await first(signed.replace(host, "https://cdn.example.com"), body, 404)).toMatchObject({
      id: "s3-denied",
      evidence: "the body is S3's NoSuchBucket, and names the viewer's host as the bucket",
      fix: "Do not forward the viewer's Host header to S3: use the origin request policy AllViewerExceptHostHeader, or none.",
    });
    expect((await first(signed, body, 404))?.summary).toBe("S3 does not have this bucket.");
  });

  it.each(["a+b.jpg", "a%20b.jpg"])("the path %s in CloudFront's own signature", async (name) => {
    const body = s3Body("SignatureDoesNotMatch", "The request signature we calculated does not match.");
    expect(await first(signed.replace("/v/a.jpg", `/${name}`), body)).toMatchObject({
      evidence:
        "the body is S3's SignatureDoesNotMatch, and the path has a + or a space, which S3 reads in another way",
      fix: "Write %2B for + and %20 for a space in the path before you sign the URL, or give the object a key without them. If that does not help, do not forward the viewer's Host header to S3.",
    });
  });
});
