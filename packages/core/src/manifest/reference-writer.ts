import { type CloudFrontSignErrorCode, isCloudFrontSignError } from "../errors.ts";
import type { Grant } from "../sign/grant.ts";
import { longestUrl } from "../url/limits.ts";
import { namesOfQuery, parameterNames } from "../url/signing-parameters.ts";
import { wirePathAndQuery } from "../url/wire-form.ts";
import { type ReferenceProblem, refuseReference } from "./reference-problem.ts";
import { checkSyntax, hasOtherScheme } from "./reference-syntax.ts";
import { type Base, resolveReference } from "./resolve-reference.ts";
import { shownName } from "./shown-name.ts";
import { composeUrl, removeDotSegments, splitReference } from "./url-parts.ts";
import type { WorkBudget } from "./work-budget.ts";

// Every reader resolves this to the folder of the base, followed by the reference as it is.
const plainReference = /^[\w-][\w.~-]*(?:\/[\w~-][\w.~-]*)*(?:\?[\w.~=&-]*)?$/;

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
  const signNew: ReferenceWriter = (reference, base, written = reference) => {
    const isShort = base.folder.length + reference.length <= longestUrl;
    if (isShort && base.isPlain && plainReference.test(reference) && grant.covers(base.folder + reference))
      return withQuery(written, reference, grant.query);
    if (reference === "" || reference.startsWith("#") || hasOtherScheme(reference)) return written;
    checkSyntax(reference);
    const { urls, problem } = resolveReference(reference, base);
    for (const url of urls) checkCovered(grant, url, problem);
    if (problem !== undefined) refuseReference(problem);
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
    const signed = signNew(reference, base, written);
    last.signed.set(base, signed);
    return signed;
  };
}

/**
 * Throws unless the grant signs a URL.
 *
 * @param known a problem of the reference, which says more than that the grant refuses the URL
 */
function checkCovered(grant: Grant, url: string, known: ReferenceProblem | undefined): void {
  if (url.length > longestUrl) refuseReference({ id: "too-long-resolved", characters: url.length });
  try {
    grant.signUrl(url);
  } catch (error) {
    if (!isCloudFrontSignError(error)) throw error;
    const { authority = "", query = "" } = splitReference(url);
    const problem = refusal(error.code, authority, query, known);
    if (problem === undefined) throw error;
    refuseReference(problem);
  }
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
  const parameter = namesOfQuery(wirePathAndQuery(query)).find((name) => parameterNames.includes(name));
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
