import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { repeated } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  recorder,
  rsaSigner,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";

const verifier = verifierOf();

describe("good requests", () => {
  it("URLs and cookies: without the public key, their signature is undecided and nothing is wrong", async () => {
    const undecided = [
      expect.objectContaining({
        id: "signature-not-checked",
        certainty: "possible",
        fix: expect.stringContaining("Pass the public key"),
      }),
    ];
    const { signer } = recorder();
    for (let i = 0; i < repeated(500); i++) {
      const resource = `${host}/v${i % 7}/*`;
      const url = `${host}/v${i % 7}/${"a-b_c~d.é%20+,;=:@!$&()*'".slice(0, i % 25)}${i}.ts${i % 3 ? `?q=${i}&r=a+b` : ""}`;
      const grant = await signer.grant({ resource, dateLessThan: end });
      expect(await explainCloudFrontDenial({ url: grant.signUrl(url), time: moment })).toEqual(undecided);
      expect(
        await explainCloudFrontDenial({ url: new URL(url), cookies: grant.cookies.values, time: moment }),
      ).toEqual(undecided);
    }
  });

  it("URLs give no finding with the public key", async () => {
    const signer = rsaSigner();
    for (let i = 0; i < repeated(40); i++) {
      const grant = await signer.grant({ resource: `${host}/v${i}/*`, dateLessThan: end + i });
      const canned = await signer.signUrl(`${host}/v${i}/a b'${i}?x=it's`, { dateLessThan: end + i });
      expect(await explainCloudFrontDenial({ url: canned, verifier, time: moment })).toEqual([]);
      for (let j = 0; j < 24; j++)
        expect(
          await explainCloudFrontDenial({ url: grant.signUrl(`${host}/v${i}/${j}`), verifier, time: moment }),
        ).toEqual([]);
    }
  });
});

it("a denial of an open path is no fault of the signature", async () => {
  const verifier = createCloudFrontVerifier({
    publicKeys: { [keyPairId]: keyText("rsa2048.pub.spki.pem") },
    restrict: ["/v/*"],
    now: () => moment,
  });
  const question = {
    url: `${host}/open?Expires=1&Signature=x&Key-Pair-Id=KNOBODY`,
    verifier,
    time: moment,
  };
  expect(await explainCloudFrontDenial(question)).toEqual([]);
  expect(await explainCloudFrontDenial({ ...question, status: 403 })).toMatchObject([
    { id: "not-restricted", certainty: "likely" },
  ]);
  expect(await explainCloudFrontDenial({ url: `${host}/v/1.jpg`, verifier, time: moment })).toMatchObject([
    { id: "no-credentials" },
  ]);
});

it("a key pair ID of an emulator does not hide what is wrong", async () => {
  const [id, now] = ["my-public-key", () => moment];
  const options = { allowEmulatorKeyPairIds: true, now };
  const signer = createCloudFrontSigner({
    keyPairId: id,
    privateKey: keyText("rsa2048.pkcs8.pem"),
    ...options,
  });
  const known = createCloudFrontVerifier({
    publicKeys: { [id]: keyText("rsa2048.pub.spki.pem") },
    ...options,
  });
  const url = await signer.signUrl(`${host}/a.jpg`, { dateLessThan: end });
  const [finding] = await explainCloudFrontDenial({ url, verifier: known, time: new Date(end * 1000) });
  expect(finding).toMatchObject({ id: "expired" });
});

it("a time that is not a Date and an unknown option are refused", async () => {
  const url = `${host}/a`;
  for (const time of [null, moment.getTime(), "2026-01-01T00:00:00Z", new Date(Number.NaN)] as never[])
    expect(await refusedAs(() => explainCloudFrontDenial({ url, time }))).toBe("ERR_OPTION_INVALID time");
  expect(await refusedAs(() => explainCloudFrontDenial({ url, body: "" } as never))).toBe(
    "ERR_OPTION_UNKNOWN body",
  );
});

describe("Set-Cookie lines are explained", () => {
  const line = "CloudFront-Policy=x; Domain=cloudfront.net";
  const other = "session=1";
  const isFound = async (setCookie: unknown) => {
    const findings = await explainCloudFrontDenial({ url: host, setCookie: setCookie as string[] });
    return findings.some(({ id }) => id === "cookie-domain");
  };

  it.each<[given: string, setCookie: unknown, isRead: boolean]>([
    ["one", line, true],
    ["a list", [other, line], true],
    ["the two-hundredth of a list", [...new Array(199).fill(other), line], true],
    ["the one after it", [...new Array(200).fill(other), line], false],
    ["what is shorter than it has items", { length: 1, 0: other, 1: line }, false],
    ["what has its length in words", { length: "1", 0: line }, false],
    ["what is not text beside one that is", [42, null, line], true],
  ])("%s", async (_, setCookie, isRead) => {
    expect(await isFound(setCookie)).toBe(isRead);
  });
});
