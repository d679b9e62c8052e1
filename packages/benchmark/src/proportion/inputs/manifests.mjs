// The functions that sign playlists and manifests.
import { createDashSigningStream, signDashManifest } from "cloudfront-sign-media/dash";
import { createHlsSigningStream, signHlsPlaylist } from "cloudfront-sign-media/hls";
import { cut, urlInputs } from "../input.mjs";
import { folderGrant, host, hostGrant } from "../material.mjs";

/** @typedef {import("../input.mjs").Input} Input */
/** @typedef {(text: string) => unknown} Sign */

const playlistUrl = `${host}/course/a.m3u8`;
const manifestUrl = `${host}/course/a.mpd`;

/**
 * Sends all chunks through a stream and reads the result.
 * @param {{ readonly readable: unknown, readonly writable: unknown }} stream
 * @param {Iterable<unknown>} chunks
 */
async function through(stream, chunks) {
  const { readable, writable } = /** @type {TransformStream} */ (stream);
  const reader = readable.getReader();
  const writer = writable.getWriter();
  const written = (async () => {
    for (const chunk of chunks) await writer.write(chunk);
    await writer.close();
  })().catch(() => {});
  while (!(await reader.read()).done);
  await written;
}

/** @param {string} value */
const defined = (value) => `#EXTM3U\n#EXT-X-DEFINE:NAME="a",VALUE="${value}"\n`;
const encoder = new TextEncoder();
/** @param {string} text */
const bytes = (text) => cut(text, 1000).map((piece) => encoder.encode(piece));

/**
 * The places for a filling, with a sample.
 * @type {[place: string, sample: string, make: (filling: string) => string][]}
 */
