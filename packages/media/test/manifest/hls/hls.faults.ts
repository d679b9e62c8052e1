import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { printable } from "@cloudfront-sign-webcrypto/testing/faults/printable.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { type HlsSigningOptions, signHlsAssetList, signHlsPlaylist } from "cloudfront-sign-media/hls";
import type { Grant } from "cloudfront-sign-webcrypto";

const grantFor = (resource: string) => recorder().signer.grant({ resource, dateLessThan: end });
const grant = await grantFor(`${host}/v/*`);
const playlistUrl = `${host}/v/index.m3u8?twice=1&twice=2&escaped=%2525`;
type Row = readonly [given: string, code: Fault["code"], message: string];

/** What comes behind `#EXTM3U`. */
const lines: readonly Row[] = [
  [
    "# <MPD>",
    "ERR_MANIFEST_INVALID",
    "playlist: line 2: has an element of an MPD, such as <MPD> or <BaseURL>: DASH players can read the text as a manifest, in which the signed URIs lead to other hosts; remove it, or write &lt; for the <",
  ],
  [
    "https://cdn.example.com/a.ts",
    "ERR_RESOURCE_MISMATCH",
    'playlist: line 2: the URI points to cdn.example.com, but the grant is for d111111abcdef8.cloudfront.net; use a grant for this host, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    "../a.ts",
    "ERR_RESOURCE_MISMATCH",
    'playlist: line 2: the URI points to a path of d111111abcdef8.cloudfront.net that the grant does not cover; use a grant that covers it, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    "http://d111111abcdef8.cloudfront.net/v/a.ts",
    "ERR_RESOURCE_MISMATCH",
    'playlist: line 2: the URI has the scheme http:, but the grant is for https:; write https:, or use a grant for *://, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    "a #1.ts",
    "ERR_URL_INVALID",
    'playlist: line 2: the URI has a space before a #, which would end its path; write %23 for a # in a file name, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    "a.ts?Expires=1",
    "ERR_URL_ALREADY_SIGNED",
    'playlist: line 2: the URI has the query parameter Expires, which the signature adds; sign the text from before it was signed, or rename the parameter, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    "a\\b.ts",
    "ERR_URL_INVALID",
    'playlist: line 2: the URI has the character U+005C at position 1, which URL parsers replace or drop; write / or %5C, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    "a\tb.ts",
    "ERR_URL_INVALID",
    'playlist: line 2: the URI has the character U+0009 at position 1, which URL parsers replace or drop; remove it, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    "\ud800.ts",
    "ERR_URL_INVALID",
    'playlist: line 2: the URI has the character U+D800 at position 0, which URL parsers replace or drop; remove it, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    '#EXT-X-MAP:URI=" a.mp4"',
    "ERR_URL_INVALID",
    'playlist: line 2: URI of EXT-X-MAP has the character U+0020 at position 0, which URL parsers replace or drop; remove it, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    '#EXT-X-MAP:URI="a.mp4 "',
    "ERR_URL_INVALID",
    'playlist: line 2: URI of EXT-X-MAP has the character U+0020 at position 5, which URL parsers replace or drop; remove it, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    "https:/cdn.example.com/a.ts",
    "ERR_URL_INVALID",
    'playlist: line 2: the URI does not have exactly two slashes before its host, so players read different hosts; write https:// and the host, or start a path with one slash, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    "https://user@cdn.example.com/a.ts",
    "ERR_URL_INVALID",
    'playlist: line 2: the URI has a user name (an @ before the path), which never reaches CloudFront; remove it, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    "https://b\u00fccher.example/a.ts",
    "ERR_URL_INVALID",
    'playlist: line 2: the URI has a host or port that players read differently; write ASCII letters, digits, . and - (other names in Punycode), and a port of digits, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    "https://bucket.s3.amazonaws.com/a.ts",
    "ERR_URL_INVALID",
    'playlist: line 2: the URI has the host bucket.s3.amazonaws.com, which CloudFront cannot serve; write the distribution\'s domain name, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    "12:30.ts",
    "ERR_URL_INVALID",
    'playlist: line 2: the URI has a colon in its first path segment, so some players read the part before it as a scheme; write ./ before it, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    "%2e%2e/a.ts",
    "ERR_URL_INVALID",
    'playlist: line 2: the URI has a . or .. segment that leads above the root, is escaped, or is beside an escaped slash, so players resolve it differently; write the path without it, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    '#EXT-X-MAP:URI="https://cdn.example.com/a.mp4"',
    "ERR_RESOURCE_MISMATCH",
    'playlist: line 2: URI of EXT-X-MAP points to cdn.example.com, but the grant is for d111111abcdef8.cloudfront.net; use a grant for this host, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    '#EXT-X-CONTENT-STEERING:SERVER-URI="data:application/json,{}"',
    "ERR_MANIFEST_INVALID",
    "playlist: line 2: SERVER-URI of EXT-X-CONTENT-STEERING has the scheme data:, which a grant cannot cover; write an https URL that the grant covers; a steering server decides which hosts players contact, so it always throws unless its host is trusted",
  ],
  [
    '#EXT-X-CONTENT-STEERING:SERVER-URI="https://steering.example/"',
    "ERR_MANIFEST_INVALID",
    "playlist: line 2: SERVER-URI of EXT-X-CONTENT-STEERING points to steering.example, but the grant is for d111111abcdef8.cloudfront.net; use a grant for this host; a steering server decides which hosts players contact, so it always throws unless its host is trusted",
  ],
  [
    '#EXT-X-CONTENT-STEERING:SERVER-URI="a.json"',
    "ERR_MANIFEST_INVALID",
    "playlist: line 2: SERVER-URI of EXT-X-CONTENT-STEERING points to a file that can send players with signed URLs to any host; if you trust everybody who can write it, add its host to trusted, otherwise remove it",
  ],
  [
    '#EXT-X-CONTENT-STEERING:PROXY="b"',
    "ERR_MANIFEST_INVALID",
    "playlist: line 2: EXT-X-CONTENT-STEERING has the attribute PROXY, which some players read as an address; remove it; a steering server decides which hosts players contact, so it always throws unless its host is trusted",
  ],
  [
    '# #EXT-X-CONTENT-STEERING:SERVER-URI="a.json"',
    "ERR_MANIFEST_INVALID",
    "playlist: line 2: EXT-X-CONTENT-STEERING is inside a line or continues without a colon, so only some players obey it; move it to a line of its own, or remove it",
  ],
  [
    "#EXTINF:6,\r1.ts",
    "ERR_MANIFEST_INVALID",
    "playlist: line 2: U+000D is inside a line, and some players start a new line there; end lines with LF or CRLF",
  ],
  [
    '#EXT-X-MAP:URI="a",URI="b"',
    "ERR_MANIFEST_INVALID",
    'playlist: line 2: EXT-X-MAP has the attribute URI twice, and players use one or the other; remove one, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    "#EXT-X-MAP:URI",
    "ERR_MANIFEST_INVALID",
    'playlist: line 2: EXT-X-MAP has the attribute URI that is not written as NAME=value or NAME="value" with a comma after it; check its value and quotes, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    "#EXT-X-MAP:URI=a b.mp4",
    "ERR_MANIFEST_INVALID",
    'playlist: line 2: EXT-X-MAP has the attribute URI without quotes around its value; put it in quotes, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    '#EXT-X-DATERANGE:ID="a",X-ASSET-URL="https://ads.example.com/a"',
    "ERR_MANIFEST_INVALID",
    'playlist: line 2: EXT-X-DATERANGE has the attribute X-ASSET-URL, which some players read as an address; remove it, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    "#EXT-X-NEXT:https://cdn.example.com/a.ts",
    "ERR_MANIFEST_INVALID",
    'playlist: line 2: EXT-X-NEXT has a value, which some players read as an address; remove it, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    '# #EXT-X-MEDIA:TYPE=AUDIO,URI="https://cdn.example.com/a.m3u8"',
    "ERR_MANIFEST_INVALID",
    'playlist: line 2: EXT-X-MEDIA is inside a line or continues without a colon, so only some players obey it; move it to a line of its own, or remove it, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    "#EXTINF:6 https://cdn.example.com/a.ts",
    "ERR_MANIFEST_INVALID",
    'playlist: line 2: EXTINF has no duration, or has a URL where some players look for that of the segment; write EXTINF:6, with the duration and a comma, and no URL at the end of the title, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    "#EXTINF:6,Title {$d}",
    "ERR_MANIFEST_INVALID",
    'playlist: line 2: {$d} has no value above this line; write a VALUE for it, pass the one of an IMPORT in the option variables, or put the parameter of a QUERYPARAM into playlistUrl once, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="__proto__",NAME="a"',
    "ERR_MANIFEST_INVALID",
    "playlist: line 2: the name __proto__ is a property of every JavaScript object, so it changes players that store it; rename it",
  ],
  [
    '#EXT-X-DEFINE-2:NAME="a",VALUE="b"',
    "ERR_MANIFEST_INVALID",
    "playlist: line 2: EXT-X-DEFINE is inside a line or continues without a colon, so only some players obey it; move it to a line of its own, or remove it",
  ],
  [
    '#EXT-X-DEFINE:NAME="a",VALUE="b",X-VALUE="c"',
    "ERR_MANIFEST_INVALID",
    "playlist: line 2: EXT-X-DEFINE needs one of NAME (with VALUE), QUERYPARAM and IMPORT, and no other attribute; write a line for each variable",
  ],
  [
    '#EXT-X-DEFINE:NAME="",VALUE="a"',
    "ERR_MANIFEST_INVALID",
    "playlist: line 2: EXT-X-DEFINE has a name with characters other than letters, digits, - and _; rename it",
  ],
  [
    '#EXT-X-DEFINE:NAME="a",VALUE=b',
    "ERR_MANIFEST_INVALID",
    "playlist: line 2: EXT-X-DEFINE has the attribute VALUE without quotes around its value; put it in quotes",
  ],
  [
    '#EXT-X-DEFINE:QUERYPARAM="Policy"',
    "ERR_MANIFEST_INVALID",
    "playlist: line 2: EXT-X-DEFINE makes a variable of the signing parameter Policy, which would reach every host in the playlist; remove it",
  ],
  [
    '#EXT-X-DEFINE:NAME="a",VALUE="1"\n#EXT-X-DEFINE:NAME="a",VALUE="2"',
    "ERR_MANIFEST_INVALID",
    "playlist: line 3: EXT-X-DEFINE defines {$a} again, and players use the first or the last; rename one",
  ],
  [
    "{$a}/1.ts",
    "ERR_MANIFEST_INVALID",
    'playlist: line 2: {$a} has no value above this line; write a VALUE for it, pass the one of an IMPORT in the option variables, or put the parameter of a QUERYPARAM into playlistUrl once, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    '#EXT-X-DEFINE:IMPORT="cdn"\n{$cdn}/1.ts',
    "ERR_MANIFEST_INVALID",
    'playlist: line 3: {$cdn} has no value above this line; write a VALUE for it, pass the one of an IMPORT in the option variables, or put the parameter of a QUERYPARAM into playlistUrl once, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    '#EXT-X-DEFINE:QUERYPARAM="twice"\n{$twice}/1.ts',
    "ERR_MANIFEST_INVALID",
    'playlist: line 3: {$twice} has no value above this line; write a VALUE for it, pass the one of an IMPORT in the option variables, or put the parameter of a QUERYPARAM into playlistUrl once, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    '#EXT-X-DEFINE:QUERYPARAM="escaped"\n{$escaped}/1.ts',
    "ERR_MANIFEST_INVALID",
    'playlist: line 3: the value of {$escaped} has one of # $ { } \\ %, which players replace in different ways; use another value, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    '#EXT-X-DEFINE:NAME="a",VALUE="b#c"\n{$a}/1.ts',
    "ERR_MANIFEST_INVALID",
    'playlist: line 3: the value of {$a} has one of # $ { } \\ %, which players replace in different ways; use another value, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    "%7B$a%7D/1.ts",
    "ERR_MANIFEST_INVALID",
    'playlist: line 2: a variable has escaped braces or an odd name, and only some players replace it; write {$name}, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    '#EXT-X-DEFINE:NAME="a",VALUE="b"\n{$a}/../1.ts',
    "ERR_MANIFEST_INVALID",
    'playlist: line 3: a . or .. segment comes after a variable, which some players do not replace; write the path without it, or pass uncovered: "leave" to leave the line unsigned',
  ],
  [
    '#EXT-X-DEFINE:NAME="a",VALUE=""\n{$a}{$a}',
    "ERR_MANIFEST_INVALID",
    'playlist: line 3: the URI is empty in some players and not in others, which replace only the first use of a variable; write each variable once, or pass uncovered: "leave" to leave the line unsigned',
  ],
];

