import { getSignedCookies as cookiesOfSdk, getSignedUrl as urlOfSdk } from "@aws-sdk/cloudfront-signer";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { getSignedUrl as urlOfOther } from "aws-cloudfront-sign";
import * as other from "cloudfront-sign-webcrypto/aws-cloudfront-sign";
import * as sdk from "cloudfront-sign-webcrypto/aws-sdk";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DocumentedFiles } from "../support/documented-files.ts";

/** The comparison of docs/migrating.md: calls that both libraries sign alike, differently, or not at all. */

type Signed = string | object;
interface Comparing {
  readonly compared: { equal: number; different: number; failed: number };
  comparing<Input extends unknown[], Before extends Signed>(
    before: (...input: Input) => Before,
    now: (...input: Input) => Promise<Signed>,
    share?: number,
  ): (...input: Input) => Before;
}

const files = new DocumentedFiles("migrating.md");
afterAll(() => files.remove());
const { compared, comparing } = await files.load<Comparing>("comparing.ts");

const host = "https://d111111abcdef8.cloudfront.net";
const privateKey = keyText("rsa2048.pkcs8.pem");
const input = { url: `${host}/secret.pdf`, keyPairId, privateKey, dateLessThan: "2030-01-01T00:00:00Z" };

const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
afterAll(() => warn.mockRestore());
beforeEach(() => Object.assign(compared, { equal: 0, different: 0, failed: 0 }));
afterEach(() => warn.mockClear());

const seen = () => compared.equal + compared.different + compared.failed;
const settled = (calls: number) => expect.poll(seen).toBe(calls);
const logged = () => warn.mock.calls.map((words) => words.join(" "));

describe("the comparison of docs/migrating.md", () => {
  it("returns what the old library signs, at once, and counts equal URLs and cookies", async () => {
    expect(comparing(urlOfSdk, sdk.getSignedUrl, 1)(input)).toBe(urlOfSdk(input));
    expect(comparing(cookiesOfSdk, sdk.getSignedCookies, 1)(input)).toEqual(cookiesOfSdk(input));
    const options = { keypairId: keyPairId, privateKeyString: privateKey, expireTime: 1893456000000 };
    comparing(
      urlOfOther,
      (url, { keypairId, expireTime }) =>
        other.getSignedUrl(url, { keypairId, expireTime, privateKeyString: privateKey }),
      1,
    )(`${host}/a.jpg?size=1`, options);
    await settled(3);
    expect(compared).toEqual({ equal: 3, different: 0, failed: 0 });
    expect(logged()).toEqual([]);
  });

  it("takes another text with the same meaning for equal", async () => {
    const reordered = async () => {
      const url = new URL(await sdk.getSignedUrl(input));
      url.searchParams.sort();
      return url.href.replace(host, host.toUpperCase().replace("HTTPS", "https"));
    };
    comparing(urlOfSdk, reordered, 1)(input);
    await settled(1);
    expect(compared).toEqual({ equal: 1, different: 0, failed: 0 });
  });

  it("names what differs, without the URL, the policy or the signature", async () => {
    const longer = () => sdk.getSignedUrl({ ...input, dateLessThan: "2031-01-01T00:00:00Z" });
    const elsewhere = () => sdk.getSignedUrl({ ...input, url: `${host}/other.pdf` });
    const sha256 = () => sdk.getSignedCookies({ ...input, algorithm: "SHA256" });
    comparing(urlOfSdk, longer, 1)(input);
    await settled(1);
    comparing(urlOfSdk, elsewhere, 1)(input);
    await settled(2);
    comparing(cookiesOfSdk, sha256, 1)(input);
    await settled(3);
    expect(compared).toEqual({ equal: 0, different: 3, failed: 0 });
    expect(logged()).toEqual([
      "signed differently: policy, signature",
      "signed differently: url, policy, signature",
      "signed differently: CloudFront-Signature, CloudFront-Hash-Algorithm",
    ]);
  });

  it("counts what is not signed any more, and logs code and option only", async () => {
    comparing(urlOfSdk, sdk.getSignedUrl, 1)({ ...input, dateGreaterThan: "soon" } as never);
    const broken = async () => {
      throw new Error(input.url);
    };
    await settled(1);
    comparing(urlOfSdk, broken, 1)(input);
    await settled(2);
    expect(compared).toEqual({ equal: 0, different: 0, failed: 2 });
    expect(logged()).toEqual(["not signed: ERR_DATE_INVALID, dateGreaterThan", "not signed: unknown error"]);
  });

  it("signs once only outside of the share", async () => {
    const now = vi.fn(sdk.getSignedUrl);
    for (let i = 0; i < 10; i++) comparing(urlOfSdk, now, 0)(input);
    expect(now).not.toHaveBeenCalled();
  });

  it("throws what the old library throws", () => {
    expect(() => comparing(urlOfSdk, sdk.getSignedUrl, 1)({ ...input, dateLessThan: "soon" })).toThrow(
      "dateLessThan is invalid",
    );
  });
});
