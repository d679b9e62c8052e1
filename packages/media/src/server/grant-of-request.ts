import type { Grant } from "cloudfront-sign-webcrypto";
import {
  describeType,
  fail,
  memberOf,
  readOptions,
  readSignedRequest,
  receivedGrant,
  requestTime,
  startingAtCaller,
  untrusted,
} from "cloudfront-sign-webcrypto/internals";
import type {
  CloudFrontDenialReason,
  CloudFrontVerdict,
  CloudFrontVerifier,
  PlatformRequest,
} from "cloudfront-sign-webcrypto/verify";
import { readRequest } from "./check-answers.ts";

/** Options of {@link grantOfRequest}. */
export interface GrantOfRequestOptions {
  /**
   * Verifies the request before its grant is made: that of `createCloudFrontVerifier`, with the public keys. The policy then
   * has to cover the URL of the request. Default: nothing is verified, and CloudFront denies what a forged signature asks
   * for.
   */
  readonly verifier?: Pick<CloudFrontVerifier, "verifyRequest"> | undefined;
  /** The viewer's address, for a policy with `IpAddress` and a verifier. */
  readonly ipAddress?: string | undefined;
  /** Returns the current time. Default: the system clock. */
  readonly now?: (() => Date) | undefined;
}

/**
 * Makes a grant of a viewer's own signing parameters or signed cookies, so that a Worker or another edge signs playlists
 * and manifests for this viewer, and holds no private key.
 *
 * **A signature of `HttpOnly` cookies becomes readable to scripts**: it stands in the URLs that the grant signs. It opens
 * nothing that the viewer cannot open already, and expires with the cookies.
 *
 * The grant covers what the policy of the viewer covers, until it expires. Only a custom policy makes a grant: a canned one
 * (`Expires`) covers one URL. If the URL has signing parameters, the cookies are ignored, as in CloudFront.
 *
 * Without a `verifier`, anybody can send parameters that they made up. The URLs that they get do not work, but they see the
 * manifest. Let CloudFront check the request first, or pass a verifier.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-creating-signed-url-custom-policy.html | Create a signed URL using a custom policy}
 * @param request the request of the viewer, with its query and its `Cookie` header as they came
 * @param options what verifies the request
 * @returns the grant: `signUrl`, `covers`, `query`, `cookies`, `resource` and `expiresAt` as those of `signer.grant`
 * @throws `ERR_REQUEST_DENIED` when the request has no parameters that make a grant, or they are repeated, malformed, canned
 * or expired, or the verifier denies the request: answer 403. `ERR_OPTION_INVALID`, `ERR_OPTION_UNKNOWN` for the arguments; the
 * errors of the verifier.
 * @example
 * ```ts
 * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
 * import { grantOfRequest } from "cloudfront-sign-media/server";
 *
 * // In your app, which has the key:
 * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!, maxLifetime: "8h" });
 * const folder = "https://d111111abcdef8.cloudfront.net/course/42";
 * const { query } = await signer.grant({ resource: `${folder}/*`, expiresIn: "4h" });
 *
 * // At the edge, which has none:
 * const grant = await grantOfRequest(new Request(`${folder}/index.m3u8?${query}`));
 * console.log(grant.resource); // https://d111111abcdef8.cloudfront.net/course/42/*
 * console.log(grant.signUrl(`${folder}/1.ts`) === `${folder}/1.ts?${query}`); // true
 * ```
 */
export async function grantOfRequest(
  request: PlatformRequest,
  options: GrantOfRequestOptions = {},
): Promise<Grant> {
  const { grant, verify } = startingAtCaller(grantOfRequest, () => readGrant(request, options));
  await verify();
  return grant;
}

