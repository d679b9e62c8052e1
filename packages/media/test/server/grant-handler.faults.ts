import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { endpointRequest } from "@cloudfront-sign-webcrypto/testing/support/endpoint-requests.ts";
import { host, moment, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { grantHandler } from "cloudfront-sign-media/server";

const { signer } = recorder();
const terms = { resource: `${host}/course/42/*`, expiresIn: "10m" } as const;
const grant = await signer.grant(terms);

function badOption(
  given: string,
  options: object,
  message: string,
  code: Fault["code"] = "ERR_OPTION_INVALID",
): Fault {
  const run = () => grantHandler({ signer, authorize: () => terms, ...options });
  return { given: `grantHandler: ${given}`, run, code, message };
}

/** What `onError` hears after the handler has answered with 500. */
function reported(
  given: string,
  options: object,
  message: string,
  code: Fault["code"] = "ERR_OPTION_INVALID",
): Fault {
  const run = async () => {
    let error: unknown;
    const onError = (reason: unknown) => {
      error = reason;
    };
    const handler = grantHandler({ signer, authorize: () => terms, now: () => moment, onError, ...options });
    await handler(endpointRequest({ origin: "https://www.example.com", site: "same-origin" }));
    throw error;
  };
  return { given: `grantHandler: ${given}`, run, code, message };
}

const returned = (what: string): string =>
  `authorize: returned ${what}; return the options of a grant, { resource, expiresIn: "10m" }, or { refused: "signed-out" }`;

const badOrigin = (origin: unknown, problem: string): Fault =>
  badOption(
    `allowedOrigins: [${origin === undefined ? origin : JSON.stringify(origin)}]`,
    { allowedOrigins: [origin] },
    `allowedOrigins: entry 1 ${problem}`,
  );

/** Faults of the options of `grantHandler`, and of what its functions return. */
export const grantHandlerFaults: readonly Fault[] = [
  badOption(
    "signer: undefined",
    { signer: undefined },
    "signer: received undefined; pass the signer that createCloudFrontSigner({ keyPairId, privateKey }) returns",
  ),
  badOption(
    "signer: { keyPairId, privateKey }",
    { signer: { keyPairId: "K2JCJMDEHXQW5F", privateKey: "" } },
    "signer: received an object; pass the signer that createCloudFrontSigner({ keyPairId, privateKey }) returns",
  ),
  badOption(
    'authorize: { resource, expiresIn: "10m" }',
    { authorize: terms },
    'authorize: received an object; pass a function: (request) => ({ resource: "https://…/*", expiresIn: "10m" })',
  ),
  badOption(
    'onError: "log"',
    { onError: "log" },
    "onError: received a string; pass a function: (error) => console.error(error)",
  ),
  badOption(
    "cookies: true",
    { cookies: true },
    'cookies: received a boolean; pass the attributes of the cookies: { domain: "example.com" }',
  ),
  reported(
    'authorize: () => ({ resource: "https://*/course/*", expiresIn: "10m" })',
    { authorize: () => ({ resource: "https://*/course/*", expiresIn: "10m" }) },
    "resource: covers hosts that are not yours, so viewers would send the grant to any; start it with https:// and the name of the host",
    "ERR_RESOURCE_INVALID",
  ),
  reported(
    "cookies: {}, for a page of www.example.com",
    { cookies: {} },
    "cookies: set by www.example.com, they never reach d111111abcdef8.cloudfront.net; pass a domain that covers both, or leave cookies out to send the query",
    "ERR_COOKIE_INVALID",
  ),
  reported(
    "cookies: () => undefined",
    { cookies: () => undefined },
    'cookies: the function returned undefined; return the attributes of the cookies: { domain: "example.com" }',
  ),
  badOption(
    'allowedOrigins: "https://app.example.com"',
    { allowedOrigins: "https://app.example.com" },
    'allowedOrigins: is a string; pass a list of origins: ["https://app.example.com"]',
  ),
  badOrigin(undefined, 'is undefined; write an origin such as "https://app.example.com"'),
  badOrigin(
    "null",
    'is "null", the origin of sandboxed frames and local files of any site; serve the page from an origin of its own, and write that',
  ),
  badOrigin(
    "https://*.example.com",
    'has a *, and origins are compared as they are; write each origin, such as "https://app.example.com"',
  ),
  badOrigin(
    "app.example.com",
    'is not an origin; write the scheme and host of the page, such as "https://app.example.com"',
  ),
  badOrigin(
    "https://App.example.com:443/",
    'is not written as browsers send it; write "https://app.example.com"',
  ),
  reported("authorize: () => undefined", { authorize: () => undefined }, returned("undefined")),
  reported("authorize: () => false", { authorize: () => false }, returned("a boolean")),
  reported("authorize: () => new Response()", { authorize: () => new Response() }, returned("a Response")),
  // The Response of an old worker is an object like any other.
  reported(
    "authorize: () => ({ text })",
    { authorize: () => ({ text: () => Promise.resolve("") }) as never },
    returned("a Response"),
  ),
  reported("authorize: () => signer.grant(terms)", { authorize: () => grant }, returned("a grant")),
  reported(
    'authorize: () => ({ resource, expiresIn: "10m", refused: "forbidden" })',
    { authorize: () => ({ ...terms, refused: "forbidden" }) },
    "refused: cannot be combined with the options of a grant; return one of the two",
    "ERR_OPTION_CONFLICT",
  ),
  reported(
    "authorize: () => ({ refused: undefined })",
    { authorize: () => ({ refused: undefined }) },
    'refused: is neither "signed-out" nor "forbidden", but undefined; return one of the two',
  ),
  reported(
    "authorize: () => ({ refused: true })",
    { authorize: () => ({ refused: true }) },
    'refused: is neither "signed-out" nor "forbidden", but a boolean; return one of the two',
  ),
  reported(
    'authorize: () => ({ refused: "forbidden", message: 403 })',
    { authorize: () => ({ refused: "forbidden", message: 403 }) },
    "message: is a number; return a sentence for the viewer",
  ),
  reported(
    "a signer whose grant() resolves with undefined",
    { signer: { grant: async () => undefined } },
    "signer: grant() resolved with undefined; pass the signer of createCloudFrontSigner()",
  ),
  reported(
    "a grant that has expired when it is sent",
    { now: () => new Date(moment.getTime() + 600_000) },
    "authorize: returned options whose grant expired at 2026-01-01T00:10:00.000Z, before it was sent; choose a longer expiry",
    "ERR_DATE_PAST",
  ),
];
