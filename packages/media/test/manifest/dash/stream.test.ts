import { mpd, streamed, templated } from "@cloudfront-sign-webcrypto/testing/support/dash.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { partOf, repeated, runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createDashSigningStream, signDashManifest } from "cloudfront-sign-media/dash";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { streaming } from "../../support/streaming.ts";

const manifestUrl = `${host}/v/manifest.mpd`;
const options = { manifestUrl };
const grant = await recorder().signer.grant({ resource: `${host}/v/*`, dateLessThan: end });
/** Before each character or byte, and at the end. */
const placesIn = ({ length }: { length: number }) => Array.from({ length: length + 1 }, (_, i) => i);
const encode = (text: string) => new TextEncoder().encode(text);
const sign = (xml: string) => signDashManifest(xml, grant, options);

const stream = (chunks: readonly unknown[]) => streamed(createDashSigningStream(grant, options), chunks);

/** Has every kind of token, at whose every character the input is cut. */
const all = `\ufeff<?xml version="1.0"?>\r\n<!-- <a> -- ] ü😀-->\n<?a b?c ? ?>${templated(
  `<x:y xmlns:x='z' a=">">😀]]<![CDATA[<a> ]] ü😀]>]]></x:y>
  <BaseURL>\t<!-- a -->é/😀.mp4?x=1&amp;y=2#t <!--b--></BaseURL><BaseURL><![CDATA[日/a.mp4?x=1&y=]2]]></BaseURL>
  <SegmentTemplate media='é&#x26;"$Number%05d$"😀' index = "i&lt;"/>`,
)}\n<!--end-->\n`;

