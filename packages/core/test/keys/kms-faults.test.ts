import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect } from "vitest";
import { end, host, keyPairId, moment } from "../suite/support/signers.ts";
import { keyInKms } from "./loaders/aws-kms.ts";
import { awsError, closeConnection, startFaultyProxy } from "./support/faulty-proxy.ts";
import { createKmsKey, kmsClient } from "./support/kms.ts";
import { itWithMoto } from "./support/with-programs.ts";

/** AWS KMS refuses calls, is throttled and loses connections; the client itself tries nothing again. */

const url = `${host}/video.mp4`;
const terms = { dateLessThan: end };
const now = () => moment;

describe("30 % of the calls are lost, and no signature", () => {
  const faults = [
    ["to throttling, with an RSA key", "RSA_2048", awsError("ThrottlingException", "Rate exceeded"), 1000],
    ["to throttling, with an EC key", "ECC_NIST_P256", awsError("ThrottlingException", "Rate exceeded"), 200],
    ["to a service that fails", "ECC_NIST_P256", awsError("KMSInternalException"), 200],
    ["to closed connections", "ECC_NIST_P256", closeConnection, 200],
  ] as const;
  for (const [title, spec, fault, count] of faults) {
    itWithMoto(`${title}: ${count} signatures`, { timeout: 60_000 }, async ({ moto, task }) => {
      const { keyId, publicKey } = await createKmsKey(kmsClient(moto), spec);
      const proxy = await startFaultyProxy(moto, fault, { percent: 30 });
      const privateKey = keyInKms(kmsClient(proxy.address), keyId, publicKey);
      const signer = createCloudFrontSigner({ keyPairId, privateKey, now });
      const urls = await Promise.all(
        Array.from({ length: count }, (_, n) => signer.signUrl(`${url}?n=${n}`, terms)),
      );
      const verifier = createCloudFrontVerifier({ keyGroup: { [keyPairId]: publicKey }, now });
      const results = await Promise.all(urls.map((signed) => verifier.verifyUrl(signed)));
      const { total, lost } = proxy.calls;
      task.meta.figure = `${total} calls, ${lost} of them lost`;
      expect(results.filter(({ allowed }) => !allowed)).toEqual([]);
      expect(total - lost).toBe(count);
      expect(lost / total).toBeGreaterThan(0.25);
    });
  }
});

describe("an error that no further attempt mends is the cause after one call:", () => {
  /** Each error, and the fix in the message. `KEY` stands for the ID of the key. */
  const errors = {
    DisabledException: "the key is disabled in AWS KMS; enable it: aws kms enable-key --key-id KEY",
    KMSInvalidStateException:
      "the key in AWS KMS is in a state in which it cannot sign (pending deletion, for example); see its KeyState: aws kms describe-key --key-id KEY",
    AccessDeniedException:
      "access denied by AWS KMS; allow kms:Sign on this key for the role that runs this code (the message of the cause names it)",
  };
  for (const [name, problem] of Object.entries(errors)) {
    itWithMoto(name, async ({ moto }) => {
      const { keyId, publicKey } = await createKmsKey(kmsClient(moto), "ECC_NIST_P256");
      const proxy = await startFaultyProxy(moto, awsError(name, `what AWS says about ${keyId}`));
      const privateKey = keyInKms(kmsClient(proxy.address), keyId, publicKey);
      const signer = createCloudFrontSigner({ keyPairId, privateKey, now });
      await expect(signer.signUrl(url, terms)).rejects.toMatchObject({
        code: "ERR_SIGNING_FAILED",
        message: `sign: ${problem.replace("KEY", keyId)}`,
        cause: { name, message: `what AWS says about ${keyId}` },
      });
      expect(proxy.calls.total).toBe(1);
    });
  }

  itWithMoto("an unknown key, of moto itself", async ({ moto }) => {
    const client = kmsClient(moto);
    const { publicKey } = await createKmsKey(client, "ECC_NIST_P256");
    const keyId = "00000000-0000-4000-8000-000000000000";
    const signer = createCloudFrontSigner({ keyPairId, privateKey: keyInKms(client, keyId, publicKey), now });
    await expect(signer.signUrl(url, terms)).rejects.toMatchObject({
      code: "ERR_SIGNING_FAILED",
      message: `sign: AWS KMS has no such key in the client's account and region; check keyId (an alias starts with alias/) and the region: aws kms describe-key --key-id ${keyId}`,
      cause: { name: "NotFoundException" },
    });
  });

  itWithMoto("a public key of the other type, of moto itself", async ({ moto }) => {
    const client = kmsClient(moto);
    const { keyId } = await createKmsKey(client, "RSA_2048");
    const { publicKey } = await createKmsKey(client, "ECC_NIST_P256");
    const signer = createCloudFrontSigner({ keyPairId, privateKey: keyInKms(client, keyId, publicKey), now });
    await expect(signer.signUrl(url, terms)).rejects.toMatchObject({
      code: "ERR_SIGNING_FAILED",
      message:
        "sign: AWS KMS refused the input; pass it to SignCommand unchanged, with a key that signs with ECDSA_SHA_256",
      cause: { name: "ValidationException" },
    });
  });
});
