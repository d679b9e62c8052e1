import { fail } from "../errors.ts";
import type { Grant } from "../grant.ts";
import { kindOf } from "../options.ts";
import { type UrlInput, wirePathAndQuery } from "../url/wire-form.ts";

/** What is done with a reference that the grant cannot sign: it is left as it is, or the whole signing fails. */
export type Uncovered = "leave" | "throw";

/** Throws unless these are what references are signed with. */
export function checkSigning(grant: unknown, uncovered: unknown): void {
  const { query, signUrl } = Object(grant) as Partial<Grant>;
  if (typeof (query && signUrl) !== "function") {
    fail("ERR_OPTION_INVALID", "grant", `expected a grant; received ${kindOf(grant)}`);
  }
  if (uncovered !== "throw" && uncovered !== "leave") fail("ERR_OPTION_INVALID", "uncovered", 'expected "throw" or "leave"');
}

/**
 * What references are relative to, and its query. What is resolved against it is brought to wire form when it is signed, so it needs no
 * stricter look itself.
 *
 * @throws `ERR_URL_INVALID` unless it is an absolute http or https URL.
 */
export function readBase(input: UrlInput, option: string): { readonly base: string; readonly query: URLSearchParams } {
  try {
    const { href, origin, pathname, searchParams } = new URL(typeof input === "string" ? input : input.href);
    if (/^https?:/.test(href)) return { base: origin + pathname, query: searchParams };
  } catch {}
  return fail("ERR_URL_INVALID", option, "expected an absolute http or https URL");
}

// A URL parser drops or replaces the first ones without a word, so the text and what is asked for would differ; half a surrogate pair is
// among them. http: without its two slashes, or with a third, is one thing to a browser and another to RFC 3986.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const changedByClients = /[\0-\x1f\x7f\\]|^ | $|[\ud800-\udfff]|^https?:(?!\/\/)|^(https?:)?\/\/\//iu;

// Nothing in it that a URL parser would change, so that what is asked for is the folder of the base and then this.
const isPlain = /^[\w-][\w.~-]*(?:\/[\w~-][\w.~-]*)*(?:\?[\w.~=&-]*)?$/;

/**
 * A reference of a playlist or manifest, relative ones kept relative, with the grant's parameters behind its own query. `base` is what
 * it is relative to, as a URL parser writes it; `written` is how the text has it, where that is with variables.
 * References of another scheme (`skd:`, `data:`, `urn:`) are none that CloudFront serves, and references to the document itself (empty, or a
 * fragment alone) ask for nothing: these come back as they are.
 *
 * @throws What `grant.signUrl` throws.
 */
export function signReference(reference: string, base: string, grant: Grant, written: string = reference): string {
  if (isPlain.test(reference)) {
    const folder = base.slice(0, base.lastIndexOf("/") + 1);
    if (!/[?#]/.test(folder) && grant.covers(folder + reference)) return withQuery(written, reference, grant.query);
  }
  if (/^(?:$|#|(?!https?:)[a-z][a-z\d+.-]*:)/i.test(reference)) return written;
  let url: URL | undefined;
  try {
    url = new URL(reference, base);
  } catch {}
  if (!url || changedByClients.test(reference)) {
    return fail(
      "ERR_URL_INVALID",
      "url",
      "is no URL, or has what clients change or read in two ways: a control character, backslash, outer space, lone surrogate",
    );
  }
  grant.signUrl(url);
  // No value of a variable has a fragment in it.
  const [address = "", ...fragment] = written.split(/(?=#)/);
  return (
    withQuery(written === reference ? wirePathAndQuery(address) : address, reference.split("#", 1)[0] as string, grant.query) +
    fragment.join("")
  );
}

/** An address with parameters behind its own, which it has if `meant`, the address that it stands for, has any. */
function withQuery(address: string, meant: string, query: string): string {
  const start = meant.indexOf("?");
  return address + (start < 0 ? "?" : start === meant.length - 1 ? "" : "&") + query;
}