const playlists = [
  ["whole playlist", "#EXTM3U\n", (text) => text],
  ["lines", "a\n", (text) => `#EXTM3U\n${text}`],
  // All different, and above the folder of the playlist.
  [
    "lines that are not covered",
    "a",
    (text) => {
      const piece = text.slice(0, 2).replace(/\n/g, "a");
      return `#EXTM3U\n${Array.from({ length: text.length / 6 }, (_, i) => `/${piece}${(i % 1296).toString(36)}\n`).join("")}`;
    },
  ],
  ["short lines", "a", (text) => `#EXTM3U\n${cut(text, 40).join("\n")}`],
  ["attribute list", 'METHOD=AES-128,URI="a"', (text) => `#EXTM3U\n#EXT-X-KEY:${text}`],
  ["value of an attribute", "a", (text) => `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${text}"`],
  [
    "attribute lists",
    'URI="a"',
    (text) =>
      `#EXTM3U\n${cut(text, 40)
        .map((list) => `#EXT-X-KEY:${list}`)
        .join("\n")}`,
  ],
  ["EXT-X-DEFINE", 'NAME="a",VALUE="b"', (text) => `#EXTM3U\n#EXT-X-DEFINE:${text}`],
  [
    "many EXT-X-DEFINE",
    "a",
    (text) =>
      `#EXTM3U\n${cut(text, 20)
        .map((value, i) => `#EXT-X-DEFINE:NAME="${i}",VALUE="${value}"\n{$${i}}.ts`)
        .join("\n")}`,
  ],
  [
    "value of EXT-X-DEFINE, used on many lines",
    "a",
    (text) => {
      const half = text.length >> 1;
      return defined(text.slice(0, half)) + "{$a}\n".repeat(half / 5 + 1);
    },
  ],
  [
    "value of EXT-X-DEFINE, used often in a line",
    "a",
    (text) => {
      const half = text.length >> 1;
      return defined(text.slice(0, half)) + "{$a}".repeat(half / 4 + 1);
    },
  ],
];

/** @type {[place: string, sample: string, make: (filling: string) => string][]} */
const manifests = [
  ["whole manifest", "<MPD/>", (text) => text],
  ["content of the root", "<a/>", (text) => `<MPD>${text}</MPD>`],
  ["attributes of the root", ' a="b"', (text) => `<MPD ${text}></MPD>`],
  ["value of an attribute", "a", (text) => `<MPD a="${text}"></MPD>`],
  ["BaseURL", "a/", (text) => `<MPD><BaseURL>${text}</BaseURL></MPD>`],
  ["Location", "a", (text) => `<MPD><Location>${text}</Location></MPD>`],
  [
    "BaseURLs",
    "a",
    (text) =>
      `<MPD>${cut(text, 100)
        .map((one) => `<BaseURL>${one}/</BaseURL>`)
        .join("")}</MPD>`,
  ],
  [
    "media of a SegmentTemplate",
    "$Number$.m4s",
    (text) => `<MPD><Period><SegmentTemplate media="${text}"/></Period></MPD>`,
  ],
  ["media of SegmentURLs", "a", (text) => segmentUrls(cut(text, 40))],
  [
    "12 BaseURLs above many SegmentURLs",
    "a",
    (text) => {
      const base = `<BaseURL>${host}/${text.slice(0, 2000)}`;
      const bases = Array.from({ length: 12 }, (_, i) => `${base}${i}/</BaseURL>`).join("");
      return segmentUrls(
        Array.from({ length: text.length / 50 }, () => "a"),
        bases,
      );
    },
  ],
  ["nested BaseURLs", "aaaa", nested],
  [
    "Periods with a BaseURL",
    "a",
    (text) =>
      `<MPD>${cut(text, 100)
        .map(
          (one) =>
            `<Period><BaseURL>${one}/</BaseURL><SegmentList><SegmentURL media="a"/></SegmentList></Period>`,
        )
        .join("")}</MPD>`,
  ],
];

/** @param {string[]} references @param {string} [bases] */
function segmentUrls(references, bases = "") {
  const list = references.map((media) => `<SegmentURL media="${media}"/>`).join("");
  const representation = `<Representation id="1"><SegmentList>${list}</SegmentList></Representation>`;
  return `<MPD>${bases}<Period><AdaptationSet>${representation}</AdaptationSet></Period></MPD>`;
}

/** @param {string} text */
function nested(text) {
  const quarter = text.length >> 2;
  const [outer, inner] = [text.slice(0, quarter), text.slice(quarter, 2 * quarter)];
  const representations = cut(text.slice(2 * quarter), 100).map(
    (base, i) => `<Representation id="${i}"><BaseURL>${base}</BaseURL></Representation>`,
  );
  const set = `<AdaptationSet>${representations.join("")}</AdaptationSet>`;
  return `<MPD><BaseURL>${outer}/</BaseURL><Period><BaseURL>${inner}/</BaseURL>${set}</Period></MPD>`;
}

/** @type {(name: string, sign: Sign, all: typeof playlists) => Input[]} */
const inputs = (name, sign, all) =>
  all.map(([place, sample, make]) => ({
    name: `${name}: ${place}`,
    sample,
    prepare: (filling) => {
      const text = make(filling);
      return () => sign(text);
    },
  }));

const playlist = "#EXTM3U\na.ts\n";
const manifest = "<MPD><BaseURL>a/</BaseURL></MPD>";
const imported = '#EXTM3U\n#EXT-X-DEFINE:IMPORT="a"\n';

/** @type {Input[]} */
export const manifestInputs = [
  ...inputs("signHlsPlaylist", (text) => signHlsPlaylist(text, hostGrant, { playlistUrl }), playlists),
  ...inputs(
    'signHlsPlaylist, "leave"',
    (text) => signHlsPlaylist(text, folderGrant, { playlistUrl, uncovered: "leave" }),
    playlists,
  ),
  ...inputs(
    "createHlsSigningStream",
    (text) => through(createHlsSigningStream(hostGrant, { playlistUrl }), cut(text, 1000)),
    playlists,
  ),
  ...inputs(
    "createHlsSigningStream of bytes",
    (text) => through(createHlsSigningStream(hostGrant, { playlistUrl }), bytes(text)),
    playlists.slice(0, 2),
  ),
  ...urlInputs("signHlsPlaylist: playlistUrl", (text) =>
    signHlsPlaylist(playlist, hostGrant, { playlistUrl: text, uncovered: "leave" }),
  ),
  {
    name: "signHlsPlaylist: variable, used on many lines",
    sample: "a",
    prepare: (text) => {
      const half = text.length >> 1;
      const lines = imported + "{$a}\n".repeat(half / 5 + 1);
      return () => signHlsPlaylist(lines, hostGrant, { playlistUrl, variables: { a: text.slice(0, half) } });
    },
  },
  {
    name: "signHlsPlaylist: name of a variable",
    sample: "a",
    ask: (text) => signHlsPlaylist(playlist, hostGrant, { playlistUrl, variables: { [text]: "a" } }),
  },
  {
    name: "signHlsPlaylist: value of QUERYPARAM, used on many lines",
    sample: "a",
    prepare: (text) => {
      const half = text.length >> 1;
      const lines = `#EXTM3U\n#EXT-X-DEFINE:QUERYPARAM="a"\n${"{$a}\n".repeat(half / 5 + 1)}`;
      return () =>
        signHlsPlaylist(lines, hostGrant, { playlistUrl: `${playlistUrl}?a=${text.slice(0, half)}` });
    },
  },
  ...inputs("signDashManifest", (text) => signDashManifest(text, hostGrant, { manifestUrl }), manifests),
  ...inputs(
    'signDashManifest, "leave"',
    (text) => signDashManifest(text, folderGrant, { manifestUrl, uncovered: "leave" }),
    manifests,
  ),
  ...inputs(
    "createDashSigningStream",
    (text) => through(createDashSigningStream(hostGrant, { manifestUrl }), cut(text, 1000)),
    manifests,
  ),
  ...inputs(
    "createDashSigningStream of bytes",
    (text) => through(createDashSigningStream(hostGrant, { manifestUrl }), bytes(text)),
    manifests.slice(0, 2),
  ),
  ...urlInputs("signDashManifest: manifestUrl", (text) =>
    signDashManifest(manifest, hostGrant, { manifestUrl: text, uncovered: "leave" }),
  ),
];
