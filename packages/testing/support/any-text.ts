import fc from "fast-check";

const firstSurrogate = 0xd800;
const numSurrogates = 0x800;

/** Any code points. fast-check's `unit: "binary"`, and its `webUrl`, prepare a list of them all, which takes a second. */
export const anyText = fc.string({
  unit: fc
    .integer({ min: 0, max: 0x10ffff - numSurrogates })
    .map((code) => String.fromCodePoint(code < firstSurrogate ? code : code + numSurrogates)),
});
