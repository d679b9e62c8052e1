import type { Finding, Seen } from "../findings/finding.ts";
import { hostQuote, quote, urlQuote } from "../findings/quote.ts";
import { lostInHost } from "../request/lost-variable.ts";
import { unicodeHost } from "../request/punycode.ts";
import { isBucketHost, isOfProxy, ofProxy } from "../request/request-target.ts";
import { commonLength, otherText } from "../request/text-difference.ts";
import { entityIn, lostLetters, withEntities } from "./changed-letters.ts";
import { encodingOfEscapes } from "./character-encodings.ts";
import { queryDifferences } from "./query-differences.ts";
import {
  textDifference,
  type UrlDifference,
  type UrlDifferenceId,
  urlDifferenceFinding,
} from "./url-difference.ts";
import { htmlUnescaped, meaningOf, normalForm } from "./url-meaning.ts";
import { originOf, signedSections, type UrlSections, urlSections } from "./url-sections.ts";

/** A finding for each section in which a signed URL differs from the requested one. */
export function urlDifferenceFindings(signed: string, requested: string): Finding<UrlDifferenceId>[] {
  return urlDifferences(signed, requested).map((difference) =>
    urlDifferenceFinding(difference, signed, requested),
  );
}

/** Compares a URL or pattern that was signed with the URL that is requested, section by section. */
export function urlDifferences(signed: string, requested: string): UrlDifference[] {
  if (signed !== requested && signed.replace(whiteSpaceAround, "") === requested)
    return [whiteSpaceDifference];
  const after = urlSections(requested);
  if (signed !== requested && lostLetters.some((lose) => lose(requested) === signed))
    return [lostLettersDifference];
  const entity = after.query === undefined ? undefined : entityIn(after.query);
  if (
    entity &&
    `${requested.slice(0, -(after.query?.length ?? 0))}${withEntities(after.query ?? "")}` === signed
  )
    return [{ id: "html-escaped", seen: entitySeen(entity) }];
  if (urlSections(signed).scheme === undefined && isSameInOtherEncoding(signed, requested))
    return [encodingDifference(signed, requested, 0)];
  if (/^https?:\/[^/]/.test(signed)) return [oneSlashDifference];
  const before = signedSections(signed, after);
  const origin = [...schemeDifferences(before, after), ...hostDifferences(before, after)];
  if (signed.includes("*") && !requested.includes("*")) {
    const literal = origin.filter(({ section = "scheme" }) => !before[section]?.includes("*"));
    return [
      { id: "canned-with-wildcard", seen: { evidence: "the signature is for a Resource with a *" } },
      ...(signed === "*" ? [] : literal),
    ];
  }
  const differences = [...origin, ...pathAndQueryDifferences(before, after)];
  return differences.length > 1
    ? differences.map((difference) => placed(difference, before, after))
    : differences;
}

/** Some white space at one end, also as it is written in JSON and in URLs. */
const whiteSpaceAround = /^(?:\s|%20|\\[nrt]){1,4}|(?:\s|%20|\\[nrt]){1,4}$/;

const whiteSpaceDifference: UrlDifference = {
  id: "url-encoding-changed",
  seen: {
    evidence: "the signature is for a Resource with white space around the requested URL",
    summary: "White space around the URL was signed with it.",
    fix: "Remove the white space from the URL before you sign it: trim what comes from a file, a table or a template.",
  },
};

const lostLettersDifference: UrlDifference = {
  id: "url-encoding-changed",
  seen: {
    evidence: "the signature is for a Resource with ? in the place of letters beyond ASCII",
    summary: "Letters beyond ASCII became ? before the URL was signed.",
    fix: "Percent-encode the path as UTF-8 before you sign it: an encoding without these letters, such as ASCII or Latin-1, writes ? for them.",
  },
};

