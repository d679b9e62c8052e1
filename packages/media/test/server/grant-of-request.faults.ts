import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { end, host, keyPairId, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontBase64, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { grantOfRequest } from "cloudfront-sign-media/server";

const { query } = await rsaSigner().grant({ resource: `${host}/v/*`, dateLessThan: end });
const [policy = "", signature = "", id = ""] = query.split("&");
const canned = (await rsaSigner().signUrl(`${host}/v/index.m3u8`, { dateLessThan: end })).split("?")[1] ?? "";
const inCookies = (text: string) => text.replace(/(^|&)/g, (_, and) => `${and && "; "}CloudFront-`);
const withPolicy = (text: string) => `Policy=${cloudFrontBase64(text)}&${signature}&${id}`;
const statement = (conditions: object, resource = `${host}/v/*`) =>
  JSON.stringify({ Statement: [{ Resource: resource, Condition: conditions }] });
const until = { DateLessThan: { "AWS:EpochTime": end } };

function refused(
  given: string,
  request: { readonly query?: string; readonly cookie?: string; readonly path?: string },
  message: string,
  options: object = {},
  code: Fault["code"] = "ERR_REQUEST_DENIED",
): Fault {
  const url =
    host + (request.path ?? "/v/index.m3u8") + (request.query === undefined ? "" : `?${request.query}`);
  const headers = new Headers(request.cookie === undefined ? {} : { Cookie: request.cookie });
  const asked = { method: "GET", url, headers } as Request;
  return { given, run: () => grantOfRequest(asked, options), code, message: `request: ${message}` };
}

/** Faults of a request that is to be made a grant of. The signature is for no one to read. */
export const grantOfRequestFaults: readonly Fault[] = [
  refused(
    "grantOfRequest: a request without parameters and cookies",
    {},
    "has no signing parameters in its query or its cookies; answer 403, as CloudFront does",
  ),
  refused(
    "grantOfRequest: Expires=…&Signature=…&Key-Pair-Id=…",
    { query: canned },
    'has a parameter Expires and no policy, so its signature is for one URL only; sign with a custom policy: signer.grant({ resource: "https://…/*", expiresIn: "4h" })',
  ),
  refused(
    "grantOfRequest: the cookies of a canned policy",
    { cookie: inCookies(canned) },
    'has a cookie CloudFront-Expires and no policy, so its signature is for one URL only; sign with a custom policy: signer.grant({ resource: "https://…/*", expiresIn: "4h" })',
  ),
  refused(
    "grantOfRequest: Policy twice",
    { query: `${query}&${policy}` },
    "has a signing parameter twice; answer 403, as CloudFront does",
  ),
  refused(
    "grantOfRequest: Policy twice, once escaped",
    { query: `${query}&Polic%79=a` },
    "has a signing parameter twice; answer 403, as CloudFront does",
  ),
  refused(
    "grantOfRequest: without Key-Pair-Id",
    { query: `${policy}&${signature}` },
    "has no parameter Key-Pair-Id; answer 403, as CloudFront does",
  ),
  refused(
    'grantOfRequest: Key-Pair-Id=K"',
    { query: `${policy}&${signature}&Key-Pair-Id=K"` },
    "has a parameter Key-Pair-Id that is not a key pair ID; answer 403, as CloudFront does",
  ),
  refused(
    "grantOfRequest: without Signature",
    { query: `${policy}&${id}` },
    "has no parameter Signature; answer 403, as CloudFront does",
  ),
  refused(
    "grantOfRequest: cookies without Policy",
    { cookie: inCookies(`${signature}&${id}`) },
    "has no cookie CloudFront-Policy; answer 403, as CloudFront does",
  ),
  refused(
    "grantOfRequest: a Signature with a +",
    { query: `${policy}&Signature=ab+d&${id}` },
    "has a parameter Signature that is not in CloudFront's base64; answer 403, as CloudFront does",
  ),
  refused(
    "grantOfRequest: a Policy with a quote",
    { cookie: `CloudFront-Policy=ab"d; ${inCookies(`${signature}&${id}`)}` },
    "has a cookie CloudFront-Policy that is not in CloudFront's base64; answer 403, as CloudFront does",
  ),
  refused(
    "grantOfRequest: a Policy that is no JSON",
    { query: withPolicy("{") },
    "has a parameter Policy that is not JSON; answer 403, as CloudFront does",
  ),
  refused(
    "grantOfRequest: a Policy with two statements",
    { query: withPolicy('{"Statement":[{},{}]}') },
    "has a parameter Policy with members that CloudFront does not document; answer 403, as CloudFront does",
  ),
  refused(
    "grantOfRequest: Hash-Algorithm=MD5",
    { query: `${query}&Hash-Algorithm=MD5` },
    "has a parameter Hash-Algorithm that is neither SHA1 nor SHA256; answer 403, as CloudFront does",
  ),
  refused(
    "grantOfRequest: Expires=1 beside signed cookies",
    { query: "Expires=1", cookie: inCookies(query) },
    "has a signing parameter in its query, so CloudFront ignores its signed cookies; answer 403, as CloudFront does",
  ),
  refused("grantOfRequest: after the expiry", { query }, "has expired; answer 403, as CloudFront does", {
    now: () => new Date(end * 1000),
  }),
  refused(
    "grantOfRequest: before the start",
    { query: withPolicy(statement({ ...until, DateGreaterThan: { "AWS:EpochTime": end - 1 } })) },
    "is not valid yet; answer 403, as CloudFront does",
  ),
  refused(
    "grantOfRequest: a query of 9,000 characters",
    { query: `${query}&a=${"b".repeat(9000)}` },
    "is longer than CloudFront accepts; answer 403, as CloudFront does",
  ),
  refused(
    "grantOfRequest: a URL with an umlaut",
    { query, path: "/v/ü.m3u8" },
    "has a URL that is not an absolute http or https URL in ASCII; answer 403, as CloudFront does",
  ),
  refused(
    "grantOfRequest with a verifier: another key",
    { query: query.replace(keyPairId, "KOTHER") },
    "is signed with a key that the verifier does not know; answer 403, as CloudFront does",
    { verifier: verifierOf() },
  ),
  refused(
    "grantOfRequest with a verifier: another policy",
    {
      query: withPolicy(statement(until)).replace(
        /^Policy=[^&]*/,
        `Policy=${cloudFrontBase64(statement(until, "*"))}`,
      ),
    },
    "has a parameter Signature that does not match its policy; answer 403, as CloudFront does",
    { verifier: verifierOf() },
  ),
  refused(
    "grantOfRequest with a verifier: a signature of another length",
    { query: `${policy}&Signature=abcd&${id}` },
    "has a parameter Signature that its key cannot have made; answer 403, as CloudFront does",
    { verifier: verifierOf() },
  ),
  refused(
    "grantOfRequest with a verifier: another folder",
    { query, path: "/w/index.m3u8" },
    "has a URL that its policy does not cover; answer 403, as CloudFront does",
    { verifier: verifierOf() },
  ),
];

const options = (given: string, value: object, message: string, code: Fault["code"]): Fault => ({
  given: `grantOfRequest: ${given}`,
  run: () =>
    grantOfRequest({ method: "GET", url: `${host}/v/a?${query}`, headers: new Headers() } as Request, value),
  code,
  message,
});

/** Faults of its arguments. */
export const grantOfRequestOptionFaults: readonly Fault[] = [
  options(
    "{ verifier: publicKeys }",
    { verifier: {} },
    "verifier: received an object; pass the verifier that createCloudFrontVerifier({ publicKeys }) returns",
    "ERR_OPTION_INVALID",
  ),
  options(
    "a verifier that does not restrict the path",
    { verifier: verifierOf({}, ["/private/*"]) },
    "verifier: does not restrict the path of the request, so it verified nothing; make it without restrict, or with this path",
    "ERR_OPTION_INVALID",
  ),
  {
    given: "grantOfRequest: the request of Express",
    run: () => grantOfRequest({ url: "/v/index.m3u8", method: "GET", headers: {} } as never),
    code: "ERR_OPTION_INVALID",
    message:
      "request: received an object; pass a Request of the Fetch API (in Node.js, convert the IncomingMessage)",
  },
];
