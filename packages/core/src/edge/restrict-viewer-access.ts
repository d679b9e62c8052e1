import { fail } from "../errors.ts";
import type { PublicKeySource } from "../key/public-key.ts";
import { readOptions } from "../options/read-options.ts";
import { type CloudFrontDenial, denied } from "../verify/denial.ts";
import type { RestrictedPaths } from "../verify/restriction.ts";
import { memberOf } from "../verify/untrusted.ts";
import { createCloudFrontVerifier, type RequestLike } from "../verify/verifier.ts";

/** The `Response` of the types that are there: DOM, Node.js, Deno, workers. */
export type EdgeResponse = typeof globalThis extends { Response: { prototype: infer Type } } ? Type : unknown;

/** The `Request` of the types that are there. */
export type EdgeRequest = typeof globalThis extends { Request: { prototype: infer Type } }
  ? Type
  : RequestLike;

/** Answers a request; what a runtime hands over beside it (environment, connection) is passed on. */
export type EdgeHandler<Context extends unknown[] = []> = (
  request: EdgeRequest,
  ...context: Context
) => EdgeResponse | Promise<EdgeResponse>;

/** Options of {@link restrictViewerAccess}. */
export interface ViewerAccessOptions<Context extends unknown[] = []> {
  /** Public keys by their IDs in CloudFront: PEM, DER, JWK or `CryptoKey`. */
  readonly keyGroup: Readonly<Record<string, PublicKeySource>>;
  /** The paths that need a signature. Default: every path. See {@link RestrictedPaths}. */
  readonly restrict?: RestrictedPaths | undefined;
  /** Answers what is allowed; what was signed, it is asked for without the signing parameters. */
  readonly origin: EdgeHandler<Context>;
  /**
   * The viewer's address, as the server or a header that it trusts has it. Without it, policies with an
   * address allow nothing.
   */
  readonly ipAddress?: ((request: EdgeRequest, ...context: Context) => string | undefined) | undefined;
  /**
   * Names the reason of each denial in the header `X-CloudFront-Sign-Reason`. For development: it tells
   * attackers the same.
   */
  readonly explain?: boolean | undefined;
  /** The only clock that is read. Default: the system's. */
  readonly now?: (() => Date) | undefined;
}

/**
 * A fetch handler that asks for signed URLs or cookies in front of an origin, and answers as CloudFront does:
 * status 403, its headers, its error body. What is allowed reaches the origin without the signing parameters.
 * A request never makes it throw.
 *
 * Runs wherever there is `Request` and `Response`: as the `fetch` of Bun and workers, with `Deno.serve`,
 * behind a small adapter in Node.js.
 *
 * Source: CloudFront Developer Guide, "Serve private content with signed URLs and signed cookies".
 *
 * @throws What `createCloudFrontVerifier` throws; `ERR_OPTION_INVALID` for an `origin` or `ipAddress` that is
 * no function. The handler rejects with what your own functions throw, and with nothing else but what the
 * verifier has against `now` and the keys.
 * @example
 * ```ts
 * import { restrictViewerAccess } from "cloudfront-sign-webcrypto/edge";
 *
 * const handler = restrictViewerAccess({
 *   keyGroup: { K2JCJMDEHXQW5F: process.env.CLOUDFRONT_PUBLIC_KEY! },
 *   origin: () => new Response("private"),
 *   explain: true,
 * });
 * const response = await handler(new Request("https://d111111abcdef8.cloudfront.net/a.jpg"));
 * console.log(response.status, response.headers.get("x-cloudfront-sign-reason")); // 403 no-credentials
 * ```
 */
export function restrictViewerAccess<Context extends unknown[] = []>(
  options: ViewerAccessOptions<Context>,
): (request: EdgeRequest, ...context: Context) => Promise<EdgeResponse> {
  const names = ["keyGroup", "restrict", "origin", "ipAddress", "explain", "now"] as const;
  const { keyGroup, restrict, origin, ipAddress, explain, now } = readOptions("options", options, names);
  if (typeof origin !== "function")
    fail("ERR_OPTION_INVALID", "origin", "expected a function that answers a Request");
  if (ipAddress !== undefined && typeof ipAddress !== "function")
    fail(
      "ERR_OPTION_INVALID",
      "ipAddress",
      "expected a function that gives the viewer's address for a Request",
    );
  const verifier = createCloudFrontVerifier({ keyGroup, restrict, now });
  return async (request, ...context) => {
    const isHead = memberOf(request, "method") === "HEAD";
    const verdict = await verifier.verifyRequest(request as RequestLike, {
      ipAddress: ipAddress?.(request, ...context),
    });
    if (!verdict.allowed) return denial(verdict, isHead, explain);
    if (!verdict.restricted || verdict.source === "cookies") return origin(request, ...context);
    const asked = requestFor(verdict.url, request as Request);
    return asked
      ? origin(asked as EdgeRequest, ...context)
      : denial(denied("request-invalid"), isHead, explain);
  };
}

/**
 * The request for another URL; `undefined` where the runtime makes another URL of it, which nobody has
 * judged, or what came is no Request.
 */
function requestFor(url: string, request: Request): Request | undefined {
  try {
    const asked = new Request(url, request);
    return asked.url === url ? asked : undefined;
  } catch {
    return undefined;
  }
}

function denial(
  { reason, code, message }: CloudFrontDenial,
  isHead: boolean,
  explain: boolean | undefined,
): EdgeResponse {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  const headers: Record<string, string> = {
    "Content-Type": "text/xml",
    Server: "CloudFront",
    "X-Cache": "Error from cloudfront",
  };
  if (explain) headers["X-CloudFront-Sign-Reason"] = reason;
  // The last two never get as far as to a signature.
  const status = reason === "request-too-large" ? 413 : reason === "request-invalid" ? 400 : 403;
  return new Response(isHead ? null : body, { status, headers }) as EdgeResponse;
}
