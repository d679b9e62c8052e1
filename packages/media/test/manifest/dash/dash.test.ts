import { mpd, templated } from "@cloudfront-sign-webcrypto/testing/support/dash.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, recorder, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { outcome, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { type DashSigningOptions, signDashManifest } from "cloudfront-sign-media/dash";
import type { Grant } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";

const manifestUrl = `${host}/v/manifest.mpd`;
const grant = await recorder().signer.grant({ resource: `${host}/v/*`, dateLessThan: end });
const { query } = grant;
const escaped = query.replaceAll("&", "&amp;");

const sign = (xml: string, options: Partial<DashSigningOptions> = {}, by: Grant = grant): string =>
  signDashManifest(xml, by, { manifestUrl, trusted: [new URL(host).host], ...options });

/**
 * In `expected`, `?¤` and `&¤` (escaped) and `;¤` (in CDATA) stand for what was put in; all else is the
 * input.
 */
function signsAs(expected: string, options?: Partial<DashSigningOptions>, by: Grant = grant): void {
  const put: Record<string, string> = {
    "?¤": `?${by.query.replaceAll("&", "&amp;")}`,
    "&¤": `&amp;${by.query.replaceAll("&", "&amp;")}`,
    ";¤": `&${by.query}`,
  };
  expect(sign(expected.replace(/[?&;]¤/g, ""), options, by)).toBe(
    expected.replace(/[?&;]¤/g, (mark) => put[mark] ?? ""),
  );
}

