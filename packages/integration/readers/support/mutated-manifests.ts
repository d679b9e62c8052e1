import { hostileReferences } from "@cloudfront-sign-webcrypto/testing/support/hostile-references.ts";
import { createDice } from "@cloudfront-sign-webcrypto/testing/support/random.ts";

/**
 * Manifests that are nearly right: the shape of an MPD, with some of its parts exchanged for what readers
 * read differently.
 */

const plain = [
  "$RepresentationID$/$Number$.m4s",
  "$Number%05d$.m4s",
  "a-$Bandwidth$-$Time$.m4s?x=1",
  "seg/$Number$.m4s",
  "../v/$Number$.m4s",
  "a.mp4",
  "$$a.mp4",
];
const folders = [
  "a/",
  "b/c/",
  "./",
  "../v/",
  "https://d111111abcdef8.cloudfront.net/v/x/",
  "",
  "a.mp4",
  "$RepresentationID$/",
  "../../v/",
];
const ids = ["1", "v1", "720p", "a.b-c_d~e", "video=400000"];
const strangeIds = [
  "https://evil.example/",
  "//evil.example/",
  "/evil.example/",
  "..",
  "../..",
  "%2e%2e",
  "a/b",
  "",
  "$Number$",
  "&#47;&#47;evil.example",
  ":",
  "https:",
  "\\\\evil.example",
  " ",
  "a?b",
  "a#b",
  "é",
  "https",
];
const numbers = [
  "1",
  "1",
  "1",
  "2",
  "0",
  "-1",
  "//evil.example/",
  "https://evil.example/",
  "1e3",
  " 1",
  "../../w/",
];
const namespaces = ["urn:mpeg:dash:schema:mpd:2011", "urn:mpeg:DASH:schema:MPD:2011", "urn:other", ""];
const oddAttributes = [
  'id="//evil.example/"',
  'baseUrl="https://evil.example/"',
  'baseUri="https://evil.example/"',
  'nodeName="BaseURL"',
  'nodeName="SegmentTemplate"',
  'media="//evil.example/"',
  'url="https://evil.example/"',
  'bandwidth="//evil.example/"',
  'BaseURL="https://evil.example/"',
  'xmlns="urn:other"',
  'é="><BaseURL>https://evil.example/</BaseURL><x y="',
  '1a="b"',
  'tagName="BaseURL"',
  '__text="https://evil.example/"',
  "x:media='//evil.example/'",
  'startNumber="//evil.example/"',
  'serviceLocation="a"',
  'localName="BaseURL"',
  'childNodes="a"',
  'prefix="a"',
  'xmlns:x="urn:mpeg:dash:schema:mpd:2011"',
  'sourceURL="//evil.example/"',
  'initialization="//evil.example/"',
  'resolvedUri="https://evil.example/"',
  'baseUrls="a"',
  'uri="//evil.example/"',
  'toString="a"',
  'constructor="a"',
  'hasOwnProperty="a"',
  'href="https://evil.example/"',
  'xlink:href="https://evil.example/"',
  'xlink:href="//evil.example/" xlink:actuate="onLoad"',
  'y:href="https://evil.example/" y:actuate="onLoad" xmlns:y="http://www.w3.org/1999/xlink"',
  'xlink:href="urn:mpeg:dash:resolve-to-zero:2013"',
  'xlink:href="a.xml" xlink:actuate="onLoad"',
  'Location="https://evil.example/"',
  'SegmentTemplate="https://evil.example/"',
  'xml:base="https://evil.example/"',
  'foo="\\\\evil.example/"',
];
/** What is remote in elements that Shaka or dash.js look for it in. */
const remote = [
  'xlink:href="https://evil.example/" xlink:actuate="onLoad"',
  'xlink:actuate="onLoad" xlink:href="&#104;ttps://evil.example/"',
  'xlink:href="\\\\evil.example/" xlink:actuate="onLoad"',
  'xlink:href="a.xml" xlink:actuate="onLoad"',
  'xlink:href="/w/a.xml" xlink:actuate="onLoad"',
  'xlink:href=" //evil.example/" xlink:actuate="onLoad"',
];
const objectNames = [
  "__proto__",
  "x:__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "__text",
];
/** Servers that steer players or get the URLs of their requests; in an MPD. */
const servers = (url: string): string[] => [
  `<ContentSteering>${url}</ContentSteering>`,
  `<ContentSteering queryBeforeStart="true"><![CDATA[${url}]]></ContentSteering>`,
  `<ContentSteering serverURL="${url}">s.json</ContentSteering>`,
  `<ServiceDescription><ContentSteering queryBeforeStart="true">${url}</ContentSteering></ServiceDescription>`,
  `<x:ServiceDescription><x:ContentSteering>${url}</x:ContentSteering></x:ServiceDescription>`,
  `<ServiceDescription><ClientDataReporting schemeIdUri="urn:dashif:cta-5004:2023"><CMCDParameters url="${url}"/></ClientDataReporting></ServiceDescription>`,
  `<Metrics metrics="DVBErrors"><Reporting schemeIdUri="urn:dvb:dash:reporting:2014" value="1" dvb:reportingUrl="${url}"/></Metrics>`,
  `<x:Metrics metrics="DVBErrors"><x:Reporting dvb:reportingUrl="${url}" schemeIdUri="urn:dvb:dash:reporting:2014"/></x:Metrics>`,
  `<SupplementalProperty schemeIdUri="urn:mpeg:dash:chaining:2016" value="${url}"/>`,
  `<UTCTiming schemeIdUri="urn:mpeg:dash:utc:http-iso:2014" value="${url}"/>`,
  `<Foo>${url}</Foo>`,
  `<PatchLocation ttl="60">${url}</PatchLocation>`,
];
const serverUrls = [
  "https://evil.example/s",
  "//evil.example/s",
  "/v/s",
  "s.json",
  "https://d111111abcdef8.cloudfront.net/v/s",
  "&#47;&#47;evil.example/s",
  "&amp;#47;&amp;#47;evil.example/s",
  "https://d111111abcdef8.cloudfront.net/w/s",
];
const inserts = [
  "<!--> <BaseURL>https://evil.example/</BaseURL> -->",
  "<!---> <BaseURL>https://evil.example/</BaseURL> -->",
  "<?a > <BaseURL>https://evil.example/</BaseURL> ?>",
  "<?a b?>",
  "<!-- <BaseURL>https://evil.example/</BaseURL> -->",
  "<![CDATA[<BaseURL>https://evil.example/</BaseURL>]]>",
  '<Foo nodeName="BaseURL">https://evil.example/</Foo>',
  '<x:BaseURL xmlns:x="urn:mpeg:dash:schema:mpd:2011">https://evil.example/</x:BaseURL>',
  '<x:BaseURL xmlns:x="urn:other">https://evil.example/</x:BaseURL>',
  '<BaseURL xmlns="urn:other">https://evil.example/</BaseURL>',
  "<x:BaseURL>https://evil.example/</x:BaseURL>",
  '<BaseURL id="//evil.example/">a/</BaseURL>',
  '<BaseURL baseUrl="https://evil.example/">a/</BaseURL>',
  "<BaseURL><![CDATA[a/]]></BaseURL>",
  "<BaseURL><!-- a -->a/<!-- b --></BaseURL>",
  "<BaseURL>a/<![CDATA[b]]></BaseURL>",
  "<BaseURL/>",
  '<BaseURL serviceLocation="a">a/</BaseURL>',
  "<baseurl>https://evil.example/</baseurl>",
  "<EventStream><Event><BaseURL>https://evil.example/</BaseURL></Event></EventStream>",
  "<BaseURL>&#104;ttps://evil.example/</BaseURL>",
  "<BaseURL><![CDATA[&#47;&#47;evil.example/]]></BaseURL>",
  "<ContentSteering>https://evil.example/</ContentSteering>",
  "<BaseURL\u00a0>https://evil.example/</BaseURL\u00a0>",
  "<Location>https://evil.example/?</Location>",
  "<Foo a=\">\" b='<'/>",
  "<childNodes><BaseURL>https://evil.example/</BaseURL></childNodes>",
  '<attributes media="https://evil.example/"/>',
  "<tagName>BaseURL</tagName>",
  "<localName>BaseURL</localName>",
  "<media>https://evil.example/</media>",
  "<id>//evil.example/</id>",
  '<S media="https://evil.example/"><BaseURL>https://evil.example/</BaseURL></S>',
];

