import { percentDecoded } from "cloudfront-sign-webcrypto/internals";
import type { CloudFrontFindingId } from "../findings/finding.ts";
import { escapedEquals, escapedSeparator, withoutLooseSeparators } from "../values/loose-separators.ts";
import { withoutStrayText } from "../values/stray-character.ts";

/** How often a separator may have been percent-encoded. Our own limit. */
const mostEncodings = 4;

const parameter = "(?:Expires|Policy|Signature|Key-Pair-Id|Hash-Algorithm)";

/** What each fault of the text of a URL is without it. Applied in this order, to the URL without the faults before. */
const menders: readonly (readonly [id: CloudFrontFindingId, mend: (url: string) => string])[] = [
  ["request-invalid", absolute],
  ["stray-characters", absolute],
  ["html-escaped", (url) => url.replace(/&(?:amp;)+|&#0{0,4}38;|&#x0{0,4}26;/gi, "&")],
  ["quoted-printable", decodedMailUrl],
  ["parameters-escaped", withSeparators],
  ["parameters-escaped", withoutLoose],
  ["parameters-in-fragment", withoutFragment],
];

/** The URL without the faults that were found in its text. */
export function mendedUrl(url: string, ids: readonly CloudFrontFindingId[]): string {
  return menders.reduce((text, [id, mend]) => (ids.includes(id) ? mend(text) : text), url);
}

/** An http or https URL without the text around it, with both of its slashes, as clients send it. */
function absolute(url: string): string {
  const text = withoutStrayText(url.slice(Math.max(0, url.search(/[a-z\d]/i))));
  const [, scheme = "https", rest = ""] = /^(?:(https?)[:;]?[/\\]{0,9})?(.*)$/is.exec(text) ?? [];
  try {
    return new URL(`${scheme.toLowerCase()}://${rest.replace(/^[^/?#@]*@/, "")}`).href;
  } catch {
    return url;
  }
}

function decodedMailUrl(url: string): string {
  return (
    url
      .replace(/=\r?\n/g, "")
      .replace(/=3D/gi, "=")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what =10 to =20 decode to
      .replace(/([?&]Expires)([\u0010-\u0020]|%(?:1\d|20))(?=\d{8})/g, (_, name: string, byte: string) => {
        const hex = byte.length > 1 ? byte.slice(1) : byte.charCodeAt(0).toString(16);
        return `${name}=${hex}`;
      })
      .replace(/([?&](?:Policy|Signature)=[\w~-]*)=(?=[\w~-])/g, "$1")
  );
}

/** With ?, & and = in the place of what was written instead: everywhere in a query without &, else from the first parameter on. */
function withSeparators(url: string): string {
  const otherSeparators = `${escapedSeparator}|[;?&]`;
  const equals = `(?:=|${escapedEquals})`;
  let text = url.replace(/\?{2,}/, "?");
  if (!text.includes("?"))
    text = text
      .replace(/\/(?=(?:Expires|Policy)=[^/]+\/Signature=)/, "?")
      .replace(/\/(?=(?:Signature|Key-Pair-Id|Hash-Algorithm)=)/g, "&");
  for (let i = 0; i < mostEncodings && /^https?%/i.test(text); i++) text = percentDecoded(text);
  const start = /&/.test(text)
    ? text.search(new RegExp(`(?:${otherSeparators})(?=${parameter}${equals})`, "gi"))
    : text.search(/\?|%3F|\\u003f/i);
  if (start < 0) return text;
  const rest = text
    .slice(start)
    .replace(new RegExp(`(?:${otherSeparators})(?=[\\w.-]{1,60}${equals})`, "gi"), "&")
    .replace(new RegExp(`(&[\\w.-]{1,60})${equals}`, "gi"), "$1=");
  const whole = text.slice(0, start) + rest;
  return whole.includes("?") ? whole : whole.replace(/&/, "?");
}

/** With & and = where there was something else, or nothing. */
function withoutLoose(url: string): string {
  const at = url.indexOf("?") + 1;
  return at === 0 ? url : url.slice(0, at) + withoutLooseSeparators(url.slice(at));
}

/** With the parameters in front of the #. */
function withoutFragment(url: string): string {
  const at = url.indexOf("#");
  const [before, behind] = [url.slice(0, at), url.slice(at + 1)];
  const query = behind.slice(behind.indexOf("?") + 1).replace(/^&/, "");
  return `${before}${before.includes("?") ? "&" : "?"}${query}`;
}