describe("what is signed", () => {
  it.each([
    ["BaseURL of a file", mpd("<BaseURL>a.mp4?¤</BaseURL>")],
    [
      "BaseURL of each level",
      mpd(
        "<BaseURL>x/</BaseURL><Period><BaseURL>y/</BaseURL><AdaptationSet><BaseURL>z/</BaseURL><Representation><BaseURL>a.mp4?¤</BaseURL></Representation></AdaptationSet></Period>",
      ),
    ],
    ["BaseURL that is absolute", mpd(`<BaseURL>${host}/v/a.mp4?¤</BaseURL>`)],
    ["BaseURL in CDATA, nothing escaped", mpd("<BaseURL><![CDATA[a.mp4?x=1&y=2;¤]]></BaseURL>")],
    [
      "BaseURL with space and comments around it",
      mpd("<BaseURL>\r\n\t<!-- a --> a.mp4?¤\r\n <?pi?></BaseURL>"),
    ],
    [
      "BaseURL with attributes",
      mpd('<BaseURL serviceLocation="a>b" byteRange="$base$?$query$&amp;r=$first$-$last$">a.mp4?¤</BaseURL>'),
    ],
    [
      "Location and PatchLocation",
      mpd('<Location>m.mpd?a=b&¤</Location><PatchLocation ttl="6">p.mpp?¤</PatchLocation>'),
    ],
    [
      "what decides which hosts players ask",
      mpd(
        `<BaseURL>x/</BaseURL><ServiceDescription><ContentSteering proxyServerURL="p">${host}/v/s?a&¤</ContentSteering></ServiceDescription><Period xlink:href=" p.xml?¤ "/><Period><ImportedMPD>ad.mpd?¤</ImportedMPD></Period><ContentSteering>${host}/v/s?¤#a</ContentSteering>`,
      ),
    ],
    [
      "a BaseURL that is behind what it moves, and the address of steering",
      mpd(`<ContentSteering>${host}/v/steer.json?¤</ContentSteering><BaseURL>a/</BaseURL>`),
    ],
    [
      "a BaseURL that ends like a folder, and is a file",
      mpd(
        '<Period><BaseURL>a/</BaseURL><AdaptationSet><Representation><BaseURL>b/?¤</BaseURL><SegmentBase indexRange="1-2"/></Representation><Representation><BaseURL>c/</BaseURL><SegmentTemplate media="$Number$?¤"/></Representation></AdaptationSet></Period>',
      ),
    ],
    [
      "a BaseURL around such a file",
      mpd(
        "<Period><BaseURL>a/?¤</BaseURL><AdaptationSet><SegmentBase/><Representation/></AdaptationSet></Period>",
      ),
    ],
    [
      "SegmentTemplate",
      templated(
        '<SegmentTemplate media="$RepresentationID$/$Number%05d$.m4s?¤" initialization=\'i$$.mp4?¤\' index="x?¤" bitstreamSwitching="b?¤" startNumber="1"/>',
      ),
    ],
    [
      "SegmentList",
      templated(
        '<SegmentList><Initialization sourceURL="i?¤" range="0-9"/><RepresentationIndex sourceURL="r?¤"/><BitstreamSwitching sourceURL="b?¤"/><SegmentURL media="1?¤" index="1i?¤"/><SegmentURL media="2?¤"></SegmentURL></SegmentList>',
      ),
    ],
    [
      "SegmentBase",
      templated(
        '<SegmentBase indexRange="0-9"><Initialization sourceURL="i?¤"/><RepresentationIndex sourceURL="r?¤"/></SegmentBase>',
      ),
    ],
    [
      "Initialization of a template",
      templated(
        '<SegmentTemplate media="m?¤"><Initialization sourceURL="i?¤"/><BitstreamSwitching sourceURL="b?¤"/></SegmentTemplate>',
      ),
    ],
    [
      "InitializationSet",
      mpd('<InitializationSet id="1" initialization="i.mp4?¤"/><Period><BaseURL>a/</BaseURL></Period>'),
    ],
    [
      "templates above the representations",
      mpd(
        '<Period><SegmentTemplate media="a?¤"/><AdaptationSet><SegmentTemplate media="b?¤"/><Representation/></AdaptationSet></Period>',
      ),
    ],
    [
      "a prefix",
      '<mpd:MPD xmlns:mpd="urn:mpeg:dash:schema:mpd:2011"><mpd:BaseURL>a.mp4?¤</mpd:BaseURL></mpd:MPD>',
    ],
    [
      "another prefix of the same namespace",
      mpd('<x:BaseURL xmlns:x="urn:mpeg:dash:schema:mpd:2011">a.mp4?¤</x:BaseURL>'),
    ],
    [
      "a namespace that only an inner element declares",
      '<MPD><Period xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>a.mp4?¤</BaseURL></Period></MPD>',
    ],
    [
      "odd space in tags",
      mpd(
        "<Period\n><AdaptationSet ><SegmentTemplate\r\n media = \"a?¤\"\tindex=\n'b?¤'\n/></AdaptationSet\n></Period >",
      ),
    ],
    ["an own query", templated('<SegmentTemplate media="a?b=c&¤" index="d?¤"/>')],
    [
      "escapes, which stay",
      templated('<SegmentTemplate media="a&#x26;b.m4s?x=1&amp;y=&#50;&¤" index="&#97;&apos;?¤"/>'),
    ],
    [
      "a fragment, which stays behind",
      templated(
        '<SegmentTemplate media="a&amp;b?¤#t=&amp;1" index="a&#38;b?¤&#35;c#" initialization="i?¤&#x23;&lt;"/>',
      ),
    ],
    [">, quotes and tags in values", templated('<SegmentTemplate x=">" media="ab?¤" y=\' media="c" > \'/>')],
    [
      "a byte order mark, CRLF, a declaration, comments",
      `\ufeff<?xml version="1.0" encoding="UTF-8"?>\r\n<!-- <MPD> -- -->\r\n${mpd("<BaseURL>a?¤</BaseURL>\r\n<!--<BaseURL>b</BaseURL>-->")}\r\n<!-- end -->\r\n`,
    ],
  ])("%s", (_, expected) => {
    expect(expected).toContain("¤");
    signsAs(expected);
  });

  it("a fragment with characters of an object key stays behind the parameters, as players request what is before it", () => {
    signsAs(mpd("<BaseURL>clip?¤#1.mp4</BaseURL>"));
    signsAs(templated('<SegmentTemplate media="clip?¤#$Number$.m4s?a/b"/>'));
  });

  it("characters that clients would rewrite are percent-encoded, all else stays", () => {
    const xml = sign(templated('<SegmentTemplate media=" ü &lt;a&gt;.m4s?it&apos;s "/>'));
    expect(xml).toBe(templated(`<SegmentTemplate media=" %C3%BC%20%3Ca%3E.m4s?it%27s&amp;${escaped} "/>`));
    const withHash = sign(templated('<SegmentTemplate media="ü#&lt;&quot;"/>'));
    expect(withHash).toBe(templated(`<SegmentTemplate media="%C3%BC?${escaped}#&#60;&#34;"/>`));
  });

  it("the verifier allows what a template makes", async () => {
    const real = await rsaSigner().grant({ resource: `${host}/v/*`, dateLessThan: end });
    const xml = sign(
      templated('<SegmentTemplate media="$RepresentationID$/$Number%05d$.m4s?x=1&amp;y=2"/>'),
      {},
      real,
    );
    const media = /media="([^"]*)"/.exec(xml)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const url = new URL(
      media.replace("$RepresentationID$", "720p").replace("$Number%05d$", "00042"),
      manifestUrl,
    ).href;
    expect(url.startsWith(`${host}/v/720p/00042.m4s?x=1&y=2&Policy=`)).toBe(true);
    expect(outcome(await verifierOf().verifyUrl(url))).toBe("allowed");
    expect(outcome(await verifierOf().verifyUrl(url.replace("/v/", "/w/")))).toBe("resource-mismatch");
  });
});

