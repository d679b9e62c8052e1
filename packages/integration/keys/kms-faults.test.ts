import { SignCommand } from "@aws-sdk/client-kms";
import { end, host, keyPairId, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { awsKmsKey } from "cloudfront-sign-webcrypto/remote";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect } from "vitest";
import { itWithMoto } from "../support/with-programs.ts";
import { keyInKms } from "./loaders/aws-kms.ts";
import { awsError, closeConnection, startFaultyProxy } from "./support/faulty-proxy.ts";
import { createKmsKey, kmsClient } from "./support/kms.ts";

/** AWS KMS refuses and throttles calls, and connections break; the client itself tries nothing again. */

const url = `${host}/video.mp4`;
const terms = { dateLessThan: end };
const now = () => moment;

const count = 200;

describe("no signature is lost when 30 % of the calls fail", () => {
  const faults = [
    ["with ThrottlingException (RSA)", "RSA_2048", awsError("ThrottlingException", "Rate exceeded")],
    ["with ThrottlingException (EC)", "ECC_NIST_P256", awsError("ThrottlingException", "Rate exceeded")],
    ["with KMSInternalException (EC)", "ECC_NIST_P256", awsError("KMSInternalException")],
    ["with a closed connection (EC)", "ECC_NIST_P256", closeConnection],
  ] as const;
  for (const [title, spec, fault] of faults) {
    itWithMoto(`${title}: ${count} signatures`, async ({ moto, task }) => {
      const { keyId, publicKey } = await createKmsKey(kmsClient(moto), spec);
      const proxy = await startFaultyProxy(moto, fault, { percent: 30 });
      const client = kmsClient(proxy.address);
      // A long timeout: on a busy machine a second attempt would be one more call.
      const privateKey = awsKmsKey({
        keyId,
        publicKey,
        timeout: "1m",
        sign: (input, { abortSignal }) => client.send(new SignCommand(input), { abortSignal }),
      });
      const signer = createCloudFrontSigner({ keyPairId, privateKey, now });
      const urls = await Promise.all(
        Array.from({ length: count }, (_, n) => signer.signUrl(`${url}?n=${n}`, terms)),
      );
      const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: publicKey }, now });
      const results = await Promise.all(urls.map((signed) => verifier.verifyUrl(signed)));
      const { total, failed } = proxy.calls;
      task.meta.figure = `${total} calls, ${failed} of them failed`;
      expect(results.filter(({ allowed }) => !allowed)).toEqual([]);
      expect(total - failed).toBe(count);
      expect(failed / total).toBeGreaterThan(0.25);
    });
  }
});

describe("an error that no further attempt mends is the cause after one call:", () => {
  /** What is in the message; `packages/core/test/remote` has all messages whole. `KEY` stands for the ID of the key. */
  const errors = {
    DisabledException: "aws kms enable-key --key-id KEY",
    KMSInvalidStateException: "aws kms describe-key --key-id KEY",
    AccessDeniedException: "kms:Sign",
  };
  for (const [name, fix] of Object.entries(errors)) {
    itWithMoto(name, async ({ moto }) => {
      const { keyId, publicKey } = await createKmsKey(kmsClient(moto), "ECC_NIST_P256");
      const proxy = await startFaultyProxy(moto, awsError(name, `what AWS says about ${keyId}`));
      const privateKey = keyInKms(kmsClient(proxy.address), keyId, publicKey);
      const signer = createCloudFrontSigner({ keyPairId, privateKey, now });
      await expect(signer.signUrl(url, terms)).rejects.toMatchObject({
        code: "ERR_SIGNING_FAILED",
        message: expect.stringContaining(fix.replace("KEY", keyId)),
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
      message: expect.stringContaining(`aws kms describe-key --key-id ${keyId}`),
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
      message: expect.stringContaining("ECDSA_SHA_256"),
      cause: { name: "ValidationException" },
    });
  });
});
