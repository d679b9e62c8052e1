import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

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
export function readAsShaka(text: string, playlistUrl: string): string[] {
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
