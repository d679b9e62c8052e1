import { fail } from "../../errors.ts";
import type { Grant } from "../../grant.ts";
import { signReference } from "../reference.ts";
import { replaceQuoted } from "./attribute-list.ts";
import type { Variables } from "./variables.ts";

// EXT-X-IMAGE-STREAM-INF is Roku's, for thumbnails; all others are in RFC 8216bis, section 4.4 and appendix D.
const tagWithUri =
  /^#EXT-X-(?:(?:SESSION-)?KEY|MAP|MEDIA|(?:I-FRAME|IMAGE)-STREAM-INF|SESSION-DATA|RENDITION-REPORT|PRELOAD-HINT|PART|CONTENT-STEERING|DATERANGE):/;
// With the tag before its name. X-URI is that of com.apple.hls.preload and com.apple.hls.daterange-schedule.
const uriAttribute = /(?:STEERING:SERVER-URI|DATERANGE:X-(?:(?:ASSET-)?URI|ASSET-LIST)|:URI)$/;
const define = "#EXT-X-DEFINE:";

/**
 * Signs single lines of a playlist, given without their line breaks: URI lines, and the URIs of tags. Everything else comes back as it is,
 * also spaces around a line, which the specification forbids and players cut off.
 */
export function createLineSigner(grant: Grant, base: string, variables: Variables): (line: string) => string {
  const signUri = (uri: string): string => signReference(variables.substitute(uri), base, grant, uri);
  return (line) => {
    const text = line.trim();
    if (text.startsWith("#")) {
      if (text.startsWith(define)) variables.define(text.slice(define.length));
      const [tag] = tagWithUri.exec(text) ?? [];
      if (tag === undefined) return line;
      const list = text.slice(tag.length);
      const signed = replaceQuoted(list, (name, content) => {
        if (!uriAttribute.test(tag + name)) return content;
        return content === undefined ? fail("ERR_MANIFEST_INVALID", "playlist", "the URI is not in quotes") : signUri(content);
      });
      return line.replace(list, () => signed);
    }
    const signed = signUri(text);
    return text === line ? signed : line.replace(text, () => signed);
  };
}
