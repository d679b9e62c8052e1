import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { withoutSha1 } from "@cloudfront-sign-webcrypto/testing/support/stubbed-crypto.ts";
import { ecKeyPairId, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { describe, expect, it } from "vitest";

/** Where a runtime refuses SHA-1, a signature is never called invalid that was not checked. */

const keys = { RSA: ["rsa2048.pkcs8.pem", keyPairId], EC: ["ecp256.pkcs8.pem", ecKeyPairId] } as const;

async function signed(keyType: keyof typeof keys, hashAlgorithm: "SHA1" | "SHA256"): Promise<string> {
  const [file, id] = keys[keyType];
  const signer = signerOf(keyText(file), { keyPairId: id, hashAlgorithm });
  return signer.signUrl(`${host}/a.jpg`, { dateLessThan: end });
}

const explained = (url: string) => explainCloudFrontDenial({ url, verifier: verifierOf(), time: moment });
const ids = async (url: string) => (await explained(url)).map(({ id, certainty }) => `${certainty} ${id}`);

describe.each(["RSA", "EC"] as const)("a signature of %s", (keyType) => {
  it.each([["importKey"], ["verify"], ["importKey", "sign", "verify", "digest"]] as const)(
    "with SHA-1 is not checked where %s refuses it, and one with SHA-256 is",
    async (...refusing) => {
      const [sha1, sha256] = [await signed(keyType, "SHA1"), await signed(keyType, "SHA256")];
      expect(await withoutSha1(refusing, () => ids(sha1))).toEqual(["possible signature-not-checked"]);
      expect(await withoutSha1(refusing, () => ids(sha256))).toEqual([]);
    },
  );

  it("with SHA-1 is found good where only sign refuses it", async () => {
    const url = await signed(keyType, "SHA1");
    expect(await withoutSha1(["sign"], () => ids(url))).toEqual([]);
  });

  it("with SHA-1 is not checked where every one is called invalid", async () => {
    const url = await signed(keyType, "SHA1");
    expect(
      await withoutSha1(
        ["verify"],
        () => explained(url),
        async () => false,
      ),
    ).toEqual([
      {
        id: "signature-not-checked",
        certainty: "possible",
        summary: "The signature was not checked.",
        evidence:
          "the signature is one with SHA-1, which this runtime refuses to verify (FIPS mode or a crypto policy)",
        fix: "Check it in a runtime that verifies SHA-1, and sign with SHA-256: its signatures are also verified here.",
      },
    ]);
  });
});

it("a signature that was made with SHA-256 and sent without it is found out where SHA-1 is refused", async () => {
  const url = (await signed("RSA", "SHA256")).replace("&Hash-Algorithm=SHA256", "");
  expect(await withoutSha1(["verify"], () => ids(url))).toEqual(["proven hash-mismatch"]);
});
