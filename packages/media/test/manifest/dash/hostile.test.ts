import { mpd, streamed, templated } from "@cloudfront-sign-webcrypto/testing/support/dash.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createDashSigningStream, signDashManifest } from "cloudfront-sign-media/dash";
import type { CloudFrontSignError } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";
import { alsoRefused, problemOf, streaming } from "../../support/streaming.ts";

/**
 * What some reader would resolve to another host, or outside of the grant, is not signed: as a whole text and
 * as a stream.
 */

const options = { manifestUrl: `${host}/v/manifest.mpd` };
const grant = await recorder().signer.grant({ resource: `${host}/v/*`, dateLessThan: end });
const evil = "https://evil.example/";
const segments = '<SegmentTemplate media="$Number$.m4s"/>';
const represented = (attributes: string, media = "$RepresentationID$/$Number$.m4s"): string =>
  mpd(
    `<Period><AdaptationSet><SegmentTemplate media="${media}"/><Representation ${attributes}/></AdaptationSet></Period>`,
  );

/** The refusal, which is the same for the text and for the stream. */
async function refusedBoth(xml: string): Promise<CloudFrontSignError> {
  const error = await refusal(() => signDashManifest(xml, grant, options));
  await alsoRefused(
    () => streamed(createDashSigningStream(grant, options) as TransformStream, xml.split("")),
    error,
  );
  return error;
}

const refused = async (xml: string): Promise<string> => {
  const error = await refusedBoth(xml);
  return `${error.code} ${problemOf(error)}`;
};

/** Code, whose id it is, and what puts it into a URL. */
const refusedId = async (xml: string): Promise<string> => {
  const { code, message } = await refusedBoth(xml);
  return `${code} ${message.replace(/^(\S+: line 1): is missing, .* and (\S+) puts it .*$/, "$1, $2")}`;
};

describe("an id that stands for $RepresentationID$", () => {
  it.each([
    [evil],
    ["//evil.example/"],
    ["a\\b"],
    ["a?b"],
    ["a#b"],
    ["%2e%2e"],
    ["$Number$"],
    ["&#47;&#47;evil.example"],
    [" a"],
    [".."],
    ["."],
    [""],
  ])(
    "is not %j",
    streaming(async (id) => {
      const expected = (place: string, user: string) => `ERR_MANIFEST_INVALID ${place}: line 1, ${user}`;
      expect(await refusedId(represented(`id="${id}"`))).toBe(
        expected("Representation@id", "SegmentTemplate@media"),
      );
      // Behind the representation; in one of its own; handed down by mpd-parser from what is no
      // representation.
      const behind = mpd(
        `<Period><AdaptationSet><Representation id="${id}"/><SegmentTemplate index="$RepresentationID$"/></AdaptationSet></Period>`,
      );
      expect(await refusedId(behind)).toBe(expected("Representation@id", "SegmentTemplate@index"));
      const own = mpd(
        `<Period><AdaptationSet><Representation id='${id}'><SegmentList><SegmentURL media="$RepresentationID%05d$"/></SegmentList></Representation></AdaptationSet></Period>`,
      );
      expect(await refusedId(own)).toBe(expected("Representation@id", "SegmentURL@media"));
      const handedDown = templated(
        `<BaseURL id="${id}">a/</BaseURL><SegmentTemplate media="$RepresentationID$"/>`,
      );
      expect(await refusedId(handedDown)).toBe(expected("BaseURL@id", "SegmentTemplate@media"));
      const template = templated(`<SegmentTemplate id="${id}" media="$RepresentationID$"/>`);
      expect(await refusedId(template)).toBe(expected("SegmentTemplate@id", "SegmentTemplate@media"));
      // Where nothing asks for it, it may be anything.
      expect(signDashManifest(represented(`id="${id}"`, "$Number$"), grant, options)).toContain(
        grant.query.replaceAll("&", "&amp;"),
      );
    }),
  );

  it(
    "is not missing, and may have letters of any language",
    streaming(async () => {
      expect(await refused(represented('bandwidth="1"'))).toMatch(
        /^ERR_MANIFEST_INVALID Representation@id: line 1: is missing$/,
      );
      for (const id of ["1", "v1_257", "video=400000", "a.b~c-d", "größe", "日本"])
        expect(signDashManifest(represented(`id="${id}"`), grant, options)).toContain("Signature=");
    }),
  );
});

