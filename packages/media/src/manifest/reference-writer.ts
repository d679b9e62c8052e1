import type { Grant } from "cloudfront-sign-webcrypto";
import {
  limits,
  memberOf,
  namesOfQuery,
  parameterNames,
  wirePathAndQuery,
} from "cloudfront-sign-webcrypto/internals";
import { Fault, isOfReference, type Problem, tooLong } from "./fault.ts";
import { notCovered } from "./not-covered.ts";
import { checkSyntax, hasOtherScheme } from "./reference-syntax.ts";
import { type Base, type Resolution, resolveReference, unclearDots } from "./resolve-reference.ts";
import { shownName } from "./shown-name.ts";
import { composeUrl, removeDotSegments, splitReference } from "./url-parts.ts";
import type { WorkBudget } from "./work-budget.ts";

// Every reader resolves this to the folder of the base, followed by the reference as it is.
const plainReference = /^[\w-][\w.~-]*(?:\/[\w~-][\w.~-]*)*(?:\?[\w.~=&-]*)?$/;

// Every client escapes these, each in one way, and no reader resolves them in a way of its own.
const escapedLetters = /[^\0-\xa0\s\ud800-\udfff]+/gu;

/**
 * What a reference takes that is not plain, beside its characters: about as long as to read so many characters.
 * Our own limit, for manifests that resolve each reference against many bases.
 */
const workOfResolution = 128;

/** How many references are kept for when they come again. Each may be as long as a URL. */
const mostKept = 256;

/**
 * Signs a reference by one grant. `written` is the text of the reference in the playlist, where that has
 * variables in it.
 *
 * @throws a {@link Fault} of the reference.
 */
export type ReferenceWriter = (reference: string, base: Base, written?: string) => string;

/**
 * Signs references of playlists and manifests. The grant's parameters go behind the reference's own query;
 * relative references stay relative.
 *
 * A reference is signed only if the grant covers every URL that {@link resolveReference} finds. References of
 * another scheme (`skd:`, `data:`, `urn:`) are not CloudFront's, and references to the document itself
 * (empty, or only a fragment) request nothing: they stay as they are. Fragments stay behind the query,
 * whatever is in them: the text is a URI reference already, so every player requests what is before the `#`,
 * signed or not.
 */
export function createReferenceWriter(grant: Grant, budget: WorkBudget): ReferenceWriter {
  /** Signs what needs no reading of its own. */
  const signPlain = (reference: string, base: Base, written: string): string | undefined => {
    if (!base.isPlain || base.folder.length + reference.length > limits.longestUrl) return undefined;
    const wire = plainWireForm(reference);
    if (wire === undefined || !grant.covers(base.folder + wire)) return undefined;
    return withQuery(written === reference ? wire : written, reference, grant.query);
  };

  const signOther = (reference: string, base: Base, written: string): string => {
    if (reference === "" || reference.startsWith("#") || hasOtherScheme(reference)) return written;
    budget.spend(workOfResolution);
    checkSyntax(reference);
    const resolution = resolveReference(reference, base);
    if (!isCovered(grant, resolution)) throw new Fault(() => whyRefused(grant, resolution, reference, base));
    return signedText(reference, written, grant.query);
  };

  const attempt = (reference: string, base: Base, written: string): string | Fault => {
    try {
      return signOther(reference, base, written);
    } catch (error) {
      if (isOfReference(error)) return error;
      throw error;
    }
  };

  // By the URL of the base, since each element of a manifest may have a base of its own.
  const known = new Map<string, string | Fault>();
  return (reference, base, written = reference) => {
    budget.spend(base.folder.length + reference.length);
    const plain = signPlain(reference, base, written);
    if (plain !== undefined) return plain;
    const key = `${reference.length} ${base.href} ${reference}${written}`;
    let signed = known.get(key);
    if (signed === undefined) {
      signed = attempt(reference, base, written);
      if (known.size === mostKept) known.clear();
      known.set(key, signed);
    }
    if (typeof signed !== "string") throw signed;
    return signed;
  };
}