const remoteElements = ["Period", "AdaptationSet", "Representation", "SegmentList"];

export function mutatedManifest(seed: number): string {
  const dice = createDice(seed ^ 0x5bd1e995);
  const prefix = dice.chance(0.03) ? "m:" : "";
  const quote = (value: string) =>
    dice.chance(0.5) ? `"${value.replaceAll('"', "&quot;")}"` : `'${value.replaceAll("'", "&#39;")}'`;
  const escaped = (text: string) =>
    dice.chance(0.9) ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;") : text.replaceAll("<", "&lt;");
  const reference = () => escaped(dice.of(dice.chance(0.1) ? hostileReferences : plain));
  const number = () => dice.of(dice.chance(0.03) ? numbers : ["1", "2"]);
  const odd = () => (dice.chance(0.025) ? ` ${dice.of(oddAttributes)}` : "");
  const name = (local: string) => (dice.chance(0.006) ? "x:" : prefix) + local;
  const insert = () =>
    dice.chance(0.008)
      ? objectElement()
      : dice.chance(0.035)
        ? dice.of(inserts)
        : dice.chance(0.1)
          ? dice.of(["\n", "  ", "<!-- a -->"])
          : "";
  const objectElement = () => {
    const tag = dice.of(objectNames);
    return `<${tag}>${dice.of(inserts)}<SegmentTemplate media="https://evil.example/a"/></${tag}>`;
  };
  const element = (local: string, attributes: string, inner: string) => {
    const tag = name(local);
    const link = remoteElements.includes(local) && dice.chance(0.02) ? ` ${dice.of(remote)}` : "";
    if (link !== "") return `<${tag}${link}${attributes}>${inner}</${tag}>`;
    return inner === "" && dice.chance(0.7)
      ? `<${tag}${attributes}${odd()}/>`
      : `<${tag}${odd()}${attributes}>${insert()}${inner}</${tag}>`;
  };
  const baseUrl = () => {
    const text = dice.of(dice.chance(0.1) ? hostileReferences : folders);
    const content = dice.chance(0.06) ? `<![CDATA[${text}]]>` : escaped(text);
    return element("BaseURL", dice.chance(0.1) ? ' serviceLocation="a"' : "", content);
  };
  const bases = () => (dice.chance(0.25) ? baseUrl() + (dice.chance(0.2) ? baseUrl() : "") : "");
  const timeline = () =>
    element("SegmentTimeline", "", element("S", ` t="${number()}" d="${number()}" r="${number()}"`, ""));
  const segments = (): string => {
    const kind = dice.below(8);
    if (kind < 4) {
      const twice = dice.chance(0.02) ? ` media=${quote(reference())}` : "";
      const attributes = ` media=${quote(reference())} initialization=${quote(reference())} timescale="1" duration="${number()}" startNumber="${number()}"${twice}`;
      return element(
        "SegmentTemplate",
        attributes,
        dice.chance(0.2)
          ? timeline()
          : dice.chance(0.1)
            ? element("Initialization", ` sourceURL=${quote(reference())}`, "")
            : "",
      );
    }
    if (kind === 4) {
      const list =
        element("Initialization", ` sourceURL=${quote(reference())}`, "") +
        element("SegmentURL", ` media=${quote(reference())}`, "").repeat(1 + dice.below(2));
      return element("SegmentList", ` timescale="1" duration="${number()}"`, list);
    }
    if (kind === 5)
      return element(
        "SegmentBase",
        ' indexRange="0-9"',
        element("Initialization", ` sourceURL=${quote(reference())}`, ""),
      );
    return "";
  };
  const representation = () => {
    const id = dice.chance(0.08) ? dice.of(strangeIds) : dice.of(ids);
    const attributes = `${dice.chance(0.02) ? "" : ` id=${quote(id)}`} bandwidth="${number()}"${dice.chance(0.01) ? ' id="2"' : ""}`;
    return element("Representation", attributes, bases() + (dice.chance(0.5) ? segments() : ""));
  };
  const set = () =>
    element(
      "AdaptationSet",
      ' mimeType="video/mp4" codecs="avc1.4d401e"',
      dice.chance(0.9)
        ? bases() +
            (dice.chance(0.5) ? segments() : "") +
            representation() +
            (dice.chance(0.3) ? representation() : "")
        : representation() + bases() + segments(),
    );
  const period = (first: string) =>
    element(
      "Period",
      ' duration="PT4S"',
      first + bases() + (dice.chance(0.15) ? segments() : "") + set() + (dice.chance(0.2) ? set() : ""),
    );
  const location = dice.chance(0.05)
    ? element("Location", "", escaped(dice.of(dice.chance(0.5) ? hostileReferences : ["m.mpd"])))
    : "";
  const namespace = dice.chance(0.9) ? namespaces[0] : dice.of(namespaces);
  const declared = prefix === "" ? ` xmlns="${namespace}"` : ` xmlns:m="${namespace}"`;
  const server = dice.chance(0.15) ? dice.of(servers(dice.of(serverUrls))) : "";
  const imported = dice.chance(0.02) ? `<ImportedMPD>${dice.of(serverUrls)}</ImportedMPD>` : "";
  const xlink = dice.chance(0.7) ? ' xmlns:xlink="http://www.w3.org/1999/xlink"' : "";
  const other = dice.chance(0.5) ? ` xmlns:x="${dice.of(namespaces.slice(0, 3))}"` : "";
  const xml = `<${prefix}MPD${dice.chance(0.05) ? "" : declared}${other}${xlink} type="static" mediaPresentationDuration="PT4S"${odd()}>${location}${bases()}${server}${period(imported)}</${prefix}MPD>`;
  return dice.chance(0.3) ? `<?xml version="1.0"?>\n${xml}` : xml;
}
