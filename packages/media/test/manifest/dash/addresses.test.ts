import { mpd, templated } from "@cloudfront-sign-webcrypto/testing/support/dash.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { signDashManifest } from "cloudfront-sign-media/dash";
import { describe, expect, it } from "vitest";

/**
 * Addresses in a manifest that are not references to media: what takes the grant's signature to another host
 * throws, what may do so throws unless it is left, and what cannot is left as it is.
 */

const grant = await recorder().signer.grant({ resource: `${host}/v/*`, dateLessThan: end });
const evil = "https://evil.example/";
const sign = (xml: string, uncovered: "leave" | "throw") =>
  signDashManifest(xml, grant, {
    manifestUrl: `${host}/v/a.mpd`,
    uncovered,
    trusted: [new URL(host).host],
  });
const refused = (xml: string, uncovered: "leave" | "throw") => refusedAs(() => sign(xml, uncovered));

const period = (inner: string) => mpd(`<Period>${inner}</Period>`);
const set = (inner: string) => period(`<AdaptationSet>${inner}</AdaptationSet>`);
const xlink = `xlink:actuate="onLoad" xlink:href="${evil}"`;

describe.each(["throw", "leave"] as const)(
  'with "%s", what decides where players ask is refused',
  (uncovered) => {
    it.each<[name: string, place: string, xml: string]>([
      [
        "a steering server of a service description",
        "ContentSteering",
        mpd(`<ServiceDescription><ContentSteering>${evil}</ContentSteering></ServiceDescription>`),
      ],
      [
        "the same in a period, in CDATA",
        "ContentSteering",
        period(
          `<ServiceDescription><ContentSteering><![CDATA[${evil}]]></ContentSteering></ServiceDescription>`,
        ),
      ],
      [
        "its proxy",
        "ContentSteering@proxyServerURL",
        mpd(
          `<ServiceDescription><ContentSteering proxyServerURL="${evil}">s</ContentSteering></ServiceDescription>`,
        ),
      ],
      [
        "a relative steering server that a Location moves, under a BaseURL",
        "(ContentSteering|Location)",
        mpd(`<Location>${evil}</Location><BaseURL>${host}/v/</BaseURL><ContentSteering>s</ContentSteering>`),
      ],
      [
        "a steering server by data:",
        "ContentSteering",
        mpd("<ContentSteering>data:application/json,{}</ContentSteering>"),
      ],
      ["a patch", "PatchLocation", mpd(`<PatchLocation>${evil}</PatchLocation>`)],
      ["a patch by data:", "PatchLocation", mpd("<PatchLocation>data:text/xml,a</PatchLocation>")],
      // Shaka resolves the templates that it has against the BaseURL of the manifest from there.
      ["a Location", "Location", mpd(`<Location>${evil}</Location>`)],
      [
        "the second Location",
        "Location",
        mpd(`<Location>${host}/v/a.mpd</Location><Location>//evil.example/a.mpd</Location>`),
      ],
      ["a Location by data:", "Location", mpd("<Location>data:application/dash+xml,a</Location>")],
      // For Shaka it is relative to the Location.
      [
        "a patch that a Location moves",
        "(PatchLocation|Location)",
        mpd(`<Location>${evil}</Location><PatchLocation>a.mpp</PatchLocation>`),
      ],
      [
        "a patch that a Location behind it moves",
        "(manifest|Location)",
        mpd(`<PatchLocation>a.mpp</PatchLocation><Location>${evil}</Location>`),
      ],
      // dash.js takes the f for one more digit, and decodes a t.
      [
        "what is remote by a strange escape",
        "manifest",
        period(`<AdaptationSet xlink:href="ht&#116f;ps://evil.example/"/>`),
      ],
      ["an imported MPD", "ImportedMPD", period(`<ImportedMPD>${evil}a.mpd</ImportedMPD>`)],
      ["the same in an attribute", "ImportedMPD@uri", period(`<ImportedMPD uri="${evil}a.mpd"/>`)],
      ["a remote Period", "Period@xlink:href", mpd(`<Period ${xlink}/>`)],
      [
        "an imported MPD that is signed already",
        "ImportedMPD",
        period(`<ImportedMPD>${evil}?Policy=a&amp;Signature=b&amp;Key-Pair-Id=c</ImportedMPD>`),
      ],
      [
        "a steering server that some unescape twice",
        "ContentSteering",
        mpd("<ContentSteering><![CDATA[&#47;&#47;evil.example/]]></ContentSteering>"),
      ],
      ["a remote AdaptationSet", "AdaptationSet@xlink:href", period(`<AdaptationSet ${xlink}/>`)],
      ["a remote Representation", "Representation@xlink:href", set(`<Representation ${xlink}/>`)],
      ["a remote SegmentList", "SegmentList@xlink:href", templated(`<SegmentList ${xlink}/>`)],
      ["a remote EventStream", "EventStream@xlink:href", period(`<EventStream ${xlink}/>`)],
      ["a remote InitializationSet", "InitializationSet@xlink:href", mpd(`<InitializationSet ${xlink}/>`)],
      [
        "a remote query",
        "UrlQueryInfo@xlink:href",
        set(`<EssentialProperty><up:UrlQueryInfo xmlns:up="urn:q" ${xlink}/></EssentialProperty>`),
      ],
      ["what is remote in an unknown element", "Foo@xlink:href", mpd(`<Foo ${xlink}/>`)],
      // Shaka finds XLink by the prefix that any manifest has declared for it.
      ["what is remote by another prefix", "Period@y:href", mpd(`<Period y:href="//evil.example/"/>`)],
      ["what is remote without a prefix", "Period@href", mpd(`<Period href="${evil}"/>`)],
      ["what is remote by data:", "Period@xlink:href", mpd('<Period xlink:href="data:text/xml,a"/>')],
      // dash.js sends the URL of every request there.
      [
        "a DVB reporting server",
        "Reporting@dvb:reportingUrl",
        mpd(`<Metrics><Reporting dvb:reportingUrl="${evil}"/></Metrics>`),
      ],
      ["the same by another name", "Reporting@x:url", mpd(`<Metrics><Reporting x:url="${evil}"/></Metrics>`)],
      [
        "a reporting server in an element",
        "Server@to",
        mpd(`<Metrics><Reporting><x:Server to="${evil}"/></Reporting></Metrics>`),
      ],
      [
        "a reporting server as a text",
        "Server",
        mpd(`<Metrics><Reporting><x:Server>${evil}</x:Server></Reporting></Metrics>`),
      ],
      [
        "a server for client data",
        "CMCDParameters@url",
        mpd(
          `<ServiceDescription><ClientDataReporting><CMCDParameters url="${evil}"/></ClientDataReporting></ServiceDescription>`,
        ),
      ],
      // dash.js takes the attribute for the base of a remote element.
      ["an attribute BaseURL", "manifest", period('<AdaptationSet BaseURL="b/" xlink:href="a.xml"/>')],
    ])("%s", async (_, place, xml) => {
      expect(await refused(xml, uncovered)).toMatch(
        new RegExp(`^ERR_(MANIFEST_INVALID|RESOURCE_MISMATCH|URL_INVALID) ${place}$`),
      );
    });

    // A reader that keeps children and attributes under their names in an object changes the object itself.
    it.each([
      "__proto__",
      "__defineGetter__",
      "__lookupSetter__",
      "__text",
      "constructor",
      "hasOwnProperty",
      "isPrototypeOf",
      "propertyIsEnumerable",
      "prototype",
      "toLocaleString",
      "toString",
      "valueOf",
    ])("an element %s anywhere, and an attribute", async (name) => {
      const element = (tag: string) => `<${tag}><BaseURL>${evil}</BaseURL></${tag}>`;
      for (const xml of [
        templated(element(name)),
        templated(element(`x:${name}`)),
        mpd(`<Foo>${element(name)}</Foo>`),
        period(`<EventStream><Event>${element(name)}</Event></EventStream>`),
        set(`<ContentProtection>${element(name)}</ContentProtection>`),
        mpd(`<Foo x:${name}="a"/>`),
        ...(name.startsWith("_") ? [] : [templated(`<SegmentTemplate ${name}="a"/>`)]),
      ])
        expect(await refused(xml, uncovered)).toBe("ERR_MANIFEST_INVALID manifest");
    });
  },
);

