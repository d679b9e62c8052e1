import { limits } from "cloudfront-sign-webcrypto/internals";
import { entityIn } from "../../differences/changed-letters.ts";
import { entitySeen } from "../../differences/url-differences.ts";
import { type Finding, likely, proven } from "../../findings/finding.ts";

import { listed, shortQuote } from "../../findings/quote.ts";
import { withWholeHost } from "../../request/cut-host.ts";
import { readGivenUrl } from "../../request/given-url.ts";
import { decodedStart, innerUrl, isPlainInNextImage } from "../../request/inner-url.ts";
import { hasFormOf } from "../../request/meant-name.ts";
import type { ReadQuestion } from "../../request/question.ts";
import { commonLength } from "../../request/text-difference.ts";
import type { Checks } from "../check.ts";

/**
 * What something on the way did to the text of a URL, so that its parameters are no longer where they should be.
 *
 * @inline
 */
export type UrlDamageFindingId =
  /**
   * The signing parameters come after a `#`.
   *
   * @see https://www.rfc-editor.org/rfc/rfc3986#section-3.5
   */
  | "parameters-in-fragment"
  /**
   * The URL contains HTML entities, such as `&amp;`, or was signed with them.
   *
   * @see https://html.spec.whatwg.org/multipage/named-characters.html
   */
  | "html-escaped"
  /**
   * Parameters contain `=3D`, lines end with `=`, or a mail program read `=` and the first digits of a time as an escape, and decoded them.
   *
   * @see https://www.rfc-editor.org/rfc/rfc2045#section-6.7
   */
  | "quoted-printable"
  /**
   * The URL has `\u0026`, `%26`, `;`, `%3F`, a second `?` or `%3D` where `&`, `?` or `=` belongs, or the whole URL is percent-encoded.
   *
   * @see https://github.com/jasonsims/aws-cloudfront-sign/issues/10
   */
  | "parameters-escaped";

export const urlDamageEntries: Checks<UrlDamageFindingId> = {
  "parameters-in-fragment": {
    rank: 330,
    explains: ["missing", "segment-not-signed"],
    summary: "The signing parameters come after a #, so clients never send them.",
    fix: "Put the parameters before the #. Clients never send what comes after it.",
  },
  "html-escaped": {
    rank: 340,
    explains: ["missing", "segment-not-signed"],
    summary: "The URL has &amp; instead of &, so the parameters are lost.",
    fix: "Write & instead of &amp; where the URL is used. Only HTML source needs &amp;.",
  },
  "quoted-printable": {
    rank: 370,
    explains: ["missing", "segment-not-signed", "wrong-value"],
    summary: "A mail program changed the URL: it is quoted-printable, or was decoded as such.",
    fix: "Decode the email before you copy the URL from it: its source shows =3D instead of =.",
  },
  "parameters-escaped": {
    rank: 380,
    explains: ["missing", "segment-not-signed", "wrong-value", "request-invalid"],
    summary: "A separator between parameters is escaped or wrong.",
    fix: "Write & between parameters, ? before the first one, and = between name and value.",
  },
};

type UrlDamageId = UrlDamageFindingId | "request-invalid" | "url-truncated";

interface UrlDamage {
  readonly undo: (url: string) => string;
  readonly seen: (url: string, undone: string) => Finding<UrlDamageId>;
}

/** How many damages of one URL are undone. Our own limit. */
const mostDamages = 4;

/**
 * The damages of a URL, alone, in pairs, or one upon another. A damage is there if the URL without it has more of the parameters
 * that a signature needs, or more of them with values of their form. Each comes with the URL without it.
 */
export function urlDamages(given: string): { finding: Finding<UrlDamageId>; url: string }[] {
  const found: { finding: Finding<UrlDamageId>; url: string }[] = [];
  let url = given.slice(0, limits.longestUrlText);
  while (found.length < mostDamages) {
    const steps = stepsToMoreOf(url);
    if (steps.length === 0) break;
    for (const { undo, seen } of steps) {
      const before = url;
      url = undo(before);
      found.push({ finding: seen(before, url), url });
    }
  }
  return found;
}

/** One damage, or else two of which one hides the other. */
function stepsToMoreOf(url: string): UrlDamage[] {
  let most = wholeness(url);
  let best: UrlDamage[] = [];
  const tryFrom = (text: string, steps: readonly UrlDamage[]): void => {
    for (const damage of damages) {
      if (most === 2 * needed.length) return;
      const undone = damage.undo(text);
      const whole = undone === text ? most : wholeness(undone);
      if (whole <= most) continue;
      most = whole;
      best = [...steps, damage];
    }
  };
  tryFrom(url, []);
  for (const one of most === 2 * needed.length ? [] : damages) {
    const undone = one.undo(url);
    if (undone !== url) tryFrom(undone, [one]);
  }
  return best;
}

