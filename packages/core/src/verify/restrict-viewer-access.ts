import { fail, startingAtCaller } from "../errors.ts";
import { checkFlag, readOptions } from "../options/read-options.ts";
import { memberOf } from "../options/read-properties.ts";
import { describeType } from "../options/type-name.ts";
import { type CloudFrontDenial, denied } from "./verdict.ts";
import {
  type CloudFrontVerifierOptions,
  createCloudFrontVerifier,
  type RequestToVerify,
} from "./verifier.ts";

/** The `Response` of whichever types the project has: DOM, Node.js, Deno, workers. */
export type PlatformResponse = typeof globalThis extends { Response: { prototype: infer Type } }
  ? Type
  : unknown;

/** The `Request` of whichever types the project has. */
export type PlatformRequest = typeof globalThis extends { Request: { prototype: infer Type } }
  ? Type
  : RequestToVerify;

/** Answers a request. Further arguments of the runtime (environment, connection) are passed on. */
export type FetchHandler<Context extends unknown[] = []> = (
  request: PlatformRequest,
  ...context: Context
) => PlatformResponse | Promise<PlatformResponse>;

/** Options of {@link restrictViewerAccess}. */
export interface RestrictViewerAccessOptions<Context extends unknown[] = []>
  extends CloudFrontVerifierOptions {
  /** Answers allowed requests. It gets signed URLs without their signing parameters. */
  readonly origin: FetchHandler<Context>;
  /**
   * Returns the viewer's address, from the server or a header that you trust. Without it, policies with an IP
   * address allow nothing.
   */
  readonly ipAddress?: ((request: PlatformRequest, ...context: Context) => string | undefined) | undefined;
  /**
   * Puts the reason of each denial into the header `X-CloudFront-Sign-Reason`. For development only: attackers
   * read it, too.
   */
  readonly explain?: boolean | undefined;
}

const optionNames = [
  "publicKeys",
  "allowEmulatorKeyPairIds",
  "restrict",
  "origin",
  "ipAddress",
  "explain",
  "now",
] as const;

/**
 * Makes a fetch handler that requires signed URLs or cookies in front of an origin, and denies as
 * CloudFront does: status 403, its headers, its error body. Allowed requests reach the origin without the
 * signing parameters. No `Request` makes it throw, except one signed with SHA-1 where the runtime refuses
 * SHA-1. It is no middleware of Express.
 *
 * It runs wherever there is `Request` and `Response`: as the `fetch` of Bun and workers, with `Deno.serve`,
 * behind a small adapter in Node.js.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/PrivateContent.html | Serve private content with signed URLs and signed cookies}
 * @param options the public keys, the origin, and the paths that need a signature
 * @returns the handler: it takes a `Request` and resolves to a `Response`
 * @throws `ERR_KEY_NOT_PUBLIC`, `ERR_KEY_INVALID`, `ERR_KEY_UNSUPPORTED`, `ERR_KEY_USAGE`,
 * `ERR_KEY_PAIR_ID_INVALID` for `publicKeys`; `ERR_OPTION_UNKNOWN`, `ERR_OPTION_INVALID` for other options.
 * @throws From the handler: the errors of your own functions, and those of the verifier for `now` and the keys,
 * `ERR_OPTION_INVALID` for what is no `Request`, such as that of Express; `ERR_KEY_UNSUPPORTED` for a signature with SHA-1 where the runtime refuses SHA-1 (FIPS mode or a crypto
 * policy).
 * @example
 * ```ts
 * import { restrictViewerAccess } from "cloudfront-sign-webcrypto/verify";
 *
 * const handler = restrictViewerAccess({
 *   publicKeys: { K2JCJMDEHXQW5F: process.env.CLOUDFRONT_PUBLIC_KEY! },
 *   origin: () => new Response("private"),
 *   explain: true,
 * });
 * const response = await handler(new Request("https://d111111abcdef8.cloudfront.net/a.jpg"));
 * console.log(response.status, response.headers.get("x-cloudfront-sign-reason")); // 403 no-credentials
 * ```
 */
export function restrictViewerAccess<Context extends unknown[] = []>(
  options: RestrictViewerAccessOptions<Context>,
): (request: PlatformRequest, ...context: Context) => Promise<PlatformResponse> {
  return startingAtCaller(restrictViewerAccess, () => makeHandler(options));
}

function makeHandler<Context extends unknown[]>(
  options: RestrictViewerAccessOptions<Context>,
): (request: PlatformRequest, ...context: Context) => Promise<PlatformResponse> {
  const { origin, ipAddress, explain, ...verifierOptions } = readOptions("options", options, optionNames);
  if (typeof origin !== "function")
    fail(
      "ERR_OPTION_INVALID",
      "origin",
      `received ${describeType(origin)}; pass a function that answers allowed requests: (request) => fetch(request); this handler does not work as Express middleware`,
    );
  if (ipAddress !== undefined && typeof ipAddress !== "function")
    fail(
      "ERR_OPTION_INVALID",
      "ipAddress",
      `received ${describeType(ipAddress)}; pass a function that returns the viewer's address: (request) => "192.0.2.1"`,
    );
  if (explain !== undefined) checkFlag("explain", explain);
  const verifier = createCloudFrontVerifier(verifierOptions);
  return async (request, ...context) => {
    checkRequest(request);
    const isHead = memberOf(request, "method") === "HEAD";
    const verdict = await verifier.verifyRequest(request as RequestToVerify, {
      ipAddress: ipAddress?.(request, ...context),
    });
    if (!verdict.allowed) return denial(verdict, isHead, explain);
    if (!verdict.restricted || verdict.source === "cookies") return origin(request, ...context);
    const unsigned = requestFor(verdict.url, request as Request);
    return unsigned
      ? origin(unsigned as PlatformRequest, ...context)
      : denial(denied("request-invalid"), isHead, explain);
  };
}

/** Throws for the request of a server that has no Fetch API: its answer would never be sent. */
function checkRequest(request: unknown): void {
  if (typeof memberOf(memberOf(request, "headers"), "get") !== "function")
    fail(
      "ERR_OPTION_INVALID",
      "request",
      `received ${describeType(request)}; pass a Request of the Fetch API (in Node.js, convert the IncomingMessage)`,
    );
}

/**
 * The request for another URL; `undefined` where the runtime rewrites that URL, which the verifier has not
 * seen, or the request is not a `Request`.
 */
function requestFor(url: string, request: Request): Request | undefined {
  try {
    const unsigned = new Request(url, request);
    return unsigned.url === url ? unsigned : undefined;
  } catch {
    return undefined;
  }
}

function denial(
  { reason, code, message }: CloudFrontDenial,
  isHead: boolean,
  explain: boolean | undefined,
): PlatformResponse {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  const headers: Record<string, string> = {
    "Content-Type": "text/xml",
    Server: "CloudFront",
    "X-Cache": "Error from cloudfront",
  };
  if (explain) headers["X-CloudFront-Sign-Reason"] = reason;
  // CloudFront answers malformed and too large requests before it checks a signature.
  const status = reason === "request-too-large" ? 413 : reason === "request-invalid" ? 400 : 403;
  return new Response(isHead ? null : body, { status, headers }) as PlatformResponse;
}
