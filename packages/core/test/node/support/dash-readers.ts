import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parse } from "mpd-parser";

/** The readers of manifests, run in Node.js as they are: every URL that each of them would ask for. */

const core = join(import.meta.dirname, "../../..");
const silent = (): void => {};
// What the players look for when they are loaded, and do not use to read a manifest.
Object.assign(globalThis, {
  self: globalThis,
  window: globalThis,
  location: new URL("https://page.example/"),
});
Object.assign(globalThis, {
  document: {
    createElement: () => ({ canPlayType: () => "" }),
    addEventListener: silent,
    documentElement: {},
  },
});
if (!globalThis.navigator) Object.assign(globalThis, { navigator: { userAgent: "node" } });

function asked(reference: string, base?: string): string[] {
  try {
    return [new URL(reference, base).href];
  } catch {
    return [];
  }
}

/** Every string in data under one of the names. */
function* stringsOf(data: unknown, names: readonly string[], seen = new Set<unknown>()): Generator<string> {
  if (typeof data !== "object" || data === null || ArrayBuffer.isView(data) || seen.has(data)) return;
  seen.add(data);
  for (const [name, value] of Object.entries(data)) {
    if (typeof value === "string" && names.includes(name)) yield value;
    else yield* stringsOf(value, names, seen);
  }
}

function mpdParser(xml: string, url: string): string[] {
  return [
    ...stringsOf(parse(xml, { manifestUri: url, NOW: Date.parse("2030-01-01") }), ["resolvedUri"]),
  ].flatMap((text) => asked(text, "https://page.example/"));
}

interface Segments {
  readonly media?: string;
  readonly initialization?: string;
  readonly startNumber?: number;
  readonly SegmentTimeline?: { readonly S?: { readonly t?: number }[] };
  readonly SegmentURL?: { readonly media?: string }[];
}
interface DashElement {
  url?: string;
  originalUrl?: string;
  baseUri?: string;
  readonly Location?: { readonly __text?: string }[];
  readonly Period?: DashElement[];
  readonly AdaptationSet?: DashElement[];
  readonly Representation?: DashElement[];
  readonly SegmentTemplate?: Segments;
  readonly SegmentList?: Segments;
}
interface DashRepresentation {
  readonly id: string;
  readonly bandwidth: number;
  readonly startNumber: number;
  readonly initialization?: string;
  readonly path: [number, number, number];
}
interface DashModel {
  setConfig(config: object): void;
  getMpd(manifest: DashElement): unknown;
  getRegularPeriods(mpd: unknown): unknown[];
  getAdaptationsForPeriod(period: unknown): unknown[];
  getRepresentationsForAdaptation(adaptation: unknown, media: object): DashRepresentation[];
  getBaseURLsFromElement(element: DashElement): { url: string }[];
}

/** Modules of dash.js, which its bundle has but does not export. */
function dashModules(): (path: string) => Record<string, never> {
  const source = readFileSync(
    join(core, "test/node_modules/dashjs/dist/modern/umd/dash.mediaplayer.debug.js"),
    "utf8",
  );
  const bundle = { exports: {} };
  const inner = source.replace("var __webpack_exports__ = {};", "return __webpack_require__;");
  new Function("module", "exports", inner)(bundle, bundle.exports);
  return bundle.exports as never;
}

// biome-ignore lint/suspicious/noExplicitAny: modules without types
const dash: any = dashModules();
const context = {};
const instance = (path: string, options?: object) => dash(path).default(context).getInstance(options);
const debug = instance("./src/core/Debug.js", { settings: instance("./src/core/Settings.js") });
const dashParser = dash("./src/dash/parser/DashParser.js").default(context).create({ debug });
const model: DashModel = instance("./src/dash/models/DashManifestModel.js");
model.setConfig({ errHandler: { error: silent }, BASE64: null });
const urlUtils: { resolve(url: string, base?: string): string; isRelative(url: string): boolean } = instance(
  "./src/streaming/utils/URLUtils.js",
);
const fill = dash("./src/dash/utils/SegmentsUtils.js").processUriTemplate as (
  template: string,
  ...values: unknown[]
) => string;