/** What is seen of a character that HTML read out of the beginning of a parameter. */
export function entitySeen([character, entity]: readonly [character: string, entity: string]): Seen {
  return {
    evidence: `the request has ${JSON.stringify(character)} where ${entity} begins a parameter`,
    summary: `HTML read ${entity} in the URL as a character.`,
    fix: `Write &amp; instead of & where the URL stands in HTML: without it, ${entity} is a character reference.`,
  };
}

const oneSlashDifference: UrlDifference = {
  id: "url-incomplete",
  seen: {
    evidence: "the signature is for a Resource with one slash behind https:",
    summary: "The signature is for a URL with one slash behind its scheme.",
    fix: "Sign the URL with both slashes: functions that join paths make one slash of two, so join URLs as text or with a URL class.",
  },
};

/** A difference with its place, where it is not the first one of the URL. */
function placed(difference: UrlDifference, before: UrlSections, after: UrlSections): UrlDifference {
  const { section, position } = difference;
  const place = (signed: string, requested: string, at: number): UrlDifference => ({
    ...difference,
    from: { signed: signed.length + at, requested: requested.length + at },
  });
  if (section === "scheme") return difference;
  if (section === "host")
    return place(
      originOf({ ...before, host: "" }),
      originOf({ ...after, host: "" }),
      commonLength(before.host ?? "", after.host ?? ""),
    );
  const [signed, requested] = [originOf(before), originOf(after)];
  const isText = position !== undefined && htmlUnescaped(pathAndQuery(before)) === pathAndQuery(before);
  return place(
    signed,
    requested,
    isText ? position - 1 - requested.length : commonLength(pathAndQuery(before), pathAndQuery(after)),
  );
}

function schemeDifferences({ scheme, host }: UrlSections, after: UrlSections): UrlDifference[] {
  if (scheme === after.scheme) return [];
  if (scheme === undefined) {
    const evidence =
      host === undefined
        ? "the signature is for a Resource that is a path alone, without scheme and host name"
        : "the signature is for a Resource without https://";
    return [{ id: "url-incomplete", seen: { evidence }, section: "scheme" }];
  }
  return [{ id: "url-scheme-changed", seen: otherSchemeSeen(scheme, after.scheme ?? ""), section: "scheme" }];
}

function otherSchemeSeen(signed: string, requested: string): Seen {
  const evidence = `signed for ${signed}, requested with ${requested}`;
  return requested === "https"
    ? {
        evidence,
        summary: `The signature is for ${signed} and the request for https.`,
        fix: "Sign the URL with https://. Redirects from http change the URL, including redirects by CloudFront and HSTS.",
      }
    : {
        evidence,
        summary: `The signature is for ${signed} and the request for http.`,
        fix: `Request the URL with ${signed}://, as it was signed. Look for what changes it to http: a player, a proxy or a setting.`,
      };
}

function hostDifferences({ host }: UrlSections, after: UrlSections): UrlDifference[] {
  if (host === undefined || host === after.host) return [];
  if (host === "")
    return [
      {
        id: "url-incomplete",
        seen: { evidence: "the signature is for a Resource without a host name" },
        section: "host",
      },
    ];
  const { host: requested = "", scheme = "https" } = after;
  const evidence = `signed for ${quote(host)}, requested from ${quote(requested)}`;
  const fix = hostFix(host, requested, scheme);
  return [{ id: "url-host-changed", seen: { evidence, fix }, section: "host" }];
}

function hostFix(signed: string, host: string, scheme: string): string {
  const requested = hostQuote(host);
  if (/[^\0-\x7f]/.test(signed) && unicodeHost(host) === signed)
    return `Sign the host name in Punycode, ${requested}, as new URL(url).host writes it: clients send it so.`;
  if (signed.toLowerCase() === host)
    return `Sign the host name in small letters, ${requested}: clients send it so.`;
  if (signed.replace(/:\d+$/, "") === host)
    return `Sign the host name without the port, ${requested}: clients leave out the port of the scheme.`;
  if (isOfProxy(host))
    return `Request the URL from ${hostQuote(signed)}, for which it was signed: ${ofProxy}`;
  if (isBucketHost(signed))
    return `Sign the host name that is requested, ${requested}, instead of the bucket's.`;
  if (lostInHost(host)) return `Request the URL from ${hostQuote(signed)}, for which it was signed.`;
  return `Sign ${scheme}://${requested}/…, which is requested, or request the URL from ${hostQuote(signed)}.`;
}

