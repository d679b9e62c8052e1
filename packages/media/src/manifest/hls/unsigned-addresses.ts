/**
 * What has an address for those who read it, and which no player requests: IPTV guides and logos, analytics of ad
 * servers, options of VLC.
 */
const vendorTag =
  /^EXT(?:M3U|VLCOPT|IMG|GRP|ALB|ART|LOGO|-X-(?:AD-|TWITCH-INFO|YOSPACE-|UPLYNK-|LOGO|SESSION-DATA-))/;
/** Texts and identifiers, which players show or compare. KEYFORMAT is one, too: `urn:uuid:…`. */
const textAttribute =
  /^(?:NAME|VALUE|(?:DATA-|GROUP-)?ID|CLASS|KEYFORMAT|CHARACTERISTICS|AUDIO|VIDEO|SUBTITLES|(?:STABLE-(?:VARIANT|RENDITION)|PATHWAY)-ID|RECENTLY-REMOVED-DATERANGES)$/;
/**
 * Attributes of a date range that are for the page or app, which the specification leaves to it. Media3 finds
 * X-ASSET-URI= at the end of a longer name, and Shaka makes a style sheet of X-BACKGROUND.
 */
const clientAttribute = /^X-(?!ASSET|BACKGROUND|.*-X-ASSET)[A-Z\d-]+$/;

/** `http:`, `https:` or two slashes, at the start or behind what separates values; in style sheets `url(`. */
const startOfUrl = /(?:^|[\s"'(<=,;|])(?:https?:|[/\\]{2})|url\(/i;
const wholeUrl = /^\s*(?:https?:|[/\\]{2})/i;
/** Names such as `URI`, `AD-URL`, `x-href`. Media3 takes `X-URI=` for `URI=`, m3u8-parser `uri=`. */
const namesUrl = /(?:ur[il]s?|href|link|list|src)$/;
const mayNameUrl = /[ilsfktc][^a-z]*$/i;
// URL parsers drop these.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const dropped = /[\0-\x1f\x7f]/g;

/** Whether some reader finds an absolute URL, or one without a scheme, in a text. */
export function holdsUrl(text: string): boolean {
  if (!/[/\\:(]/.test(text)) return false;
  return startOfUrl.test(text) || startOfUrl.test(text.replace(dropped, ""));
}

/** Whether an attribute has no variable, and nothing that {@link mayBeAddress} would find. */
export function isHarmless(name: string, value: string): boolean {
  return /^[\w.@ -]*$/.test(value) && !mayNameUrl.test(name);
}

/**
 * The tags that some reader knows, also by the start of their names, as Media3 compares them. What is relative in any
 * other tag, no reader asks for.
 */
const knownTag =
  /^EXT(?:INF|-X-(?:ALLOW-CACHE|BITRATE|BYTERANGE|CONTENT-STEERING|CUE|DATERANGE|DEFINE|DISCONTINUITY|ENDLIST|GAP|I-FRAME|IMAGE|INDEPENDENT|KEY|MAP|MEDIA|PART|PLAYLIST|PREFETCH|PRELOAD|PROGRAM|RENDITION|SERVER|SESSION|SKIP|START|STREAM|TARGETDURATION|TILES|VERSION))/i;

/** Whether an attribute that is not signed may be an address to some reader. */
export function mayBeAddress(tag: string, name: string, value: string): boolean {
  if (textAttribute.test(name) || vendorTag.test(tag)) return false;
  if (tag === "EXT-X-DATERANGE" && clientAttribute.test(name)) return false;
  if (holdsUrl(value) || value.includes("\\")) return true;
  if (!knownTag.test(tag)) return false;
  const letters = name.replace(/[^a-z]/gi, "").toLowerCase();
  // Players request nothing for an empty URI, a fragment, or another scheme.
  return namesUrl.test(letters) && /^(?!#|(?!https?:)[a-z][a-z\d+.-]*:)./i.test(value);
}

/** Whether a tag that has no attribute list may hold an address to some reader. */
export function mayHoldAddress(tag: string, text: string): boolean {
  if (vendorTag.test(tag)) return false;
  if (holdsUrl(text)) return true;
  const parts = text.split("=");
  return parts.slice(1).some((value, i) => {
    const name =
      parts[i]
        ?.trimEnd()
        .split(/[,;:\s"]/)
        .pop() ?? "";
    return mayBeAddress(tag, name, /^\s*"?([^\s",]*)/.exec(value)?.[1] ?? "");
  });
}

const duration = /^#EXTINF:\s*(?:\d+(?:\.\d*)?|\.\d+)?/;

/**
 * Whether hls.js finds an address in an `EXTINF`: it reads what is behind the duration and no comma, also a tag, and at
 * the end of a text the last word of the title. `readings` replaces the variables in it.
 */
export function hasUrlOfSegment(line: string, readings: (text: string) => readonly string[]): boolean {
  if (/^#EXTINF:?[^:/\\{]*$/.test(line)) return false;
  const tagAt = line.indexOf("#EXT", 1);
  if (tagAt > 0 && /https?:|[/\\]{2}|\{\$/i.test(line.slice(tagAt).replace(dropped, ""))) return true;
  const rest = line.replace(duration, "");
  const uri = rest.startsWith(",") ? /\s(\S+)$/.exec(rest)?.[1] : rest.trim();
  return uri !== undefined && readings(uri).some((reading) => wholeUrl.test(reading));
}
