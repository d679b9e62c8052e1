/** What made a request, by its `User-Agent`. */
export interface Client {
  readonly name: string;
  readonly kind: "browser" | "player" | "app" | "program" | "unknown";
}

/**
 * The first that fits. Browsers name their ancestors too, so that Chrome stands before Safari. A log has escapes in the
 * place of spaces.
 */
const clients: readonly (readonly [name: string, kind: Client["kind"], pattern: RegExp])[] = [
  ["bot", "program", /bot\b|crawl|spider|slurp|facebookexternalhit|headless|preview|scan/i],
  ["curl", "program", /^curl\//i],
  ["Wget", "program", /^wget\//i],
  ["Python", "program", /python|aiohttp|httpx|scrapy/i],
  ["Go", "program", /^go-http-client/i],
  ["Java", "program", /^java\/|apache-httpclient/i],
  ["Node.js", "program", /^(?:node|axios|undici|got|node-fetch)\b/i],
  ["tool", "program", /^(?:php|ruby|perl|libwww|postman|insomnia|aws-|amazon%20cloudfront)/i],
  ["AppleCoreMedia", "player", /applecoremedia/i],
  ["ExoPlayer", "player", /exoplayer|media3/i],
  ["VLC", "player", /\bvlc\b|libvlc/i],
  ["FFmpeg", "player", /^lavf|ffmpeg|\bmpv\b/i],
  ["GStreamer", "player", /gstreamer/i],
  ["Kodi", "player", /\bkodi\b/i],
  ["Roku", "player", /\broku\b/i],
  ["Chromecast", "player", /crkey/i],
  ["smart TV", "player", /smart-?tv|web0s|webos|tizen|bravia|hbbtv|aft[a-z]{1,4}\b/i],
  ["Edge", "browser", /\bedg(?:e|a|ios)?\//i],
  ["Opera", "browser", /\bopr\/|opera/i],
  ["Samsung Internet", "browser", /samsungbrowser/i],
  ["Firefox", "browser", /firefox|fxios/i],
  ["Chrome", "browser", /chrome|crios|chromium/i],
  ["Safari", "browser", /version\/[\d.]+.*safari/i],
  ["Android app", "app", /okhttp|dalvik/i],
  ["iOS app", "app", /cfnetwork|darwin/i],
  ["Dart app", "app", /^dart/i],
  ["other browser", "browser", /^mozilla\//i],
];

const noClient: Client = { name: "no User-Agent", kind: "program" };
const otherClient: Client = { name: "other", kind: "unknown" };

/** The characters of a `User-Agent` that are looked at: whoever sends a request chooses its length. */
const longestUserAgent = 400;

/** Names the client of a `User-Agent`. Memory is that of some hundred texts. */
export class ClientNames {
  readonly #known = new Map<string, Client>();

  clientOf(userAgent: string): Client {
    if (userAgent === "") return noClient;
    const text = userAgent.slice(0, longestUserAgent);
    const known = this.#known.get(text);
    if (known) return known;
    const [name, kind] = clients.find(([, , pattern]) => pattern.test(text)) ?? [];
    const client = name === undefined || kind === undefined ? otherClient : { name, kind };
    if (this.#known.size >= 500) this.#known.clear();
    this.#known.set(text, client);
    return client;
  }
}
