// Restricting viewer access in front of an origin. "raw" is crypto.subtle.verify on prepared bytes. Both
// handlers verify, take the signing parameters out of the URL and pass the request on.
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { restrictViewerAccess } from "cloudfront-sign-webcrypto/verify";
import { ours } from "../subjects.mjs";
import * as input from "./keys.mjs";
import { rawVerifying } from "./verify.mjs";
import { readCookies, splitUrl, verifierByHand } from "./verify-by-hand.mjs";

const { at, customTerms, fixture, urls, viewer } = input;
const { keyPairId } = fixture;

const error = "<Error><Code>AccessDenied</Code><Message>Access denied</Message></Error>";
const body = `<?xml version="1.0" encoding="UTF-8"?>${error}`;
const headers = { "Content-Type": "text/xml", Server: "CloudFront", "X-Cache": "Error from cloudfront" };

/** @param {boolean} isEc @param {(request: Request) => Response} origin */
async function handlerByHand(isEc, origin) {
  const verifyByHand = await verifierByHand(isEc);
  return async (/** @type {Request} */ request) => {
    const { url, parameters } = splitUrl(request.url);
    const isUrlSigned = parameters.Signature !== undefined;
    const signing = isUrlSigned ? parameters : readCookies(request.headers.get("cookie") ?? "");
    if (!(await verifyByHand(url, signing, viewer))) return new Response(body, { status: 403, headers });
    return origin(isUrlSigned ? new Request(url, request) : request);
  };
}

/**
 * @param {boolean} isEc
 * @param {boolean} hasCookies whether the requests have signed cookies instead of a signed URL
 * @returns {Promise<import("./keys.mjs").Race>}
 */
export async function restricting(isEc, hasCookies) {
  const { pem, publicPem } = input.keyOf(isEc);
  const signer = createCloudFrontSigner({ keyPairId, privateKey: pem });
  const signed = await Promise.all(urls.map((url) => signer.signUrl(url, customTerms)));
  const cookie = `session=0123456789abcdef; ${(await signer.signCookies(customTerms)).toCookieHeader()}`;
  const requests = hasCookies
    ? urls.map((url) => new Request(url, { headers: { cookie } }))
    : signed.map((url) => new Request(url));
  const raw = await rawVerifying(isEc, signed);
  const answer = new Response("private");
  let asked = "";
  const origin = (/** @type {Request} */ request) => {
    asked = request.url;
    return answer;
  };
  const restrict = restrictViewerAccess({
    publicKeys: { [keyPairId]: publicPem },
    origin,
    ipAddress: () => viewer,
  });
  const byHand = await handlerByHand(isEc, origin);
  for (const { url, headers } of requests) {
    const other = new Request(url.replace("/videos/", "/videoz/"), { headers });
    const answers = [await restrict(other), await byHand(other)];
    if (answers.some(({ status }) => status !== 403))
      throw new Error("a request that was not signed is allowed");
  }
  return {
    asynchronous: {
      raw,
      "raw again": (i) => raw(i),
      "by hand": (i) => byHand(at(requests, i)),
      [ours]: (i) => restrict(at(requests, i)),
    },
    synchronous: {},
    check(name, made, i) {
      if (name.startsWith("raw") ? made !== true : made !== answer || asked !== at(urls, i))
        throw new Error(`${name} denies what is right`);
      asked = "";
    },
  };
}