/**
 * What the first of several writers, each of one grant, makes of a reference: all of its readings have to be covered by
 * the same grant.
 *
 * @throws the fault of the first, if each has one.
 */
export function firstOf(
  writers: readonly ReferenceWriter[],
  sign: (write: ReferenceWriter) => string,
): string {
  let first: unknown;
  for (const write of writers) {
    try {
      return sign(write);
    } catch (error) {
      if (!isOfReference(error)) throw error;
      first ??= error;
    }
  }
  throw first;
}

/** The wire form of a reference that each reader resolves alike. */
function plainWireForm(reference: string): string | undefined {
  if (plainReference.test(reference)) return reference;
  return plainReference.test(reference.replace(escapedLetters, "_"))
    ? wirePathAndQuery(reference)
    : undefined;
}

/** Whether the grant signs every URL that readers make of a reference. The quick answers come first. */
function isCovered(grant: Grant, { strict, hasUnclearDots, others }: Resolution): boolean {
  const isUrlCovered = (url: string): boolean =>
    url.length <= limits.longestUrl &&
    reservedName(splitReference(url).query ?? "") === undefined &&
    grant.covers(url);
  return !hasUnclearDots && isUrlCovered(strict) && (others()?.every(isUrlCovered) ?? false);
}

/** The name in a query, as it is written, that CloudFront reserves. */
function reservedName(query: string): string | undefined {
  return namesOfQuery(query).find((name) => parameterNames.includes(name));
}

/** Why not: what is wrong with the first URL that the grant refuses, or with the reference. */
function whyRefused(
  grant: Grant,
  { strict, hasUnclearDots, others }: Resolution,
  reference: string,
  base: Base,
): Problem {
  for (const url of [strict, ...(others() ?? [])]) {
    if (url.length > limits.longestUrl) return tooLong();
    const { authority = "", query = "" } = splitReference(url);
    try {
      grant.signUrl(url);
    } catch (error) {
      const code = memberOf(error, "code");
      if (code === "ERR_URL_TOO_LONG") return tooLong();
      if (code === "ERR_RESOURCE_MISMATCH") return notCovered(url, reference, base, grant);
      if (code === "ERR_URL_ALREADY_SIGNED") {
        const name = reservedName(wirePathAndQuery(query)) ?? "grant-id";
        const words = `has the query parameter ${name}, which the signature adds; sign the text from before it was signed, or rename the parameter`;
        return { code, words };
      }
      if (code !== "ERR_URL_INVALID") throw error;
      if (hasUnclearDots) break;
      // The host is that of the manifest.
      if (splitReference(reference).authority === undefined) return notCovered(url, reference, base, grant);
      const words = `has the host ${shownName(authority)}, which CloudFront cannot serve; write the distribution's domain name`;
      return { code, words };
    }
  }
  // The last resort is for a grant whose two functions differ.
  return hasUnclearDots
    ? { code: "ERR_URL_INVALID", words: unclearDots }
    : notCovered(strict, reference, base, grant);
}

/**
 * The reference as clients send it: characters that some client would rewrite are escaped, and a path from
 * the root has no dot segments. A text with variables stays as it is: no value of a variable has a fragment in it.
 */
function signedText(reference: string, written: string, query: string): string {
  const [address = ""] = reference.split("#", 1);
  const hash = written.indexOf("#");
  const end = hash < 0 ? written.length : hash;
  const text = written === reference ? wireAddress(address) : written.slice(0, end);
  return withQuery(text, address, query) + written.slice(end);
}

function wireAddress(address: string): string {
  const parts = splitReference(address);
  return wirePathAndQuery(
    parts.path.startsWith("/") ? composeUrl({ ...parts, path: removeDotSegments(parts.path) }) : address,
  );
}

/**
 * An address with the parameters behind its own query. `replaced`, the address without variables, tells
 * whether it has one.
 */
function withQuery(address: string, replaced: string, query: string): string {
  const start = replaced.indexOf("?");
  return address + (start < 0 ? "?" : start === replaced.length - 1 ? "" : "&") + query;
}
