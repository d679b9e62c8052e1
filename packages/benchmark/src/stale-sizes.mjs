// What the pages say about the build of today, in results/sizes.json: its sizes. `npm run pages` writes it, and the check
// compares it with the build.

/** @typedef {import("./sizes.mjs").Sizes} Sizes */

/** The part of the real size by which a page may differ from it. */
const tolerance = 0.02;

/** @param {number} stated @param {number} actual */
const isStale = (stated, actual) => Math.abs(stated - actual) > tolerance * Math.abs(actual);

/**
 * What the pages say and is no longer so.
 * @param {Sizes} stated
 * @param {Sizes} actual
 * @returns {string[]}
 */
export function staleSizes(stated, actual) {
  const figures = figuresIn(stated);
  return Object.entries(figuresIn(actual)).flatMap(([what, now]) => {
    const said = figures[what] ?? Number.NaN;
    return said === now || (Number.isFinite(said) && !isStale(said, now))
      ? []
      : `${what}: the pages say ${said.toLocaleString("en")}, it is ${now.toLocaleString("en")}`;
  });
}

/** Each figure by its name. @param {Sizes} sizes @returns {Record<string, number>} */
const figuresIn = ({ packages, oneFunction }) => ({
  ...Object.fromEntries(
    packages.flatMap(({ name, dependencies, ...figures }) =>
      Object.entries({ ...figures, dependencies: dependencies.length }).map(([figure, value]) => [
        `${name}, ${figure}`,
        value,
      ]),
    ),
  ),
  [`${oneFunction.name}, gzipped`]: oneFunction.gzipped,
});
