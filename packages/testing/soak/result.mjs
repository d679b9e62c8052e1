// What a runtime reports of its soak.

/**
 * @typedef {object} SoakSettings
 * @property {Record<string, string>} alias where the library is
 * @property {string} folder for what is built
 * @property {number} numSignatures
 */

/**
 * @typedef {object} SoakResult
 * @property {Record<string, number>} counts what happened
 * @property {Record<string, number>} faults what must not be: each is 0
 * @property {number} unhandled rejections
 * @property {number[]} heap bytes in use after garbage collection: after a tenth, the half and all
 * @property {number} seconds
 */

/** The scenario that the core's own test uses, too. */
export const scenario = "./support/soak";

/** How many sign at the same time. */
export const concurrency = 50;

export const numVersions = 4;

/** A load for each 50 signatures, of which twelve may hang. @param {number} numSignatures */
export const loadsOf = (numSignatures) => ({ numSignatures, numLoads: numSignatures / 50, maxHangs: 12 });