function readGrant(given: unknown, options: GrantOfRequestOptions) {
  const { verifier, ipAddress, now } = readOptions("options", options, ["verifier", "ipAddress", "now"]);
  if (verifier !== undefined && typeof memberOf(verifier, "verifyRequest") !== "function")
    fail(
      "ERR_OPTION_INVALID",
      "verifier",
      `received ${describeType(verifier)}; pass the verifier that createCloudFrontVerifier({ publicKeys }) returns`,
    );
  const { url } = readRequest(given);
  const cookie = untrusted.header(memberOf(given, "headers"), "Cookie");
  const time = requestTime(undefined, now);
  const { request, keyLookupProblem, credentials, unmetConditions } = readSignedRequest(url, cookie, true);
  const { source, parameters } = request;
  const isSafeId = /^[\w.~-]{1,128}$/.test(parameters.get("Key-Pair-Id") ?? "");
  const problem = request.problem ?? keyLookupProblem ?? (isSafeId ? undefined : "key-id-not-a-key-id");
  if (problem) return refuse(problem, source);
  if (parameters.has("Expires") && !parameters.has("Policy"))
    return fail(
      "ERR_REQUEST_DENIED",
      "request",
      `has a ${parameterOf(source, "Expires")} and no policy, so its signature is for one URL only; sign with a custom policy: signer.grant({ resource: "https://…/*", expiresIn: "4h" })`,
    );
  if (credentials.problem) return refuse(credentials.problem, source);
  const { policy, policyText } = credentials;
  for (const condition of unmetConditions(time, undefined))
    if (condition === "expired" || condition === "not-yet-valid") return refuse(condition, source);

  const query = ["Policy", "Signature", "Key-Pair-Id", "Hash-Algorithm"]
    .filter((name) => parameters.has(name))
    .map((name) => `${name}=${parameters.get(name)}`)
    .join("&");
  return {
    grant: receivedGrant(policyText, policy, query, now),
    async verify() {
      if (!verifier) return;
      // What was read, and nothing that comes anew.
      const read = { url, headers: { get: (name: string) => (name === "cookie" ? (cookie ?? null) : null) } };
      const at = { ipAddress, time: now && new Date(time) };
      // A verifier of your own that gives nothing denies.
      const verdict: CloudFrontVerdict = Object(await verifier.verifyRequest(read, at));
      if (!verdict.allowed) refuse(verdict.reason, source);
      else if (!verdict.restricted)
        fail(
          "ERR_OPTION_INVALID",
          "verifier",
          "does not restrict the path of the request, so it verified nothing; make it without restrict, or with this path",
        );
    },
  };
}

/** Why a request has no grant. `{Name}` is a signing parameter, or its cookie. */
const refusals: Readonly<Partial<Record<CloudFrontDenialReason, string>>> = {
  "request-invalid": "has a URL that is not an absolute http or https URL in ASCII",
  "request-too-large": "is longer than CloudFront accepts",
  "no-credentials": "has no signing parameters in its query or its cookies",
  "cookies-shadowed-by-query":
    "has a signing parameter in its query, so CloudFront ignores its signed cookies",
  "key-id-missing": "has no {Key-Pair-Id}",
  "key-id-not-a-key-id": "has a {Key-Pair-Id} that is not a key pair ID",
  "key-not-trusted": "is signed with a key that the verifier does not know",
  "signature-missing": "has no {Signature}",
  "signature-undecodable": "has a {Signature} that is not in CloudFront's base64",
  "signature-wrong-format": "has a {Signature} that its key cannot have made",
  "signature-mismatch": "has a {Signature} that does not match its policy",
  "policy-missing": "has no {Policy}",
  "policy-undecodable": "has a {Policy} that is not in CloudFront's base64",
  "policy-not-json": "has a {Policy} that is not JSON",
  "policy-schema": "has a {Policy} with members that CloudFront does not document",
  "parameter-repeated": "has a signing parameter twice",
  "hash-unknown": "has a {Hash-Algorithm} that is neither SHA1 nor SHA256",
  "hash-mismatch": "is signed with a hash that does not go with its key",
  expired: "has expired",
  "not-yet-valid": "is not valid yet",
  "dot-segment": "has a URL with a dot segment, which its policy does not cover",
  "resource-mismatch": "has a URL that its policy does not cover",
  "ip-unknown": "has a policy for an IP address, and the option ipAddress is missing",
  "ip-mismatch": "comes from an IP address that its policy does not allow",
  "ipv6-viewer": "comes from an IPv6 address, which no policy allows",
};

function refuse(reason: CloudFrontDenialReason, source: Source): never {
  const words = (refusals[reason] ?? `is denied: ${reason}`).replace(/\{(.+)\}/, (_, name: string) =>
    parameterOf(source, name),
  );
  return fail("ERR_REQUEST_DENIED", "request", `${words}; answer 403, as CloudFront does`);
}

type Source = "url" | "cookies" | undefined;

/** A signing parameter by the name that it has in the request. */
function parameterOf(source: Source, name: string): string {
  return source === "cookies" ? `cookie CloudFront-${name}` : `parameter ${name}`;
}