function pathAndQueryDifferences(before: UrlSections, after: UrlSections): UrlDifference[] {
  const start = originOf(after).length;
  const requested = pathAndQuery(after);
  const differences: UrlDifference[] = [];
  let signed = before;
  const unescaped = htmlUnescaped(pathAndQuery(before));
  if (unescaped !== pathAndQuery(before) && htmlUnescaped(requested) === requested) {
    differences.push({ id: "html-escaped", seen: htmlEscapedSeen(pathAndQuery(before), unescaped, start) });
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

/** HTML escapes in the signed URL: the parameters are not lost then. */
function htmlEscapedSeen(escaped: string, unescaped: string, start: number): Seen {
  const { position, signed, requested } = otherText(escaped, unescaped, start);
  return {
    evidence: `from character ${position}: signed "${urlQuote(signed)}", without HTML escapes "${urlQuote(requested)}"`,
    summary: "The URL was escaped for HTML before it was signed.",
    fix: "Sign the URL as clients send it, and escape the signed URL for HTML afterwards.",
  };
}

function isSameInOtherEncoding(signed: string, requested: string): boolean {
  return meaningOf(signed) === meaningOf(requested) || characterEncodingOf(signed, requested) !== undefined;
}

/** The encoding in which one of the two texts escapes what the other one escapes as UTF-8. */
function characterEncodingOf(signed: string, requested: string): Seen | undefined {
  const encodingOfSigned = encodingOfEscapes(signed, requested);
  const encodingOfRequested = encodingOfSigned ? "UTF-8" : encodingOfEscapes(requested, signed);
  return (
    encodingOfRequested && {
      evidence: `its letters beyond ASCII are escaped in ${encodingOfSigned ?? "UTF-8"} where it was signed and in ${encodingOfRequested} in the request`,
      fix: "Percent-encode file names as UTF-8 wherever URLs are made, as encodeURIComponent does, and sign that URL.",
    }
  );
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
    return [{ id: "url-path-changed", seen: folderSeen(prefix, more === requested) }];
  return [textDifference("url-path-changed", signed, requested, start)];
}

function folderSeen(folder: string, isAdded: boolean): Seen {
  const evidence = isAdded
    ? `requested with ${quote(folder)} before the signed path`
    : `signed with ${quote(folder)} before the requested path`;
  if (/^[./]+$/.test(folder)) return { evidence };
  return {
    evidence,
    summary: "The path does not begin as the signed one does.",
    fix: "Sign the path that the viewer requests: proxies, image services and API stages add folders before it or remove them.",
  };
}

function encodingDifference(signed: string, requested: string, start: number): UrlDifference {
  const id = "url-encoding-changed";
  const [before, after] = [normalForm(signed), normalForm(requested)];
  const isSame = meaningOf(signed) === meaningOf(requested);
  const characterEncoding = isSame ? undefined : characterEncodingOf(signed, requested);
  if (characterEncoding) return { id, seen: characterEncoding };
  if (before === undefined || after === undefined || before === after) {
    const difference = textDifference(id, signed, requested, start);
    return requested === signed.replaceAll("%", "%25")
      ? { ...difference, seen: { ...difference.seen, ...encodedAgain } }
      : difference;
  }
  return {
    id,
    seen: {
      evidence: `its letters with accents are signed in Unicode's ${before} and requested in ${after}`,
      fix: 'Bring file names into one form, text.normalize("NFC"), before they are stored and before URLs are signed.',
    },
  };
}

const encodedAgain: Omit<Seen, "evidence"> = {
  fix: "Request the URL as it was signed: something encodes each % of it once more.",
};

function pathAndQuery({ path, query }: UrlSections): string {
  return query === undefined ? path : `${path}?${query}`;
}