describe("a number that stands in a template", () => {
  it.each([
    ["SegmentTemplate@startNumber", `<SegmentTemplate startNumber="${evil}" media="$Number$"/>`],
    ["SegmentList@duration", '<SegmentList duration="//evil.example/"><SegmentURL media="a"/></SegmentList>'],
    [
      "S@t",
      '<SegmentTemplate media="$Time$"><SegmentTimeline><S t="../../w" d="1"/></SegmentTimeline></SegmentTemplate>',
    ],
  ])(
    "is a number: %s",
    streaming(async (place, xml) => {
      expect(await refused(templated(xml))).toBe(`ERR_MANIFEST_INVALID ${place}: line 1: is not a number`);
    }),
  );

  it(
    "is a number: Representation@bandwidth",
    streaming(async () => {
      expect(await refused(represented(`id="1" bandwidth="${evil}"`, "$Bandwidth$"))).toMatch(
        /Representation@bandwidth: line 1: is not a number/,
      );
    }),
  );
});

describe("an element that readers find or do not", () => {
  const other = (element: string) =>
    `ERR_MANIFEST_INVALID manifest: line 1: the element ${element} is not in the namespace of MPD`;
  const comment = "ERR_MANIFEST_INVALID manifest: line 1: a <! starts a DOCTYPE";
  const instruction = "ERR_MANIFEST_INVALID manifest: line 1: a processing instruction has a < or > in it";
  it.each([
    [
      "of another namespace",
      templated(`<x:BaseURL xmlns:x="urn:other">${evil}</x:BaseURL>${segments}`),
      other("BaseURL"),
    ],
    [
      "of another default namespace",
      templated(`<BaseURL xmlns="urn:other">${evil}</BaseURL>${segments}`),
      other("BaseURL"),
    ],
    ["of no namespace", templated(`<BaseURL xmlns="">${evil}</BaseURL>${segments}`), other("BaseURL")],
    [
      "without the root's prefix",
      '<m:MPD xmlns:m="urn:mpeg:dash:schema:mpd:2011"><BaseURL>a</BaseURL></m:MPD>',
      other("BaseURL"),
    ],
    [
      "under another prefix of the same namespace",
      templated(`<x:BaseURL xmlns:x="urn:mpeg:dash:schema:mpd:2011">${evil}</x:BaseURL>${segments}`),
      "ERR_RESOURCE_MISMATCH SegmentTemplate@media: line 1: is relative to BaseURL at evil.example",
    ],
    [
      "under a prefix, where the root has no namespace",
      `<MPD><Period xmlns:x="urn:mpeg:dash:schema:mpd:2011"><x:BaseURL>${evil}</x:BaseURL><AdaptationSet>${segments}</AdaptationSet></Period></MPD>`,
      "ERR_RESOURCE_MISMATCH SegmentTemplate@media: line 1: is relative to BaseURL at evil.example",
    ],
    ["behind <!-->", templated(`<!--><BaseURL>${evil}</BaseURL>-->${segments}`), comment],
    ["behind <!--->", templated(`<!---><BaseURL>${evil}</BaseURL>-->${segments}`), comment],
    ["in an instruction", templated(`<?a ><BaseURL>${evil}</BaseURL>?>${segments}`), instruction],
    [
      "by its attribute nodeName",
      templated(`<Foo nodeName="BaseURL">${evil}</Foo>${segments}`),
      "ERR_MANIFEST_INVALID manifest: line 1: the attribute nodeName is not part of DASH",
    ],
    [
      "in a value of an attribute that some skip",
      templated(`<Foo é="> baseUrl='${evil}' "/>${segments}`),
      "ERR_MANIFEST_INVALID manifest: line 1: players read the name of an element or attribute differently",
    ],
    [
      "with a space in its name",
      templated(`<BaseURL\u00a0>${evil}</BaseURL\u00a0>${segments}`),
      "ERR_MANIFEST_INVALID manifest: line 1: players read the name of an element or attribute differently",
    ],
  ])(
    "%s",
    streaming(async (_, xml, expected) => {
      expect(await refused(xml)).toBe(expected);
    }),
  );

  it(
    "is not looked for in events, comments and CDATA",
    streaming(() => {
      const event = `<EventStream><Event><BaseURL>${evil}</BaseURL></Event></EventStream>`;
      const xml = mpd(
        `<Period>${event}<!--<BaseURL>${evil}</BaseURL>--><x:y xmlns:x="u"><![CDATA[<BaseURL>${evil}</BaseURL>]]></x:y></Period>`,
      );
      expect(signDashManifest(xml, grant, options)).toBe(xml);
    }),
  );
});

