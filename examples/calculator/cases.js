// The cases of docs/scale.md, which the page has as examples.

/** @typedef {{ viewers: number, lifetime: string, urls: number }} Case */

/** A film of two hours in segments of four seconds. @type {Case} */
export const film = { viewers: 1_000_000, lifetime: "4h", urls: 1800 };
/** The lifetime is the minute in which everyone arrives. @type {Case} */
export const liveEvent = { viewers: 1_000_000, lifetime: "1m", urls: 15 };
/** @type {Case} */
export const billionGrants = { viewers: 1_000_000_000, lifetime: "1d", urls: 1 };
/** @type {Case} */
export const mailLinks = { viewers: 100_000_000, lifetime: "7d", urls: 1 };
/** Page views a day, with their images. @type {Case} */
export const shop = { viewers: 10_000_000, lifetime: "1d", urls: 50 };

/** @type {Record<string, Case>} */
export const cases = {
  "A film": film,
  "A live event": liveEvent,
  "A billion grants a day": billionGrants,
  "Links in mails": mailLinks,
  "A shop with images": shop,
};
