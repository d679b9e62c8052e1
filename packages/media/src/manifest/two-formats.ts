/**
 * A page reads what it loads as its player wants, whatever the content type says. So what stays unsigned in a text of
 * one format must not make it a text of the other: there, the signed references would lead elsewhere.
 */

/**
 * The elements of an MPD that lead to a URL, with any prefix. dash.js, Shaka and mpd-parser find an element `MPD`
 * behind any other text, and dash.js a `Patch`; the others are what an element of another manifest may be replaced with
 * (XLink). No reader finds an element whose name is escaped, or not directly behind the `<`.
 */
const elementOfManifest =
  /<(?:[^\s<>/=:]*:)?(?:MPD|Patch|Period|(?:Empty)?AdaptationSet|(?:Sub)?Representation(?:Index)?|Segment(?:Base|List|Template|URL|Timeline)|BaseURL|Initialization(?:Set|Group|Presentation)?|BitstreamSwitching|(?:Patch)?Location|ContentSteering|ContentProtection|ImportedMPD|LinkedPeriod|Event(?:Stream)?|UTCTiming|Metrics|Reporting|ClientDataReporting|ServiceDescription|ProducerReferenceTime|(?:Essential|Supplemental)Property|UrlQueryInfo|[Ll]a[Uu]rl)(?![\w.-])/;

/** Whether a line of a playlist has an element in it that a reader of manifests follows. */
export function holdsManifest(line: string): boolean {
  return line.includes("<") && elementOfManifest.test(line);
}

// Those of every reader of playlists.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const lineBreak = /[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;

/**
 * Returns a function that takes a text in pieces, and finds the first line of it that starts as a tag of a playlist:
 * the part of the piece in front of that line. m3u8-parser (video.js) needs no `#EXTM3U` at the start, only such a tag;
 * without one it requests nothing. Other readers need `#EXTM3U` at the very start, where a manifest has none.
 */
export function createTagFinder(): (piece: string) => string | undefined {
  /** The start of the line that is not whole yet. */
  let start = "";
  return (piece) => {
    const lines = (start + piece).split(lineBreak);
    const found = lines.findIndex((line) => line.trimStart().startsWith("#EXT"));
    const before = found > 0 ? piece.slice(0, lines.slice(0, found).join(" ").length - start.length + 1) : "";
    start = lines.at(-1)?.trimStart().slice(0, "#EXT".length) ?? "";
    return found < 0 ? undefined : before;
  };
}
