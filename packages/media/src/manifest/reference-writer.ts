import type { Grant } from "cloudfront-sign-webcrypto";
import { type CloudFrontSignErrorCode, isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import {
  longestUrl,
  namesOfQuery,
  parameterNames,
  wirePathAndQuery,
} from "cloudfront-sign-webcrypto/internals";
import { ReferenceFault, type ReferenceProblem } from "./reference-problem.ts";
import { checkSyntax, hasOtherScheme } from "./reference-syntax.ts";
import { type Base, type Resolution, resolveReference } from "./resolve-reference.ts";
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

/** How many signed references are kept for when they come again. Each may be as long as a URL. */
const mostKept = 256;

/**
 * Signs a reference by one grant. `written` is the text of the reference in the playlist, where that has
 * variables in it.
 *
 * @throws a {@link ReferenceFault}.
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
  // A manifest has one reference under many bases.
  let last = { reference: "", wire: undefined as string | undefined };
  const plainWireForm = (reference: string): string | undefined => {
    if (plainReference.test(reference)) return reference;
    if (last.reference !== reference) {
      const isPlain = plainReference.test(reference.replace(escapedLetters, "_"));
      last = { reference, wire: isPlain ? wirePathAndQuery(reference) : undefined };
    }
    return last.wire;
  };

  /** Signs what needs no reading of its own. */
  const signPlain = (reference: string, base: Base, written: string): string | undefined => {
    if (!base.isPlain || base.folder.length + reference.length > longestUrl) return undefined;
    const wire = plainWireForm(reference);
    if (wire === undefined || !grant.covers(base.folder + wire)) return undefined;
    return withQuery(written === reference ? wire : written, reference, grant.query);
  };

  const signOther = (reference: string, base: Base, written: string): string => {
    if (reference === "" || reference.startsWith("#") || hasOtherScheme(reference)) return written;
    budget.spend(workOfResolution);
    checkSyntax(reference);
    const resolution = resolveReference(reference, base);
    if (!isCovered(grant, resolution)) {
      const isRelative = splitReference(reference).authority === undefined;
      throw new ReferenceFault(() => {
        const problem = whyRefused(grant, resolution);
        return problem.id === "not-covered" ? { ...problem, isRelative } : problem;
      });
    }
    return written === reference
      ? signedText(reference, grant.query)
      : signedVariables(written, reference, grant.query);
  };

  // By the URL of the base, since each element of a manifest may have a base of its own.
  let known = new Map<string, Map<string, string | ReferenceFault>>();
  let kept = 0;
  const attempt = (reference: string, base: Base, written: string): string | ReferenceFault => {
    try {
      return signOther(reference, base, written);
    } catch (error) {
      if (error instanceof ReferenceFault) return error;
      throw error;
    }
  };
  const signOnce = (reference: string, base: Base, written: string): string => {
    const key = written === reference ? reference : `${written}\n${reference}`;
    let signed = known.get(base.href)?.get(key);
    if (signed === undefined) {
      signed = attempt(reference, base, written);
      if (kept++ === mostKept) {
        known = new Map();
        kept = 1;
      }
      const ofBase = known.get(base.href) ?? new Map<string, string | ReferenceFault>();
      known.set(base.href, ofBase.set(key, signed));
    }
    if (typeof signed !== "string") throw signed;
    return signed;
  };

  // Playlists with byte ranges have one reference thousands of times.
  let previous: { readonly reference: string; readonly base: Base; readonly written: string } | undefined;
  let signed = "";
  return (reference, base, written = reference) => {
    budget.spend(base.folder.length + reference.length);
    if (previous?.reference === reference && previous.base === base && previous.written === written)
      return signed;
    signed = signPlain(reference, base, written) ?? signOnce(reference, base, written);
    previous = { reference, base, written };
    return signed;
  };
}

