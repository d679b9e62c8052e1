import { platformObject } from "../support/platform-object.ts";
import type { Fault } from "./fault.ts";
import { refusedSignUrls, refusedUrls } from "./refused.ts";

/** What `signUrls` signs, and its options. */
export const signUrlsFaults: readonly Fault[] = [
  refusedSignUrls(
    "concurrency: 0",
    { concurrency: 0 },
    "ERR_OPTION_INVALID",
    "concurrency: is 0; pass a number, 1 or more",
  ),
  refusedSignUrls(
    'concurrency: "10"',
    { concurrency: "10" },
    "ERR_OPTION_INVALID",
    "concurrency: is a string; pass a number, 1 or more",
  ),
  refusedSignUrls(
    "concurrency: Number.NaN",
    { concurrency: Number.NaN },
    "ERR_OPTION_INVALID",
    "concurrency: is NaN; pass a number, 1 or more",
  ),
  refusedSignUrls(
    "signal: new AbortController()",
    { signal: platformObject("AbortController") },
    "ERR_OPTION_INVALID",
    "signal: is an AbortController, not an AbortSignal; pass the signal of an AbortController",
  ),
  refusedSignUrls(
    "signal: true",
    { signal: true },
    "ERR_OPTION_INVALID",
    "signal: is a boolean, not an AbortSignal; pass the signal of an AbortController",
  ),
  refusedSignUrls(
    'onError: "ignore"',
    { onError: "ignore" },
    "ERR_OPTION_INVALID",
    'onError: is neither "throw" nor "yield", but a string; pass one of the two',
  ),
  refusedSignUrls(
    "onError: true",
    { onError: true },
    "ERR_OPTION_INVALID",
    'onError: is neither "throw" nor "yield", but a boolean; pass one of the two',
  ),
  refusedUrls(
    'signUrls("https://…", terms)',
    "https://d111111abcdef8.cloudfront.net/a.jpg",
    "ERR_OPTION_INVALID",
    "urls: is a string; pass it in an array, or sign a single URL with signUrl",
  ),
  refusedUrls(
    'signUrls(new URL("https://…"), terms)',
    platformObject("URL"),
    "ERR_OPTION_INVALID",
    "urls: is a URL; pass it in an array, or sign a single URL with signUrl",
  ),
  refusedUrls(
    "signUrls(undefined, terms)",
    undefined,
    "ERR_OPTION_INVALID",
    "urls: is undefined; pass an array or another iterable of URLs",
  ),
  refusedUrls(
    "signUrls(fetchUrls(), terms), with a Promise",
    Promise.resolve([]),
    "ERR_OPTION_INVALID",
    "urls: is a Promise; await it",
  ),
  refusedUrls(
    "signUrls({}, terms)",
    {},
    "ERR_OPTION_INVALID",
    "urls: is an object; pass an array or another iterable of URLs",
  ),
];
