import { type CloudFrontSignErrorCode, fail, isCloudFrontSignError } from "../errors.ts";
import { kindOf } from "../options/read-options.ts";
import type { Grant } from "../sign/grant.ts";
import { objectKeyCharacter } from "../url/fragment.ts";
import { longestUrl } from "../url/limits.ts";
import { type UrlInput, wirePathAndQuery } from "../url/wire-form.ts";
import { refuse } from "./reference-fault.ts";
import { checkSyntax, hasOtherScheme } from "./reference-syntax.ts";
import {
  type Base,
  composeUrl,
  createBase,
  removeDotSegments,
  resolveReference,
  splitReference,
} from "./resolve-reference.ts";
import type { WorkBudget } from "./work-budget.ts";

/**
 * What is done with a reference that the grant cannot sign: it is left as it is, or the whole signing fails.
 */
export type Uncovered = "leave" | "throw";

/** Throws unless these are what references are signed with. */
export function checkSigning(grant: unknown, uncovered: unknown): void {
  const { query, signUrl } = Object(grant) as Partial<Grant>;
  if (typeof (query && signUrl) !== "function") {
    fail("ERR_OPTION_INVALID", "grant", `expected a grant; received ${kindOf(grant)}`);
  }
  if (uncovered !== "throw" && uncovered !== "leave")
    fail("ERR_OPTION_INVALID", "uncovered", 'expected "throw" or "leave"');
}

/**
 * What references are relative to, and its query. What is resolved against it is brought to wire form when it
 * is signed, so it needs no stricter look itself.
 *
 * @throws `ERR_URL_INVALID` unless it is an absolute http or https URL; `ERR_URL_TOO_LONG` when CloudFront
 * takes no URL of its length.
 */
export function readBase(
  input: UrlInput,
  option: string,
): { readonly base: Base; readonly query: URLSearchParams } {
  let url: URL | undefined;
  try {
    url = new URL(typeof input === "string" ? input : input.href);
  } catch {
    url = undefined;
  }
  if (!url || !/^https?:$/.test(url.protocol))
    return fail("ERR_URL_INVALID", option, "expected an absolute http or https URL");
  const { origin, pathname, searchParams } = url;
  if (url.href.length > longestUrl)
    fail(
      "ERR_URL_TOO_LONG",
      option,
      `has ${url.href.length} characters; CloudFront takes URLs of ${longestUrl} bytes`,
    );
  return { base: createBase(origin + pathname), query: searchParams };
}

/** What is said of a URL that the grant does not sign: not in the grant's own words, which name it `url`. */
function problemOf(code: CloudFrontSignErrorCode): string {
  if (code === "ERR_RESOURCE_MISMATCH") return "is not covered by the resource of this grant";
  if (code === "ERR_URL_ALREADY_SIGNED")
    return "has a query parameter with a name that CloudFront reserves; was it signed before?";
  if (code === "ERR_URL_TOO_LONG")
    return `has more than the ${longestUrl} bytes that CloudFront takes once it is signed; shorten it, or use signed cookies`;
  return "is no URL that can be signed";
}

// Read alike by every reader: what is asked for is the folder of the base and then this.
const isPlain = /^[\w-][\w.~-]*(?:\/[\w~-][\w.~-]*)*(?:\?[\w.~=&-]*)?$/;

/** Signs references by one grant. */
export type ReferenceWriter = (reference: string, base: Base, written?: string) => string;

/**
 * Signs references of playlists and manifests. The grant's parameters go behind a reference's own query;
 * relative references stay relative. `written` is how the text has it, where that is with variables.
 *
 * A reference is signed only if the grant covers it in every reading that {@link resolveReference} knows.
 * References of another scheme (`skd:`, `data:`, `urn:`) are none that CloudFront serves, and references to
 * the document itself (empty, or a fragment alone) ask for nothing: these come back as they are. The writer
 * throws faults.
 */
export function createReferenceWriter(grant: Grant, budget: WorkBudget): ReferenceWriter {
  const signAnew: ReferenceWriter = (reference, base, written = reference) => {
    const isShort = base.folder.length + reference.length <= longestUrl;
    if (isShort && base.isPlain && isPlain.test(reference) && grant.covers(base.folder + reference))
      return withQuery(written, reference, grant.query);
    if (reference === "" || reference.startsWith("#") || hasOtherScheme(reference)) return written;
    checkSyntax(reference);
    checkFragment(reference);
    const { urls, problem } = resolveReference(reference, base);
    for (const url of urls) checkCovered(grant, url, problem);
    if (problem !== undefined) refuse("ERR_URL_INVALID", problem);
    return written === reference
      ? signedText(reference, grant.query)
      : signedVariables(written, reference, grant.query);
  };

  // Playlists with byte ranges have one reference thousands of times.
  let last = { reference: "", written: "", signed: new Map<Base, string>() };
  return (reference, base, written = reference) => {
    budget.spend(base.folder.length + reference.length);
    if (reference !== last.reference || written !== last.written)
      last = { reference, written, signed: new Map() };
    const known = last.signed.get(base);
    if (known !== undefined) return known;
    const signed = signAnew(reference, base, written);
    last.signed.set(base, signed);
    return signed;
  };
}

/** A name with a # in it that was not percent-encoded: every player asks for what stands before the #. */
function checkFragment(reference: string): void {
  const hash = reference.indexOf("#");
  const character = hash < 0 ? undefined : objectKeyCharacter(reference.slice(hash + 1));
  if (character !== undefined)
    refuse(
      "ERR_URL_INVALID",
      `has a # with "${character}" after it, so that it may be part of an object key; # starts a fragment, which is never sent: write %23`,
    );
}

/**
 * @param problem what is known to be wrong with the reference, which says more than that no URL can be made
 * of it
 */
function checkCovered(grant: Grant, url: string, problem: string | undefined): void {
  if (url.length > longestUrl) refuse("ERR_URL_TOO_LONG", problemOf("ERR_URL_TOO_LONG"));
  try {
    grant.signUrl(url);
  } catch (error) {
    if (!isCloudFrontSignError(error)) throw error;
    const { code } = error;
    refuse(code, code === "ERR_URL_INVALID" && problem !== undefined ? problem : problemOf(code), error);
  }
}

/**
 * The reference as it is sent: what some client would rewrite is escaped, and a path from the root has no dot
 * segments.
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

/** The text with variables in it, which nobody rewrites. No value of a variable has a fragment in it. */
function signedVariables(written: string, reference: string, query: string): string {
  const hash = written.indexOf("#");
  if (hash < 0) return withQuery(written, reference, query);
  return withQuery(written.slice(0, hash), reference.split("#", 1)[0] as string, query) + written.slice(hash);
}

/**
 * An address with parameters behind its own, which it has if `meant`, the address that it stands for, has
 * any.
 */
function withQuery(address: string, meant: string, query: string): string {
  const start = meant.indexOf("?");
  return address + (start < 0 ? "?" : start === meant.length - 1 ? "" : "&") + query;
}
