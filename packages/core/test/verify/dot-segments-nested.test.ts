import { withPolicy } from "@cloudfront-sign-webcrypto/testing/support/broken-requests.ts";
import { end, host } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { outcome, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { expect, it } from "vitest";

const policy = `{"Statement":[{"Resource":"${host}/dir/*","Condition":{"DateLessThan":{"AWS:EpochTime":${end}}}}]}`;

/** Decoding an escaped digit completes an escape, which decodes to the start of another escape. */
it.each([
  "/dir/%2%352e%2%352e/secret",
  "/dir/%2%35%32e./secret",
  "/dir/.%2%35%32%65/secret",
  "/dir/..%2%352fsecret",
  "/dir/%%32%352e/secret",
])("a wildcard does not cover %s", async (path) => {
  const verdict = await verifierOf().verifyUrl(await withPolicy(policy, host + path));
  expect(outcome(verdict)).toBe("dot-segment");
});
