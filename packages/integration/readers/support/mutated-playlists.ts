import { hostileReferences } from "@cloudfront-sign-webcrypto/testing/support/hostile-references.ts";
import { createDice } from "@cloudfront-sign-webcrypto/testing/support/random.ts";

/**
 * Playlists that are nearly right: a real shape, with some of its parts exchanged for what readers read
 * differently.
 */

const plain = [
  "1.ts",
  "a/1.ts",
  "../v/1.ts",
  "1.ts?x=1",
  "/v/1.m3u8",
  "{$v}/1.ts",
  "{$w}",
  "x-{$v}-{$w}.ts",
  "a;b.ts",
];
const values = [
  "a",
  "42",
  "..",
  "/",
  "//evil.example",
  "https://evil.example",
  "https:",
  "",
  " ",
  "$'",
  "$&",
  "{",
  "}",
  "{$w}",
  "$w}",
  "%7B$w%7D",
  "a#b",
  "a?b",
  "\\",
  "'//evil.example'",
];
const lineBreaks = [
  "\n",
  "\n",
  "\n",
  "\n",
  "\r\n",
  "\r\n",
  "\r",
  "\n\r",
  "\n\n",
  "\v",
  "\f",
  "\u2028",
  "\u0085",
  "\x1c",
];
const spaces = ["", "", "", "", "", " ", "\t", "\u00a0", "\ufeff", "\r", "\u2003"];
const tags = [
  '#EXT-X-KEY:METHOD=AES-128,URI="URI",IV=0x00000000000000000000000000000001',
  '#EXT-X-MAP:URI="URI",BYTERANGE="10@0"',
  '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="en",URI="URI"',
  '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="URI"',
  '#EXT-X-SESSION-DATA:DATA-ID="x",URI="URI"',
  '#EXT-X-SESSION-KEY:METHOD=AES-128,URI="URI"',
  '#EXT-X-PART:DURATION=1,URI="URI",INDEPENDENT=YES',
  '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="URI"',
  '#EXT-X-RENDITION-REPORT:URI="URI",LAST-MSN=1',
  '#EXT-X-CONTENT-STEERING:SERVER-URI="URI",PATHWAY-ID="a"',
  '#EXT-X-DATERANGE:ID="ad",CLASS="com.apple.hls.interstitial",START-DATE="2020-01-02T21:55:44.000Z",X-ASSET-URI="URI"',
  '#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1.4d401e"\nURI',
  "#EXTINF:6,title\nURI",
  "#EXTINF:6,\nURI",
  "#EXTINF:6 title\nURI",
  "#EXTINF:\nURI",
  "#EXT-X-PREFETCH:URI",
  '#EXT-X-DATERANGE:ID="ad",START-DATE="2020-01-02T21:55:44.000Z",X-COM-EXAMPLE-AD="URI"',
  '#EXT-X-MEDIA:TYPE=__proto__,GROUP-ID="map",NAME="uri",URI="URI"',
  "URI",
];
const mutations: readonly ((line: string) => string)[] = [
  (line) => line.replace(",", " , "),
  (line) => line.replace('URI="', 'URI= "'),
  (line) => line.replace('"', "'"),
  (line) => line.replace(/"$/, ""),
  (line) => line.replace('URI="', 'URI="//evil.example/",URI="'),
  (line) => line.replace(/URI="([^"]*)"/, 'URI="$1",URI="//evil.example/?"'),
  (line) => line.replace(/URI="([^"]*)"/, 'URI="//evil.example/?" ,X="$1"'),
  (line) => line.replace(/URI="([^"]*)"/, 'X="a" ,URI="$1"'),
  (line) => line.replace(/URI="([^"]*)"/, "URI=$1"),
  (line) => line.replace(":", ': X="#EXT-X-DEFINE:NAME=v,VALUE=//evil.example",'),
  (line) => `${line},X="URI=//evil.example/?"`,
  (line) => `#${line}`,
  (line) => ` ${line}`,
  (line) => `# a ${line}`,
  (line) => line.toLowerCase(),
  (line) => line.slice(0, -1),
  (line) => line + line,
  // What only some readers look at.
  (line) => line.replace(/^#EXT-X-[A-Z-]+/, "$&X"),
  (line) => line.replace(":", " "),
  (line) => line.replace('URI="', 'X-URI="//evil.example/?",URI="'),
  (line) => line.replace('URI="', 'uri="//evil.example/?",URI="'),
  (line) => line.replace('URI="', 'U-R-I="//evil.example/?",URI="'),
  (line) => line.replace('URI="', 'NAME="URI=",URI="'),
  (line) => line.replace(/^#EXT-X-[A-Z-]+:/, '$&X-VALUE="//evil.example",X-NAME="v",'),
  (line) => `${line}#EXT-X-MEDIA:TYPE=AUDIO,URI="//evil.example/?"`,
  (line) => `#EXTINF:\n6${line}`,
  (line) => `#EXTINF:\n6//evil.example/${line}`,
  (line) => `#EXTINF:\n.5{$v}/${line}`,
  (line) => `#EXTINF:6${line}`,
  (line) => `#EXTINF:6,title ${line}`,
  (line) => `#EXT-X-PREFETCH:${line.replace(/^#/, "")}`,
  (line) => `\ufeff${line}`,
  (line) => line.replace(/(?:GROUP-ID|ID|NAME)="[^"]*"/, '$&,X="__proto__"'),
];

export function mutatedPlaylist(seed: number): string {
  const dice = createDice(seed);
  const reference = () => dice.of(dice.chance(0.12) ? hostileReferences : plain);
  const define = () => {
    const name = dice.of(["v", "v", "w", "w", "x-y", "", "a b"].slice(0, dice.chance(0.9) ? 4 : 7));
    const value = dice.chance(0.15)
      ? dice.of([...values, ...hostileReferences])
      : dice.of(["a", "42", "b/c", "x.ts"]);
    return dice.of([
      `#EXT-X-DEFINE:NAME="${name}",VALUE="${value}"`,
      `#EXT-X-DEFINE:NAME="${name}",VALUE="${value}"`,
      `#EXT-X-DEFINE:VALUE="${value}",NAME="${name}"`,
      ...(dice.chance(0.1)
        ? [
            `#EXT-X-DEFINE:NAME="${name}",VALUE="a",VALUE="${value}"`,
            `#EXT-X-DEFINE:NAME="${name}",NAME="w",VALUE="${value}"`,
            `#EXT-X-DEFINE:NAME="${name}", VALUE="${value}"`,
            `#EXT-X-DEFINE:NAME="${name}",VALUE=${value}`,
            `#EXT-X-DEFINE:QUERYPARAM="${name}"`,
            `#EXT-X-DEFINE:IMPORT="${name}"`,
            `#EXT-X-DEFINE:QUERYPARAM="q",NAME="${name}",VALUE="${value}"`,
            `#EXT-X-DEFINEX:NAME="${name}",VALUE="${value}"`,
            `#EXT-X-DEFINE:X-VALUE="${value}",NAME="${name}",VALUE="a"`,
            `#EXT-X-DEFINE:X-NAME="${name}",NAME="z",VALUE="${value}"`,
            `#EXT-X-DEFINE:VALUE="NAME=",NAME="${name}"`,
          ]
        : []),
    ]);
  };
  const lines = ["#EXTM3U", "#EXT-X-VERSION:8", ...(dice.chance(0.7) ? ["#EXT-X-TARGETDURATION:6"] : [])];
  const names = new Set<string>();
  for (let i = dice.below(3); i > 0; i--) {
    const line = define();
    const [name = ""] = /NAME="[^"]*"/.exec(line) ?? [];
    if (!names.has(name) || dice.chance(0.1)) lines.push(line);
    names.add(name);
  }
  const count = 1 + dice.below(6);
  for (let i = 0; i < count; i++) {
    let line = dice
      .of(tags)
      .replace('URI"', () => `${reference()}"`)
      .replace(/\nURI$|^URI$/, (all) => all.replace("URI", () => reference()));
    if (dice.chance(0.12)) line = dice.of(mutations)(line);
    lines.push(line);
    if (dice.chance(0.05)) lines.push(define());
    if (dice.chance(0.05))
      lines.push(
        dice.of([
          "# comment",
          "#EXT-X-DISCONTINUITY",
          '#EXT-X-UNKNOWN:URI="//evil.example/?"',
          "https://evil.example/?",
          "skd://a",
        ]),
      );
  }
  const usual = dice.of(["\n", "\n", "\r\n"]);
  return lines
    .map(
      (line) =>
        (dice.chance(0.02) ? dice.of(spaces) : "") +
        line +
        (dice.chance(0.015) ? dice.of(lineBreaks) : usual),
    )
    .join("");
}
