import { createCloudFrontSigner, loadedKey } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, onTestFinished, vi } from "vitest";
import { end, host, keyPairId, moment } from "../suite/support/signers.ts";
import { keyInKms } from "./loaders/aws-kms.ts";
import { startFaultyProxy } from "./support/faulty-proxy.ts";
import { createKmsKey, kmsClient } from "./support/kms.ts";
import { isValidForOpenssl, parametersOfCookies, parametersOfUrl } from "./support/openssl.ts";
import { itWithMoto } from "./support/with-programs.ts";

/** Keys in AWS KMS, as far as moto is AWS KMS: it signs, but knows neither DIGEST nor a disabled key. */

const url = `${host}/video.mp4`;
const folder = `${host}/*`;
const now = () => moment;

const specs = ["RSA_2048", "ECC_NIST_P256"] as const;

describe.for(specs)("a key of the spec %s", (spec) => {
  itWithMoto("signs URLs and cookies that OpenSSL and the verifier find valid", async ({ moto }) => {
    const client = kmsClient(moto);
    const { keyId, publicKey } = await createKmsKey(client, spec);
    const privateKey = keyInKms(client, keyId, publicKey);
    const signer = createCloudFrontSigner({ keyPairId, privateKey, now });
    const verifier = createCloudFrontVerifier({ keyGroup: { [keyPairId]: publicKey }, now });

    const canned = await signer.signUrl(url, { dateLessThan: end });
    const custom = await signer.signUrl(url, { dateLessThan: end, resource: folder });
    const { values } = await signer.signCookies({ dateLessThan: end, resource: folder });

    for (const signed of [canned, custom]) {
      expect(signed).toMatch(/&Hash-Algorithm=SHA256$/);
      expect(await verifier.verifyUrl(signed)).toMatchObject({ allowed: true });
      expect(await isValidForOpenssl(parametersOfUrl(signed), publicKey, url)).toBe(true);
    }
    expect(await verifier.verifyCookies(url, values)).toMatchObject({ allowed: true });
    expect(await isValidForOpenssl(parametersOfCookies(values), publicKey)).toBe(true);
  });

  itWithMoto("whose public key is that of another key signs nothing", async ({ moto }) => {
    const client = kmsClient(moto);
    const { keyId } = await createKmsKey(client, spec);
    const { publicKey } = await createKmsKey(client, spec);
    const signer = createCloudFrontSigner({ keyPairId, privateKey: keyInKms(client, keyId, publicKey), now });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => signer.signUrl(url, { dateLessThan: end })),
    );
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "" } });
  });
});

itWithMoto("the error of an unknown key is the cause", async ({ moto }) => {
  const client = kmsClient(moto);
  const { publicKey } = await createKmsKey(client, "RSA_2048");
  const keyId = "00000000-0000-4000-8000-000000000000";
  const signer = createCloudFrontSigner({ keyPairId, privateKey: keyInKms(client, keyId, publicKey), now });
  await expect(signer.signUrl(url, { dateLessThan: end })).rejects.toMatchObject({
    code: "ERR_SIGNING_FAILED",
    cause: { cause: { name: "NotFoundException" } },
  });
});

itWithMoto("the error of a disabled key is the cause, after one call", async ({ moto }) => {
  const { keyId, publicKey } = await createKmsKey(kmsClient(moto), "RSA_2048");
  const message = `arn:aws:kms:us-east-1:123456789012:key/${keyId} is disabled.`;
  const proxy = await startFaultyProxy(moto, { percent: 100, name: "DisabledException", message });
  onTestFinished(() => proxy.close());
  const privateKey = keyInKms(kmsClient(proxy.address), keyId, publicKey);
  const signer = createCloudFrontSigner({ keyPairId, privateKey, now });
  await expect(signer.signUrl(url, { dateLessThan: end })).rejects.toMatchObject({
    code: "ERR_SIGNING_FAILED",
    cause: { cause: { name: "DisabledException", message } },
  });
  expect(proxy.calls).toEqual({ total: 1, refused: 1 });
});

itWithMoto("throttling of 30 % of the calls loses none of 1,000 signatures", async ({ moto, task }) => {
  const { keyId, publicKey } = await createKmsKey(kmsClient(moto), "RSA_2048");
  const proxy = await startFaultyProxy(moto, {
    percent: 30,
    seed: 20260101,
    name: "ThrottlingException",
    message: "Rate exceeded",
  });
  onTestFinished(() => proxy.close());
  const privateKey = keyInKms(kmsClient(proxy.address), keyId, publicKey);
  const signer = createCloudFrontSigner({ keyPairId, privateKey, now });
  const urls = await Promise.all(
    Array.from({ length: 1000 }, (_, n) => signer.signUrl(`${url}?n=${n}`, { dateLessThan: end })),
  );
  const verifier = createCloudFrontVerifier({ keyGroup: { [keyPairId]: publicKey }, now });
  const results = await Promise.all(urls.map((signed) => verifier.verifyUrl(signed)));

  expect(results.filter(({ allowed }) => !allowed)).toEqual([]);
  const { total, refused } = proxy.calls;
  task.meta.figure = `${total} calls, ${refused} of them throttled`;
  expect(total - refused).toBe(1000);
  expect(refused).toBeGreaterThan(300);
});

itWithMoto("a loaded key can be replaced by another one in KMS", async ({ moto }) => {
  const client = kmsClient(moto);
  const [first, second] = await Promise.all([
    createKmsKey(client, "RSA_2048"),
    createKmsKey(client, "ECC_NIST_P256"),
  ]);
  let current = { keyPairId, ...first };
  const onError = vi.fn();
  const key = loadedKey({
    load: async () => ({
      keyPairId: current.keyPairId,
      privateKey: keyInKms(client, current.keyId, current.publicKey),
    }),
    onError,
  });
  const signer = createCloudFrontSigner({ key, now });
  const before = await signer.signUrl(url, { dateLessThan: end });
  current = { keyPairId: "K36X4X2EO997HM", ...second };
  expect(await key.reload()).toBe("K36X4X2EO997HM");
  const after = await signer.signUrl(url, { dateLessThan: end });

  const keyGroup = { [keyPairId]: first.publicKey, K36X4X2EO997HM: second.publicKey };
  const verifier = createCloudFrontVerifier({ keyGroup, now });
  expect(await verifier.verifyUrl(before)).toMatchObject({ allowed: true, keyPairId });
  expect(await verifier.verifyUrl(after)).toMatchObject({ allowed: true, keyPairId: "K36X4X2EO997HM" });
  expect(onError).not.toHaveBeenCalled();
});
