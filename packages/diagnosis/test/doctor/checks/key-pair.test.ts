import { documentsOf } from "@cloudfront-sign-webcrypto/testing/support/distributions.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { diagnoseCloudFrontDistributions } from "cloudfront-sign-diagnosis/doctor";
import { describe, expect, it } from "vitest";
import {
  admins,
  behavior,
  findingsOf,
  groupOf,
  listOf,
  summary,
  viewers,
  withActiveKeys,
} from "../../support/small-distributions.ts";

describe("keys", () => {
  it("of key groups are known by get-distribution, too", async () => {
    expect(await diagnoseCloudFrontDistributions({ documents: [withActiveKeys], keyPairId })).toMatchObject({
      findings: [],
      missing: [],
    });
    expect(await findingsOf({ documents: [withActiveKeys], keyPairId: "K3D5EWEUDCCXON" })).toEqual([
      "proven key-not-in-group E1 *",
    ]);
  });

  it("of an account are not public keys, and theirs may sign", async () => {
    const trusted = { TrustedSigners: { Enabled: true, Items: ["self"] } };
    const documents = [
      listOf(summary("E1", "media.example.com", { DefaultCacheBehavior: behavior(undefined, trusted) })),
    ];
    expect(await findingsOf({ documents, keyPairId })).toEqual([
      "proven key-not-in-group E1 *",
      "proven trusted-signers E1 *",
    ]);
    expect(await findingsOf({ documents, keyPairId: "APKAIOSFODNN7EXAMPLE" })).toEqual([
      "proven trusted-signers E1 *",
    ]);
  });

  it("may sign elsewhere", async () => {
    const texts: string[] = [];
    const privateKey = {
      keyType: "RSA",
      hashAlgorithm: "SHA256",
      sign: async (bytes: Uint8Array) => {
        texts.push(new TextDecoder().decode(bytes));
        return new Uint8Array(256).fill(1);
      },
    } as const;
    expect(await findingsOf({ documents: documentsOf("right"), keyPairId, privateKey })).toEqual([
      "proven key-pair-mismatch",
    ]);
    // A URL of the distribution that AWS's documentation has, which opens nothing.
    const resources = texts.map((text) => JSON.parse(text).Statement[0].Resource);
    expect(resources).toEqual(["https://d111111abcdef8.cloudfront.net/"]);
  });

  it("with the wrong ID are named with the right one", async () => {
    const { findings } = await diagnoseCloudFrontDistributions({
      documents: documentsOf("right"),
      keyPairId: viewers,
      privateKey: keyText("rsa2048.pkcs8.pem"),
    });
    expect(findings.map(({ evidence }) => evidence)).toEqual([
      `the key pair ID is the ID of the key group viewers; the private key belongs to the public key ${keyPairId}`,
    ]);
  });
});

describe("several distributions", () => {
  it("the key of one need not be trusted by another", async () => {
    const documents = [
      listOf(
        summary("E1", "media.example.com"),
        summary("E2", "admin.example.com", { DefaultCacheBehavior: behavior(admins) }),
      ),
      groupOf(viewers, keyPairId),
      groupOf(admins, "K3D5EWEUDCCXON"),
    ];
    expect(await findingsOf({ documents, keyPairId })).toEqual([]);
    const urls = ["https://admin.example.com/a"];
    expect(await findingsOf({ documents, keyPairId, urls })).toEqual(["proven key-not-in-group E2 *"]);
  });
});