describe("an address that the schema does not have", () => {
  const unknown: readonly (readonly [name: string, place: string, xml: string])[] = [
    ["an attribute", "Period@foo", mpd(`<Period foo="${evil}"/>`)],
    ["with the host alone", "Period@foo", mpd('<Period foo="//evil.example/a"/>')],
    ["with backslashes", "Period@foo", mpd('<Period foo="\\\\evil.example/a"/>')],
    ["with one slash", "Period@foo", mpd('<Period foo=" https:/evil.example/a"/>')],
    ["with a tab in it", "Period@foo", mpd('<Period foo="ht&#9;tps://evil.example/a"/>')],
    ["escaped", "Period@foo", mpd('<Period foo="&#47;&#x2F;evil.example/a"/>')],
    ["escaped strangely", "Period@foo", mpd('<Period foo="ht&#000000116f;ps://evil.example/a"/>')],
    ["behind an escaped space", "Foo", mpd("<Foo>&nbsp;//evil.example/a</Foo>")],
    ["escaped twice", "Period@foo", mpd('<Period foo="&amp;#47;&amp;#47;evil.example/a"/>')],
    ["of an element of the schema", "Representation@mediaURL", set(`<Representation mediaURL="${evil}"/>`)],
    ["that some take for the base", "MPD@xml:base", `<MPD xml:base="${evil}"/>`],
    ["a text", "Foo", mpd(`<Foo><!-- a -->\n ${evil}</Foo>`)],
    ["a text behind much white space", "Foo", mpd(`<Foo>${" ".repeat(9000)}${evil}</Foo>`)],
    ["a text in CDATA", "Foo", mpd(`<x:Foo><![CDATA[${evil}]]></x:Foo>`)],
    ["a text in pieces", "Foo", mpd("<Foo>ht<!-- a -->tps:<![CDATA[//evil]]>.example<a/></Foo>")],
    ["a text of an element of the schema", "Period", period(evil)],
    [
      "of an unknown property",
      "SupplementalProperty@value",
      mpd(`<SupplementalProperty schemeIdUri="urn:x" value="${evil}"/>`),
    ],
    ["of an unknown clock", "UTCTiming@value", mpd(`<UTCTiming schemeIdUri="urn:x" value="${evil}"/>`)],
  ];

  it.each(unknown)("throws, unless it is left: %s", async (_, place, xml) => {
    expect(await refused(xml, "throw")).toMatch(new RegExp(`^ERR_(RESOURCE_MISMATCH|URL_INVALID) ${place}$`));
    expect(sign(xml, "leave")).toBe(xml);
  });

  it("may be one that the grant covers, or one without a host", () => {
    const xml = mpd(
      `<Period foo="${host}/v/x" bar="//d111111abcdef8.cloudfront.net/v/y" url2="../../a" note="a // b &amp; c" time="1/2"><Foo>${host}/v/z</Foo><Foo>a/b</Foo></Period>`,
    );
    expect(sign(xml, "throw")).toBe(xml);
  });
});