/** Whether the grant signs every URL that readers make of a reference. The quick answers come first. */
function isCovered(grant: Grant, { strict, problem, others }: Resolution): boolean {
  const isUrlCovered = (url: string): boolean =>
    url.length <= longestUrl && !hasReservedName(url) && grant.covers(url);
  return problem === undefined && isUrlCovered(strict) && (others()?.every(isUrlCovered) ?? false);
}

/** Whether the query of a URL has a name that CloudFront reserves, as it is written. */
function hasReservedName(url: string): boolean {
  const query = url.indexOf("?");
  return query >= 0 && reservedName(url.slice(query + 1)) !== undefined;
}

function reservedName(query: string): string | undefined {
  return namesOfQuery(query).find((name) => parameterNames.includes(name));
}

/** Why not: what is wrong with the first URL that the grant refuses, or with the reference. */
function whyRefused(grant: Grant, { strict, problem, others }: Resolution): ReferenceProblem {
  for (const url of [strict, ...(others() ?? [])]) {
    if (url.length > longestUrl) return { id: "too-long-resolved", characters: url.length };
    const { authority = "", query = "" } = splitReference(url);
    try {
      grant.signUrl(url);
    } catch (error) {
      const found = isCloudFrontSignError(error) ? refusal(error.code, authority, query, problem) : undefined;
      if (found === undefined) throw error;
      return found;
    }
  }
  // The last resort is for a grant whose two functions differ.
  return problem ?? { id: "not-covered", host: shownName(splitReference(strict).authority ?? "") };
}

/** Why the grant refused a URL; `undefined` for other errors than those of a URL. */
function refusal(
  code: CloudFrontSignErrorCode,
  authority: string,
  query: string,
  known: ReferenceProblem | undefined,
): ReferenceProblem | undefined {
  switch (code) {
    case "ERR_RESOURCE_MISMATCH":
      return { id: "not-covered", host: shownName(authority) };
    case "ERR_URL_ALREADY_SIGNED":
      return alreadySigned(query);
    case "ERR_URL_TOO_LONG":
      return { id: "too-long-signed" };
    case "ERR_URL_INVALID":
      return known ?? authorityProblem(authority);
    default:
      return undefined;
  }
}

/** A query with a name that CloudFront reserves, or with the name of the ID that the grant adds. */
function alreadySigned(query: string): ReferenceProblem {
  const parameter = reservedName(wirePathAndQuery(query));
  return parameter === undefined ? { id: "has-grant-id" } : { id: "already-signed", parameter };
}

/** Only the host and port are left to blame when a URL of plain syntax cannot be signed. */
function authorityProblem(authority: string): ReferenceProblem {
  return Number(/:(\d+)$/.exec(authority)?.[1]) > 65_535
    ? { id: "port" }
    : { id: "host-refused", host: shownName(authority) };
}

/**
 * The reference as clients send it: characters that some client would rewrite are escaped, and a path from
 * the root has no dot segments.
 */
function signedText(reference: string, query: string): string {
  const hash = reference.indexOf("#");
  const address = hash < 0 ? reference : reference.slice(0, hash);
  const parts = splitReference(address);
  const text = parts.path.startsWith("/")
    ? composeUrl({ ...parts, path: removeDotSegments(parts.path) })
    : address;
  return withQuery(wirePathAndQuery(text), address, query) + (hash < 0 ? "" : reference.slice(hash));
}

/** The text with its variables, which stays as it is. No value of a variable has a fragment in it. */
function signedVariables(written: string, reference: string, query: string): string {
  const hash = written.indexOf("#");
  if (hash < 0) return withQuery(written, reference, query);
  return withQuery(written.slice(0, hash), reference.split("#", 1)[0] as string, query) + written.slice(hash);
}

/**
 * An address with the parameters behind its own query. `replaced`, the address without variables, tells
 * whether it has one.
 */
function withQuery(address: string, replaced: string, query: string): string {
  const start = replaced.indexOf("?");
  return address + (start < 0 ? "?" : start === replaced.length - 1 ? "" : "&") + query;
}
