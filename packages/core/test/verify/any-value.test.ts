import {
  type Call,
  outcomeOf,
  throwsOwnErrors,
} from "@cloudfront-sign-webcrypto/testing/support/any-call.ts";
import { hostileValue } from "@cloudfront-sign-webcrypto/testing/support/hostile-values.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  rsaSigner,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  createCloudFrontVerifier,
  inspectCloudFrontCookies,
  inspectCloudFrontUrl,
  restrictViewerAccess,
} from "cloudfront-sign-webcrypto/verify";
import fc from "fast-check";
import { describe, it } from "vitest";

/**
 * A request of any values gets a verdict. Only configuration throws, and only errors of this package.
 */

const publicKeys = { [keyPairId]: keyText("rsa2048.pub.spki.pem") };
const verifier = createCloudFrontVerifier({ publicKeys, now: () => moment });
const restricting = createCloudFrontVerifier({ publicKeys, restrict: ["/a*"], now: () => moment });
const signed = await rsaSigner().signUrl(`${host}/a.jpg`, { dateLessThan: end, ipAddress: "192.0.2.1" });
const edge = restrictViewerAccess({ publicKeys, origin: () => new Response(), now: () => moment });

const seed = 20261122;

const holdsFor = (call: Call, isAsync: boolean, isRight: (answer: unknown) => boolean) =>
  fc.assert(
    fc.asyncProperty(hostileValue, hostileValue, async (one, two) => {
      const answer = await outcomeOf(call, [one(), two()], isAsync);
      if (!isRight(answer)) throw new Error("no such answer");
    }),
    runs(seed, 400),
  );

const isVerdict = (answer: unknown): boolean =>
  (answer as { allowed: unknown }).allowed === true ||
  typeof (answer as { reason: unknown }).reason === "string";

const withCookies = (one: unknown, two: unknown) => ({
  "CloudFront-Policy": one,
  "CloudFront-Signature": two,
  "CloudFront-Key-Pair-Id": keyPairId,
});

describe("a request of any values gets a verdict and never throws", () => {
  const calls: Record<string, Call> = {
    "verifyUrl(any)": (one) => verifier.verifyUrl(one),
    "verifyUrl({ href })": (href) => verifier.verifyUrl({ href }),
    "verifyUrl, with restrict": (one) => restricting.verifyUrl(one),
    "verifyCookies(any, any)": (one, two) => verifier.verifyCookies(one, two),
    "verifyCookies(url, any)": (one) => verifier.verifyCookies(`${host}/a`, one),
    "cookies of any value": (one, two) => verifier.verifyCookies(`${host}/a`, withCookies(one, two) as never),
    "verifyRequest(any)": (one) => verifier.verifyRequest(one),
    "a request of any url and headers": (url, headers) => verifier.verifyRequest({ url, headers }),
    "a request whose headers give anything": (one) =>
      verifier.verifyRequest({ url: `${host}/a`, headers: { get: () => one } }),
    "an address of any kind": (ipAddress) => verifier.verifyUrl(signed, { ipAddress }),
    "an address header of any kind": (one) =>
      verifier.verifyRequest(
        { url: signed, headers: { get: (name: string) => (name === "cookie" ? "" : one) } },
        { ipAddressHeader: "X-Viewer" },
      ),
  };

  it.each(Object.entries(calls))("%s", async (_, call) => {
    await holdsFor(call, true, isVerdict);
  });

  it("isRestricted(any) and the inspections of any value", async () => {
    await holdsFor(
      (one) => restricting.isRestricted(one),
      false,
      (answer) => typeof answer === "boolean",
    );
    const isInspection = (answer: unknown) => typeof (answer as { url: unknown }).url === "string";
    await holdsFor((one) => inspectCloudFrontUrl(one), false, isInspection);
    await holdsFor((one, two) => inspectCloudFrontCookies(one, two), false, isInspection);
    await holdsFor(
      (one, two) => inspectCloudFrontCookies(withCookies(one, two) as never),
      false,
      isInspection,
    );
  });

  it("isSignatureValid(any, any, any, any)", async () => {
    const bytes = new Uint8Array(256);
    await holdsFor(
      (one, two) => verifier.isSignatureValid(one, two, bytes, bytes),
      true,
      (answer) => answer === false,
    );
    await holdsFor(
      (one, two) => verifier.isSignatureValid(keyPairId, "SHA1", one, two),
      true,
      (answer) => answer === false,
    );
  });

  it("restrictViewerAccess answers any request, and names what is none", async () => {
    const isAnswer = (answer: unknown) => [200, 400, 403, 413].includes((answer as Response).status);
    const answer = (one: unknown) =>
      edge(one as never).catch((error: { code?: string; option?: string }) => {
        if (`${error.code} ${error.option}` !== "ERR_OPTION_INVALID request") throw error;
        return new Response(null, { status: 400 });
      });
    await holdsFor(answer, true, isAnswer);
    await holdsFor((url, cookie) => answer({ url, headers: { get: () => cookie } }), true, isAnswer);
    await holdsFor((url, headers) => answer({ url, headers }), true, isAnswer);
    const behind = restrictViewerAccess<[unknown]>({
      publicKeys,
      origin: () => new Response(),
      ipAddress: (_, one) => one as never,
    });
    await holdsFor((one) => behind(new Request(signed) as never, one), true, isAnswer);
  });
});

describe("configuration throws an error of this package, or the error of the caller's own code", () => {
  const origin = () => new Response();
  const calls: Record<string, readonly [call: Call, isAsync: boolean]> = {
    "createCloudFrontVerifier(any)": [(one) => createCloudFrontVerifier(one), false],
    "restrict: any": [(restrict) => createCloudFrontVerifier({ publicKeys, restrict }), false],
    "restrict: [any, any]": [
      (one, two) => createCloudFrontVerifier({ publicKeys, restrict: [one, two] }),
      false,
    ],
    "a behavior of anything": [
      (pathPattern, restricted) =>
        createCloudFrontVerifier({ publicKeys, restrict: [{ pathPattern, restricted }] }),
      false,
    ],
    "now: any": [(now) => createCloudFrontVerifier({ publicKeys, now }), false],
    "a clock that shows anything": [(one) => createCloudFrontVerifier({ publicKeys, now: () => one }), false],
    "verifyUrl(url, any)": [(one) => verifier.verifyUrl(signed, one), true],
    "verifyUrl(url, { now })": [(now) => verifier.verifyUrl(signed, { time: now }), true],
    "verifyRequest(request, any)": [
      (one) => verifier.verifyRequest({ url: signed, headers: new Headers() }, one),
      true,
    ],
    "ipAddressHeader: any": [
      (ipAddressHeader) =>
        verifier.verifyRequest({ url: signed, headers: new Headers() }, { ipAddressHeader }),
      true,
    ],
    "restrictViewerAccess(any)": [(one) => restrictViewerAccess(one), false],
    "restrictViewerAccess: origin, ipAddress": [
      (one, ipAddress) => restrictViewerAccess({ publicKeys, origin: one, ipAddress }),
      false,
    ],
    "restrictViewerAccess: an ipAddress of any kind": [
      (ipAddress) => restrictViewerAccess({ publicKeys, origin, ipAddress })(new Request(signed) as never),
      false,
    ],
  };

  it.each(Object.entries(calls))("%s", async (_, [call, isAsync]) => {
    await throwsOwnErrors(call, isAsync);
  });
});
