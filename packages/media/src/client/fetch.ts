import type { AnyAbortSignal, UrlInput } from "cloudfront-sign-webcrypto";
import { untilAborted } from "cloudfront-sign-webcrypto/internals";
import { isReading, isRequest, requestInit } from "./request-init.ts";

/** `fetch` with the types of the project: DOM, Node.js, Deno, workers. */
export type PlatformFetch = typeof globalThis extends { fetch: infer Fetch } ? Fetch : never;

/** What a request needs of a grant. */
export interface RequestAccess {
  /** The signed URL; `undefined` when the grant does not cover it. */
  sign(url: UrlInput, signal?: AnyAbortSignal): Promise<string | undefined>;
  retryUrl(signed: string): Promise<string | undefined>;
  reportSuccess(signed: string): void;
  needsCookies(url: string): boolean;
}

/** `fetch` that signs what the grant covers, and tries a GET or HEAD once more when CloudFront returns 403. */
export async function fetchWithGrant(
  { sign, retryUrl, reportSuccess, needsCookies }: RequestAccess,
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const request = isRequest(input) ? input : undefined;
  // null in the options takes the signal away from a Request.
  const signal = (init?.signal === undefined ? request?.signal : init.signal) ?? undefined;
  let url: string | undefined;
  try {
    url = await sign(isRequest(input) ? input.url : input, signal);
  } catch (error) {
    // fetch rejects as the platform does, and sends nothing.
    if (signal?.aborted) return fetch(input, init);
    throw error;
  }
  if (url === undefined) return fetch(input, init);
  const send = await sender(request, init, needsCookies(url));
  const response = await send(url);
  if (response.ok) reportSuccess(url);
  if (response.status !== 403 || !isReading(init?.method ?? request?.method ?? "GET")) return response;
  // The target of a redirect is refused because its URL has no parameters of the grant.
  const refused = response.redirected ? response.url : url;
  const again = await untilAborted(signal, () => retryUrl(refused)).catch(() => undefined);
  if (again === undefined) return response;
  response.body?.cancel().catch(() => {});
  const second = await send(again, originOf(again) !== originOf(url));
  if (second.ok) reportSuccess(again);
  return second;
}

/** Of a URL that the grant has signed. */
const originOf = (signed: string): string => signed.split("/", 3).join("/");

/**
 * Sends the same request to any URL that the grant has signed. After a redirect to another origin it goes without
 * Authorization (Fetch Standard, "HTTP-redirect fetch").
 */
async function sender(
  request: Request | undefined,
  init: RequestInit | undefined,
  withCookies: boolean,
): Promise<(url: string, isOfOtherOrigin?: boolean) => Promise<Response>> {
  // Only the browser's own request keeps its Range when its mode is "no-cors".
  if (request && withCookies && request.credentials === "include" && !init) return () => fetch(request);
  const options: RequestInit = {
    ...(request && (await requestInit(request))),
    ...(isRequest(init) ? await requestInit(init) : givenMembers(init)),
    ...(withCookies && { credentials: "include" }),
  };
  return (url, isOfOtherOrigin) => {
    if (!isOfOtherOrigin) return fetch(url, options);
    const headers = new Headers(options.headers);
    headers.delete("Authorization");
    return fetch(url, { ...options, headers });
  };
}

/** Also inherited ones, as `fetch` does; without those that are `undefined`, which it takes as left out. */
function givenMembers(init: RequestInit | undefined): RequestInit {
  const given: Record<string, unknown> = {};
  for (const name in init) {
    const value = init[name as keyof RequestInit];
    if (value !== undefined) given[name] = value;
  }
  return given;
}
