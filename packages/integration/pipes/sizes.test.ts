import { page } from "@cloudfront-sign-webcrypto/testing/pipes/page";
import keys from "@cloudfront-sign-webcrypto/testing/vectors/keys.json" with { type: "json" };
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { expect, it } from "vitest";

it("examples/bulk/README.md says how many bytes signing adds to a line", async () => {
  const url = "https://d111111abcdef8.cloudfront.net/mail/1.jpg";
  const added = async (file: "rsa2048.pkcs8.pem" | "ecp256.pkcs8.pem"): Promise<number> => {
    const privateKey = Buffer.from(keys[file], "base64").toString();
    const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey });
    return (await signer.signUrl(url, { dateLessThan: "2031-01-01T00:00:00Z" })).length - url.length;
  };
  const [rsa, ec] = [await added("rsa2048.pkcs8.pem"), await added("ecp256.pkcs8.pem")];
  expect(/adds \d+ bytes.*key/.exec(page)?.[0]).toBe(
    `adds ${rsa} bytes to a line with an RSA-2048 key, and ${ec} with a P-256 key`,
  );
});
