// The cases of docs/scale.md, which the page has as examples.

/**
 * `viewers` are at the same time and renew their grants, `visits` come evenly within the time, and `once` all come
 * once: in a rush, or as a list.
 * @typedef {"viewers" | "visits" | "once"} Traffic
 */
/** @typedef {{ traffic: Traffic, viewers: number, lifetime: string, urls: number }} Case */

/** A live stream in segments of four seconds: 75 segments are 5 minutes. One core is not enough. @type {Case} */
export const liveMatch = { traffic: "viewers", viewers: 2_000_000, lifetime: "5m", urls: 75 };
/** Films in segments of four seconds: 225 segments are 15 minutes. @type {Case} */
export const someViewers = { traffic: "viewers", viewers: 40_000, lifetime: "15m", urls: 225 };
/** @type {Case} */
export const millionViewers = { ...someViewers, viewers: 1_000_000 };
/** Grants that last for the longest film, so that none is renewed. @type {Case} */
export const longGrants = { traffic: "visits", viewers: 1_000_000, lifetime: "4h", urls: 1800 };
/** @type {Case} */
export const billionGrants = { traffic: "visits", viewers: 1_000_000_000, lifetime: "1d", urls: 1 };
/** Page views, with their images. @type {Case} */
export const shop = { traffic: "visits", viewers: 10_000_000, lifetime: "1d", urls: 50 };
/** Everyone asks for a grant in the same seconds. @type {Case} */
export const liveEvent = { traffic: "once", viewers: 40_000, lifetime: "15m", urls: 1 };
/** @type {Case} */
export const mailLinks = { traffic: "once", viewers: 100_000_000, lifetime: "15m", urls: 1 };

/** @type {Record<string, Case>} */
export const cases = {
  "A live match": liveMatch,
  "40,000 viewers": someViewers,
  "A million viewers": millionViewers,
  "Grants of 4 hours": longGrants,
  "A billion grants a day": billionGrants,
  "A shop with images": shop,
  "All viewers at once": liveEvent,
  "Links in emails": mailLinks,
};