/** Whole texts that are not playlists. */
const texts: readonly Row[] = [
  [
    "<html>",
    "ERR_MANIFEST_INVALID",
    "playlist: does not start with the line #EXTM3U; check whether it is empty, an error page, or a DASH manifest",
  ],
  [
    "",
    "ERR_MANIFEST_INVALID",
    "playlist: does not start with the line #EXTM3U; check whether it is empty, an error page, or a DASH manifest",
  ],
  [
    "\u001f\u008b",
    "ERR_MANIFEST_INVALID",
    "playlist: is compressed; request it from the origin without compression",
  ],
];

const a = (length: number): string => "a".repeat(length);

function refusedPlaylist(given: string, text: string, code: Fault["code"], message: string): Fault {
  return { given, run: () => signHlsPlaylist(text, grant, { playlistUrl }), code, message };
}

function refusedOptions(
  given: string,
  options: object,
  code: Fault["code"],
  message: string,
  by: unknown = grant,
): Fault {
  const all = { playlistUrl, ...options } as HlsSigningOptions;
  return { given, run: () => signHlsPlaylist("#EXTM3U", by as Grant, all), code, message };
}

function refusedList(json: unknown, message: string, code: Fault["code"] = "ERR_MANIFEST_INVALID"): Fault {
  const run = () => signHlsAssetList(json as string, grant, { assetListUrl: `${host}/v/list.json` });
  return { given: `signHlsAssetList: ${JSON.stringify(json)}`, run, code, message };
}