describe("a base that readers resolve differently", () => {
  it.each([
    ["http:/evil.example/", "does not have exactly two slashes before its host"],
    ["https://cdn.example\\@evil.example/", "has the character U+005C at position 19"],
    ["\u00a0//evil.example/", "has the character U+00A0 at position 0"],
    ["a/%2e%2e/%2e%2e/w/", "has a . or .. segment that leads above the root"],
    ["../../v/", "has a . or .. segment that leads above the root"],
    ["&amp;#47;&amp;#47;evil.example/", "has an XML escape that is escaped itself"],
  ])(
    "%s",
    streaming(async (base, problem) => {
      expect(await refused(templated(`<BaseURL>${base}</BaseURL>${segments}`))).toBe(
        `ERR_URL_INVALID BaseURL: line 1: ${problem}`,
      );
      const xml = templated(`<BaseURL>${base}</BaseURL>${segments}`);
      expect(
        (await refusal(() => signDashManifest(xml, grant, { ...options, uncovered: "leave" }))).code,
      ).toBe("ERR_URL_INVALID");
    }),
  );

  it(
    "counts with and without it when only some readers see it",
    streaming(async () => {
      const uncovered =
        "ERR_RESOURCE_MISMATCH SegmentTemplate@media: line 1: is relative to BaseURL at evil.example";
      // dash.js takes one in CDATA, and an empty one, for the base above it.
      const outside = `<BaseURL>${evil}</BaseURL><Period><AdaptationSet>`;
      for (const own of [
        `<BaseURL><![CDATA[${host}/v/]]></BaseURL>`,
        `<BaseURL/><BaseURL>${host}/v/</BaseURL>`,
      ])
        expect(await refused(mpd(`${outside}${own}${segments}</AdaptationSet></Period>`))).toBe(uncovered);
      // For Shaka everything is relative to the Location.
      const moved = mpd(
        '<Location>/v/m.mpd</Location><Period><AdaptationSet><SegmentTemplate media="../$Number$"/></AdaptationSet></Period>',
      );
      const inFolder = { manifestUrl: `${host}/v/a/m.mpd` };
      expect((await refusal(() => signDashManifest(moved, grant, inFolder))).code).toBe(
        "ERR_RESOURCE_MISMATCH",
      );
      expect(
        signDashManifest(moved.replace("/v/m.mpd", "/v/b/m.mpd"), grant, inFolder).split("Signature="),
      ).toHaveLength(3);
      expect(
        await refused(
          mpd(
            `<Location>ftp://evil.example/</Location><Period><AdaptationSet>${segments}</AdaptationSet></Period>`,
          ),
        ),
      ).toMatch(/^ERR_\w+ Location/);
    }),
  );

  it("stands behind what it moves, and takes it to another host", async () => {
    const inner = `<Representation id="1"><BaseURL>${evil}</BaseURL></Representation>${segments}`;
    const located = mpd(
      `<Period><AdaptationSet>${segments}</AdaptationSet></Period><Location>/w/m.mpd</Location>`,
    );
    for (const xml of [
      mpd(`<Period><AdaptationSet>${inner}</AdaptationSet></Period>`),
      mpd(`<Period><AdaptationSet>${segments}</AdaptationSet></Period><BaseURL>${evil}</BaseURL>`),
      mpd(
        `<Period><AdaptationSet><Representation>${segments}</Representation><BaseURL>/w/</BaseURL></AdaptationSet></Period>`,
      ),
    ]) {
      const error = await refusal(() => signDashManifest(xml, grant, options));
      expect(`${error.code} ${error.option}`).toBe("ERR_RESOURCE_MISMATCH SegmentTemplate@media");
      // As a stream, it is not signed either.
      const stream = () =>
        streamed(createDashSigningStream(grant, options) as TransformStream, xml.split(""));
      await streaming(async () => expect((await refusal(stream)).code).toMatch(/^ERR_/))();
      expect(signDashManifest(xml, grant, { ...options, uncovered: "leave" })).toBe(xml);
    }
    expect((await refusal(() => signDashManifest(located, grant, options))).code).toBe(
      "ERR_RESOURCE_MISMATCH",
    );
  });

  it.each(["baseUrl", "baseUri", "url", "originalUrl", "resolvedUri"])(
    "as an attribute %s, which players have beside those of the element",
    streaming(async (name) => {
      for (const xml of [
        templated(`<SegmentTemplate ${name}="${evil}" media="a"/>`),
        represented(`id="1" ${name}="${evil}"`),
      ])
        expect(await refused(xml)).toBe(
          `ERR_MANIFEST_INVALID manifest: line 1: the attribute ${name} is not part of DASH`,
        );
    }),
  );
});