describe("what is left alone", () => {
  it.each([
    [
      "folders",
      mpd(
        "<BaseURL>a/</BaseURL><BaseURL>./</BaseURL><BaseURL>..</BaseURL><BaseURL>b/?c=d#e</BaseURL><BaseURL>https://other.example</BaseURL>",
      ),
    ],
    [
      "nothing",
      templated(
        '<BaseURL/><BaseURL></BaseURL><BaseURL> </BaseURL><BaseURL><![CDATA[]]></BaseURL><SegmentTemplate media="" index="#"/><SegmentURL/>',
      ),
    ],
    [
      "other schemes",
      templated('<BaseURL>urn:a:b</BaseURL><SegmentTemplate media="data:,a" index="urn:x"/>'),
    ],
    [
      "other elements",
      mpd(
        '<ProgramInformation moreInformationURL="a"/><UTCTiming schemeIdUri="urn:mpeg:dash:utc:http-xsdate:2014" value="time"/><x:Url xmlns:x="y">a</x:Url><Metrics><BaseURL>a</BaseURL></Metrics><SegmentURL media="a"/>',
      ),
    ],
    [
      "events",
      mpd(
        "<Period><EventStream><Event><MPD><Location>a</Location><Period><BaseURL>a</BaseURL></Period></MPD></Event></EventStream></Period>",
      ),
    ],
    [
      "URL parameters of Annex I",
      templated(
        '<EssentialProperty schemeIdUri="urn:mpeg:dash:urlparam:2014"><up:UrlQueryInfo xmlns:up="u" queryTemplate="$querypart$" useMPDUrlQuery="false"/></EssentialProperty>',
      ),
    ],
    [
      "bitstreamSwitching that is not a reference",
      mpd('<Period bitstreamSwitching="true"><AdaptationSet bitstreamSwitching="true"/></Period>'),
    ],
  ])("%s", (_, xml) => {
    expect(sign(xml)).toBe(xml);
  });
});

