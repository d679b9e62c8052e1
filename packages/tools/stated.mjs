// When a size or a count that a page states is out of date.

/** The part of the real figure by which a page may differ from it. */
const tolerance = 0.02;

/** @param {number} stated @param {number} actual */
export const isStale = (stated, actual) => Math.abs(stated - actual) > tolerance * Math.abs(actual);
