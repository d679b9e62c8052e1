import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { renewingGrant } from "cloudfront-sign-media/client";
import { signDashManifest } from "cloudfront-sign-media/dash";
import { signHlsPlaylist } from "cloudfront-sign-media/hls";
import { grantHandler, signManifests } from "cloudfront-sign-media/server";
import {
  clearCloudFrontSignedCookies,
  cloudFrontUrl,
  createCloudFrontPresignedUrl,
  createCloudFrontSignedCookies,
  createCloudFrontSigner,
  importCloudFrontPrivateKey,
  importCloudFrontPublicKey,
  loadedKey,
} from "cloudfront-sign-webcrypto";
import * as awsCloudFrontSign from "cloudfront-sign-webcrypto/aws-cloudfront-sign";
import * as awsSdk from "cloudfront-sign-webcrypto/aws-sdk";
import { nodeHandler } from "cloudfront-sign-webcrypto/node";
import { awsKmsKey, pkcs11Key, remoteKey } from "cloudfront-sign-webcrypto/remote";
import { createCloudFrontVerifier, restrictViewerAccess } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";

/** The stack of an error starts where the caller made the mistake, and not in the files of the library. */

const wrong = { wrong: true } as never;
const { signer } = recorder();
const terms = { resource: `${host}/a/*`, dateLessThan: end };

const calls: readonly (readonly [name: string, callThatIsWrong: () => unknown])[] = [
  ["createCloudFrontSigner", () => createCloudFrontSigner(wrong)],
  ["signUrl", () => signer.signUrl("/a.jpg", { dateLessThan: end })],
  ["signCookies", () => signer.signCookies(wrong)],
  ["signCookieSets", () => signer.signCookieSets([wrong])],
  ["grant", () => signer.grant(wrong)],
  ["signUrls", () => signer.signUrls(wrong, { dateLessThan: end })],
  ["grant.signUrl", async () => (await signer.grant(terms)).signUrl(`${host}/b`)],
  ["toSetCookie", async () => (await signer.signCookies(terms)).toSetCookie(wrong)],
  ["appendTo", async () => (await signer.signCookies(terms)).appendTo(wrong)],
  ["clearCloudFrontSignedCookies", () => clearCloudFrontSignedCookies(wrong)],
  ["cloudFrontUrl", () => cloudFrontUrl(host, "")],
  ["createCloudFrontPresignedUrl", () => createCloudFrontPresignedUrl(wrong)],
  ["createCloudFrontSignedCookies", () => createCloudFrontSignedCookies(wrong)],
  ["getSignedUrl of the AWS SDK", () => awsSdk.getSignedUrl(wrong)],
  ["getSignedCookies of the AWS SDK", () => awsSdk.getSignedCookies(wrong)],
  ["getSignedUrl of aws-cloudfront-sign", () => awsCloudFrontSign.getSignedUrl(host, wrong)],
  ["getSignedCookies of aws-cloudfront-sign", () => awsCloudFrontSign.getSignedCookies(host, wrong)],
  ["importCloudFrontPrivateKey", () => importCloudFrontPrivateKey(wrong)],
  ["importCloudFrontPublicKey", () => importCloudFrontPublicKey(wrong)],
  ["loadedKey", () => loadedKey(wrong)],
  ["awsKmsKey", () => awsKmsKey(wrong)],
  ["pkcs11Key", () => pkcs11Key(wrong)],
  ["remoteKey", () => remoteKey(wrong)],
  ["createCloudFrontVerifier", () => createCloudFrontVerifier(wrong)],
  ["restrictViewerAccess", () => restrictViewerAccess({ publicKeys: {}, origin: () => new Response() })],
  ["grantHandler", () => grantHandler(wrong)],
  ["signManifests", () => signManifests(wrong)],
  ["nodeHandler", () => nodeHandler(wrong)],
  ["renewingGrant", () => renewingGrant(wrong)],
  ["signHlsPlaylist", () => signHlsPlaylist("#EXTM3U", wrong, wrong)],
  ["signDashManifest", () => signDashManifest("<MPD/>", wrong, wrong)],
];

describe("the stack of an error of", () => {
  it.each(calls)("%s starts with the call", async (_, callThatIsWrong) => {
    const { stack = "", message } = await refusal(callThatIsWrong);
    expect(stack.startsWith(`CloudFrontSignError: ${message}\n`)).toBe(true);
    const [first = ""] = stack.slice(stack.indexOf(message) + message.length + 1).split("\n");
    expect(first).toContain("stack-traces.test");
  });
});

it("a call within another one starts with the outer one, and leaves nothing behind", async () => {
  const now = () => {
    cloudFrontUrl(host, "");
    return new Date();
  };
  const outer = await refusal(() => recorder({ now }));
  expect(outer.option).toBe("key");
  const { stack = "" } = await refusal(() => cloudFrontUrl(host, ""));
  expect(stack.split("\n")[1]).toContain("stack-traces.test");
});
