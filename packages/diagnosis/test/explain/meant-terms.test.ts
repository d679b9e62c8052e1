import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  momentSeconds,
  rsaSigner,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontBase64, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { type CloudFrontFinding, explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** Findings that claim no more than is known, and fixes that open no more than was meant. */

const verifier = verifierOf();
const canned = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
const explained = (url: string, withKey = true): Promise<CloudFrontFinding[]> =>
  explainCloudFrontDenial({ url, time: moment, ...(withKey && { verifier }) });
const folder = await rsaSigner().signUrl(`${host}/a.jpg`, { resource: `${host}/*`, dateLessThan: end });
const ofPattern = (path: string, resource: string): string => {
  const policy = `{"Statement":[{"Resource":"${host}${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":${end}}}}]}`;
  return folder.replace("/a.jpg", path).replace(/Policy=[^&]*/, `Policy=${cloudFrontBase64(policy)}`);
};

describe("what is seen is not taken for another fault", () => {
  it("reads CloudFront's parameters under the names of S3", async () => {
    const url = canned.replace("Expires=", "X-Amz-Expires=").replace("Key-Pair-Id=", "AWSAccessKeyId=");
    const [first] = await explained(url, false);
    expect(first?.id).toBe("parameter-names");
    expect(first?.fix).toContain("X-Amz-Expires to Expires and AWSAccessKeyId to Key-Pair-Id");
  });

  it("names URL-safe base64 with padding", async () => {
    const url = canned.replace(/Signature=([^&]*)/, (_, text: string) => {
      const safe = text.replace(/_/g, "=").replace(/~/g, "_");
      return `Signature=${safe}`;
    });
    const [first] = await explained(url);
    expect(first?.evidence).toContain("URL-safe base64");
  });

  it("tells the two characters of an escape from a line break", async () => {
    const [first] = await explained(`${canned}\\n`);
    expect(first?.evidence).toBe("Key-Pair-Id has the two characters \\n at its end");
    expect(first?.fix).toContain("trim() leaves it");
  });

  it("does not ask for a signature where S3 responded", async () => {
    const found = await explainCloudFrontDenial({
      url: `${host}/logo.png`,
      status: 403,
      responseBody:
        '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message><HostId>abc=</HostId></Error>',
      time: moment,
    });
    expect(found.map(({ id }) => id)).toEqual(["s3-denied"]);
  });

  it("says that the key of another ID did not sign this request either", async () => {
    const url = canned.replace("/a.jpg", "/quite/another.pdf").replace(keyPairId, "KOTHERKEY00001");
    expect((await explained(url)).map(({ id }) => id)).toEqual(["key-id-wrong", "signature-mismatch"]);
  });

  it("does not offer an access key as the ID of the key that was passed", async () => {
    const [first] = await explained(canned.replace(keyPairId, "AKIAIOSFODNN7EXAMPLE"));
    expect(first).toMatchObject({ id: "key-id-wrong", fix: `Send Key-Pair-Id=${keyPairId}.` });
  });

  it("does not offer to send the ID of a key that CloudFront cannot have", async () => {
    const url = canned.replace(/Signature=[^&]*/, `Signature=${btoa("\0".repeat(512)).replaceAll("=", "_")}`);
    const [first] = await explained(url);
    expect(first?.fix ?? "").not.toContain("send the ID");
  });
});

describe("a fix opens no more than was meant", () => {
  it.each([
    ["/img/box12.png", "/img/box?.png", `If more of them were meant, sign ${host}/img/box*.png as Resource.`],
    ["/thumb/9.jpg", "/*.m3u8", "If this file was meant, too, sign a Resource for it."],
  ])("%s under %s", async (path, resource, fix) => {
    const [first] = await explained(ofPattern(path, resource), false);
    expect(first?.fix).toContain(fix);
  });

  it("keeps a start that was meant", async () => {
    const url = await rsaSigner().signUrl(`${host}/a.jpg`, {
      resource: `${host}/*`,
      dateGreaterThan: momentSeconds,
      dateLessThan: end,
    });
    const [first] = await explained(url);
    expect(first?.evidence).toContain("it is valid after 2026-01-01T00:00:00Z");
    expect(first?.fix).toMatch(/^Wait until 2026-01-01T00:00:01Z\..*Only the author of the policy/);
  });

  it("names the cookie, and not the parameter", async () => {
    const other = signerOf(keyText("rsa2048.pkcs8.pem"), { keyPairId: "KOTHERKEY00001" });
    const { values: cookies } = await other.signCookies({ resource: `${host}/*`, dateLessThan: end });
    const [first] = await explainCloudFrontDenial({ url: `${host}/a.jpg`, cookies, time: moment, verifier });
    expect(first?.fix).toContain(`Send CloudFront-Key-Pair-Id=${keyPairId}`);
  });
});
