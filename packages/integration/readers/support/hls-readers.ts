import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { buildSync } from "esbuild";
import { readAsMedia3 } from "./media3-reader.ts";
import { readAsShaka } from "./shaka-hls-reader.ts";

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
