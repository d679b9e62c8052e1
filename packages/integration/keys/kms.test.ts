import { CreateAliasCommand, UpdateAliasCommand } from "@aws-sdk/client-kms";
import { end, host, keyPairId, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontSigner, loadedKey } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, vi } from "vitest";
import { itWithMoto } from "../support/with-programs.ts";
import { keyInKms } from "./loaders/aws-kms.ts";
import { createKmsKey, kmsClient } from "./support/kms.ts";
import { isValidForOpenssl, parametersOfCookies, parametersOfUrl } from "./support/openssl.ts";

/** Keys in AWS KMS, as far as moto is AWS KMS: it does not know `MessageType: "DIGEST"`. */

const url = `${host}/video.mp4`;
const resource = `${host}/*`;
const terms = { dateLessThan: end };
const now = () => moment;
const newKeyPairId = "K36X4X2EO997HM";

/** The error for a public key that is not that of the key in KMS. `packages/core/test/remote` has its whole message. */
const mismatch = (keyId: string) => ({
  code: "ERR_SIGNING_FAILED",
  option: "publicKey",
  message: expect.stringContaining(`aws kms get-public-key --key-id ${keyId}`),
});

describe.for(["RSA_2048", "ECC_NIST_P256"] as const)("a key of the spec %s", (spec) => {
  itWithMoto("signs URLs and cookies that OpenSSL and the verifier find valid", async ({ moto }) => {
    const client = kmsClient(moto);
    const { keyId, publicKey } = await createKmsKey(client, spec);
    const privateKey = keyInKms(client, keyId, publicKey);
    const signer = createCloudFrontSigner({ keyPairId, privateKey, now });
    const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: publicKey }, now });

    for (const signed of [
      await signer.signUrl(url, terms),
      await signer.signUrl(url, { ...terms, resource }),
    ]) {
      expect(signed).toMatch(/&Hash-Algorithm=SHA256$/);
      expect(await verifier.verifyUrl(signed)).toMatchObject({ allowed: true });
      expect(await isValidForOpenssl(parametersOfUrl(signed), publicKey, url)).toBe(true);
    }
    const { values } = await signer.signCookies({ ...terms, resource });
    expect(values).toMatchObject({ "CloudFront-Hash-Algorithm": "SHA256" });
    expect(await verifier.verifyCookies(url, values)).toMatchObject({ allowed: true });
    expect(await isValidForOpenssl(parametersOfCookies(values), publicKey)).toBe(true);
  });

  itWithMoto("with the public key of another key signs nothing", async ({ moto }) => {
    const client = kmsClient(moto);
    const { keyId } = await createKmsKey(client, spec);
    const { publicKey } = await createKmsKey(client, spec);
    const signer = createCloudFrontSigner({ keyPairId, privateKey: keyInKms(client, keyId, publicKey), now });
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => signer.signUrl(url, terms)));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        status: "rejected",
        reason: mismatch(keyId),
      });
    }
  });
});

itWithMoto("an alias that names another key later signs nothing more", async ({ moto }) => {
  const client = kmsClient(moto);
  const [first, second] = await Promise.all([
    createKmsKey(client, "RSA_2048"),
    createKmsKey(client, "RSA_2048"),
  ]);
  const AliasName = "alias/cloudfront";
  await client.send(new CreateAliasCommand({ AliasName, TargetKeyId: first.keyId }));
  const privateKey = keyInKms(client, AliasName, first.publicKey);
  const signer = createCloudFrontSigner({ keyPairId, privateKey, now });
  const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: first.publicKey }, now });
  expect(await verifier.verifyUrl(await signer.signUrl(url, terms))).toMatchObject({ allowed: true });
  await client.send(new UpdateAliasCommand({ AliasName, TargetKeyId: second.keyId }));
  await expect(signer.signUrl(url, terms)).rejects.toMatchObject({
    code: "ERR_SIGNING_FAILED",
    option: "sign",
  });
});

itWithMoto("a loaded key gives way to another one in KMS", async ({ moto }) => {
  const client = kmsClient(moto);
  const [first, second] = await Promise.all([
    createKmsKey(client, "RSA_2048"),
    createKmsKey(client, "ECC_NIST_P256"),
  ]);
  let current = { id: keyPairId, ...first };
  const onError = vi.fn();
  const load = async () => ({
    keyPairId: current.id,
    privateKey: keyInKms(client, current.keyId, current.publicKey),
  });
  const key = loadedKey({ load, onError });
  const signer = createCloudFrontSigner({ key, now });
  const before = await signer.signUrl(url, terms);
  current = { id: newKeyPairId, ...second };
  expect(await key.reload()).toBe(newKeyPairId);
  const after = await signer.signUrl(url, terms);

  const publicKeys = { [keyPairId]: first.publicKey, [newKeyPairId]: second.publicKey };
  const verifier = createCloudFrontVerifier({ publicKeys, now });
  expect(await verifier.verifyUrl(before)).toMatchObject({ allowed: true, keyPairId });
  expect(await verifier.verifyUrl(after)).toMatchObject({ allowed: true, keyPairId: newKeyPairId });
  expect(onError).not.toHaveBeenCalled();
});
