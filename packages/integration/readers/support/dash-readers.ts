import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { integration } from "@cloudfront-sign-webcrypto/testing/folders";
import { parse } from "mpd-parser";

/**
 * The readers of manifests, run in Node.js as they are: every URL that each of them would ask for. A server that
 * decides where a player asks, or that gets the URLs of its requests, could have the signature: a request to it
 * counts as signed.
 */

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

const page = "https://page.example/";

/** A request to a server that could have the signature of the manifest's references. */
function trusted(reference: unknown, base: string): string[] {
  // What is relative to the page, by a fault of dash.js, leads to no other host.
  return asked(String(reference), base)
    .filter((url) => /^https?:/.test(url) && !url.startsWith(page))
    .map((url) => `${url.split("#", 1)[0]}${url.includes("?") ? "&" : "?"}trusted&Signature=`);
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
  const manifest = parse(xml, { manifestUri: url, NOW: Date.parse("2030-01-01") });
  const { contentSteering } = manifest as { contentSteering?: unknown };
  return [
    ...[...stringsOf(manifest, ["resolvedUri"])].flatMap((text) => asked(text, page)),
    ...[...stringsOf(contentSteering, ["serverURL", "proxyServerURL"])].flatMap((text) => trusted(text, url)),
  ];
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
  readonly BaseURL?: unknown;
  readonly "xlink:href"?: string;
  readonly "xlink:actuate"?: string;
  readonly EventStream?: DashElement[];
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
  getContentSteering(manifest: DashElement): { serverUrl?: string } | undefined;
  getPatchLocation(manifest: DashElement): { url: string }[];
  getServiceDescriptions(manifest: DashElement): { contentSteering?: { serverUrl?: string } | null }[];
}

/** Modules of dash.js, which a bundle has but does not export. */
function dashModules(bundleName: string): (path: string) => Record<string, never> {
  const source = readFileSync(
    join(integration, `node_modules/dashjs/dist/modern/umd/dash.${bundleName}.debug.js`),
    "utf8",
  );
  const bundle = { exports: {} };
  const inner = source.replace("var __webpack_exports__ = {};", "return __webpack_require__;");
  new Function("module", "exports", inner)(bundle, bundle.exports);
  return bundle.exports as never;
}

// biome-ignore lint/suspicious/noExplicitAny: modules without types
const dash: any = dashModules("mediaplayer");
// biome-ignore lint/suspicious/noExplicitAny: modules without types
const reporting: any = dashModules("reporting");
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

const metrics: {
  getMetrics(manifest: DashElement): { Reporting: { schemeIdUri: string; dvbReportingUrl?: string }[] }[];
} = reporting("./src/streaming/metrics/utils/ManifestParsing.js")
  .default(context)
  .getInstance({
    adapter: {
      getIsDynamic: () => false,
      getRegularPeriods: () => [],
      getAvailabilityStartTime: () => 0,
      getDuration: () => 0,
    },
    constants: reporting("./src/streaming/constants/Constants.js").default,
  });

/** What steers dash.js, what is remote in the way of its XlinkController, and what it reports requests to. */
function trustedByDashJs(manifest: DashElement): string[] {
  const steering = [
    model.getContentSteering(manifest),
    ...model.getServiceDescriptions(manifest).map(({ contentSteering }) => contentSteering),
  ].map((server) => server?.serverUrl);
  const periods = manifest.Period ?? [];
  const remote = [
    ...periods,
    ...periods.flatMap((period) => [...(period.AdaptationSet ?? []), ...(period.EventStream ?? [])]),
  ]
    .filter((element) => element["xlink:actuate"] === "onLoad" && element["xlink:href"])
    .map((element) => {
      const href = String(element["xlink:href"]);
      return /^https?:\/\//i.test(href) ? href : String(element.BaseURL) + href;
    });
  let reports: (string | undefined)[] = [];
  try {
    reports = metrics
      .getMetrics(manifest)
      .flatMap((each) => each.Reporting)
      .filter(({ schemeIdUri }) => schemeIdUri === "urn:dvb:dash:reporting:2014")
      .map(({ dvbReportingUrl }) => dvbReportingUrl);
  } catch {
    // dash.js reports nothing then.
  }
  return [...steering, ...remote, ...reports].filter(Boolean).flatMap((url) => trusted(url, page));
}

/** As BaseURLController and DashHandler do it, for every choice among base URLs that are alternatives. */
function dashJs(xml: string, url: string): string[] {
  const manifest: DashElement = dashParser.parse(xml);
  Object.assign(manifest, { url, originalUrl: url, baseUri: url.slice(0, url.lastIndexOf("/") + 1) });
  const urls = (manifest.Location ?? []).flatMap(({ __text }) => asked(__text ?? "", url));
  urls.push(
    ...trustedByDashJs(manifest),
    ...model.getPatchLocation(manifest).flatMap((patch) => trusted(patch.url, url)),
  );
  try {
    for (const period of model.getRegularPeriods(model.getMpd(manifest)))
      for (const adaptation of model.getAdaptationsForPeriod(period))
        for (const representation of model.getRepresentationsForAdaptation(adaptation, { isText: false }))
          urls.push(...requestsOf(manifest, representation));
  } catch {
    // What it asked for before counts.
  }
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
  ].flatMap((text) => asked(text, page));
}

const shaka = createRequire(import.meta.url)("shaka-player/dist/shaka-player.dash-es2021.debug.js");
shaka.log?.setLevel?.(0);
const shakaConfig = shaka.util.PlayerConfiguration.createDefault().manifest;

async function shakaPlayer(xml: string, url: string): Promise<string[]> {
  const urls: string[] = [];
  const data = new TextEncoder().encode(xml).buffer;
  const { MANIFEST, CONTENT_STEERING } = shaka.net.NetworkingEngine.RequestType;
  const request = (type: number, { uris: [uri = ""] }: { uris: string[] }) => {
    if (uri !== url)
      urls.push(...(type === MANIFEST || type === CONTENT_STEERING ? trusted(uri, url) : [uri]));
    const promise =
      uri === url
        ? Promise.resolve({ uri, originalUri: uri, data, headers: {}, status: 200 })
        : Promise.reject(new Error("not there"));
    promise.catch(silent);
    return new shaka.util.AbortableOperation(promise, () => Promise.resolve());
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
  } catch {
    // What it asked for before counts.
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