describe("a DASH stream returns what signDashManifest returns for the whole text", () => {
  it(
    "if the text or its bytes are cut in two at any place",
    streaming(async () => {
      const expected = sign(all);
      expect(
        expected.split(grant.query.replaceAll("&", "&amp;")).length +
          expected.split(`&${grant.query}`).length,
      ).toBe(6);
      for (const i of partOf(placesIn(all)))
        expect((await stream([all.slice(0, i), all.slice(i)])).text).toBe(expected);
      const bytes = encode(all);
      for (const i of partOf(placesIn(bytes)))
        expect((await stream([bytes.slice(0, i), bytes.slice(i)])).text).toBe(expected);
    }),
  );

  it(
    "if the text is cut into single characters, single bytes or bytes of other kinds",
    streaming(async () => {
      expect(await stream(all.split(""))).toEqual({ text: sign(all), isBytes: false });
      const bytes = encode(all);
      expect(await stream(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual({
        text: sign(all),
        isBytes: true,
      });
      expect(await stream([bytes.buffer.slice(0, 100), new DataView(bytes.buffer, 100)])).toEqual({
        text: sign(all),
        isBytes: true,
      });
    }),
  );

  const token = fc.constantFrom(
    "<BaseURL>a.mp4</BaseURL>",
    "<BaseURL>",
    "</BaseURL>",
    '<SegmentTemplate media="é$Number$"/>',
    "<Period>",
    "</Period>",
    "<MPD>",
    "</MPD>",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?",
    "?>",
    "<!DOCTYPE",
    "&amp;",
    "&",
    "<",
    ">",
    '"',
    "😀",
    "-",
    "]",
    " ",
    "\r\n",
  );

  it(
    "also for what is hardly XML: the same result, or the same error",
    streaming(() =>
      fc.assert(
        fc.asyncProperty(
          fc.array(token, { maxLength: 12 }),
          fc.array(fc.nat(200), { maxLength: 6 }),
          fc.boolean(),
          fc.boolean(),
          async (tokens, cuts, asBytes, whole) => {
            const xml = whole ? mpd(tokens.join("")) : tokens.join("");
            const input = asBytes ? encode(xml) : xml;
            const points = [0, ...cuts.filter((at) => at < input.length).sort((a, b) => a - b), input.length];
            const chunks = points.slice(1).map((at, i) => input.slice(points[i], at));
            const attempt = async (action: () => Promise<string> | string): Promise<string> => {
              try {
                return await action();
              } catch (error) {
                return String(error);
              }
            };
            expect(await attempt(async () => (await stream(chunks)).text)).toBe(
              await attempt(() => sign(xml)),
            );
          },
        ),
        runs(20260101, 1000),
      ),
    ),
  );
});

describe("what is not a manifest is an error, never half of one", () => {
  it.each([
    ["nothing", ""],
    ["space", " \n"],
    ["text", "Not found"],
    ["JSON", '{"error":1}'],
    ["HTML", "<html><body>Not found</body></html>"],
    ["a playlist", "#EXTM3U\n"],
    ["a patch", '<Patch mpdId="a"><add sel="/MPD"/></Patch>'],
    ["an element that only ends as MPD does", "<XMPD></XMPD>"],
    ["a prefix that is none", "<:MPD></:MPD>"],
    ["two roots", "<MPD/><MPD/>"],
    ["text behind the root", "<MPD/>a"],
    ["an end tag alone", "</MPD>"],
    ["an end tag too many", "<MPD></MPD></MPD>"],
    ["an element that is not closed", "<MPD><Period></MPD>"],
    ["an end tag of another element", "<MPD><Period></Perio></Period></MPD>"],
    ["an end tag with more in it", "<MPD></MPD a='b'>"],
    ["an end within the root", "<MPD><Period/>"],
    ["an end within a tag", "<MPD><Period"],
    ["an end within a value", '<MPD><Period id="a></MPD>'],
    ["an end behind <", "<MPD></MPD><"],
    ["an end within a comment", "<MPD><!-- a --></MPD><!-- a --"],
    ["a comment that is none", "<MPD/><!-->"],
    ["an end within CDATA", "<MPD><![CDATA[a]]"],
    ["an end within an instruction", "<MPD/><?a"],
    ["< in a tag", "<MPD <Period/></MPD>"],
    ["a value without quotes", "<MPD><Period id=1/></MPD>"],
    ["a name without value", "<MPD><Period id/></MPD>"],
    ["values without space between", "<MPD><Period a='b'c='d'/></MPD>"],
    ["a tag without name", "<MPD>< /></MPD>"],
    ["a DOCTYPE", "<!DOCTYPE MPD><MPD/>"],
    ["entities", '<!DOCTYPE MPD [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><MPD><BaseURL>&c;</BaseURL></MPD>'],
    ["an entity", mpd("<BaseURL>&c;</BaseURL>")],
    ["a bare &", mpd("<BaseURL>a?b=1&c=2</BaseURL>")],
    ["a character that is none", mpd("<BaseURL>&#x110000;</BaseURL>")],
    ["an element in a BaseURL", mpd("<BaseURL>a<b/></BaseURL>")],
    ["a BaseURL in two pieces", mpd("<BaseURL>a<![CDATA[b]]></BaseURL>")],
  ])(
    "%s",
    streaming(async (_, xml) => {
      expect(await refusedAs(() => sign(xml))).toBe("ERR_MANIFEST_INVALID manifest");
      expect(await refusedAs(() => stream(xml.split("")))).toBe("ERR_MANIFEST_INVALID manifest");
      expect(await refusedAs(() => stream([encode(xml)]))).toBe("ERR_MANIFEST_INVALID manifest");
    }),
  );

  it.each([
    ["UTF-16", new Uint8Array([0xff, 0xfe, ...Array.from("<MPD/>", (c) => [c.charCodeAt(0), 0]).flat()])],
    ["UTF-16 without a mark", new Uint8Array(Array.from("<MPD/>", (c) => [0, c.charCodeAt(0)]).flat())],
    ["Latin-1", new Uint8Array([...encode("<MPD a='"), 0xe9, ...encode("'/>")])],
    ["an end within a character", encode("<MPD/><!-- -->é").slice(0, -1)],
  ])(
    "bytes in %s",
    streaming(async (_, bytes) => {
      for (const chunks of [[bytes], Array.from(bytes, (byte) => Uint8Array.of(byte))])
        expect(await refusedAs(() => stream(chunks))).toBe("ERR_MANIFEST_INVALID manifest");
    }),
  );

  it(
    "chunks are of one kind",
    streaming(async () => {
      expect(await refusedAs(() => stream(["<MPD>", encode("</MPD>")]))).toBe("ERR_OPTION_INVALID chunk");
      expect(await refusedAs(() => stream([encode("<MPD>"), "</MPD>"]))).toBe("ERR_OPTION_INVALID chunk");
      expect(await refusedAs(() => stream([1]))).toBe("ERR_OPTION_INVALID chunk");
    }),
  );

  it(
    "options are refused at once, references by the stream",
    streaming(async () => {
      expect(
        await refusedAs(() => createDashSigningStream(grant, { manifestUrl, uncoverd: "leave" } as never)),
      ).toBe("ERR_OPTION_UNKNOWN uncoverd");
      expect(await refusedAs(() => stream([mpd("<BaseURL>/a</BaseURL>")]))).toBe(
        "ERR_RESOURCE_MISMATCH BaseURL",
      );
    }),
  );
});

describe("an error names the line in which its tag or text starts, however the input is cut", () => {
  it.each([
    [3, "<MPD>\n<!-- a\n --><BaseURL>/w/a.mp4</BaseURL></MPD>"],
    [2, "<MPD>\r\n<Period\n\n id=1/></MPD>"],
    [4, "<MPD/>\n\n \n a\n"],
    [3, "<MPD>\n<BaseURL>\n</Period>"],
    [2, "<MPD>\n<Period\n\n"],
    [3, "<MPD>\n<![CDATA[\n]]><Period>"],
    [2, "<MPD>\n<!-->"],
  ])(
    "line %i of %j",
    streaming(async (line, xml) => {
      const { message } = await refusal(() => sign(xml));
      expect(message).toContain(`: line ${line}: `);
      for (let at = 0; at <= xml.length; at++)
        expect((await refusal(() => stream([xml.slice(0, at), xml.slice(at)]))).message).toBe(message);
      expect((await refusal(() => stream(xml.split("")))).message).toBe(message);
    }),
  );
});

describe("hostile input takes time by its length, and is answered", () => {
  const million = "a".repeat(1e6);
  const template = (value: string) => templated(`<SegmentTemplate media="${value}"/>`);

  it.each([
    ["a long value", mpd(`<Period id="${"a".repeat(1.3e5)}"/>`), true],
    ["a value that is too long", mpd(`<Period id="${million}"/>`), false],
    // No URL has more than 8,192 characters, and none is signed that has.
    ["a reference of the greatest length", template("a".repeat(7000)), true],
    ["a long reference", template(million), false],
    ["many escapes", template("&amp;".repeat(2000)), true],
    ["too many escapes", template("&amp;".repeat(5e4)), false],
    ["many escapes before a fragment", template(`${"&amp;".repeat(2000)}#`), true],
    [
      "many escapes in many references",
      template("&amp;".repeat(400))
        .repeat(1)
        .replace(/<SegmentTemplate.*?>/, (all) => all.repeat(repeated(300))),
      true,
    ],
    ["much space", mpd(`<Period ${" ".repeat(1.3e5)}/>`), true],
    ["too much space", mpd(`<Period ${" ".repeat(1e6)}/>`), false],
    ["much space in a value", template(`a${" ".repeat(1e5)}`), true],
    ["much space in a BaseURL", mpd(`<BaseURL>${" ".repeat(6.5e4)}a${" ".repeat(6.5e4)}</BaseURL>`), true],
    [
      "many attributes",
      mpd(`<Period${Array.from({ length: 1.2e4 }, (_, i) => ` a${i}="b"`).join("")}/>`),
      true,
    ],
    ["one attribute many times", mpd(`<Period${' a="b"'.repeat(1e5)}/>`), false],
    ["many comments in a BaseURL", mpd(`<BaseURL>${"<!--a-->".repeat(1.6e4)}a</BaseURL>`), true],
    [
      "many closing marks",
      mpd(`<!--${"-".repeat(1e6)}--><![CDATA[${"]".repeat(1e6)}]]><?${"?".repeat(1.3e5)}?>`),
      true,
    ],
    ["many elements", mpd("<Period><AdaptationSet/></Period>".repeat(1e4)), true],
    [
      "a long BaseURL",
      mpd(`<BaseURL>${million}/</BaseURL>${"<Period><BaseURL>a/</BaseURL></Period>".repeat(1e4)}`),
      false,
    ],
    [
      "templates times representations",
      mpd(
        `<Period><AdaptationSet>${`<SegmentTemplate media="${"a".repeat(7000)}" index="b"/>`.repeat(20)}${"<Representation/>".repeat(1e4)}</AdaptationSet></Period>`,
      ),
      true,
    ],
    ["many BaseURLs", mpd("<BaseURL>a/</BaseURL>".repeat(repeated(2e4))), true],
    [
      "many different BaseURLs",
      mpd(Array.from({ length: 1e4 }, (_, i) => `<BaseURL>${i}/</BaseURL>`).join("")),
      false,
    ],
    [
      "BaseURLs times BaseURLs",
      mpd(
        `<BaseURL>a/</BaseURL><BaseURL>b/</BaseURL>${`<Period>${Array.from({ length: 11 }, (_, i) => `<BaseURL>${i}/</BaseURL>`).join("")}</Period>`}`,
      ),
      false,
    ],
    ["many elements in each other", mpd(`${"<a>".repeat(1e5)}${"</a>".repeat(1e5)}`), false],
    ["bare &", template("&".repeat(1e6)), false],
    ["names without values", mpd(`<Period ${"a ".repeat(3e5)}/>`), false],
    ["equals signs", mpd(`<Period ${"= ".repeat(3e5)}/>`), false],
    ["quotes", mpd(`<Period ${'"'.repeat(1e6)}/>`), false],
    ["<", "<".repeat(1e6), false],
    ["<!--", "<!--".repeat(3e5), false],
    ["digits in an escape", template(`&#${"1".repeat(1e6)};`), false],
  ])(
    "%s",
    streaming(async (_, xml, isSound) => {
      const chunks = xml.match(/[\s\S]{1,4096}/g) ?? [];
      if (isSound) {
        expect(sign(xml).length).toBeGreaterThanOrEqual(xml.length);
        expect((await stream(chunks)).text).toBe(sign(xml));
      } else {
        expect((await refusal(() => sign(xml))).message.length).toBeLessThan(200);
        await refusal(() => stream(chunks));
      }
    }),
  );

  it(
    "a long value in single characters",
    streaming(async () => {
      const xml = template("a".repeat(7000)).replace("<MPD", `<MPD id="${"a".repeat(repeated(1e5))}"`);
      expect((await stream(xml.split(""))).text).toBe(sign(xml));
    }),
  );

  it(
    "all but an unfinished tag or delimiter is passed on at once",
    streaming(async () => {
      const { writable, readable } = createDashSigningStream(grant, options);
      const reader = readable.getReader();
      const writer = writable.getWriter();
      for (const [written, read] of [
        ["<MPD><!-- a", "<MPD><!-- a"],
        [" b-", " b"],
        ["--><Period>\n te", "---><Period>\n te"],
      ]) {
        const { value } = await Promise.all([reader.read(), writer.write(written)]).then(
          ([result]) => result,
        );
        expect(value).toBe(read);
      }
      await writer.abort("enough");
    }),
  );
});
