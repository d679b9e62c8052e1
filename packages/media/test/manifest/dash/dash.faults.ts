import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { printable } from "@cloudfront-sign-webcrypto/testing/faults/printable.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { type DashSigningOptions, signDashManifest } from "cloudfront-sign-media/dash";
import type { Grant } from "cloudfront-sign-webcrypto";

const grant: Grant = await recorder().signer.grant({ resource: `${host}/v/*`, dateLessThan: end });
const manifestUrl = `${host}/v/manifest.mpd`;

const manifests: readonly (readonly [xml: string, code: Fault["code"], message: string])[] = [
  [
    "<MPD><!--\n#EXTM3U\n--></MPD>",
    "ERR_MANIFEST_INVALID",
    "manifest: line 2: a line starts with #EXT, so video.js can read the text as an HLS playlist, in which the signed references lead to other hosts; remove the line, or write something before #EXT",
  ],
  [
    "<MPD><BaseURL>https://cdn.example.com/a.mp4</BaseURL></MPD>",
    "ERR_RESOURCE_MISMATCH",
    'BaseURL: line 1: points to cdn.example.com, but the grant is for d111111abcdef8.cloudfront.net; use a grant for this host, or pass uncovered: "leave" to leave it unsigned',
  ],
  [
    "<MPD><BaseURL>https:/cdn.example.com/</BaseURL></MPD>",
    "ERR_URL_INVALID",
    "BaseURL: line 1: does not have exactly two slashes before its host, so players read different hosts; write https:// and the host, or start a path with one slash",
  ],
  [
    '<MPD><Period><AdaptationSet><Representation id="1" bandwidth="1"><SegmentTemplate media="&amp;#47;a"/></Representation></AdaptationSet></Period></MPD>',
    "ERR_URL_INVALID",
    'SegmentTemplate@media: line 1: has an XML escape that is escaped itself, which only some players decode; escape it once, or pass uncovered: "leave" to leave it unsigned',
  ],
  [
    "<MPD><ContentSteering>steer.json</ContentSteering></MPD>",
    "ERR_URL_INVALID",
    "ContentSteering: line 1: is relative, and dash.js requests it from the host of the page, with the signature; write an absolute URL",
  ],
  [
    "<MPD><ContentSteering>data:application/json,{}</ContentSteering></MPD>",
    "ERR_URL_INVALID",
    "ContentSteering: line 1: has the scheme data:, which a grant cannot cover; write an https URL that the grant covers; it can send signatures to other hosts, so it always throws unless its host is trusted",
  ],
  [
    '<MPD><BaseURL>https://media.example/</BaseURL><Period><AdaptationSet><SegmentTemplate media="a"/></AdaptationSet></Period></MPD>',
    "ERR_RESOURCE_MISMATCH",
    'SegmentTemplate@media: line 1: is relative to BaseURL at media.example, but the grant is for d111111abcdef8.cloudfront.net; use a grant for this host, or pass uncovered: "leave" to leave it unsigned',
  ],
  [
    '<MPD><BaseURL>/w/</BaseURL><Period><AdaptationSet><SegmentTemplate media="a"/></AdaptationSet></Period></MPD>',
    "ERR_RESOURCE_MISMATCH",
    'SegmentTemplate@media: line 1: is relative to manifestUrl and BaseURL, whose folder the grant does not cover; pass the URL that players request, or use a grant for this folder, or pass uncovered: "leave" to leave it unsigned',
  ],
  [
    "<MPD><ContentSteering>https://steering.example/</ContentSteering></MPD>",
    "ERR_RESOURCE_MISMATCH",
    "ContentSteering: line 1: points to steering.example, but the grant is for d111111abcdef8.cloudfront.net; use a grant for this host; it can send signatures to other hosts, so it always throws unless its host is trusted",
  ],
  [
    '<MPD><ServiceDescription><ContentSteering proxyServerURL="//steering.example/"/></ServiceDescription></MPD>',
    "ERR_RESOURCE_MISMATCH",
    "ContentSteering@proxyServerURL: line 1: points to steering.example, but the grant is for d111111abcdef8.cloudfront.net; use a grant for this host; it can send signatures to other hosts, so it always throws unless its host is trusted",
  ],
  [
    '<MPD><Period xlink:href="https://ads.example/period.xml"/></MPD>',
    "ERR_RESOURCE_MISMATCH",
    "Period@xlink:href: line 1: points to ads.example, but the grant is for d111111abcdef8.cloudfront.net; use a grant for this host; it can send signatures to other hosts, so it always throws unless its host is trusted",
  ],
  [
    "<MPD><Period><ImportedMPD>https://ads.example/a.mpd</ImportedMPD></Period></MPD>",
    "ERR_RESOURCE_MISMATCH",
    "ImportedMPD: line 1: points to ads.example, but the grant is for d111111abcdef8.cloudfront.net; use a grant for this host; it can send signatures to other hosts, so it always throws unless its host is trusted",
  ],
  [
    '<MPD><Metrics><Reporting dvb:reportingUrl="https://reports.example/"/></Metrics></MPD>',
    "ERR_RESOURCE_MISMATCH",
    "Reporting@dvb:reportingUrl: line 1: points to reports.example, but the grant is for d111111abcdef8.cloudfront.net; use a grant for this host; it can send signatures to other hosts, so it always throws unless its host is trusted",
  ],
  [
    '<MPD><SupplementalProperty schemeIdUri="urn:x" value="https://other.example/"/></MPD>',
    "ERR_RESOURCE_MISMATCH",
    'SupplementalProperty@value: line 1: points to other.example, but the grant is for d111111abcdef8.cloudfront.net; use a grant for this host, or pass uncovered: "leave" to leave it unsigned',
  ],
  [
    "<html><body/></html>",
    "ERR_MANIFEST_INVALID",
    "manifest: line 1: the text is not a single MPD element; check whether it is empty or an error page",
  ],
  [
    "<MPD><Period>",
    "ERR_MANIFEST_INVALID",
    "manifest: line 1: the text ends inside an element, a tag or a comment; check whether it was cut off",
  ],
  [
    "<MPD/><!-->-->",
    "ERR_MANIFEST_INVALID",
    "manifest: line 1: a <! starts a DOCTYPE, another declaration, or a comment that starts with > or ->, in which some players find other references; remove it",
  ],
  [
    "<MPD <Period/></MPD>",
    "ERR_MANIFEST_INVALID",
    "manifest: line 1: a < is inside a tag or does not start one; write &lt; for the character",
  ],
  [
    "<MPD><a\u00a0b/></MPD>",
    "ERR_MANIFEST_INVALID",
    "manifest: line 1: players read the name of an element or attribute differently; start it with an ASCII letter, and use letters, digits, _ . - and one :",
  ],
  [
    '<MPD id="1" id="2"/>',
    "ERR_MANIFEST_INVALID",
    "manifest: line 1: MPD has the attribute id twice, and players use one or the other; remove one",
  ],
  [
    "<MPD id=1/>",
    "ERR_MANIFEST_INVALID",
    'manifest: line 1: a tag is not written as <name attribute="value">; check its quotes, and the white space between its attributes',
  ],
  [
    "</MPD>",
    "ERR_MANIFEST_INVALID",
    "manifest: line 1: the end tag of MPD does not close the open element; remove it, or close the open element first",
  ],
  [
    "<MPD/><?a <b?>",
    "ERR_MANIFEST_INVALID",
    "manifest: line 1: a processing instruction has a < or > in it, where some players start or end elements; remove it",
  ],
  [
    "<MPD><BaseURL>a?b&c</BaseURL></MPD>",
    "ERR_MANIFEST_INVALID",
    "manifest: line 1: a & in a reference does not start an XML escape; write &amp;",
  ],
  [
    "<MPD><BaseURL>a<b/></BaseURL></MPD>",
    "ERR_MANIFEST_INVALID",
    "manifest: line 1: the reference in BaseURL is in several pieces, or has an element in it; write it as one text",
  ],
  [
    '<MPD><x:BaseURL xmlns:x="urn:other">a</x:BaseURL></MPD>',
    "ERR_MANIFEST_INVALID",
    "manifest: line 1: the element BaseURL is not in the namespace of MPD, but some players read it as an MPD element; rename or remove it",
  ],
  [
    '<MPD><Period><AdaptationSet><Representation id="1" bandwidth="1"><baseUri>a</baseUri></Representation></AdaptationSet></Period></MPD>',
    "ERR_MANIFEST_INVALID",
    "manifest: line 1: the element baseUri is not part of DASH, but makes players request other URLs or read other elements; rename or remove it",
  ],
  [
    '<MPD><Period><AdaptationSet><Representation id="1" bandwidth="1"><SegmentTemplate baseUrl="a"/></Representation></AdaptationSet></Period></MPD>',
    "ERR_MANIFEST_INVALID",
    "manifest: line 1: the attribute baseUrl is not part of DASH, but makes players request other URLs or read other elements; rename or remove it",
  ],
  [
    '<MPD><Period><AdaptationSet BaseURL="a/"/></Period></MPD>',
    "ERR_MANIFEST_INVALID",
    "manifest: line 1: the attribute BaseURL is not part of DASH, but makes players request other URLs or read other elements; rename or remove it",
  ],
  [
    "<MPD><Period><__proto__/></Period></MPD>",
    "ERR_MANIFEST_INVALID",
    "manifest: line 1: the element __proto__ is not part of DASH, but makes players request other URLs or read other elements; rename or remove it",
  ],
  [
    '<MPD toString="a"/>',
    "ERR_MANIFEST_INVALID",
    "manifest: line 1: the attribute toString is not part of DASH, but makes players request other URLs or read other elements; rename or remove it",
  ],
  [
    '<MPD><Period><AdaptationSet><Representation id="1" bandwidth="1"><SegmentTemplate startNumber="a"/></Representation></AdaptationSet></Period></MPD>',
    "ERR_MANIFEST_INVALID",
    "SegmentTemplate@startNumber: line 1: is not a number, and players put it into URLs; write digits",
  ],
  [
    '<MPD><Period><AdaptationSet><SegmentTemplate media="$RepresentationID$"/><Representation/></AdaptationSet></Period></MPD>',
    "ERR_MANIFEST_INVALID",
    "Representation@id: line 1: is missing, empty, has an empty or dot segment, a character that changes URLs, or a / before a .. of the URL, and SegmentTemplate@media puts it into one as $RepresentationID$; use letters, digits, and . _ ~ -, and single / between them",
  ],
];