/** As BaseURLController and DashHandler do it, for every choice among base URLs that are alternatives. */
function dashJs(xml: string, url: string): string[] {
  const manifest: DashElement = dashParser.parse(xml);
  Object.assign(manifest, { url, originalUrl: url, baseUri: url.slice(0, url.lastIndexOf("/") + 1) });
  const urls = (manifest.Location ?? []).flatMap(({ __text }) => asked(__text ?? "", url));
  for (const period of model.getRegularPeriods(model.getMpd(manifest)))
    for (const adaptation of model.getAdaptationsForPeriod(period))
      for (const representation of model.getRepresentationsForAdaptation(adaptation, { isText: false }))
        urls.push(...requestsOf(manifest, representation));
  return urls;
}

function requestsOf(
  manifest: DashElement,
  { id, bandwidth, startNumber, initialization, path }: DashRepresentation,
): string[] {
  const period = manifest.Period?.[path[0]];
  const set = period?.AdaptationSet?.[path[1]];
  const element = set?.Representation?.[path[2]];
  let bases: string[] = [""];
  for (const level of [manifest, period, set, element]) {
    const own = level ? model.getBaseURLsFromElement(level) : [];
    if (own.length > 0)
      bases = own.flatMap((base) =>
        bases.map((outer) => (urlUtils.isRelative(base.url) ? urlUtils.resolve(base.url, outer) : base.url)),
      );
  }
  const place = (reference: string | undefined): string[] =>
    bases.map((base) =>
      !reference ? base : urlUtils.isRelative(reference) ? urlUtils.resolve(reference, base) : reference,
    );
  const template = element?.SegmentTemplate;
  const times = template?.SegmentTimeline?.S?.map(({ t }) => t) ?? [0];
  const media = [
    template?.media,
    ...(element?.SegmentList?.SegmentURL ?? []).map((segment) => segment.media),
  ].filter((text) => text !== undefined);
  const segments = media.flatMap((text) =>
    times.map((time) => {
      const once = fill(text, id, startNumber + 0, undefined, bandwidth, time);
      return fill(once, id, startNumber + 0, undefined, bandwidth, time);
    }),
  );
  return [
    ...segments.flatMap(place),
    ...place(initialization).map((text) => fill(text, id, undefined, undefined, bandwidth)),
  ].flatMap((text) => asked(text, "https://page.example/"));
}

const shaka = createRequire(import.meta.url)("shaka-player/dist/shaka-player.dash-es2021.debug.js");
shaka.log?.setLevel?.(0);
const shakaConfig = shaka.util.PlayerConfiguration.createDefault().manifest;

async function shakaPlayer(xml: string, url: string): Promise<string[]> {
  const urls: string[] = [];
  const data = new TextEncoder().encode(xml).buffer;
  const request = (_: unknown, { uris: [uri = ""] }: { uris: string[] }) => {
    if (uri !== url) urls.push(uri);
    const promise =
      uri === url
        ? Promise.resolve({ uri, originalUri: uri, data, headers: {}, status: 200 })
        : Promise.reject(new Error("not there"));
    promise.catch(silent);
    return {
      promise,
      abort: silent,
      finally(action: () => void) {
        promise.finally(action).catch(silent);
        return this;
      },
    };
  };
  const no = () => false;
  const player = {
    networkingEngine: { request },
    isLowLatencyMode: no,
    isAutoLowLatencyMode: no,
    getBandwidthEstimate: () => 1e6,
    filter: async () => {},
  };
  const parser = new shaka.dash.DashParser();
  try {
    parser.configure(shakaConfig);
    const manifest = await parser.start(
      url,
      new Proxy(player, { get: (target, name) => Reflect.get(target, name) ?? silent }),
    );
    for (const { video, audio } of manifest.variants)
      for (const stream of [video, audio]) {
        if (!stream) continue;
        await stream.createSegmentIndex();
        let left = 3;
        for (const reference of stream.segmentIndex ?? []) {
          urls.push(...reference.getUris(), ...(reference.initSegmentReference?.getUris() ?? []));
          if (--left === 0) break;
        }
      }
  } finally {
    await parser.stop();
  }
  return urls.flatMap((text) => asked(text));
}

/** Each reader, and the URLs that it asks for. A manifest that it cannot read makes it throw. */
export const dashReaders: Record<string, (xml: string, url: string) => string[] | Promise<string[]>> = {
  "mpd-parser": mpdParser,
  "dash.js": dashJs,
  Shaka: shakaPlayer,
};