describe("bases", () => {
  const cdn = "https://cdn.example.com";
  const left = { uncovered: "leave" } as const;

  it("each level is resolved against the one above, and ends with its element", () => {
    signsAs(
      mpd(
        `<BaseURL>${cdn}/</BaseURL><Period><BaseURL>${host}/v/</BaseURL><AdaptationSet><Representation><SegmentList><Initialization sourceURL="a?¤"/></SegmentList></Representation></AdaptationSet></Period><Period><AdaptationSet><Representation><SegmentList><Initialization sourceURL="a"/></SegmentList></Representation></AdaptationSet></Period>`,
      ),
      left,
    );
    signsAs(
      mpd(
        "<BaseURL>../w/</BaseURL><Period><BaseURL>../v/x/</BaseURL><AdaptationSet><BaseURL>../</BaseURL><Representation><BaseURL>a?¤</BaseURL></Representation></AdaptationSet></Period>",
      ),
    );
  });

  it("Location and PatchLocation are relative to the manifest, whatever BaseURL says", () => {
    signsAs(
      mpd(`<BaseURL>${cdn}/</BaseURL><Location>m.mpd?¤</Location><PatchLocation>p.mpp?¤</PatchLocation>`),
    );
  });

  it("several at one level are alternatives: signed only if the grant covers it under each", async () => {
    const segments = (mark: string) =>
      `<Period><AdaptationSet><Representation><SegmentTemplate media="$Number$${mark}"/></Representation></AdaptationSet></Period>`;
    const both = mpd(`<BaseURL>${host}/v/</BaseURL><BaseURL>${cdn}/v/</BaseURL>${segments("?¤")}`);
    const onTwo = both.replace(host, "https://video.example.com");
    expect(await refusedAs(() => sign(both.replace("?¤", "")))).toBe(
      "ERR_RESOURCE_MISMATCH SegmentTemplate@media",
    );
    signsAs(both.replace("?¤", ""), left);
    signsAs(
      onTwo,
      {},
      await recorder().signer.grant({ resource: "https://*.example.com/v/*", dateLessThan: end }),
    );
    signsAs(mpd(`<BaseURL>${host}/v/</BaseURL><BaseURL>b/</BaseURL>${segments("?¤")}`));
    signsAs(
      mpd(
        `<BaseURL>a/</BaseURL><BaseURL>b/</BaseURL><Period><BaseURL>../../w/</BaseURL><BaseURL>x/</BaseURL></Period>${segments("?¤")}`,
      ),
    );
  });

  it("those of the representations count for a template above them", async () => {
    const inherited = (mark: string, base: string) =>
      mpd(
        `<BaseURL>${cdn}/</BaseURL><Period><AdaptationSet><SegmentTemplate media="$Number$${mark}"/><Representation><BaseURL>${base}</BaseURL></Representation></AdaptationSet></Period>`,
      );
    signsAs(inherited("?¤", `${host}/v/1/`));
    expect(await refusedAs(() => sign(inherited("", "1/")))).toBe(
      "ERR_RESOURCE_MISMATCH SegmentTemplate@media",
    );
    signsAs(inherited("", "1/"), left);
    // A template that is covered with one of two bases is left.
    signsAs(inherited("?¤", `${host}/v/1/`), left);
    const away = inherited("", `${cdn}/1/`).replace(`${cdn}/<`, `${host}/v/<`);
    signsAs(away, left);
    expect(await refusedAs(() => sign(away))).toBe("ERR_RESOURCE_MISMATCH SegmentTemplate@media");
    signsAs(
      away.replace("</Period>", `<AdaptationSet>${"<Representation/>"}</AdaptationSet></Period>`),
      left,
    );
  });

  it("a template without representations is held against the bases of its own place", async () => {
    const xml = mpd(
      `<Period><AdaptationSet><SegmentTemplate media="$Number$"/><BaseURL>${cdn}/</BaseURL></AdaptationSet></Period>`,
    );
    expect(await refusedAs(() => sign(xml))).toBe("ERR_RESOURCE_MISMATCH SegmentTemplate@media");
    signsAs(
      mpd(
        '<Period><AdaptationSet><SegmentTemplate media="$Number$?¤"/><BaseURL>a/</BaseURL></AdaptationSet></Period>',
      ),
    );
  });

  it.each([
    [
      "MPD",
      `<Period><AdaptationSet><SegmentTemplate media="a?¤"/></AdaptationSet></Period><BaseURL>b/</BaseURL>`,
    ],
    [
      "a representation",
      '<Period><AdaptationSet><Representation><SegmentTemplate media="a?¤"/><BaseURL>b/</BaseURL></Representation></AdaptationSet></Period>',
    ],
    [
      "the element around one",
      '<Period><AdaptationSet><Representation><SegmentTemplate media="a?¤"/></Representation><BaseURL>b/</BaseURL></AdaptationSet></Period>',
    ],
    [
      "a representation below a long list",
      `<Period><AdaptationSet><SegmentList>${'<SegmentURL media="a?¤"/>'.repeat(13)}</SegmentList><Representation><BaseURL>b/</BaseURL></Representation></AdaptationSet></Period>`,
    ],
    [
      "a representation in front of a template",
      '<Period><AdaptationSet><Representation><BaseURL>b/</BaseURL></Representation><SegmentTemplate media="a?¤"/></AdaptationSet></Period>',
    ],
    ["an MPD with a Location", "<BaseURL>a.mp4?¤</BaseURL><Location>b/m.mpd?¤</Location>"],
    [
      "an MPD, and a Location",
      '<Period><AdaptationSet><SegmentTemplate media="a?¤"/></AdaptationSet></Period><Location>m.mpd?¤</Location><PatchLocation>p?¤</PatchLocation><Location>b/m.mpd?¤</Location>',
    ],
  ])("a BaseURL or Location may stand behind what it moves: in %s", (_, inner) => {
    signsAs(mpd(inner));
  });

  it("a long list above representations is signed", () => {
    signsAs(
      mpd(
        `<Period><AdaptationSet><SegmentList>${'<SegmentURL media="a?¤"/>'.repeat(100)}</SegmentList><Representation/></AdaptationSet></Period>`,
      ),
    );
  });
});

