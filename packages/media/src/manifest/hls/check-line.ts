import { codePoint } from "cloudfront-sign-webcrypto/internals";
import { refuseLine, refusePlaylist } from "./playlist-fault.ts";
import { holdsUrl } from "./unsigned-addresses.ts";

export const defineStart = "#EXT-X-DEFINE:";
export const steeringStart = "#EXT-X-CONTENT-STEERING:";

// Some readers end a line at these: hls.js at a lone CR, Python's m3u8 at all of them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const lineBreakOfSome = /[\r\v\f\x1c-\x1e\x85\u2028\u2029]/;
// hls.js finds these anywhere in a multivariant playlist, in comments as well.
const tagInsideLine = /.#(EXT-X-(?:(?:I-FRAME-)?STREAM-INF|SESSION-DATA|SESSION-KEY|MEDIA)):(.*)$/;

/** Throws for a line that readers end, or find a definition or a steering server in, in different ways. */
export function checkLine(line: string, text: string, leavesAddresses: boolean): void {
  const character = lineBreakOfSome.exec(text)?.[0];
  if (character !== undefined)
    refusePlaylist(
      `${codePoint(character)} is inside a line, and some players start a new line there; end lines with LF or CRLF`,
    );
  const isTagInside = line.includes("#EXT-X-", 1);
  if (!isTagInside && !/^#EXT-X-[CD]/.test(line)) return;
  for (const start of [defineStart, steeringStart]) {
    const name = start.slice(0, -1);
    if (!line.includes(name, line.startsWith(start) ? 1 : 0)) continue;
    // Media3 compares the start of a line without the colon.
    refusePlaylist(insideLine(name.slice(1)));
  }
  if (isTagInside && !leavesAddresses) checkInside(text);
}

/** Throws for a line with another tag inside, in which hls.js finds an address. */
function checkInside(text: string): void {
  const [, tag, rest = ""] = tagInsideLine.exec(text) ?? [];
  if (tag !== undefined && (holdsUrl(rest) || rest.includes("{$"))) refuseLine(insideLine(tag));
}

function insideLine(tag: string): string {
  return `${tag} is inside a line or continues without a colon, so only some players obey it; move it to a line of its own, or remove it`;
}
