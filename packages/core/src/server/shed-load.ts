import { isWorkerd } from "../cache/workerd.ts";
import { fail } from "../errors.ts";
import { emit, type OnEvent, readOnEvent } from "../options/events.ts";
import { readOptions } from "../options/read-options.ts";
import { describeNumber, describeType } from "../options/type-name.ts";
import { type Duration, durationSeconds } from "../policy/duration.ts";
import type { PlatformResponse } from "../verify/restrict-viewer-access.ts";
import { retryAfterError, usualRetryAfter } from "./overload.ts";

/** Options of {@link shedLoad}. */
export interface ShedLoadOptions {
  /**
   * Number of requests in progress, 1 or more: requests that one process answers in a second, times the seconds that a
   * viewer can wait. No limit on Cloudflare Workers, which start more isolates.
   */
  readonly maxConcurrent: number;
  /** What `Retry-After` says: whole seconds, or text such as `"5s"`. Default 1 second. */
  readonly retryAfter?: Duration | undefined;
  /** Is called for each request that is refused: {@link CloudFrontEvent}. */
  readonly onEvent?: OnEvent | undefined;
}

/**
 * Answers 503 at once when more requests are in progress than a process can answer in time: without a limit, an
 * overloaded server answers every request late. A request also gets 503 if your handler throws `ERR_KEY_LOAD_FAILED`,
 * `ERR_SIGNING_QUEUE_FULL`, `ERR_SIGNING_TIMEOUT` or `ERR_SIGNING_UNAVAILABLE`: the key cannot be loaded, or a remote key
 * is overloaded, throttled or not available.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9110#field.retry-after | Retry-After}
 * @param handle your handler, with a request as its first argument or anything else. What it throws otherwise is rethrown
 * unchanged
 * @param options the limit
 * @returns a handler that takes the same arguments
 * @throws `ERR_OPTION_INVALID`, `ERR_OPTION_UNKNOWN` for `handle` and `options`; `ERR_DATE_INVALID` for `retryAfter`.
 * @example
 * ```ts
 * import { createCloudFrontSigner, shedLoad } from "cloudfront-sign-webcrypto";
 *
 * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!, maxLifetime: "8h" });
 * const handle = shedLoad(
 *   async () => Response.json({ url: await signer.signUrl("https://d111111abcdef8.cloudfront.net/a.jpg", { expiresIn: "1h" }) }),
 *   { maxConcurrent: 1 },
 * );
 * const responses = await Promise.all([handle(), handle()]);
 * console.log(responses.map(({ status }) => status)); // [ 200, 503 ]
 * ```
 */
export function shedLoad<Args extends unknown[]>(
  handle: (...args: Args) => PlatformResponse | PromiseLike<PlatformResponse>,
  options: ShedLoadOptions,
): (...args: Args) => Promise<PlatformResponse> {
  if (typeof handle !== "function")
    fail(
      "ERR_OPTION_INVALID",
      "handle",
      `is ${describeType(handle)}; pass a function: async (request) => response`,
    );
  const read = readOptions("options", options, ["maxConcurrent", "retryAfter", "onEvent"]);
  const { maxConcurrent } = read;
  if (!Number.isSafeInteger(maxConcurrent) || maxConcurrent < 1)
    fail(
      "ERR_OPTION_INVALID",
      "maxConcurrent",
      `is ${describeNumber(maxConcurrent)}; pass a whole number of requests, 1 or more`,
    );
  const retryAfter = durationSeconds("retryAfter", read.retryAfter ?? usualRetryAfter);
  const onEvent = readOnEvent(read.onEvent);
  // What a request counted would stay in workerd, where a request that is cancelled never settles.
  const limit = isWorkerd() ? Number.POSITIVE_INFINITY : maxConcurrent;
  let concurrent = 0;
  const refuse = (error?: unknown): PlatformResponse => {
    if (onEvent) emit(onEvent, { type: "request-shed", concurrent, error });
    return new Response(null, {
      status: 503,
      headers: { "Retry-After": `${retryAfter}`, "Cache-Control": "no-store" },
    }) as PlatformResponse;
  };
  return async (...args) => {
    if (concurrent >= limit) return refuse();
    concurrent++;
    try {
      return await handle(...args);
    } catch (error) {
      if (retryAfterError(error) !== undefined) return refuse(error);
      throw error;
    } finally {
      concurrent--;
    }
  };
}
