import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { buildSync } from "esbuild";

interface Tag {
  readonly name: string;
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
  getAttributeValue(name: string): string | null;
}
interface Segment {
  readonly verbatimSegmentUri: string;
  readonly tags: readonly Tag[];
  readonly partialSegments: readonly Tag[];
}
interface Playlist {
  readonly tags: readonly Tag[];
  readonly segments: readonly Segment[] | null;
}
interface Shaka {
  hls: {
    ManifestTextParser: new () => { parsePlaylist(data: string): Playlist };
    Utils: { variableSubstitution(uri: string, variables: Map<string, string>): string };
  };
}

/** The text parser of Shaka out of its source, with the little that it needs of the rest. */
function textParser(): Shaka["hls"] {
  const folder = join(
    dirname(createRequire(import.meta.url).resolve("shaka-player/package.json")),
    "lib/hls",
  );
  const source = ["hls_classes.js", "hls_utils.js", "manifest_text_parser.js"]
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n");
  const nothing = (): void => {};
  const goog = { provide: nothing, require: nothing, requireType: nothing, asserts: { assert: nothing } };
  class ShakaError extends Error {
    static Severity = {};
    static Category = {};
    static Code = {};
  }
  const StringUtils = { fromUTF8: (text: string) => text };
  const shaka = { hls: {}, log: { error: nothing }, util: { Error: ShakaError, StringUtils } };
  new Function("goog", "shaka", source)(goog, shaka);
  return shaka.hls as Shaka["hls"];
}
const { ManifestTextParser, Utils } = textParser();

/** The attributes with an address that HlsParser asks tags for. */
const addresses: Record<string, readonly string[]> = {
  "EXT-X-CONTENT-STEERING": ["SERVER-URI"],
  "EXT-X-DATERANGE": ["X-ASSET-URI", "X-ASSET-LIST"],
};
for (const name of [
  ...["I-FRAME-STREAM-INF", "IMAGE-STREAM-INF", "KEY", "MAP", "MEDIA", "PART", "PRELOAD-HINT"],
  ...["SESSION-DATA", "SESSION-KEY", "STREAM-INF"],
])
  addresses[`EXT-X-${name}`] = ["URI"];

/** Every URI of a playlist as Shaka finds it: of several attributes of one name, the first. */
function readAsShaka(text: string, playlistUrl: string): string[] {
  const { tags, segments } = new ManifestTextParser().parsePlaylist(text);
  const variables = new Map<string, string>();
  const query = new URL(playlistUrl).searchParams;
  for (const tag of tags.filter(({ name }) => name === "EXT-X-DEFINE")) {
    const [name, value] = [tag.getAttributeValue("NAME"), tag.getAttributeValue("VALUE")];
    if (name && value && !variables.has(name)) variables.set(name, value);
    const parameter = tag.getAttributeValue("QUERYPARAM");
    if (parameter && query.has(parameter)) variables.set(parameter, query.get(parameter) as string);
  }
  const ofTags = (all: readonly Tag[]): string[] =>
    all.flatMap((tag) => (addresses[tag.name] ?? []).map((name) => tag.getAttributeValue(name) ?? ""));
  const ofSegments = (segments ?? []).flatMap(({ verbatimSegmentUri, tags: own, partialSegments }) => [
    verbatimSegmentUri,
    ...ofTags(own),
    ...ofTags(partialSegments),
  ]);
  return [...ofTags(tags), ...ofSegments]
    .filter((uri) => uri !== "")
    .map((uri) => Utils.variableSubstitution(uri, variables));
}

/**
 * Every URL of a playlist as Media3 (ExoPlayer) finds it. It compares the starts of lines without the colon, and looks
 * for `URI="` anywhere in a line, also at the end of a longer name. A port of HlsPlaylistParser.java, 1.8: of its older
 * versions, which take the last of two definitions.
 */
function readAsMedia3(text: string, playlistUrl: string): string[] {
  const variables = new Map<string, string>();
  const replaced = (value: string): string =>
    value.replace(/\{\$([a-zA-Z0-9\-_]+)\}/g, (all, name: string) => variables.get(name) ?? all);
  const attribute = (line: string, name: string): string | undefined => {
    const value = new RegExp(`${name}="((?:.|\\f)+?)"`).exec(line)?.[1];
    return value === undefined ? undefined : replaced(value);
  };
  const define = (line: string): void => {
    const parameter = attribute(line, "QUERYPARAM");
    const name = attribute(line, "NAME") ?? parameter;
    if (name === undefined) return;
    const query = new URL(playlistUrl).searchParams;
    const value = name === parameter ? query.get(parameter) : attribute(line, "VALUE");
    if (value !== undefined && value !== null) variables.set(name, value);
  };
  const urls: string[] = [];
  const addressed =
    /^#EXT-X-(MEDIA|KEY|SESSION-KEY|MAP|PART|PRELOAD-HINT|RENDITION-REPORT|I-FRAME-STREAM-INF|CONTENT-STEERING|DATERANGE)/;
  for (const raw of text.split(/\r\n|\r|\n/)) {
    const line = raw.trim();
    if (line === "") continue;
    if (line.startsWith("#EXT-X-DEFINE")) define(line);
    const [, tag] = addressed.exec(line) ?? [];
    const names =
      tag === "DATERANGE"
        ? ["X-ASSET-URI", "X-ASSET-LIST"]
        : [tag === "CONTENT-STEERING" ? "SERVER-URI" : "URI"];
    for (const name of tag === undefined ? [] : names) urls.push(attribute(line, name) ?? "");
    if (!line.startsWith("#")) urls.push(replaced(line));
  }
  return urls.filter((url) => url !== "");
}

