import { fail } from "../errors.ts";
import { type AnyAbortSignal, readAbortSignal } from "../options/abort-signal.ts";
import { notText } from "../options/not-text.ts";
import { readOptions } from "../options/read-options.ts";
import { describeNumber, describeType, typeTag } from "../options/type-name.ts";
import type { UrlInput } from "../url/wire-form.ts";
import { mapInOrder } from "./map-in-order.ts";
import { urlListOptionNames } from "./option-homes.ts";

/** Options of `signer.signUrls`. */
export interface UrlListOptions<OnError extends "throw" | "yield" = "throw" | "yield"> {
  /** Number of signatures in progress at a time, 1 or more. Default 64. */
  readonly concurrency?: number | undefined;
  /**
   * Ends the iteration, which then throws the signal's reason: nothing more is read or signed, the source is
   * closed, and signatures in progress are not awaited.
   */
  readonly signal?: AnyAbortSignal | undefined;
  /**
   * `"throw"` (default) ends the iteration with the error of the first URL that cannot be signed; `"yield"`
   * yields the error in its place.
   */
  readonly onError?: OnError | undefined;
}

/** The results of signing each URL, in order. `signUrl` signs one of them. */
export function signUrlsWith(
  signUrl: (url: UrlInput) => Promise<string>,
  urls: Iterable<UrlInput> | AsyncIterable<UrlInput>,
  given: UrlListOptions,
): AsyncGenerator<unknown, void, undefined> {
  const options = readOptions("listOptions", given, urlListOptionNames);
  const { concurrency = 64, onError = "throw" } = options;
  if (typeof concurrency !== "number" || !(concurrency >= 1))
    fail("ERR_OPTION_INVALID", "concurrency", `is ${describeNumber(concurrency)}; pass a number, 1 or more`);
  if (onError !== "throw" && onError !== "yield")
    fail("ERR_OPTION_INVALID", "onError", `is ${describeType(onError)}; pass "throw" or "yield"`);
  const signal = readAbortSignal(options.signal);
  checkIterable(urls);
  const signOne =
    onError === "throw" ? signUrl : (url: UrlInput) => signUrl(url).catch((error: unknown) => error);
  return notText(
    mapInOrder<UrlInput, unknown>(urls, signOne, concurrency, signal),
    "urls",
    "signUrls returns an iterable of URLs, which neither text nor JSON can hold; collect them first: for await (const url of signUrls(…)) list.push(url)",
  );
}

function checkIterable(urls: unknown): void {
  if (typeof urls === "object" && urls !== null) {
    const { [Symbol.asyncIterator]: asyncIterator, [Symbol.iterator]: iterator } = urls as Partial<
      AsyncIterable<unknown> & Iterable<unknown>
    >;
    if (typeof (asyncIterator ?? iterator) === "function") return;
  }
  const step =
    typeTag(urls) === "Promise"
      ? "await it"
      : "pass an iterable of URLs, such as an array; signUrl signs one URL";
  fail("ERR_OPTION_INVALID", "urls", `is ${describeType(urls)}; ${step}`);
}
