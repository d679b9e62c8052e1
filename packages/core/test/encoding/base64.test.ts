import { base64 } from "cloudfront-sign-webcrypto/internals";
import { expect, it } from "vitest";

/** A signature has one text only: a text decodes if and only if it is how its bytes are encoded. */

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-~";
const decoded = (text: string): readonly number[] | undefined => {
  const bytes = base64.decodeCloudFront(text);
  return bytes && [...bytes];
};

it.each([
  { ending: "__", unused: 16 },
  { ending: "_", unused: 4 },
  { ending: "", unused: 1 },
])("bits after the last byte are refused in front of the padding '$ending'", ({ ending, unused }) => {
  for (const [value, letter] of [...alphabet].entries()) {
    const text = `${"AAAA".slice(0, 3 - ending.length)}${letter}${ending}`;
    const bytes = [0, 0, 0].slice(ending.length);
    bytes[bytes.length - 1] = Math.floor(value / unused);
    expect(decoded(text), text).toEqual(value % unused ? undefined : bytes);
    expect(decoded(`~~~~${text}`), text).toEqual(value % unused ? undefined : [255, 255, 255, ...bytes]);
  }
});

it("every byte comes back, at each place of a group", () => {
  for (let byte = 0; byte < 256; byte++)
    for (const bytes of [[byte], [0, byte], [7, 255, byte], [byte, 255, 0, byte]])
      expect(decoded(base64.encodeCloudFront(Uint8Array.from(bytes)))).toEqual(bytes);
});

it.each([
  "A",
  "AA",
  "AAA",
  "A___",
  "____",
  "__",
  "AA__AAAA",
  "AA_A",
  "A+AA",
  "A/AA",
  "AA==",
  "A AA",
  "AAé",
  "AAA\ud800",
  "AAAĀ",
])("%j is not decoded", (text) => {
  expect(decoded(text)).toBeUndefined();
  expect(decoded(`AAAA${text}`)).toBeUndefined();
});

it("nothing is nothing", () => {
  expect(decoded("")).toEqual([]);
});