const a = (length: number): string => "a".repeat(length);

function refusedManifest(
  given: string,
  xml: unknown,
  code: Fault["code"],
  message: string,
  options: Partial<DashSigningOptions> = {},
): Fault {
  return {
    given,
    run: () => signDashManifest(xml as string, grant, { manifestUrl, ...options }),
    code,
    message,
  };
}

/** Faults of manifests, and of the options of `signDashManifest` and `createDashSigningStream`. */
export const dashFaults: readonly Fault[] = [
  ...manifests.map(([xml, code, message]) => refusedManifest(`xml: ${printable(xml)}`, xml, code, message)),
  refusedManifest(
    "xml: <a> 201 times in each other",
    "<a>".repeat(201).replace("a", "MPD"),
    "ERR_MANIFEST_INVALID",
    "manifest: line 1: more than 200 elements are nested; an MPD has seven levels: remove some",
  ),
  refusedManifest(
    "xml: an attribute of 131,072 characters",
    `<MPD a="${a(131_072)}"/>`,
    "ERR_MANIFEST_INVALID",
    "manifest: line 1: a tag, an instruction or a reference has over 131072 characters; shorten it",
  ),
  refusedManifest(
    "xml: 200,000 references in 5 MB",
    `<MPD><Period><AdaptationSet><SegmentList>${'<SegmentURL media="a" index="b"/>'.repeat(250_000)}`,
    "ERR_MANIFEST_TOO_LONG",
    "manifest: line 1: makes the signed text longer than 67108864 characters; if this is intended, pass a larger maxLength",
  ),
  refusedManifest(
    "xml: 13 BaseURLs in one element",
    `<MPD>${Array.from({ length: 13 }, (_, i) => `<BaseURL>${i}/</BaseURL>`).join("")}</MPD>`,
    "ERR_MANIFEST_INVALID",
    "manifest: line 1: there are more than 12 alternatives for one BaseURL; remove some",
  ),
  refusedManifest(
    "xml: a BaseURL of 5,000 characters in another one",
    `<MPD><BaseURL>${a(4999)}/</BaseURL><Period><BaseURL>${a(4999)}/</BaseURL></Period></MPD>`,
    "ERR_URL_TOO_LONG",
    "BaseURL: line 1: makes a signed URL of more than the 8192 bytes that CloudFront accepts; shorten it or what it is relative to, or use signed cookies",
  ),
  refusedManifest(
    "xml: 2,000 SegmentURLs under a BaseURL of 7,000 characters",
    `<MPD><BaseURL>${a(6999)}/</BaseURL><Period><AdaptationSet><Representation><SegmentList>\n${'<SegmentURL media="a"/>\n'.repeat(2000)}`,
    "ERR_MANIFEST_INVALID",
    "manifest: line 106: resolved URLs and replaced variables are over 64 times as long as the text so far; shorten base URLs and variables",
  ),
  refusedManifest(
    'manifestUrl: "https://…/a;b/manifest.mpd", xml: <MPD><BaseURL>c/</BaseURL></MPD>',
    "<MPD><BaseURL>c/</BaseURL></MPD>",
    "ERR_URL_INVALID",
    "BaseURL: line 1: resolves to different folders in different players; write it as an absolute URL",
    { manifestUrl: `${host}/v/a;b/manifest.mpd` },
  ),
  refusedManifest(
    'uncovered: "leave", xml: <MPD><PatchLocation>https://patches.example/</PatchLocation></MPD>',
    "<MPD><PatchLocation>https://patches.example/</PatchLocation></MPD>",
    "ERR_RESOURCE_MISMATCH",
    "PatchLocation: line 1: points to patches.example, but the grant is for d111111abcdef8.cloudfront.net; use a grant for this host; it can send signatures to other hosts, so it always throws unless its host is trusted",
    { uncovered: "leave" },
  ),
  refusedManifest(
    'uncovered: "leave", xml: <MPD><Location>data:application/dash+xml,…</Location></MPD>',
    "<MPD><Location>data:application/dash+xml,a</Location></MPD>",
    "ERR_URL_INVALID",
    "Location: line 1: has the scheme data:, which a grant cannot cover; write an https URL that the grant covers; it can send signatures to other hosts, so it always throws unless its host is trusted",
    { uncovered: "leave" },
  ),
  refusedManifest(
    'uncovered: "leave", xml: <MPD><CMCDParameters keys="br nor"/></MPD>',
    '<MPD><CMCDParameters keys="br nor"/></MPD>',
    "ERR_MANIFEST_INVALID",
    "manifest: line 1: CMCDParameters makes players send the signed URL of the next segment to the host of one that is unsigned or has another grant; list keys without nor",
    { uncovered: "leave" },
  ),
  refusedManifest(
    'manifestUrl: "https://…/manifest.mpd?session=1", xml: <MPD><UrlQueryInfo useMPDUrlQuery="true"/></MPD>',
    '<MPD><UrlQueryInfo useMPDUrlQuery="true"/></MPD>',
    "ERR_MANIFEST_INVALID",
    "manifest: line 1: useMPDUrlQuery makes players send the query of manifestUrl, which has more than a signature, to any host; remove it: the references are signed anyway",
    { manifestUrl: `${manifestUrl}?session=1` },
  ),
  refusedManifest(
    "xml: new Uint8Array(8)",
    new Uint8Array(8),
    "ERR_OPTION_INVALID",
    "xml: received a Uint8Array; decode it and pass a string, or use createDashSigningStream",
  ),
  refusedManifest(
    'manifestUrl: "/v/manifest.mpd"',
    "<MPD/>",
    "ERR_URL_INVALID",
    "manifestUrl: is not an absolute http or https URL; start it with https:// and the host that players contact",
    { manifestUrl: "/v/manifest.mpd" },
  ),
  {
    given: "signDashManifest(xml, grant)",
    run: () => signDashManifest("<MPD/>", grant, undefined as never),
    code: "ERR_OPTION_INVALID",
    message:
      'options: is undefined; pass the URL of the manifest: { manifestUrl: "https://cdn.example.com/course/42/manifest.mpd" }',
  },
];