it.each([
  [
    "XML",
    `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" xmlns:x="http://www.w3.org/2001/XMLSchema-instance" x:schemaLocation="http://a b" profiles="http://dashif.org/guidelines/dash264"/>`,
  ],
  ["a clock", mpd(`<UTCTiming schemeIdUri="urn:mpeg:dash:utc:http-xsdate:2014" value="${evil}"/>`)],
  [
    "the clock of a producer",
    set(
      `<ProducerReferenceTime><UTCTiming schemeIdUri="urn:mpeg:dash:utc:http-iso:2014" value="${evil}"/></ProducerReferenceTime>`,
    ),
  ],
  [
    "a website",
    mpd(
      `<ProgramInformation moreInformationURL="${evil}"><Title>${evil}</Title><Copyright>//a</Copyright></ProgramInformation>`,
    ),
  ],
  [
    "licences",
    set(
      `<ContentProtection schemeIdUri="urn:uuid:a"><dashif:Laurl>${evil}</dashif:Laurl><dashif:Certurl certType="p">${evil}</dashif:Certurl><ms:laurl licenseUrl="${evil}"/><clearkey:Laurl Lic_type="EME-1.0">${evil}</clearkey:Laurl><sea:CryptoPeriod keyUriTemplate="${evil}"/><cenc:pssh>//AA</cenc:pssh></ContentProtection>`,
    ),
  ],
  [
    "events",
    period(
      `<EventStream schemeIdUri="urn:mpeg:dash:event:callback:2015" value="https://a.example/"><Event messageData="${evil}">${evil}</Event><Event><InsertPresentation url="${evil}"/></Event><Event><a xlink:href="${evil}"/></Event></EventStream>`,
    ),
  ],
  [
    "names of events",
    set(
      `<InbandEventStream schemeIdUri="https://aomedia.org/emsg/ID3" value="https://developer.apple.com/streaming/emsg-id3"/>`,
    ),
  ],
  [
    "the next presentation",
    mpd(
      `<SupplementalProperty schemeIdUri="urn:mpeg:dash:mpd-chaining:2016" value="${evil}"/><EssentialProperty schemeIdUri="urn:mpeg:dash:fallback:2016" value="${evil}"/><EssentialProperty schemeIdUri="urn:mpeg:dash:mpd-as-linking:2015" value="${evil}"/>`,
    ),
  ],
  [
    "a font",
    set(
      `<SupplementalProperty schemeIdUri="urn:dvb:dash:fontdownload:2014" value="1" dvb:url="${evil}a.woff" dvb:fontFamily="a"/>`,
    ),
  ],
  [
    "names that are URLs",
    period(
      `<AssetIdentifier schemeIdUri="http://a.example/" value="http://b.example/"/><AdaptationSet><Role schemeIdUri="urn:x" value="http://c.example/"/><Label>https://d.example/</Label><Representation id="http://e.example/"><BaseURL serviceLocation="https://f.example/">x/</BaseURL></Representation></AdaptationSet>`,
    ),
  ],
  [
    "what becomes of nothing",
    mpd('<Period xlink:href="urn:mpeg:dash:resolve-to-zero:2013" xlink:actuate="onLoad"/>'),
  ],
  [
    "an imported MPD that is signed already",
    period(`<ImportedMPD>${host}/v/b.mpd?x=1&amp;Policy=a&amp;Signature=b&amp;Key-Pair-Id=c</ImportedMPD>`),
  ],
  [
    "reports to the grant",
    mpd(
      '<Metrics metrics="DVBErrors"><Reporting dvb:reportingUrl="/v/report" dvb:probability="10"/></Metrics>',
    ),
  ],
])("is left as it is: %s", (_, xml) => {
  expect(sign(xml, "throw")).toBe(xml);
});

// dash.js puts the URL of the next segment into the request of the one before, whatever the host of each.
it("client data has no next request where references are left", async () => {
  const cmcd = (attributes: string) =>
    mpd(
      `<ServiceDescription><ClientDataReporting><CMCDParameters ${attributes}/></ClientDataReporting></ServiceDescription>`,
    );
  for (const attributes of ['keys="br nor"', 'keys="n&#111;r"', 'keys=" "', 'version="1"']) {
    expect(await refused(cmcd(attributes), "leave")).toBe("ERR_MANIFEST_INVALID manifest");
    expect(sign(cmcd(attributes), "throw")).toBe(cmcd(attributes));
  }
  for (const uncovered of ["throw", "leave"] as const)
    expect(sign(cmcd('keys="br sid nrr"'), uncovered)).toBe(cmcd('keys="br sid nrr"'));
});
