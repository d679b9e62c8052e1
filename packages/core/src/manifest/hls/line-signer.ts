import type { Grant } from "../../sign/grant.ts";
import { createReferenceWriter } from "../reference.ts";
import { ReferenceFault, refuse } from "../reference-fault.ts";
import { hasOtherScheme } from "../reference-syntax.ts";
import type { Base } from "../resolve-reference.ts";
import type { WorkBudget } from "../work-budget.ts";
import { readAttributeList } from "./attribute-list.ts";
import { brokenPlaylist } from "./broken-playlist.ts";
import type { Variables } from "./variables.ts";

// EXT-X-IMAGE-STREAM-INF is Roku's, for thumbnails; all others are in RFC 8216bis, section 4.4 and appendix
// D.
const tagWithUri =
  /^#EXT-X-(?:(?:SESSION-)?KEY|MAP|MEDIA|(?:I-FRAME|IMAGE)-STREAM-INF|SESSION-DATA|RENDITION-REPORT|PRELOAD-HINT|PART|CONTENT-STEERING|DATERANGE):/;
// With the tag before its name. X-URI is that of com.apple.hls.preload and com.apple.hls.daterange-schedule.
const uriAttribute = /(?:STEERING:SERVER-URI|DATERANGE:X-(?:(?:ASSET-)?URI|ASSET-LIST)|:URI)$/;
const define = "#EXT-X-DEFINE";
const steering = "#EXT-X-CONTENT-STEERING";
/**
 * A playlist's own, and a vendor's. m3u8-parser reads all others in camel case, so that `SERVER-U-R-I` is one
 * more address to it.
 */
const steeringAttribute = /^(?:SERVER-URI|PATHWAY-ID|X-[A-Z\d-]+)$/;

// What ends a line for some readers and not for others: hls.js splits at a lone CR, Python's m3u8 at all of them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const lineBreakOfSome = /[\r\v\f\x1c-\x1e\x85\u2028\u2029]/;

/**
 * Signs single lines of a playlist, given without their line breaks: URI lines, and the URIs of tags.
 * Everything else comes back as it is, also spaces around a line, which the specification forbids and players
 * cut off.
 */
export function createLineSigner(
  grant: Grant,
  base: Base,
  variables: Variables,
  budget: WorkBudget,
): (line: string) => string {
  const write = createReferenceWriter(grant, budget);
  const signUri = (uri: string): string => {
    const [reading = uri, ...others] = variables.readings(uri);
    const signed = write(reading, base, uri);
    for (const other of others) if ((write(other, base, uri) === uri) !== (signed === uri)) refuseReadings();
    return signed;
  };

  const signTag = (text: string, tag: string): string => {
    const list = text.slice(tag.length);
    const attributes = readAttributeList(list);
    if ("problem" in attributes) return refuse("ERR_MANIFEST_INVALID", attributes.problem);
    let signed = tag;
    let end = 0;
    for (const { name, quoted, at } of attributes) {
      if (tag.startsWith(steering) && !steeringAttribute.test(name))
        refuse(
          "ERR_MANIFEST_INVALID",
          `the steering tag has the attribute ${name.slice(0, 20)}, which some readers take for an address`,
        );
      if (!uriAttribute.test(tag + name)) continue;
      if (quoted === undefined) return refuse("ERR_MANIFEST_INVALID", "the URI is not in quotes");
      if (name === "SERVER-URI") for (const reading of variables.readings(quoted)) checkSteering(reading);
      signed += list.slice(end, at) + signUri(quoted);
      end = at + quoted.length;
    }
    return signed + list.slice(end);
  };

  return (line) => {
    const text = line.trim();
    checkLine(line, text);
    if (!text.startsWith("#")) return around(line, text, signUri(text));
    if (text.startsWith(`${define}:`)) variables.define(text.slice(define.length + 1));
    const [tag] = tagWithUri.exec(text) ?? [];
    if (tag === undefined) return line;
    const signed = tag.startsWith(steering) ? unlessBroken(() => signTag(text, tag)) : signTag(text, tag);
    return around(line, text, signed);
  };
}

/**
 * Whoever steers decides which hosts players ask with their signed URLs: what is wrong there is never left as
 * it is.
 */
function unlessBroken(sign: () => string): string {
  try {
    return sign();
  } catch (error) {
    if (error instanceof ReferenceFault) return brokenPlaylist(error.problem);
    throw error;
  }
}

/** Throws for a line that readers cut, or find a definition in, in different ways. */
function checkLine(line: string, text: string): void {
  const lineBreak = lineBreakOfSome.exec(text)?.[0];
  if (lineBreak !== undefined) {
    const code = lineBreak.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    brokenPlaylist(
      `has U+${code} inside of it, where some readers start a new line; end lines with LF or CRLF`,
    );
  }
  for (const tag of [define, steering])
    if (line.includes(tag, line.startsWith(tag) ? 1 : 0))
      brokenPlaylist(
        `has an ${tag.slice(1)} that does not start the line, which some readers obey and others do not`,
      );
}

/** A line with its text replaced, and the space around it as it was. */
function around(line: string, text: string, signed: string): string {
  if (text === line) return signed;
  const start = line.indexOf(text);
  return line.slice(0, start) + signed + line.slice(start + text.length);
}

/**
 * A steering manifest may send players with their signed URLs to any host, so the grant has to cover where it
 * comes from.
 */
function checkSteering(uri: string): void {
  if (hasOtherScheme(uri))
    refuse(
      "ERR_URL_INVALID",
      "the steering manifest is not at a URL that the grant could cover; it decides which hosts players ask",
    );
}

function refuseReadings(): never {
  return refuse(
    "ERR_MANIFEST_INVALID",
    "is a URL of CloudFront or none, depending on which of its variables a reader replaces",
  );
}
