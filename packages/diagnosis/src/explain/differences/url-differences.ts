import type { UrlDifferenceEvidence } from "../evidence/url-difference-evidence.ts";
import { commonLength, otherText } from "../text-difference.ts";
import { encodingOfEscapes } from "./character-encodings.ts";
import { queryDifferences } from "./query-differences.ts";
import type { UrlDifference } from "./url-difference.ts";
import { htmlUnescaped, meaningOf, normalForm } from "./url-meaning.ts";
import { originOf, signedSections, type UrlSections, urlSections } from "./url-sections.ts";

/** Compares a URL or pattern that was signed with the URL that is requested, section by section. */
export function urlDifferences(signed: string, requested: string): UrlDifference[] {
  const after = urlSections(requested);
  if (urlSections(signed).scheme === undefined && isSameInOtherEncoding(signed, requested))
    return [encodingDifference(signed, requested, 0)];
  const before = signedSections(signed, after);
  const origin = [...schemeDifferences(before, after), ...hostDifferences(before, after)];
  if (signed.includes("*") && !requested.includes("*")) {
    const literal = origin.filter(({ evidence }) => !JSON.stringify(evidence).includes("*"));
    return [
      { id: "canned-with-wildcard", evidence: "signed-with-wildcard" },
      ...(signed === "*" ? [] : literal),
    ];
  }
  const differences = [...origin, ...pathAndQueryDifferences(before, after)];
  return differences.length > 1
    ? differences.map((difference) => placed(difference, before, after))
    : differences;
}

/** A difference with its place, where it is not the first one of the URL. */
function placed(difference: UrlDifference, before: UrlSections, after: UrlSections): UrlDifference {
  const { evidence } = difference;
  const place = (signed: string, requested: string, at: number): UrlDifference => ({
    ...difference,
    from: { signed: signed.length + at, requested: requested.length + at },
  });
  if (typeof evidence === "string" || evidence.kind === "other-scheme") return difference;
  if (evidence.kind === "other-host")
    return place(
      originOf({ ...before, host: "" }),
      originOf({ ...after, host: "" }),
      commonLength(evidence.signed, evidence.requested),
    );
  const [signed, requested] = [originOf(before), originOf(after)];
  const isText =
    evidence.kind === "other-text" && htmlUnescaped(pathAndQuery(before)) === pathAndQuery(before);
  return place(
    signed,
    requested,
    isText
      ? evidence.position - 1 - requested.length
      : commonLength(pathAndQuery(before), pathAndQuery(after)),
  );
}

function schemeDifferences({ scheme, host }: UrlSections, after: UrlSections): UrlDifference[] {
  if (scheme === after.scheme) return [];
  if (scheme === undefined)
    return [
      { id: "url-incomplete", evidence: host === undefined ? "signed-path-alone" : "signed-without-scheme" },
    ];
  return [
    {
      id: "url-scheme-changed",
      evidence: { kind: "other-scheme", signed: scheme, requested: after.scheme ?? "" },
    },
  ];
}

function hostDifferences({ host }: UrlSections, after: UrlSections): UrlDifference[] {
  if (host === undefined || host === after.host) return [];
  const { host: requested = "", scheme = "https" } = after;
  return [{ id: "url-host-changed", evidence: { kind: "other-host", signed: host, requested, scheme } }];
}

function pathAndQueryDifferences(before: UrlSections, after: UrlSections): UrlDifference[] {
  const start = originOf(after).length;
  const requested = pathAndQuery(after);
  const differences: UrlDifference[] = [];
  let signed = before;
  const unescaped = htmlUnescaped(pathAndQuery(before));
  if (unescaped !== pathAndQuery(before) && htmlUnescaped(requested) === requested) {
    differences.push({
      id: "html-escaped",
      evidence: otherText("signed-html-escaped", pathAndQuery(before), unescaped, start),
    });
    signed = urlSections(unescaped);
  }
  const text = pathAndQuery(signed);
  if (text === requested) return differences;
  if (isSameInOtherEncoding(text, requested))
    return [...differences, encodingDifference(text, requested, start)];
  const path = pathDifferences(signed.path, after.path, start);
  const query = queryDifferences(signed, after, start + after.path.length + 1);
  return [...differences, ...path, ...query];
}

function isSameInOtherEncoding(signed: string, requested: string): boolean {
  return meaningOf(signed) === meaningOf(requested) || characterEncodingOf(signed, requested) !== undefined;
}

/** The encoding in which one of the two texts escapes what the other one escapes as UTF-8. */
function characterEncodingOf(signed: string, requested: string): UrlDifferenceEvidence | undefined {
  const encodingOfSigned = encodingOfEscapes(signed, requested);
  if (encodingOfSigned)
    return { kind: "other-character-encoding", signed: encodingOfSigned, requested: "UTF-8" };
  const encoding = encodingOfEscapes(requested, signed);
  return encoding && { kind: "other-character-encoding", signed: "UTF-8", requested: encoding };
}

function pathDifferences(signed: string, requested: string, start: number): UrlDifference[] {
  if (signed === requested) return [];
  if (isSameInOtherEncoding(signed, requested)) return [encodingDifference(signed, requested, start)];
  const [more, less] = requested.length > signed.length ? [requested, signed] : [signed, requested];
  const prefix = more.slice(0, more.length - less.length);
  // The same path behind one folder more or less.
  if (
    less.startsWith("/") &&
    less.length > 1 &&
    more.endsWith(less) &&
    prefix.startsWith("/") &&
    prefix !== "/"
  )
    return [
      {
        id: "url-path-changed",
        evidence: { kind: more === requested ? "folder-added" : "folder-removed", folder: prefix },
      },
    ];
  return [{ id: "url-path-changed", evidence: otherText("other-text", signed, requested, start) }];
}

function encodingDifference(signed: string, requested: string, start: number): UrlDifference {
  const [before, after] = [normalForm(signed), normalForm(requested)];
  const isSame = meaningOf(signed) === meaningOf(requested);
  const characterEncoding = isSame ? undefined : characterEncodingOf(signed, requested);
  if (characterEncoding) return { id: "url-encoding-changed", evidence: characterEncoding };
  const isOtherForm = before !== undefined && after !== undefined && before !== after;
  return {
    id: "url-encoding-changed",
    evidence: isOtherForm
      ? { kind: "other-normal-form", signed: before, requested: after }
      : otherText("other-text", signed, requested, start),
  };
}

function pathAndQuery({ path, query }: UrlSections): string {
  return query === undefined ? path : `${path}?${query}`;
}