/** A relative or absolute URI that the grant does not cover. */
function refusedUri(given: string, uri: string, url: string, resource: string, problem: string): Fault {
  const run = async () => signHlsPlaylist(`#EXTM3U\n${uri}`, await grantFor(resource), { playlistUrl: url });
  const message = `playlist: line 2: the URI ${problem}, or pass uncovered: "leave" to leave the line unsigned`;
  return { given, run, code: "ERR_RESOURCE_MISMATCH", message };
}

const uncoveredFaults: readonly Fault[] = [
  refusedUri(
    'playlistUrl: "https://bucket.s3.amazonaws.com/v/index.m3u8", playlist: a.ts',
    "a.ts",
    "https://bucket.s3.amazonaws.com/v/index.m3u8",
    `${host}/v/*`,
    "is relative to playlistUrl at bucket.s3.amazonaws.com, but the grant is for d111111abcdef8.cloudfront.net; pass the URL that players request",
  ),
  refusedUri(
    'playlistUrl: "https://app.example.com/index.m3u8" with a grant for another host, playlist: a.ts',
    "a.ts",
    "https://app.example.com/index.m3u8",
    `${host}/v/*`,
    "is relative to playlistUrl at app.example.com, but the grant is for d111111abcdef8.cloudfront.net; pass the URL that players request",
  ),
  refusedUri(
    "playlistUrl: a URL of another folder than that of the grant, playlist: a.ts",
    "a.ts",
    `${host}/w/index.m3u8`,
    `${host}/v/*`,
    "is relative to playlistUrl, whose folder the grant does not cover; pass the URL that players request, or use a grant for this folder",
  ),
  refusedUri(
    'a grant for "https://*.example.com/*", playlist: https://cdn.example.net/a.ts',
    "https://cdn.example.net/a.ts",
    "https://cdn.example.com/index.m3u8",
    "https://*.example.com/*",
    "points to cdn.example.net, but the grant is for *.example.com; use a grant for this host",
  ),
  refusedUri(
    'a grant for "https://*/*", playlist: https://cdn.example.com/a.ts',
    "https://cdn.example.com/a.ts",
    `${host}/v/index.m3u8`,
    "https://*/*",
    "points to cdn.example.com, and the resource of the grant names no host, so only that of the manifest counts; use a grant for this host",
  ),
];