/** The readers of playlists, run in Node.js as they are: every URL that each of them would ask for. */

const require = createRequire(import.meta.url);
const { Parser } = require("m3u8-parser") as {
  Parser: new (options: object) => { push(text: string): void; end(): void; manifest: unknown };
};
const hlsParser = require("hls-parser") as {
  parse(text: string): unknown;
  setOptions(options: object): void;
};
hlsParser.setOptions({ silent: true });

interface HlsJsParser {
  resolve(reference: string, base: string): string;
  parseMasterPlaylist(text: string, url: string): { playlistParsingError: unknown; variableList: unknown };
  parseMasterPlaylistMedia(text: string, url: string, parsed: unknown): unknown;
  parseLevelPlaylist(
    text: string,
    url: string,
    id: number,
    type: string,
    levelUrlId: number,
    variables: unknown,
  ): { playlistParsingError: unknown };
}

/** The parser of hls.js out of its source, which its bundle does not export. */
function hlsJsParser(): HlsJsParser {
  Object.assign(globalThis, { self: globalThis });
  const source = join(dirname(require.resolve("hls.js/package.json")), "src");
  const { outputFiles } = buildSync({
    stdin: {
      contents: `export { default } from "./loader/m3u8-parser"; export { logger } from "./utils/logger";`,
      resolveDir: source,
    },
    bundle: true,
    write: false,
    format: "cjs",
    logLevel: "silent",
    alias: { "url-toolkit": require.resolve("url-toolkit") },
    define: {
      __USE_VARIABLE_SUBSTITUTION__: "true",
      __USE_EME_DRM__: "true",
      __USE_ALT_AUDIO__: "true",
      __VERSION__: '"0"',
    },
  });
  const module = { exports: {} as { default: HlsJsParser } };
  new Function("module", "exports", "require", outputFiles[0]?.text ?? "")(module, module.exports, require);
  return module.exports.default;
}
const hlsJs = hlsJsParser();

/** Every string in data that a reader made, also behind getters. */
function* stringsOf(data: unknown, seen = new Set<unknown>()): Generator<string> {
  if (typeof data === "string") yield data;
  if (typeof data !== "object" || data === null || ArrayBuffer.isView(data) || seen.has(data)) return;
  seen.add(data);
  for (const value of Object.values(data)) yield* stringsOf(value, seen);
}

/** A URL as a browser asks for it; nothing for what it asks nothing for. */
function asked(reference: string, base: string): string[] {
  try {
    return [new URL(reference, base).href];
  } catch {
    return [];
  }
}

function attempt(action: () => string[]): string[] {
  try {
    return action();
  } catch {
    return [];
  }
}

/** What {$name} stands for, as RFC 8216bis has it: hls-parser leaves it to its user. */
function withVariables(uri: string, text: string): string {
  const values = new Map<string, string>();
  for (const [, name = "", value = ""] of text.matchAll(/^#EXT-X-DEFINE:NAME="([^"]*)",VALUE="([^"]*)"/gm))
    values.set(name, value);
  return uri.replace(/\{\$([\w-]+)\}/g, (all, name: string) => values.get(name) ?? all);
}

/**
 * Each reader, and the URLs that carry `mark` among those that it asks for. Strings without it are none of
 * ours.
 */
export const hlsReaders: Record<string, (text: string, url: string, mark: string) => string[]> = {
  "hls.js": (text, url, mark) => {
    const marked = (data: unknown): string[] =>
      [...stringsOf(data)].filter((value) => value.includes(mark) && value.length < 20_000);
    const resolved = (value: string): string[] => asked(hlsJs.resolve(value, url), "https://page.example/");
    const parsed = hlsJs.parseMasterPlaylist(text, url);
    const media = attempt(() => marked(hlsJs.parseMasterPlaylistMedia(text, url, parsed)));
    const level = attempt(() => {
      const { m3u8: _, ...details } = hlsJs.parseLevelPlaylist(
        text,
        url,
        0,
        "main",
        0,
        null,
      ) as unknown as Record<string, unknown>;
      const fragments = (details.fragments as { relurl?: string; url?: string }[] | undefined) ?? [];
      // The tags as they were, which nobody asks for.
      return [
        ...marked({ ...details, fragments: [] }),
        ...fragments.flatMap((fragment) => marked({ ...fragment, tagList: [] })),
      ];
    });
    const master = parsed.playlistParsingError ? [] : marked(parsed);
    return [...new Set([...master, ...media, ...level])].flatMap((value) => attempt(() => resolved(value)));
  },
  "m3u8-parser": (text, url, mark) => {
    const parser = new Parser({ uri: url });
    parser.push(text);
    parser.end();
    return [...stringsOf(parser.manifest)]
      .filter((value) => value.includes(mark))
      .flatMap((value) => asked(value, url));
  },
  "hls-parser": (text, url, mark) =>
    [...stringsOf(hlsParser.parse(text))]
      .filter((value) => value.includes(mark) && !value.includes("\n"))
      .flatMap((value) => asked(withVariables(value, text), url)),
  Media3: (text, url, mark) =>
    readAsMedia3(text, url)
      .filter((value) => value.includes(mark))
      .flatMap((value) => asked(value, url)),
  Shaka: (text, url, mark) =>
    readAsShaka(text, url)
      .filter((value) => value.includes(mark))
      .flatMap((value) => asked(value, url)),
};
