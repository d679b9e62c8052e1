import type { Grant } from "../../sign/grant.ts";
import { ReferenceFault } from "../reference-problem.ts";
import { refuseOtherScheme } from "../reference-syntax.ts";
import { createReferenceWriter } from "../reference-writer.ts";
import type { Base } from "../resolve-reference.ts";
import type { WorkBudget } from "../work-budget.ts";
import { readAttributeList } from "./attribute-list.ts";
import { PlaylistFault, refuseLine, refusePlaylist } from "./playlist-fault.ts";
import type { Variables } from "./variables.ts";

// EXT-X-IMAGE-STREAM-INF is Roku's, for thumbnails; all others are in RFC 8216bis, section 4.4 and appendix
// D.
const tagWithUri =
  /^#EXT-X-(?:(?:SESSION-)?KEY|MAP|MEDIA|(?:I-FRAME|IMAGE)-STREAM-INF|SESSION-DATA|RENDITION-REPORT|PRELOAD-HINT|PART|CONTENT-STEERING|DATERANGE):/;
// With the tag before its name. X-URI is that of com.apple.hls.preload and com.apple.hls.daterange-schedule.
const uriAttribute = /(?:STEERING:SERVER-URI|DATERANGE:X-(?:(?:ASSET-)?URI|ASSET-LIST)|:URI)$/;
const define = "#EXT-X-DEFINE";
const defineStart = "#EXT-X-DEFINE:";
const contentSteering = "#EXT-X-CONTENT-STEERING";
/**
 * The attributes of the specification, and those of vendors. m3u8-parser reads all others in camel case, so
 * that `SERVER-U-R-I` is one more address to it.
 */
const steeringAttribute = /^(?:SERVER-URI|PATHWAY-ID|X-[A-Z\d-]+)$/;

// Some readers end a line at these: hls.js at a lone CR, Python's m3u8 at all of them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const lineBreakOfSome = /[\r\v\f\x1c-\x1e\x85\u2028\u2029]/;

/**
 * Signs single lines of a playlist, given without their line breaks: URI lines (media segments and media
 * playlists), and the URIs of tags. Everything else comes back as it is, also white space around a line,
 * which the specification forbids and players cut off.
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
    for (const other of others)
      if ((write(other, base, uri) === uri) !== (signed === uri)) refuseLine({ id: "readings-differ" });
    return signed;
  };

  const signTag = (text: string, start: string): string => {
    const list = text.slice(start.length);
    const tag = start.slice(1, -1);
    const isSteering = start.startsWith(contentSteering);
    const attributes = readAttributeList(list, tag);
    if ("id" in attributes) return refuseLine(attributes);
    let signed = start;
    let end = 0;
    for (const { name, quoted, at } of attributes) {
      if (isSteering && !steeringAttribute.test(name))
        refuseLine({ id: "steering-attribute", attribute: name });
      if (!uriAttribute.test(start + name)) continue;
      if (quoted === undefined) return refuseLine({ id: "not-quoted", tag, attribute: name });
      try {
        // A steering manifest may name any host to players: its own address has to be one that the grant
        // covers.
        if (isSteering) for (const reading of variables.readings(quoted)) refuseOtherScheme(reading);
        signed += list.slice(end, at) + signUri(quoted);
      } catch (error) {
        if (!(error instanceof ReferenceFault)) throw error;
        refuseLine({ id: "uri", tag, attribute: name, problem: error.problem });
      }
      end = at + quoted.length;
    }
    return signed + list.slice(end);
  };

  return (line) => {
    const text = line.trim();
    checkLine(line, text);
    if (!text.startsWith("#")) return around(line, text, signUri(text));
    if (text.startsWith(defineStart)) variables.define(text.slice(defineStart.length));
    const [start] = tagWithUri.exec(text) ?? [];
    if (start === undefined) return line;
    const signed = start.startsWith(contentSteering)
      ? neverLeft(() => signTag(text, start))
      : signTag(text, start);
    return around(line, text, signed);
  };
}

/**
 * A steering server decides which hosts players ask with their signed URLs, so its tag is never left
 * unsigned.
 */
function neverLeft(sign: () => string): string {
  try {
    return sign();
  } catch (error) {
    if (!(error instanceof PlaylistFault) || error.isFatal) throw error;
    return refusePlaylist({ id: "steering", problem: error.problem });
  }
}

/** Throws for a line that readers end, or find a definition in, in different ways. */
function checkLine(line: string, text: string): void {
  const character = lineBreakOfSome.exec(text)?.[0];
  if (character !== undefined) refusePlaylist({ id: "line-break", character });
  for (const tag of [define, contentSteering])
    if (line.includes(tag, line.startsWith(tag) ? 1 : 0))
      refusePlaylist({ id: "tag-inside-line", tag: tag.slice(1) });
}

/** A line with its text replaced, and the white space around it as it was. */
function around(line: string, text: string, signed: string): string {
  if (text === line) return signed;
  const start = line.indexOf(text);
  return line.slice(0, start) + signed + line.slice(start + text.length);
}
