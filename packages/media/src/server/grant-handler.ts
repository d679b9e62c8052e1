import {
  checkAttributes,
  fail,
  memberOf,
  namesHost,
  requestTime,
  retryAfterError,
  startingAtCaller,
  untrusted,
} from "cloudfront-sign-webcrypto/internals";
import type { PlatformRequest, PlatformResponse } from "cloudfront-sign-webcrypto/verify";
import { checkSignedGrant, readRequest } from "./check-answers.ts";
import { refusingGivenWildcards } from "./given-wildcards.ts";
import {
  answerHeaders,
  errorAnswer,
  grantAnswer,
  methodAnswer,
  optionsAnswer,
  otherOriginAnswer,
  refusalAnswer,
} from "./grant-answer.ts";
import { readDecision } from "./grant-decision.ts";
import { type GrantHandlerOptions, readGrantHandlerOptions } from "./grant-handler-options.ts";
import { allowedOrigin, checkCookieHost, isFromOtherOrigin } from "./page-origin.ts";
import { toldAnswers } from "./told-answers.ts";

/**
 * Makes a fetch handler that gives grants to viewers, for the `renewingGrant` of
 * `cloudfront-sign-media/client`. It answers POST with JSON, `{ resource, expiresAt, now, query }`, or with
 * signed cookies and `cookies: true` instead of `query`.
 *
 * If a request may come from a page of another origin, the handler returns 403 and does not call `authorize`,
 * unless you allow the origin. No cache stores the responses. After an error the handler returns 500, or 503 with
 * `Retry-After` if the key cannot be loaded, or a remote key is overloaded or not available.
 *
 * Source: Fetch Standard, "CORS protocol"; W3C, "Fetch Metadata Request Headers"; RFC 9110.
 *
 * @param options the signer, and the function that decides about a viewer
 * @returns the handler: it takes a `Request` and resolves to a `Response`
 * @throws `ERR_OPTION_UNKNOWN`, `ERR_OPTION_INVALID` for the options, `ERR_COOKIE_INVALID` for `cookies`. The
 * handler rejects with `ERR_OPTION_INVALID` when its argument is not a `Request`.
 * @throws Not thrown here, but passed to `onError`: errors of your functions and of the signer;
 * `ERR_OPTION_INVALID`, `ERR_OPTION_CONFLICT`, `ERR_OPTION_UNKNOWN`, `ERR_RESOURCE_INVALID`, `ERR_DATE_PAST` for
 * what `authorize` returned.
 * @example
 * ```ts
 * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
 * import { grantHandler } from "cloudfront-sign-media/server";
 *
 * // Replace it with your sign-in. Until then, nobody is signed in.
 * const viewerOf = async (_request: Request): Promise<{ courses: string[] } | undefined> => undefined;
 *
 * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!, maxLifetime: "1h" });
 * const handler = grantHandler({
 *   signer,
 *   authorize: async (request) => {
 *     const viewer = await viewerOf(request);
 *     if (!viewer) return { refused: "signed-out" };
 *     if (!viewer.courses.includes("42")) return { refused: "forbidden" };
 *     return { resource: "https://d111111abcdef8.cloudfront.net/course/42/*", expiresIn: "10m" };
 *   },
 * });
 * const response = await handler(new Request("https://www.example.com/api/course/42", { method: "POST" }));
 * console.log(response.status, await response.text()); // 401 {"code":"signed-out","message":"You are signed out."}
 * ```
 */
export function grantHandler<Context extends unknown[] = []>(
  options: GrantHandlerOptions<Context>,
): (request: PlatformRequest, ...context: Context) => Promise<PlatformResponse> {
  const { signer, authorize, attributesOf, allowedOrigins, onError, now, onEvent } = startingAtCaller(
    grantHandler,
    () => readGrantHandlerOptions(options),
  );

  const answer = async (request: PlatformRequest, headers: Headers, context: Context): Promise<Response> => {
    const refuseGivenWildcards = refusingGivenWildcards(request.url, context);
    const decision = readDecision(await authorize(request, ...context));
    if (decision.refused !== undefined) return refusalAnswer(decision, headers);
    refuseGivenWildcards(memberOf(decision, "resource"));
    const grant = await signer.grant(decision);
    checkSignedGrant(grant);
    // The resource of a ready policy.
    refuseGivenWildcards(grant.resource);
    if (!namesHost(grant.resource))
      fail(
        "ERR_RESOURCE_INVALID",
        "resource",
        "covers hosts that are not yours, so viewers would send the grant to any; start it with https:// and the name of the host",
      );
    const attributes = attributesOf?.(request, ...context);
    const time = requestTime(undefined, now);
    if (!(grant.expiresAt.getTime() > time))
      fail(
        "ERR_DATE_PAST",
        "authorize",
        `returned options whose grant expired at ${grant.expiresAt.toJSON()}, before it was sent; choose a longer expiry`,
      );
    const lines = attributes && grant.cookies.toSetCookie(attributes);
    if (attributes) checkCookieHost(request, attributes.domain, grant.resource);
    // A browser may drop the cookies earlier.
    const { resource, expiresAt, query } = grant;
    const { maxAge = Number.POSITIVE_INFINITY } = attributes ? checkAttributes(attributes) : {};
    const dropped = time + maxAge * 1000;
    const end = new Date(Math.min(expiresAt.getTime(), dropped));
    return grantAnswer({ resource, expiresAt: end, query }, lines, new Date(time), headers);
  };

  const report = async (error: unknown, request: PlatformRequest, context: Context): Promise<void> => {
    try {
      // An async function rejects where another one throws.
      await onError(error, request, ...context);
    } catch {
      // The function has nobody to tell.
    }
  };

  const respond = async (request: PlatformRequest, context: Context): Promise<Response> => {
    const { method, url } = readRequest(request);
    const origin = allowedOrigin(request, allowedOrigins);
    const headers = answerHeaders(origin);
    if (method !== "POST" && method !== "OPTIONS") return methodAnswer(method, headers);
    if (origin === undefined && isFromOtherOrigin(request, url)) return otherOriginAnswer(headers);
    if (method === "OPTIONS") {
      const requested = untrusted.header(memberOf(request, "headers"), "Access-Control-Request-Headers");
      return optionsAnswer(requested, headers);
    }
    try {
      return await answer(request, headers, context);
    } catch (error) {
      void report(error, request, context);
      return errorAnswer(retryAfterError(error), answerHeaders(origin));
    }
  };
  const handler = async (request: PlatformRequest, ...context: Context): Promise<PlatformResponse> =>
    (await respond(request, context)) as PlatformResponse;
  return onEvent === undefined ? handler : toldAnswers(handler, onEvent);
}
