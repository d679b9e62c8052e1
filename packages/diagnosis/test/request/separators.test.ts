import { end, host, moment, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { explainCloudFrontDenial, readPastedRequest } from "cloudfront-sign-diagnosis";
import { expect, it } from "vitest";

const signed = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end });
const expired = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: moment.getTime() / 1000 + 60 });

it.each([",", "&", ", ", "|"])(
  "%j between cookies is named, and the cookies are read without it",
  async (separator) => {
    const jar = await rsaSigner().signCookies({
      resource: `${host}/v/*`,
      dateLessThan: moment.getTime() / 1000 + 60,
    });
    const cookies = jar.toCookieHeader().replaceAll("; ", separator);
    const now = new Date(moment.getTime() + 3_600_000);
    const found = await explainCloudFrontDenial({
      url: `${host}/v/1.ts`,
      cookies,
      time: now,
      verifier: verifierOf(),
    });
    expect(found[0]).toMatchObject({
      id: "parameters-escaped",
      evidence: `there is ${separator.trim()} before a signed cookie`,
    });
    expect(found.map(({ id }) => id)).toContain("expired");
  },
);

it("is not looked for within a name", async () => {
  const url = signed.replace(/([?&])(?=[A-Z])/g, "$1CloudFront-");
  const found = await explainCloudFrontDenial({ url, time: moment, verifier: verifierOf() });
  expect(found.map(({ id }) => id)).toEqual(["parameter-names"]);
});

it("is not looked for in the value of a parameter of one's own", async () => {
  for (const query of ["order=ExpiresAsc", "u=https://a.example/?x=1,Signature=A,Key-Pair-Id=B"]) {
    const found = await explainCloudFrontDenial({ url: `${host}/a.jpg?${query}`, time: moment });
    expect(found.map(({ id }) => id)).not.toContain("parameters-escaped");
  }
});

it.each<[string, string, (url: string) => string]>([
  ["no &", "there is no & before Signature", (url) => url.replaceAll("&", "")],
  ["a semicolon", "there is ; instead of &", (url) => url.replaceAll("&", ";")],
])("%s as a separator is named, and the rest is read without it", async (_, evidence, damage) => {
  const now = new Date(moment.getTime() + 3_600_000);
  const url = readPastedRequest(damage(expired))?.url;
  expect(url).toBe(damage(expired));
  const [first, ...others] = await explainCloudFrontDenial({ url, time: now, verifier: verifierOf() });
  expect(first).toMatchObject({ id: "parameters-escaped", certainty: "proven", evidence });
  expect(others.map(({ id }) => id)).toContain("expired");
  const valid = await explainCloudFrontDenial({ url: damage(signed), time: moment, verifier: verifierOf() });
  expect(valid.map(({ id }) => id)).not.toContain("expired");
});
