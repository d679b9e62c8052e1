import { repeated } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import {
  end,
  host,
  moment,
  recorder,
  rsaSigner,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
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

  it("a denied one is explained by other causes", async () => {
    const url = await rsaSigner().signUrl(`${host}/a`, { dateLessThan: end });
    const denial = { url, status: 403, time: moment };
    expect(await explainCloudFrontDenial({ ...denial, verifier })).toMatchObject([
      { id: "nothing-wrong-here", certainty: "likely" },
    ]);
    expect(await explainCloudFrontDenial(denial)).toMatchObject([
      { id: "signature-not-checked", certainty: "possible" },
    ]);
  });

  it("canned cookies without their URL are undecided, and not reported as signed with another key", async () => {
    const { values } = await rsaSigner().signCookies({ resource: `${host}/a`, dateLessThan: end });
    for (const status of [undefined, 403])
      expect(
        await explainCloudFrontDenial({ cookies: values, status, verifier, time: moment }),
      ).toMatchObject([
        {
          id: "resource-not-checked",
          certainty: "possible",
          evidence: expect.stringMatching(/^a canned policy contains the requested URL/),
          fix: expect.stringContaining("Pass the requested URL"),
        },
      ]);
    expect(
      await explainCloudFrontDenial({ cookies: values, url: `${host}/a`, verifier, time: moment }),
    ).toEqual([]);
  });
});