describe("what is not covered", () => {
  it("throws, names the place and the way out, and shows no URL and no signature", async () => {
    const error = await refusal(() =>
      sign(templated('<SegmentTemplate media="../../secret/$Number$.m4s"/>')),
    );
    expect([error.code, error.option]).toEqual(["ERR_RESOURCE_MISMATCH", "SegmentTemplate@media"]);
    expect(error.message).toBe(
      'SegmentTemplate@media: line 1: points to a path of d111111abcdef8.cloudfront.net that the grant does not cover; use a grant that covers it, or pass uncovered: "leave" to leave it unsigned',
    );
    expect(await refusedAs(() => sign(mpd("<BaseURL>https://cdn.example.com/a.mp4</BaseURL>")))).toBe(
      "ERR_RESOURCE_MISMATCH BaseURL",
    );
    expect(await refusedAs(() => sign(mpd("<Location>/m.mpd</Location>")))).toBe(
      "ERR_RESOURCE_MISMATCH Location",
    );
    expect(await refusedAs(() => sign(mpd('<InitializationSet initialization="/i"/>')))).toBe(
      "ERR_RESOURCE_MISMATCH InitializationSet@initialization",
    );
    expect(await refusedAs(() => sign(templated('<SegmentTemplate media="a?Expires=1"/>')))).toBe(
      "ERR_URL_ALREADY_SIGNED SegmentTemplate@media",
    );
    expect(await refusedAs(() => sign(templated('<SegmentTemplate media="a\\b"/>')))).toBe(
      "ERR_URL_INVALID SegmentTemplate@media",
    );
    expect(await refusedAs(() => sign(mpd("<BaseURL>https://</BaseURL>")))).toBe("ERR_URL_INVALID BaseURL");
  });

  it("is left, if that is said, and the rest is signed", () => {
    signsAs(
      templated(
        '<BaseURL>/x/</BaseURL><BaseURL>/x/a.mp4</BaseURL><SegmentTemplate media="a" index="/v/b?¤" initialization="/v/b?Policy=1" bitstreamSwitching="/v/a\\b"/>',
      ),
      { uncovered: "leave" },
    );
  });
});

describe("options", () => {
  it("refuse unknown names", async () => {
    expect(await refusedAs(() => sign(mpd(""), { baseUrl: "a" } as object))).toBe(
      "ERR_OPTION_UNKNOWN baseUrl",
    );
  });

  it("of manifestUrl only scheme, host and path count", () => {
    for (const url of [
      `${manifestUrl}?x=/../#y`,
      manifestUrl.replace("//", "//user:secret@"),
      `${manifestUrl}\n`,
    ])
      signsAs(mpd("<BaseURL>a?¤</BaseURL>"), { manifestUrl: url });
  });

  it("manifestUrl may be a URL object, and signed itself", () => {
    signsAs(mpd("<BaseURL>a?¤</BaseURL>"), { manifestUrl: new URL(grant.signUrl(manifestUrl)) });
  });
});
