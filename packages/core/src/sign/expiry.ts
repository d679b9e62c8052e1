import { fail } from "../errors.ts";
import { checkFlag } from "../options/read-options.ts";
import { describeSeconds } from "../policy/describe-time.ts";
import { durationSeconds } from "../policy/duration.ts";
import { epochSeconds } from "../policy/instant.ts";
import { earliestPlausible } from "../policy/limits.ts";
import type { PolicyTerms } from "../policy/policy.ts";
import type { GivenTerms } from "./terms.ts";

/** Where the times of a policy come from: the terms, a ready policy, or an option with the expiry time. */
export type TimeSource = "terms" | "policy" | { readonly option: string };

/**
 * Throws when access has ended at `now` (milliseconds), or ends before it starts.
 *
 * @throws `ERR_DATE_PAST`, `ERR_DATE_ORDER`
 */
export function checkAccessPeriod(terms: PolicyTerms, now: number, source: TimeSource): void {
  const { dateLessThan, dateGreaterThan } = terms;
  if (dateLessThan * 1000 <= now) refusePast(dateLessThan, source);
  if (dateGreaterThan !== undefined && dateLessThan <= dateGreaterThan)
    refuseOrder(isoTime(dateGreaterThan), isoTime(dateLessThan), source === "policy");
}

function refusePast(end: number, source: TimeSource): never {
  const time = isoTime(end);
  if (source === "policy")
    return fail("ERR_DATE_PAST", "policy", `DateLessThan is ${time}, not in the future; give a later time`);
  const isTerm = source === "terms";
  let step = "give a later time";
  if (isTerm)
    step =
      end < earliestPlausible
        ? "give epoch seconds, or a number of seconds from now as expiresIn"
        : "give a later time, or check the clock and the zone";
  return fail(
    "ERR_DATE_PAST",
    isTerm ? "dateLessThan" : source.option,
    `${time} is not in the future; ${step}`,
  );
}

function refuseOrder(start: string, end: string, isPolicy: boolean): never {
  return isPolicy
    ? fail(
        "ERR_DATE_ORDER",
        "policy",
        `DateGreaterThan, ${start}, is not before DateLessThan, ${end}; give an earlier start or a later end`,
      )
    : fail(
        "ERR_DATE_ORDER",
        "dateGreaterThan",
        `${start} is not before the expiry time ${end}; give an earlier start or a later expiry`,
      );
}

/** Epoch seconds as ISO 8601 text. */
function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}

/** The expiry time that terms ask for at `now` (milliseconds), in epoch seconds. */
export function endSeconds(terms: GivenTerms, now: number, resource: string): number {
  const { dateLessThan, expiresIn, cacheWindow, staggerWindows } = terms;
  if ((dateLessThan === undefined) === (expiresIn === undefined)) refuseEnd(dateLessThan);
  if (staggerWindows !== undefined) checkStaggering(staggerWindows, cacheWindow);
  if (dateLessThan !== undefined) {
    if (cacheWindow !== undefined)
      fail("ERR_OPTION_CONFLICT", "cacheWindow", "cannot move a fixed dateLessThan; give expiresIn instead");
    return epochSeconds("dateLessThan", dateLessThan, Math.floor);
  }
  const lifetime = durationSeconds("expiresIn", expiresIn);
  const end = now / 1000 + lifetime;
  if (cacheWindow === undefined) return Math.floor(end);
  const window = durationSeconds("cacheWindow", cacheWindow);
  if (window > lifetime)
    fail(
      "ERR_DATE_INVALID",
      "cacheWindow",
      `is longer than the lifetime that is asked for, so access could last ${describeSeconds(lifetime + window)}; choose a window of at most ${describeSeconds(lifetime)}, or a longer lifetime`,
    );
  const offset = staggerWindows ? fnv1a(resource) % window : 0;
  return Math.ceil((end - offset) / window) * window + offset;
}

/** For terms with none of the two options for an expiry, or with both. */
function refuseEnd(dateLessThan: unknown): never {
  if (dateLessThan === undefined)
    return fail("ERR_OPTION_MISSING", "dateLessThan", "there is no expiry; give dateLessThan or expiresIn");
  return fail("ERR_OPTION_CONFLICT", "dateLessThan", "is given together with expiresIn; keep one of them");
}

function checkStaggering(staggerWindows: unknown, cacheWindow: unknown): void {
  checkFlag("staggerWindows", staggerWindows);
  if (staggerWindows && cacheWindow === undefined)
    fail("ERR_OPTION_CONFLICT", "staggerWindows", "has no effect without cacheWindow; add one, or remove it");
}

/** The FNV-1a hash of text in wire form, 32 bits: quick, and the same everywhere. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/**
 * Throws when terms grant access until `end` (epoch seconds), which is longer from `now` (milliseconds) than
 * `maximum` seconds; with a window also when they would at another time.
 */
export function checkLifetime(end: number, terms: GivenTerms, now: number, maximum: number): void {
  const { expiresIn, cacheWindow } = terms;
  const isInWindows = cacheWindow !== undefined;
  const granted = isInWindows
    ? durationSeconds("expiresIn", expiresIn) + durationSeconds("cacheWindow", cacheWindow)
    : Math.ceil(end - now / 1000);
  if (granted <= maximum) return;
  const words = (seconds: number): string => `${describeSeconds(seconds)} (${seconds} s)`;
  const option = (["policy", "dateLessThan", "cacheWindow"] as const).find(
    (name) => terms[name] !== undefined,
  );
  fail(
    "ERR_DATE_INVALID",
    option ?? "expiresIn",
    `grants access for ${isInWindows ? "up to " : ""}${words(granted)}, and the maximum lifetime is ${words(maximum)}; choose an earlier expiry${isInWindows ? " or a smaller window" : ""}, or raise the maximum lifetime`,
  );
}