const schemeTwice = /^https?:\/\/["'<(]?(https?):?\/\//i;

const needed = [["Expires", "Policy"], ["Signature"], ["Key-Pair-Id"]] as const;

/** How many of the parameters that a signature needs a URL has, and how many with values of their form. */
function wholeness(url: string): number {
  const { address, pairs } = readGivenUrl(url);
  const count = (names: readonly string[]): number => {
    const [pair, ...more] = pairs.filter(({ name }) => names.includes(name));
    if (!pair?.value || more.length > 0) return -more.length;
    return hasFormOf(pair.name, pair.value) ? 2 : 1;
  };
  const isHashUnknown = count(["Hash-Algorithm"]) === 1;
  const hasRest = /&amp/.test(address) || pairs.some(({ name }) => /^(?:[\w#]*;|%20|\s|$)/.test(name));
  const isHostCut = withWholeHost(url) !== url;
  const isEncoded = /^https?%/i.test(url);
  const flaws = [
    isHostCut,
    isEncoded,
    schemeTwice.test(url),
    isHashUnknown,
    hasRest,
    isPlainInNextImage(url),
  ];
  return needed.reduce((sum, names) => sum + count(names), -flaws.filter(Boolean).length);
}

/** Before what separates the parameters. */
const rankOfScheme = 375;

/** Those that change the most first. */
const damages: readonly UrlDamage[] = [
  {
    undo: (url) => withoutEntities(url.replace(/&(?:amp(?:;|%3B)?)+(?=[\w-]{1,60}=|#)/gi, "&")),
    seen: htmlSeen,
  },
  {
    undo: (url) => url.replace(schemeTwice, "$1://"),
    seen: () =>
      proven("request-invalid", "the scheme is there twice, so that the host name is https or http", {
        fix: "Write https:// once: the host name was joined with a scheme that it had already.",
        rank: rankOfScheme,
      }),
  },
  {
    undo: withWholeHost,
    seen: () =>
      likely("url-truncated", "its host name ends inside .cloudfront.net", {
        summary: "The host name of the URL was cut off.",
        fix: "Copy the whole URL from its source: its host name ends with .cloudfront.net.",
      }),
  },
  { undo: withoutMail, seen: mailSeen },
  {
    undo: (url) => innerUrl(url) ?? url,
    seen: innerUrlSeen,
  },
  { undo: decodedStart, seen: encodedSeen },
  {
    undo: (url) => url.replace(/\?{2,}/, "?"),
    seen: severalMarksSeen,
  },

  { undo: withSeparators, seen: separatorSeen },
  { undo: withLooseSeparators, seen: separatorSeen },
  {
    undo: withoutFragment,
    seen: () => proven("parameters-in-fragment", "the signing parameters come after the #"),
  },
];

function innerUrlSeen(url: string): Finding<UrlDamageId> {
  const id = "parameters-escaped";
  if (isPlainInNextImage(url))
    return likely(id, {
      evidence:
        "the signed URL is not encoded in the parameter url of Next.js, so that this ends at its first &",
      summary: "The server of Next.js requests the signed URL only up to its first &.",
      fix: "Encode the signed URL as one value, encodeURIComponent(signedUrl), or let next/image do it: give it the signed URL as src.",
    });
  if (/^[^?]*\/_next\/image\?/.test(url))
    return likely(id, {
      evidence: "the signed URL is the parameter url of Next.js, whose server requests it",
      summary: "The server of Next.js requests the signed URL, and not the browser.",
      fix: "Explain the inner URL, decoded once, by itself. Allow its host in images.remotePatterns, without search. Or set unoptimized, so that the browser requests the signed URL.",
    });
  return proven(id, {
    evidence: "the signed URL is a value in the URL of a redirect, or of the protection of a mail",
    summary: "The signed URL is inside another URL.",
    fix: "Request the inner URL, decoded once. If CloudFront denies that URL, the other findings show its cause.",
  });
}

function severalMarksSeen(): Finding<UrlDamageId> {
  return proven("parameters-escaped", "there are several ? in a row before the parameters", {
    summary: "The URL has two question marks in a row.",
    fix: "Write one ? before the parameters: the URL had one already when another was added.",
  });
}

/** With the characters of numeric entities. */
function withoutEntities(url: string): string {
  return url.replace(/&#(?:x0{0,4}([\da-f]{2})|0{0,4}(\d{2,3}));/gi, (_, hex?: string, decimal?: string) =>
    String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
  );
}

function htmlSeen(url: string): Finding<UrlDamageId> {
  const [entity = ""] = /&(?:amp;?|#0{0,4}38;|#x0{0,4}26;)+|&#x?\w{1,6};/i.exec(url) ?? [];
  const isAmpersand = /&(?:amp|#0{0,4}38;|#x0{0,4}26;)/i.test(entity);
  const evidence = /&amp/i.test(url)
    ? "the name of a parameter starts with amp;"
    : isAmpersand
      ? "there is the HTML entity of & before a parameter"
      : "there are HTML entities in the URL";
  if (entity.toLowerCase() === "&amp;") return proven("html-escaped", evidence);
  return proven("html-escaped", evidence, {
    fix: `Write ${isAmpersand ? "&" : withoutEntities(entity)} instead of ${entity} where the URL is used: only HTML source needs entities.`,
  });
}

/**
 * The URL in the source of a mail, or one that a mail program took for that.
 *
 * Source: RFC 2045, section 6.7.
 */
function withoutMail(url: string): string {
  return url
    .replace(/=\r?\n/g, "")
    .replace(/=3D/gi, "=")
    .replace(decodedTime, (_, name: string, byte: string) => {
      const hex = byte.length > 1 ? byte.slice(1) : byte.charCodeAt(0).toString(16);
      return `${name}=${hex}`;
    })
    .replace(/([?&](?:Policy|Signature)=[\w~-]*)=(?=[\w~-])/g, "$1");
}

/** The = of a time and its first two digits, which were decoded as one byte. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what =10 to =20 decode to
const decodedTime = /([?&]Expires)([\u0010-\u0020]|%(?:1\d|20))(?=\d{8})/g;

function mailSeen(url: string): Finding<UrlDamageId> {
  const id = "quoted-printable";
  if (/[?&][\w-]{1,60}=3D/i.test(url))
    return proven(id, "parameters have =3D instead of =, as in the source of an email");
  if (url.search(decodedTime) >= 0)
    return proven(id, "a mail program took the = of Expires and two digits for one encoded character", {
      fix: "Let the mail program encode the mail: it sent the URL as quoted-printable without encoding it.",
    });
  return /=\r?\n/.test(url)
    ? proven(id, "lines of the URL end with =, as in the source of a mail")
    : likely(id, "there is = within base64, as at the end of a line in the source of a mail");
}

function encodedSeen(url: string): Finding<UrlDamageId> {
  const [, levels = ""] = /^https?%((?:25){0,9})/i.exec(url) ?? [];
  const times = levels.length / 2 + 1;
  const often = times === 1 ? "once" : `${times} times`;
  return proven(
    "parameters-escaped",
    `the URL starts with https%${"25".repeat(Math.min(times, 3) - 1)}3A: it is percent-encoded ${often}`,
    {
      summary: "The whole URL is percent-encoded.",
      fix: "Request the URL itself. Encode it only where it is a value inside another URL, and decode it there.",
    },
  );
}

/** The escapes of & and ? before a parameter, once or more often, and of the = behind its name. */
const separator = "\\\\{1,4}u0026|\\\\{1,4}u003f|%5Cu0026|%(?:25){0,9}26|%(?:25){0,9}3F|[;?&]";
const equals = "(?:=|%(?:25){0,9}3D|\\\\{1,4}u003d|%5Cu003d|\\\\=)";
const anyName = "[\\w.-]{1,60}";
const signingName = "(?:Expires|Policy|Signature|Key-Pair-Id|Hash-Algorithm)";

/** Whether a parameter of one's own has a URL, which may be signed itself. */
function hasUrlInside(url: string): boolean {
  return /[?&][^=&:]{0,200}(?:=(?:3D)?|:)https?(?::|%(?:25){0,9}3A)/i.test(url);
}

/** With ?, & and = in the place of what was written instead: everywhere in a query without &, else from the first parameter on. */
function withSeparators(url: string): string {
  if (hasUrlInside(url)) return url;
  const first = url.includes("?")
    ? url.includes("&")
      ? -1
      : url.indexOf("?")
    : url.search(new RegExp(`(?:%(?:25){0,9}3F|\\\\{1,4}u003f)(?=${anyName}${equals})`, "i"));
  const start =
    first < 0 ? url.search(new RegExp(`(?:${separator})(?=${signingName}${equals})`, "i")) : first;
  if (start < 0) return url;
  const rest = url
    .slice(start)
    .replace(new RegExp(`(?:${separator})(?=${anyName}${equals})`, "gi"), "&")
    .replace(new RegExp(`(&${anyName})${equals}`, "gi"), "$1=");
  const before = url.slice(0, start);
  return before + (before.includes("?") ? rest : rest.replace(/^&/, "?"));
}

/** A parameter, with the white space of a line break behind its &, or without the &. */
const looseParameter =
  /(?:&(?:%20|\+|\s)*|)(Expires|Policy|Signature|Key-Pair-Id|Hash-Algorithm)=(?=[\w~%-])/g;

/** With & alone in front of each parameter. */
function withLooseSeparators(url: string): string {
  const at = url.indexOf("?") + 1;
  const query = url.slice(at);
  if (at === 0 || !/Signature/.test(query) || !/Key-Pair-Id/.test(query) || hasUrlInside(url)) return url;
  const plain = query.replace(looseParameter, (text, name: string, position: number) => {
    if (isInName(query, position)) return text;
    return position === 0 ? `${name}=` : `&${name}=`;
  });
  return url.slice(0, at) + plain;
}

/** The longest name with a prefix, such as CloudFront-Key-Pair-Id. Our own limit. */
const longestPrefix = 60;

/** Whether a position is within the name of a parameter, and not behind its value. */
function isInName(query: string, at: number): boolean {
  const before = query.slice(Math.max(0, at - longestPrefix), at);
  const start = before.lastIndexOf("&") + 1;
  return (
    at > 0 &&
    (start > 0 || at <= longestPrefix) &&
    /^[A-Za-z][\w %+.-]*$/.test(before.slice(start)) &&
    !/\d{9}$/.test(before)
  );
}

/** What can stand in the place of a separator. */
const written = /^(?:\\{1,4}u00[23][6df]|%5Cu00[23][6df]|%(?:25){0,9}(?:26|3[DF]|20)|\\=|[;?&+\s])/i;

/** The first separator that was written in another way, or left out. */
function separatorSeen(url: string, undone: string): Finding<UrlDamageId> {
  const id = "parameters-escaped";
  const at = commonLength(url, undone);
  const meant = undone.charAt(at);
  const [other = ""] = written.exec(url.slice(at, at + 60)) ?? [];
  const { address } = readGivenUrl(url);
  if (other === "" && meant === "&") {
    const [name] = new RegExp(signingName).exec(url.slice(at)) ?? [];
    return proven(id, `there is no & before ${name}`, {
      summary: "A separator between the parameters is missing.",
      fix: `Write & before ${name}, for example by adding parameters with url.searchParams.`,
    });
  }
  if (other === "?" && url.charAt(at - 1) === "?") return severalMarksSeen();
  if (!"?&=".includes(meant))
    return proven(id, `there is ${shortQuote(other)} before a parameter`, {
      fix: `Remove ${/\s/.test(other) ? "the white space" : other}: nothing comes between & and the name of a parameter.`,
    });
  const hasParameterBefore =
    /^https?:\/\/[^/]+\//i.test(address) && /^[\w.~[\]%-]+=/.test(url.slice(address.length + 1, at));
  if (other === "?" && !hasParameterBefore)
    return likely(id, "there are two ?, and the signing parameters come after the second one", {
      summary: "The URL has two question marks.",
      fix: `Write & instead of the second ? if the first one starts the query, and %3F instead of the first one if it belongs to the path.${/\?[^?=&/]{0,100}\.\w{2,5}\?/.test(url) ? " If it stands for a letter beyond ASCII, percent-encode the path as UTF-8 before something writes it in another encoding." : ""}`,
    });
  const escapes = Object.entries({ "%3F": "?", "%26": "&", "%3D": "=" }).filter(([one]) => url.includes(one));
  const isOne = escapes.length < 2 || !escapes.some(([encoded]) => encoded === other);
  return proven(id, `there is ${shortQuote(other)} instead of ${meant}`, {
    fix: isOne
      ? separatorFix(other, meant)
      : `Write ${listed(escapes.map(([, plain]) => plain))} instead of ${listed(escapes.map(([encoded]) => encoded))}: encode the values of parameters, not the separators.`,
  });
}

function separatorFix(other: string, meant: string): string {
  if (other === "?")
    return "Write & instead of the second ?, for example by adding parameters with url.searchParams.";

  if (other === "&") return "Write ? instead of & before the first parameter.";
  if (other === ";") return "Write & instead of ; between parameters.";
  if (other.startsWith("\\"))
    return `Write ${meant} instead of ${other}: decode JSON, and the escapes of a shell, before you use the URL.`;

  return `Write ${meant} instead of ${other}: encode the values of parameters, not the separators.`;
}

/** With the parameters in front of the #. */
function withoutFragment(url: string): string {
  const at = url.indexOf("#");
  if (at < 0) return url;
  const [before, behind] = [url.slice(0, at), url.slice(at + 1)];
  const query = behind.slice(behind.indexOf("?") + 1).replace(/^&/, "");
  return `${before}${before.includes("?") ? "&" : "?"}${query}`;
}

/** A character that HTML may have read out of the name of a parameter. One who signs with it shows that it is meant. */
export function htmlCharacterFindings({ request, givenUrl }: ReadQuestion): Finding<UrlDamageFindingId>[] {
  const entity = request.source === "url" ? entityIn(readGivenUrl(givenUrl).query ?? "") : undefined;
  return entity === undefined ? [] : [likely("html-escaped", { ...entitySeen(entity), rank: rankOfEntity })];
}

/** Before what clients do with the character. */
const rankOfEntity = 1109;
