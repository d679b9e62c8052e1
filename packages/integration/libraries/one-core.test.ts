import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { end, host, keyPairId, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import * as diagnosis from "cloudfront-sign-diagnosis";
import * as doctor from "cloudfront-sign-diagnosis/doctor";
import * as logs from "cloudfront-sign-diagnosis/logs";
import * as client from "cloudfront-sign-media/client";
import * as dash from "cloudfront-sign-media/dash";
import * as hls from "cloudfront-sign-media/hls";
import * as server from "cloudfront-sign-media/server";
import * as core from "cloudfront-sign-webcrypto";
import * as awsCloudFrontSign from "cloudfront-sign-webcrypto/aws-cloudfront-sign";
import * as awsSdk from "cloudfront-sign-webcrypto/aws-sdk";
import * as remote from "cloudfront-sign-webcrypto/remote";
import * as verify from "cloudfront-sign-webcrypto/verify";
import { afterEach, describe, expect, it, vi } from "vitest";

/** All entry points of all packages share one core: one class of errors, and one memory of keys. */

const entryPoints: Readonly<Record<string, object>> = {
  "/verify": verify,
  "/remote": remote,
  "/aws-sdk": awsSdk,
  "/aws-cloudfront-sign": awsCloudFrontSign,
  "media/hls": hls,
  "media/dash": dash,
  "media/client": client,
  "media/server": server,
  diagnosis,
  "diagnosis/doctor": doctor,
  "diagnosis/logs": logs,
};

/** A call that each entry point refuses. */
const refusedCalls: Readonly<Record<string, (nothing: never) => unknown>> = {
  "/verify": verify.createCloudFrontVerifier,
  "/remote": remote.remoteKey,
  "/aws-sdk": awsSdk.getSignedUrl,
  "/aws-cloudfront-sign": (nothing) => awsCloudFrontSign.getSignedUrl(nothing, nothing),
  "media/hls": (nothing) => hls.signHlsPlaylist(nothing, nothing, nothing),
  "media/dash": (nothing) => dash.signDashManifest(nothing, nothing, nothing),
  "media/client": client.renewingGrant,
  "media/server": server.grantHandler,
  diagnosis: diagnosis.explainCloudFrontDenial,
  "diagnosis/doctor": doctor.diagnoseCloudFrontDistributions,
  "diagnosis/logs": (nothing) => logs.diagnoseAccessLog([], { status: nothing ?? 1 }),
};

async function errorOf(call: (nothing: never) => unknown): Promise<unknown> {
  try {
    return await call(undefined as never);
  } catch (error) {
    return error;
  }
}

afterEach(() => {
  vi.restoreAllMocks();
  core.forgetImportedKeys();
});

describe.each(Object.entries(entryPoints))("%s", (name, entryPoint) => {
  it("throws the error that the signer exports", async () => {
    const error = await errorOf(refusedCalls[name] ?? expect.unreachable);
    expect([error instanceof core.CloudFrontSignError, core.isCloudFrontSignError(error)]).toEqual([
      true,
      true,
    ]);
  });

  it("exports what the signer exports, not a copy", () => {
    // An import of CommonJS has the whole module as "default".
    const shared = Object.entries(entryPoint).filter(([one]) => one in core && one !== "default");
    expect(shared.filter(([one, value]) => value !== Reflect.get(core, one)).map(([one]) => one)).toEqual([]);
  });
});

it("a key that one entry point has imported is imported for all, until forgetImportedKeys", async () => {
  const privateKey = keyText("rsa2048.pkcs8.pem");
  const url = `${host}/image.jpg`;
  const imports = vi.spyOn(crypto.subtle, "importKey");
  const sign = async (): Promise<number> => {
    await rsaSigner().signUrl(url, { dateLessThan: end });
    await awsSdk.getSignedUrl({ url, keyPairId, privateKey, dateLessThan: new Date(end * 1000) });
    await awsCloudFrontSign.getSignedUrl(url, {
      keypairId: keyPairId,
      privateKeyString: privateKey,
      expireTime: end * 1000,
    });
    return imports.mock.calls.length;
  };
  core.forgetImportedKeys();
  // The option of aws-cloudfront-sign has another name, which its errors say: it imports the key for itself.
  expect([await sign(), await sign()]).toEqual([2, 2]);
  core.forgetImportedKeys();
  expect(await sign()).toBe(4);
});
