import type { Grant } from "cloudfront-sign-webcrypto";
import { Fault, notTrusted, type Problem } from "../fault.ts";
import { type Found, isDecisive, type Leaving, type ReferenceKind } from "../leaving.ts";
import { findObjectName, isObjectName } from "../object-names.ts";
import { refuseOtherScheme } from "../reference-syntax.ts";
import { createReferenceWriter, firstOf } from "../reference-writer.ts";
import type { Base } from "../resolve-reference.ts";
import { shownName } from "../shown-name.ts";
import type { WorkBudget } from "../work-budget.ts";
import { type AttributeList, readAttributeList } from "./attribute-list.ts";
import { checkLine, defineStart, steeringStart } from "./check-line.ts";
import { notQuoted } from "./definition.ts";
import {
  addressProblem,
  attributeOf,
  decisive,
  leavable,
  refuseAddress,
  refuseLine,
  refusePlaylist,
  withSubject,
} from "./playlist-fault.ts";
import { hasUrlOfSegment, isHarmless, mayBeAddress, mayHoldAddress } from "./unsigned-addresses.ts";
import type { Variables } from "./variables.ts";

// EXT-X-IMAGE-STREAM-INF is Roku's, for thumbnails; all others are in RFC 8216bis, section 4.4 and appendix
// D.
const tagWithUri =
  /^#EXT-X-(?:(?:SESSION-)?KEY|MAP|MEDIA|(?:I-FRAME|IMAGE)-STREAM-INF|SESSION-DATA|RENDITION-REPORT|PRELOAD-HINT|PART|CONTENT-STEERING|DATERANGE):/;
// With the tag before its name. X-URI is that of com.apple.hls.preload and com.apple.hls.daterange-schedule.
const uriAttribute = /(?:STEERING:SERVER-URI|DATERANGE:X-(?:(?:ASSET-)?URI|ASSET-LIST)|:URI)$/;
/**
 * The attributes of the specification, and those of vendors. m3u8-parser reads all others in camel case, so
 * that `SERVER-U-R-I` is one more address to it.
 */