const assetListFaults: readonly Fault[] = [
  refusedList("<html>", "json: is not JSON; check whether it is an error page"),
  refusedList("{}", "json: has no list ASSETS; is it an answer with an error?"),
  refusedList('{"ASSETS":[{}]}', "json: ASSETS[0].URI is undefined; write the URI of the asset's playlist"),
  refusedList(
    '{"ASSETS":[{"URI":"https://ads.example.com/a"}]}',
    'json: ASSETS[0].URI points to ads.example.com, but the grant is for d111111abcdef8.cloudfront.net; use a grant for this host, or pass uncovered: "leave" to leave it unsigned',
    "ERR_RESOURCE_MISMATCH",
  ),
  refusedList(7, "json: received a number; pass the text of the list", "ERR_OPTION_INVALID"),
];

/** Faults of playlists, and of the options of `signHlsPlaylist` and `createHlsSigningStream`. */
export const hlsFaults: readonly Fault[] = [
  ...assetListFaults,
  ...uncoveredFaults,
  ...lines.map(([text, code, message]) =>
    refusedPlaylist(`playlist: #EXTM3U\\n${printable(text)}`, `#EXTM3U\n${text}`, code, message),
  ),
  ...texts.map(([text, code, message]) =>
    refusedPlaylist(`playlist: "${printable(text)}"`, text, code, message),
  ),
  refusedPlaylist(
    "playlist: a URI of 8193 characters",
    `#EXTM3U\n${a(8193)}`,
    "ERR_URL_TOO_LONG",
    'playlist: line 2: the URI makes a signed URL of more than the 8192 bytes that CloudFront accepts; shorten it or what it is relative to, or use signed cookies, or pass uncovered: "leave" to leave the line unsigned',
  ),
  refusedPlaylist(
    "playlist: a relative URI of 8000 characters",
    `#EXTM3U\n${a(8000)}`,
    "ERR_URL_TOO_LONG",
    'playlist: line 2: the URI makes a signed URL of more than the 8192 bytes that CloudFront accepts; shorten it or what it is relative to, or use signed cookies, or pass uncovered: "leave" to leave the line unsigned',
  ),
  refusedPlaylist(
    "playlist: {$a} in each of 2,000 lines, with a value of 7,000 characters",
    `#EXTM3U\n#EXT-X-DEFINE:NAME="a",VALUE="${a(7000)}"\n${"{$a}\n".repeat(2000)}`,
    "ERR_MANIFEST_INVALID",
    "playlist: line 45: resolved URLs and replaced variables are over 64 times as long as the text so far; shorten base URLs and variables",
  ),
  refusedPlaylist(
    "playlist: new Uint8Array(8)",
    new Uint8Array(8) as never,
    "ERR_MANIFEST_INVALID",
    "playlist: received a Uint8Array; decode it and pass a string, or use createHlsSigningStream",
  ),
  refusedOptions(
    "playlistUrl: undefined",
    { playlistUrl: undefined },
    "ERR_URL_INVALID",
    "playlistUrl: received undefined; pass an absolute URL as text or URL",
  ),
  refusedOptions(
    'playlistUrl: "http://d111111abcdef8.cloudfront.net/v/index.m3u8" with a grant for https',
    { playlistUrl: `${host.replace("https", "http")}/v/index.m3u8` },
    "ERR_URL_INVALID",
    "playlistUrl: starts with http: but the grant is for https:; pass the URL that players request",
  ),
  refusedOptions(
    'playlistUrl: "/v/index.m3u8"',
    { playlistUrl: "/v/index.m3u8" },
    "ERR_URL_INVALID",
    "playlistUrl: is not an absolute http or https URL; start it with https:// and the host that players contact",
  ),
  refusedOptions(
    "playlistUrl: a URL of 9,038 characters",
    { playlistUrl: `${host}/${a(9000)}` },
    "ERR_URL_TOO_LONG",
    "playlistUrl: has 9038 characters; CloudFront accepts URLs of 8192 bytes, so shorten it",
  ),
  refusedOptions(
    'uncovered: "skip"',
    { uncovered: "skip" },
    "ERR_OPTION_INVALID",
    'uncovered: received a string; write "throw" or "leave", or pass a function that returns one of them',
  ),
  refusedOptions(
    "uncovered: true",
    { uncovered: true },
    "ERR_OPTION_INVALID",
    'uncovered: received a boolean; write "throw" or "leave", or pass a function that returns one of them',
  ),
  {
    given: "uncovered: () => true",
    run: () =>
      signHlsPlaylist("#EXTM3U\nhttps://ads.example.com/a.ts", grant, {
        playlistUrl,
        uncovered: (() => true) as never,
      }),
    code: "ERR_OPTION_INVALID",
    message: 'uncovered: returned a boolean; return "throw" or "leave"',
  },
  refusedOptions(
    "onLeft: []",
    { onLeft: [] },
    "ERR_OPTION_INVALID",
    "onLeft: received an array; pass a function of a reference",
  ),
  refusedOptions(
    'trusted: "ads.example.com"',
    { trusted: "ads.example.com" },
    "ERR_OPTION_INVALID",
    'trusted: is a string; pass a list of hosts: ["ads.example.com", "*.example.net"]',
  ),
  refusedOptions(
    'trusted: ["ads.example.com", "https://ads.example.com/*"]',
    { trusted: ["ads.example.com", "https://ads.example.com/*"] },
    "ERR_OPTION_INVALID",
    'trusted: entry 2 is not a host, or *. and a domain; write it without scheme and path, such as "ads.example.com"',
  ),
  refusedOptions(
    'unsigned: "segment"',
    { unsigned: "segment" },
    "ERR_OPTION_INVALID",
    'unsigned: is a string; pass a list of kinds: ["segment"]',
  ),
  refusedOptions(
    'unsigned: ["segment", "steering"]',
    { unsigned: ["segment", "steering"] },
    "ERR_OPTION_INVALID",
    "unsigned: entry 2 is not a kind that may stay unsigned; write one of segment, init, key, playlist, data, ad",
  ),
  refusedOptions(
    "grant: []",
    {},
    "ERR_OPTION_INVALID",
    "grant: is an empty list; pass one grant or several",
    [],
  ),
  refusedOptions(
    'variables: "cdn"',
    { variables: "cdn" },
    "ERR_OPTION_INVALID",
    'variables: received a string; pass texts by name, such as { name: "value" }',
  ),
  refusedOptions(
    "variables: { cdn: 1 }",
    { variables: { cdn: 1 } },
    "ERR_OPTION_INVALID",
    'variables: received a number; pass texts by name, such as { name: "value" }',
  ),
  refusedPlaylist(
    "playlist: #EXTM3U, and a line of 131,073 characters",
    `#EXTM3U\n#${a(131_072)}\n`,
    "ERR_MANIFEST_INVALID",
    "playlist: line 2: has over 131072 characters; break or shorten it",
  ),
  refusedPlaylist(
    "playlist: #EXTM3U, and 1.2 MB of short URIs",
    `#EXTM3U\n${"a\n".repeat(600_000)}`,
    "ERR_MANIFEST_TOO_LONG",
    "playlist: line 113745: makes the signed text longer than 67108864 characters; if this is intended, pass a larger maxLength",
  ),
  refusedOptions(
    "maxLength: 0",
    { maxLength: 0 },
    "ERR_OPTION_INVALID",
    "maxLength: is 0; pass a number of characters, 1 or more and at most 268435456: only a stream signs more",
  ),
  refusedOptions(
    'maxLength: "1 MB"',
    { maxLength: "1 MB" },
    "ERR_OPTION_INVALID",
    "maxLength: is a string; pass a number of characters, 1 or more and at most 268435456: only a stream signs more",
  ),
  refusedOptions(
    "grant: signer.grant(…), without await",
    {},
    "ERR_OPTION_INVALID",
    "grant: expected a grant; received a Promise: await signer.grant(…)",
    Promise.resolve(grant),
  ),
  refusedOptions(
    "grant: null",
    {},
    "ERR_OPTION_INVALID",
    "grant: expected a grant; received null: make one with await signer.grant(…)",
    null,
  ),
  {
    given: "signHlsPlaylist(text, grant)",
    run: () => signHlsPlaylist("#EXTM3U\n", grant, undefined as never),
    code: "ERR_OPTION_INVALID",
    message:
      'options: is undefined; pass the URL of the playlist: { playlistUrl: "https://cdn.example.com/course/42/index.m3u8" }',
  },
];
