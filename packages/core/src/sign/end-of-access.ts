import { fail } from "../errors.ts";
import { describeType } from "../options/type-name.ts";
import { durationSeconds } from "../policy/duration.ts";
import { epochSeconds } from "../policy/instant.ts";
import type { ResourceTerms, UrlTerms } from "./policy-terms.ts";

/** The expiry time that terms ask for at `now` (milliseconds), in epoch seconds. */
export function endSeconds(terms: UrlTerms | ResourceTerms, now: number, resource: string): number {
  const { dateLessThan, expiresIn, cacheWindow, windowOffset } = terms;
  if ((dateLessThan === undefined) === (expiresIn === undefined)) refuseEnd(dateLessThan);
  if (windowOffset !== undefined) checkWindowOffset(windowOffset, cacheWindow);
  if (dateLessThan !== undefined) {
    if (cacheWindow !== undefined)
      fail("ERR_OPTION_CONFLICT", "cacheWindow", "cannot move a fixed dateLessThan; give expiresIn instead");
    return epochSeconds("dateLessThan", dateLessThan, Math.floor);
  }
  const end = now / 1000 + durationSeconds("expiresIn", expiresIn);
  return cacheWindow === undefined ? Math.floor(end) : endOfWindow(end, terms, resource);
}

function endOfWindow(end: number, terms: UrlTerms | ResourceTerms, resource: string): number {
  const { cacheWindow, windowOffset } = terms;
  const window = durationSeconds("cacheWindow", cacheWindow);
  const offset = windowOffset === undefined ? 0 : fnv1a(resource) % window;
  return Math.ceil((end - offset) / window) * window + offset;
}

/** For terms with none of the two options for an expiry, or with both. */
function refuseEnd(dateLessThan: unknown): never {
  if (dateLessThan === undefined)
    return fail("ERR_OPTION_MISSING", "dateLessThan", "there is no expiry; give dateLessThan or expiresIn");
  if (dateLessThan === null)
    return fail("ERR_OPTION_CONFLICT", "dateLessThan", "is null and stands beside expiresIn; remove it");
  return fail("ERR_OPTION_CONFLICT", "dateLessThan", "is given together with expiresIn; keep one of them");
}

function checkWindowOffset(windowOffset: unknown, cacheWindow: unknown): void {
  if (cacheWindow === undefined)
    fail("ERR_OPTION_CONFLICT", "windowOffset", "has no effect without cacheWindow; add one, or remove it");
  if (windowOffset !== "resource")
    fail(
      "ERR_OPTION_INVALID",
      "windowOffset",
      `is ${describeType(windowOffset)}; the only value is "resource"`,
    );
}

/** The FNV-1a hash of text in wire form, 32 bits: quick, and the same everywhere. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