const steeringAttribute = /^(?:SERVER-URI|PATHWAY-ID|X-[A-Z\d-]+)$/;
// The value is the URI of a segment to come. Low-latency HLS of before Apple's, as Amazon IVS and Twitch have it.
const prefetchStart = /^#EXT-X-(?:TWITCH-)?PREFETCH:\s*/;
/** A value that every reader who reads it without quotes reads alike. */
const plainValue = /^[^\s"'{}\\]+$/;
const anyTag = /^#(EXT[A-Z\d-]*):?(.*)$/i;
/** A tag with neither an attribute nor an address. */
const inertTag = /^#[A-Z\d-]*:?[^=/\\:(]*$/i;

/**
 * Signs single lines of a playlist, given without their line breaks: URI lines (media segments and media
 * playlists), and the URIs of tags. Everything else comes back as it is, also white space around a line,
 * which the specification forbids and players cut off.
 */
export function createLineSigner(
  grants: readonly Grant[],
  base: Base,
  variables: Variables,
  budget: WorkBudget,
  leaving: Leaving,
): (line: string) => string {
  const writers = grants.map((grant) => createReferenceWriter(grant, budget));
  const signReadings = (uri: string, readings: readonly string[], kind: ReferenceKind): string => {
    // A steering manifest may name any host to players.
    if (kind === "steering") for (const reading of readings) refuseOtherScheme(reading);
    return firstOf(writers, (write) => {
      const signed = write(readings[0] ?? uri, base, uri);
      for (const other of readings.slice(1))
        if ((write(other, base, uri) === uri) !== (signed === uri))
          refuseLine(
            "the URI is empty in some players and not in others, which replace only the first use of a variable; write each variable once",
          );
      return signed;
    });
  };

  /** Signs a URI, or leaves it as it is. `subject` is what messages call it. */
  const signUri = (uri: string, kind: ReferenceKind, place: string, subject = "the URI"): string => {
    // The playlist's own query is for this viewer alone.
    if (leaving.isOpen(kind) && !variables.usesQuery(uri)) return uri;
    let readings: readonly string[] = [];
    try {
      readings = variables.readings(uri);
      const signed = signReadings(uri, readings, kind);
      if (!isDecisive(kind) || readings.every((reading) => leaving.isTrusted(reading, [base]))) return signed;
    } catch (error) {
      if (!(error instanceof Fault) || error.of === "text") throw error;
      const found = { kind, url: uri, place };
      const problem = () => (error.of === "reference" ? withSubject(subject, error) : error.problem());
      if (isTrusted(found, readings, problem)) return uri;
      if (kind !== "steering" && leaving.leaves(found, problem)) return uri;
      if (kind === "steering") refusePlaylist(problem().words + decisive);
      throw new Fault(() => ({ ...problem(), words: problem().words + leavable }), "text");
    }
    return refusePlaylist(`${subject} ${notTrusted}`);
  };
  const isTrusted = (found: Found, readings: readonly string[], problem: () => Problem): boolean =>
    readings.length > 0 &&
    // The playlist's own query is not for others.
    !variables.usesQuery(found.url) &&
    readings.every((reading) => leaving.trusts(found, reading, [base], problem));

  /**
   * Throws for attributes that are not signed, and that some reader may take for an address. `start` is that of
   * a tag whose URIs are signed.
   */
  const checkUnsigned = (
    tag: string,
    attributes: AttributeList,
    isSteering: boolean,
    start?: string,
  ): void => {
    for (const { name, value } of attributes) {
      // Names of objects without a variable were refused with the line.
      if (isHarmless(name, value) || (start !== undefined && isUri(start, name))) continue;
      for (const reading of variables.readings(value)) {
        if (isObjectName(reading)) refuseObjectName(reading);
        if (leaving.isSilent && !isSteering) continue;
        if (mayBeAddress(tag, name, reading))
          leaveAddress(attributeOf(tag, name), `${tag}@${name}`, value, [reading], isSteering);
      }
    }
  };

  /** Throws for an address that is not signed, unless it may stay. */
  const leaveAddress = (
    subject: string,
    place: string,
    url: string,
    readings: readonly string[],
    isSteering: boolean,
  ): void => {
    const found = { kind: "other", url, place } as const;
    const problem = () => addressProblem(subject);
    if (!isSteering && (isTrusted(found, readings, problem) || leaving.leaves(found, problem))) return;
    const { code, words } = problem();
    throw new Fault(() => ({ code, words: words + (isSteering ? decisive : leavable) }), "text");
  };

  const signTag = (text: string, start: string): string => {
    const list = text.slice(start.length);
    const tag = start.slice(1, -1);
    const isSteering = start === steeringStart;
    const attributes = readAttributeList(list, tag);
    if (typeof attributes === "string") return refuseLine(attributes);
    checkUnsigned(tag, attributes, isSteering, start);
    let signed = start;
    let end = 0;
    for (const { name, quoted, value, at } of attributes) {
      if (isSteering && !steeringAttribute.test(name)) refuseAddress(attributeOf(tag, name));
      if (!isUri(start, name)) continue;
      const uri = quoted ?? value;
      if (quoted === undefined && !plainValue.test(uri)) return refuseLine(notQuoted(tag, name));
      const from = quoted === undefined ? at - 1 : at;
      signed +=
        list.slice(end, from) + signUri(uri, kindOf(tag, name, list), `${tag}@${name}`, `${name} of ${tag}`);
      end = from + uri.length;
    }
    return signed + list.slice(end);
  };

  /** Throws for a tag that has nothing to sign, and something that a reader may take for an address. */
  const checkTag = (tag: string, value: string): void => {
    const attributes = readAttributeList(value, tag);
    if (typeof attributes !== "string") checkUnsigned(tag, attributes, false);
    else if (mayHoldAddress(tag, value))
      leaveAddress(valueOfTag(tag), tag, value.trim(), [value.trim()], false);
  };

  let isVariant = false;
  let isDurationMissing = false;
  return (line) => {
    const text = line.trim();
    checkLine(line, text, leaving.isSilent);
    if (!text.startsWith("#")) {
      if (isDurationMissing && /^[\d.,]/.test(text)) refuseDuration();
      const signed = signUri(text, isVariant ? "playlist" : "segment", "URI");
      if (text !== "") {
        isDurationMissing = false;
        isVariant = false;
      }
      return around(line, text, signed);
    }
    if (text.startsWith("#EXT-X-STREAM-INF")) isVariant = true;
    const isSegment = text.startsWith("#EXTINF");
    isDurationMissing = isSegment && text.endsWith("#EXTINF:");
    if (isSegment) {
      if (!leaving.isSilent && hasUrlOfSegment(text, variables.readings)) refuseDuration();
      return line;
    }
    if (!/^#EXT/i.test(text)) return line;
    const name = findObjectName(text);
    if (name !== undefined) refuseObjectName(name);
    const start = tagWithUri.exec(text)?.[0];
    if (start !== undefined) {
      const signed = start === steeringStart ? neverLeft(() => signTag(text, start)) : signTag(text, start);
      return around(line, text, signed);
    }
    if (text.startsWith(defineStart)) {
      variables.define(text.slice(defineStart.length));
      return line;
    }
    const prefetch = prefetchStart.exec(text)?.[0];
    if (prefetch === undefined && (leaving.isSilent || inertTag.test(text))) return line;
    const [, tag = "", value = ""] = anyTag.exec(text) ?? [];
    if (prefetch !== undefined) {
      const uri = text.slice(prefetch.length);
      // As an attribute list it would be something else.
      if (/^[^/?]*=/.test(uri)) refuseAddress(valueOfTag(tag));
      return around(line, text, prefetch + signUri(uri, "segment", tag));
    }
    checkTag(tag, value);
    return line;
  };
}

/** Whether an attribute has a URI that is signed. */
function isUri(start: string, name: string): boolean {
  return name === "URI" || (/(?:URI|LIST)$/.test(name) && uriAttribute.test(start + name));
}

/** What the URI of a tag is for. */
function kindOf(tag: string, name: string, list: string): ReferenceKind {
  if (tag === "EXT-X-CONTENT-STEERING") return "steering";
  if (tag === "EXT-X-DATERANGE") return name === "X-URI" ? "data" : "ad";
  if (tag === "EXT-X-SESSION-DATA") return "data";
  if (tag.endsWith("KEY")) return "key";
  if (tag === "EXT-X-MAP" || /TYPE=MAP(?:,|$)/.test(list)) return "init";
  return tag === "EXT-X-PART" || tag === "EXT-X-PRELOAD-HINT" ? "segment" : "playlist";
}

/**
 * A steering server decides which hosts players ask with their signed URLs, so its tag is never left
 * unsigned.
 */
function neverLeft(sign: () => string): string {
  try {
    return sign();
  } catch (error) {
    if (!(error instanceof Fault) || error.of !== "line") throw error;
    return refusePlaylist(error.problem().words + decisive);
  }
}

function refuseObjectName(name: string): never {
  return refusePlaylist(
    `the name ${name} is a property of every JavaScript object, so it changes players that store it; rename it`,
  );
}

function refuseDuration(): never {
  return refuseLine(
    "EXTINF has no duration, or has a URL where some players look for that of the segment; write EXTINF:6, with the duration and a comma, and no URL at the end of the title",
  );
}

function valueOfTag(tag: string): string {
  return `${shownName(tag)} has a value`;
}

/** A line with its text replaced, and the white space around it as it was. */
function around(line: string, text: string, signed: string): string {
  if (text === line) return signed;
  const start = line.indexOf(text);
  return line.slice(0, start) + signed + line.slice(start + text.length);
}