describe("a Location with an XML escape that is escaped itself", () => {
  it(
    "throws also where uncovered references are left: it moves other references",
    streaming(async () => {
      const xml = mpd("<Location>&amp;#47;v/m.mpd</Location>");
      const { code, option } = await refusal(() =>
        signDashManifest(xml, grant, { ...options, uncovered: "leave" }),
      );
      expect(`${code} ${option}`).toBe("ERR_URL_INVALID Location");
    }),
  );
});

describe("what is not well-formed", () => {
  it.each([
    ['<MPD><Period id="a'],
    ["<MPD/><?a"],
    ["<MPD/><!-"],
    ["<MPD/><![CDATA["],
    ["<MPD =/>"],
    ["<MPD a/>"],
    ["<MPD a=1/>"],
    ["<MPD a='1'b='2'/>"],
    ["<MPD></MPD a>"],
    ["</MPD>"],
    ["<MPD/><a/>"],
    ["<MPD/>a"],
    ["<mpd/>"],
    ["<MPD><Period"],
    ["<MPD><Period></MPD>"],
    ["<MPD/><!-- a"],
    ['<!ENTITY a "b"><MPD/>'],
    ["<MPD>< /></MPD>"],
    ["<MPD><a:b:c/></MPD>"],
    ["<MPD><BaseURL>&#0;</BaseURL></MPD>"],
    ["<MPD><BaseURL>a<![CDATA[b]]></BaseURL></MPD>"],
  ])(
    "is refused: %s",
    streaming(async (xml) => {
      expect(await refused(xml)).toMatch(/^ERR_MANIFEST_INVALID manifest: /);
    }),
  );
});

describe("what is there twice", () => {
  it(
    "is one or the other to readers",
    streaming(async () => {
      for (const [element, name, xml] of [
        ["SegmentTemplate", "media", templated(`<SegmentTemplate media="a" media="${evil}"/>`)],
        ["Representation", "id", represented('id="1" id="//evil.example/"')],
      ] as const)
        expect(await refused(xml)).toBe(
          `ERR_MANIFEST_INVALID manifest: line 1: ${element} has the attribute ${name} twice`,
        );
    }),
  );
});

describe("work is held to a multiple of the text", () => {
  it("but not for the same references under equal bases of many elements", () => {
    const inherited = Array.from({ length: 12 }, (_, i) => `<SegmentURL media="s%20${i}.m4s"/>`).join("");
    const bases = Array.from({ length: 12 }, (_, i) => `<BaseURL>cdn-${i}/</BaseURL>`).join("");
    const elements = `<Representation id="1">${bases}</Representation>`.repeat(100);
    const manifest = mpd(
      `<Period><AdaptationSet><SegmentList>${inherited}</SegmentList>${elements}</AdaptationSet></Period>`,
    );
    expect(signDashManifest(manifest, grant, options).split("Signature=")).toHaveLength(13);
  });

  it(
    "for long bases and many of them",
    streaming(async () => {
      const bases = Array.from({ length: 12 }, (_, i) => `<BaseURL>${i}${"a".repeat(6000)}/</BaseURL>`).join(
        "",
      );
      const list = `<SegmentList>${'<SegmentURL media="a"/>'.repeat(1000)}</SegmentList>`;
      expect(await refused(templated(bases + list))).toMatch(
        /^ERR_MANIFEST_INVALID manifest: line 1: resolved URLs and replaced variables are over 64 times/,
      );
      const usual = Array.from(
        { length: 12 },
        (_, i) => `<BaseURL>https://d111111abcdef8.cloudfront.net/v/cdn-${i}/</BaseURL>`,
      ).join("");
      expect(signDashManifest(templated(usual + list), grant, options).split("Signature=")).toHaveLength(
        1001,
      );
    }),
  );
});
