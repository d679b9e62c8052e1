import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { diagnoseCloudFrontDistributions } from "cloudfront-sign-diagnosis/doctor";
import { describe, expect, it } from "vitest";
import { findingsOf, withActiveKeys } from "../../support/small-distributions.ts";

describe("keys", () => {
  it("of RSA with another length than 2,048 bits are not CloudFront's", async () => {
    const PublicKey = { Id: keyPairId, PublicKeyConfig: { EncodedKey: keyText("rsa4096.pub.spki.pem") } };
    const { findings } = await diagnoseCloudFrontDistributions({
      documents: [withActiveKeys, { PublicKey }],
    });
    expect(findings.map(({ certainty, evidence }) => `${certainty}: ${evidence}`)).toEqual([
      `likely: the public key ${keyPairId} is RSA with 4096 bits`,
    ]);
  });

  it("that no distribution here uses are not looked at, and all are without a distribution", async () => {
    const PublicKey = { Id: "K3D5EWEUDCCXON", PublicKeyConfig: { EncodedKey: "ssh-rsa AAAA" } };
    expect(await findingsOf({ documents: [withActiveKeys, { PublicKey }] })).toEqual([]);
    expect(await findingsOf({ documents: [{ PublicKey }] })).toEqual(["proven public-key-unusable"]);
  });
});
