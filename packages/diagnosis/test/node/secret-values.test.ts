import { describe, expect, it } from "vitest";
import { decodedText } from "../../src/secrets/decoded-text.ts";
import { requestSecrets, withoutSecrets } from "../../src/secrets/secret-values.ts";

/** How the secrets of a request are found in texts from elsewhere. */

const secret = "c2lnbmF0dXJlT2ZUaGVSZXF1ZXN0";
const parts = requestSecrets(`https://d111111abcdef8.cloudfront.net/a.jpg?Signature=${secret}`, "");
const whole = "(hidden: it may repeat a secret of the request)";
const hide = (text: string): string => withoutSecrets(text, parts);

describe("decodedText", () => {
  it.each([
    ["%41", "A"],
    ["%2541", "A"],
    ["%25%34%31", "A"],
    ["%%34%31", "A"],
    ["\\u0041\\x41\\101\\u{41}", "AAAA"],
    ["\\\\\\\\u0041", "A"],
    ["&#65;&#x41;&#0065;&#X00000000000000000041;", "AAAA"],
    ["&#65A&#x41g&#65", "AAAgA"],
    ["&amp;#65;&ampamp;", "A&ampamp;"],
    ["&#37;41&percnt;41", "AA"],
    ["%u0041\uff21", "AA"],
    ["a=3Db=\r\nc=\nd", "a=bcd"],
    ["=41", "=41"],
    ["50 % of 100%", "50 % of 100%"],
    ["\\", "\\"],
    ["a&shy;b&ZeroWidthSpace;c&zwnj;d", "abcd"],
    ["&constructor;&valueof;", "&constructor;&valueof;"],
    ["&unknown;&#;&#x;&#x110000;", "&unknown;&#;&#x;&#x110000;"],
    ["a\u200bb\u00adc", "abc"],
  ])("of %j is %j", (text, expected) => {
    expect(decodedText(text).text).toBe(expected);
  });

  it("knows where each character stood", () => {
    const { text, starts, ends } = decodedText("x%2541y&#66;");
    expect([text, [...starts], [...ends]]).toEqual(["xAyB", [0, 1, 6, 7], [1, 6, 7, 12]]);
  });
});

describe("withoutSecrets", () => {
  it.each([
    [`a ${secret} b`, "a … b"],
    [`a ${secret.slice(3, 15)} b`, "a … b"],
    [`a ${secret.slice(3, 14)} b`, `a ${secret.slice(3, 14)} b`],
    [`${secret}${secret} ${secret}`, "… …"],
    [`(${secret})`, "(…)"],
    [`x-${secret}-y.z`, "….z"],
    ["Error from cloudfront", "Error from cloudfront"],
    ["d111111abcdef8.cloudfront.net", "d111111abcdef8.cloudfront.net"],
    ["Signature=b3RoZXJPZlNvbWVib2R5&b=1", "Signature=…&b=1"],
    ["Signature=other&b=1", "Signature=other&b=1"],
    ["Policy=in", "Policy=in"],
    ["Referrer-Policy: strict-origin-when-cross-origin", "Referrer-Policy: strict-origin-when-cross-origin"],
    [`<p>${btoa(btoa(secret))}</p>`, whole],
    [`Server: ${secret.replace(/.{4}/g, "$&<wbr>")}`, whole],
    ['{"Policy": "b3RoZXJPZlNvbWVib2R5"}', '{"Policy": "…"}'],
    ["Policy: AccessDenied", "Policy: AccessDenied"],
    ["", ""],
  ])("of %j is %j", (text, expected) => {
    expect(hide(text)).toBe(expected);
  });

  // With a step for each pair of characters, one of these takes minutes.
  it.each([
    ["percent signs", "%25".repeat(20_000)],
    ["escapes that end late", `${"%".repeat(20_000)}${"25".repeat(20_000)}`],
    ["backslashes", "\\".repeat(60_000)],
    ["ampersands", "&".repeat(60_000)],
    ["references that do not end", "&#x0".repeat(16_000)],
    ["zeros", `&#${"0".repeat(60_000)}65;`],
    ["equals signs", "=".repeat(60_000)],
    ["names", "Signature".repeat(6_000)],
    ["names with spaces", "Signature = ".repeat(6_000)],
    ["values", `Signature=${"a".repeat(60_000)}`],
    ["the secret", secret.repeat(2_000)],
    ["parts of it, far from each other", `${secret.slice(0, 12)}_`.repeat(4_000)],
    ["parts in one word", `${secret.slice(0, 12)}${"x".repeat(40)}`.repeat(1200)],
    ["quoted-printable", "=\r\n".repeat(20_000)],
    ["letters", "a".repeat(60_000)],
    ["signs of escapes", "%\\\\&#=+<".repeat(8_000)],
    ["elements that do not end", "<a".repeat(30_000)],
  ])("reads hostile text in linear time: %s", (_, text) => {
    expect(hide(text).length).toBeLessThanOrEqual(text.length);
    expect(hide(`${text} ${secret}`)).not.toContain(secret);
    expect(hide(text.slice(0, 3000) + btoa(secret))).not.toContain(btoa(secret).slice(0, 20));
  });
});
