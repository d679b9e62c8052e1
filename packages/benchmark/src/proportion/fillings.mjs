// Fillings of any length for the inputs: characters and pieces that make parsers and matchers slow.

/** @typedef {(length: number) => string} Filling */

/** @param {string} piece @returns {Filling} */
const repeated = (piece) => (length) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** @param {string} start @param {string} piece @param {string} end @returns {Filling} */
const between = (start, piece, end) => (length) =>
  start + repeated(piece)(Math.max(0, length - start.length - end.length)) + end;

const characters = [...'a1\\/.%*?&=;:#-"<{[ \n\r\0é', "\ud800"];
const pieces = [
  ...["%25", "%2e", "../", "/./", "a.", "s3.", "*a", "?*"],
  ...["a=1&", "a;", "CloudFront-Policy=a; ", "\\n"],
  ...["-----BEGIN ", "-----END ", "-----BEGIN A----------END A-----"],
  ...["{$a}", 'A="a",', '{"a":', "a\n"],
  // Lines of which each has a fault of its own kind.
  ...["../\n", "/\n", "{$a}\n", "%2e\n", "//09\n", "\\\n"],
  ...["<a>", "<a/>", "<!--", ' x="', ' x="a"', "&amp;"],
];

/** @type {Filling} */
const twoStretches = (length) => {
  const half = length >> 1;
  return between("*", "a", "")(half) + between("*", "a", "b")(length - half);
};

/** By the names that the table shows. @type {Record<string, Filling>} */
export const fillings = {
  ...Object.fromEntries([...characters, ...pieces].map((piece) => [JSON.stringify(piece), repeated(piece)])),
  "*a…b": between("*", "a", "b"),
  "a…*": between("", "a", "*"),
  "*a…*a…b": twoStretches,
  "a …a": between("a", " ", "a"),
};
