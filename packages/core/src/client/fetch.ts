import type { AbortSignalLike } from "../options/abort-signal.ts";

/** `fetch` with the types of the project: DOM, Node.js, Deno, workers. */
export type PlatformFetch = typeof globalThis extends { fetch: infer Fetch }
  ? Fetch
  : (input: string, init?: object) => Promise<unknown>;

/** What a request needs of a grant. */
export interface RequestAccess {
  /** `undefined` when the grant does not cover the URL. */
  sign(href: string, signal?: AbortSignalLike): Promise<string | undefined>;
  retry(signed: string): Promise<string | undefined>;
  needsCookies(href: string): boolean;
}

/** `fetch` that signs what the grant covers, and tries a GET or HEAD once more when CloudFront answers 403. */
export async function fetchWithGrant(
  { sign, retry, needsCookies }: RequestAccess,
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  const request = new Request(input, init);
  const signed = await sign(request.url, request.signal);
  if (signed === undefined) return fetch(input, init);
  const ask = (url: string): Promise<Response> =>
    fetch(new Request(url, request), needsCookies(url) ? { credentials: "include" } : {});
  const response = await ask(signed);
  if (response.status !== 403 || !["GET", "HEAD"].includes(request.method)) return response;
  const again = await retry(signed);
  if (again === undefined) return response;
  await response.body?.cancel();
  return ask(again);
}
