import { host, moment, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { explainCloudFrontDenial, readPastedRequest } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

const verifier = verifierOf();
const signer = rsaSigner();
const canned = await signer.signUrl(`${host}/v/1.mp4`, { dateLessThan: "2030-01-01T00:00:00Z" });

describe("a finding that only follows from another", () => {
  it("is left out: a parameter with a misspelt name was not added", async () => {
    const url = canned.replace("Key-Pair-Id=", "key-pair-id=");
    const findings = await explainCloudFrontDenial({ url, time: moment, verifier });
    expect(findings.map(({ id }) => id)).toEqual(["parameter-names"]);
  });

  it("is left out: an encrypted cookie is not a key pair ID of a wrong form", async () => {
    const { values } = await signer.signCookies({ resource: `${host}/v/*`, expiresIn: "1h" });
    const cookies = Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        const parts = { iv: btoa("0123456789abcdef"), value: btoa(value), mac: "0f".repeat(32), tag: "" };
        return [name, encodeURIComponent(btoa(JSON.stringify(parts)))];
      }),
    );
    const findings = await explainCloudFrontDenial({ url: `${host}/v/1.mp4`, cookies, time: moment });
    expect(findings.map(({ id }) => id)).toEqual(["cookie-encrypted"]);
  });
});

describe("the fix for a policy that names a folder", () => {
  it.each([
    ["/v", `${host}/v/*`],
    ["", `${host}/*`],
  ])("opens this folder only if it was meant: %s", async (path, pattern) => {
    const policy = JSON.stringify({
      Statement: [
        { Resource: `${host}${path}`, Condition: { DateLessThan: { "AWS:EpochTime": 1_900_000_000 } } },
      ],
    });
    const base64 = btoa(policy).replaceAll("+", "-").replaceAll("=", "_").replaceAll("/", "~");
    const url = canned.replace(/Expires=\d+/, `Policy=${base64}`);
    const findings = await explainCloudFrontDenial({ url, time: moment });
    const mismatch = findings.find(({ id }) => id === "resource-mismatch");
    expect(mismatch?.fix).toBe(`If all of this folder was meant, sign ${pattern} as Resource.`);
  });
});

describe("a command without quotes, and what it printed", () => {
  it("is answered by CloudFront for the URL up to the first &", async () => {
    const pasted = readPastedRequest(
      `$ curl ${canned}\n[1] 4711\n[2] 4712\n<?xml version="1.0" encoding="UTF-8"?><Error><Code>MissingKey</Code><Message>Missing Key-Pair-Id query parameter or cookie value</Message></Error>`,
    );
    expect(pasted?.url).toBe(canned.split("&", 1).join());
    expect(pasted?.responseBody).toContain("<Code>MissingKey</Code>");
    const findings = await explainCloudFrontDenial({
      url: pasted?.url,
      responseBody: pasted?.responseBody,
      time: moment,
      verifier,
    });
    expect(findings.map(({ id, certainty }) => `${certainty} ${id}`)).toEqual(["likely url-truncated"]);
  });
});
