import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { withoutSha1 } from "@cloudfront-sign-webcrypto/testing/support/stubbed-crypto.ts";
import { getSignedCookies, getSignedUrl } from "cloudfront-sign-webcrypto/aws-sdk";
import { expect, it } from "vitest";

const input = {
  url: `${host}/a.jpg`,
  keyPairId,
  privateKey: keyText("rsa2048.pkcs8.pem"),
  dateLessThan: new Date(end * 1000),
};

it.each([
  ["getSignedUrl", () => getSignedUrl(input)],
  ["getSignedCookies", () => getSignedCookies(input)],
])("%s names the SDK's own option for the hash where SHA-1 is refused", async (_, signed) => {
  const { message } = await withoutSha1(["sign"], () => refusal(signed));
  expect(message).toBe(
    'privateKey: failed to sign with SHA-1; if this runtime refuses it (FIPS mode or a crypto policy), use the hash algorithm "SHA256" (import a CryptoKey with hash: "SHA-256"); keys and distributions stay as they are (docs/keys.md, "SHA-1 and SHA-256")',
  );
});
