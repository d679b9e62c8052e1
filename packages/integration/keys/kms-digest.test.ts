import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "@cloudfront-sign-webcrypto/testing/run";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { end, host, keyPairId, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { awsKmsKey } from "cloudfront-sign-webcrypto/remote";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { expect, it, onTestFinished } from "vitest";

/** AWS KMS takes 4,096 bytes, and the digest of more. moto does not know digests: OpenSSL signs in its place. */

const url = `${host}/${"a".repeat(5000)}.mp4`;
const now = () => moment;

/** Signs a digest with OpenSSL, as AWS KMS does. */
async function signDigest(privateKey: string, digest: Uint8Array): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), "digest-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [key, input, output] = [join(folder, "key.pem"), join(folder, "digest"), join(folder, "signature")];
  writeFileSync(key, privateKey);
  writeFileSync(input, digest);
  const options = ["-inkey", key, "-pkeyopt", "digest:sha256", "-in", input, "-out", output];
  const result = await run("openssl", ["pkeyutl", "-sign", ...options]);
  expect(result).toMatchObject({ status: 0 });
  return readFileSync(output);
}

it.for(["rsa2048", "ecp256"] as const)("the digest of a long policy is signed with %s", async (name) => {
  const publicKey = keyText(`${name}.pub.spki.pem`);
  const privateKey = awsKmsKey({
    keyId: "alias/cloudfront",
    publicKey,
    sign: async ({ Message, MessageType }) => {
      expect({ MessageType, bytes: Message.length }).toEqual({ MessageType: "DIGEST", bytes: 32 });
      return { Signature: await signDigest(keyText(`${name}.pkcs8.pem`), Message) };
    },
  });
  const signer = createCloudFrontSigner({ keyPairId, privateKey, now });
  const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: publicKey }, now });
  const signed = await signer.signUrl(url, { dateLessThan: end });
  expect(await verifier.verifyUrl(signed)).toMatchObject({ allowed: true });
});
