import { type Call, throwsOwnErrors } from "@cloudfront-sign-webcrypto/testing/support/any-call.ts";
import { end, host, moment, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { signManifests } from "cloudfront-sign-media/server";
import { describe, expect, it } from "vitest";

/** The libraries beside the core get values of any kind; what the core does is in packages/core/test/verify. */

const signed = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end, ipAddress: "192.0.2.1" });
const grant = await rsaSigner().grant({ resource: `${host}/v/*`, dateLessThan: end });

describe("a question of any values gets findings", () => {
  it.each<[string, object]>([
    ["setCookie: null", { setCookie: null }],
    ["a number for setCookie", { setCookie: 1 }],
    ["an object for hostnames", { hostnames: {} }],
    ["a symbol for the status", { status: Symbol("x") }],
    ["a body without text", { responseBody: Object.create(null) }],
    ["cookies of cookie-parser", { cookies: { x: { toString: 1 } } }],
    ["a url that does not become text", { url: { toString: 1 } }],
  ])("%s", async (_, question) => {
    expect(await explainCloudFrontDenial({ ...question, time: moment } as never)).toBeInstanceOf(Array);
  });
});

describe("configuration throws an error of this package, or the error of the caller's own code", () => {
  const origin = () =>
    new Response("#EXTM3U\n1.ts\n", { headers: { "Content-Type": "application/vnd.apple.mpegurl" } });
  const playlist = () => new Request(`${host}/v/index.m3u8`);
  const manifests = (options: object) =>
    signManifests({ grant, origin, now: () => moment, ...options } as never)(playlist() as never);
  const calls: Record<string, readonly [call: Call, isAsync: boolean]> = {
    "explainCloudFrontDenial(any)": [(one) => explainCloudFrontDenial(one), true],
    "explain: verifier, now": [
      (one, now) => explainCloudFrontDenial({ url: signed, verifier: one, time: now }),
      true,
    ],
    "explain: verifier": [(one) => explainCloudFrontDenial({ url: signed, verifier: one }), true],
    "signManifests(any)": [(one) => signManifests(one), false],
    "signManifests: a request of any kind": [(one) => signManifests({ grant, origin })(one), true],
    "signManifests: a request of any method and url": [
      (method, url) => signManifests({ grant, origin })({ method, url } as never),
      true,
    ],
    "signManifests: the origin's answer": [(one) => manifests({ origin: () => one }), true],
    "signManifests: grant": [(one) => manifests({ grant: () => one }), true],
    "signManifests: manifestUrl, uncovered": [
      (one, uncovered) => manifests({ manifestUrl: () => one, uncovered: () => uncovered }),
      true,
    ],
    "signManifests: now": [(one) => manifests({ now: () => one }), true],
  };

  it.each(Object.entries(calls))("%s", async (_, [call, isAsync]) => {
    await throwsOwnErrors(call, isAsync);
  });
});
