// What the fields are called for each kind of traffic.

/** The text of an element, by its ID. @type {Record<import("./cases.js").Traffic, Record<string, string>>} */
export const fieldTexts = {
  viewers: {
    trafficHint: "Their page renews each grant before it expires. Enter the viewers of your busiest hour.",
    viewersHint: "Viewers at the same time, such as 40k or 1.5 million.",
    lifetimeLabel: "Lifetime of a grant",
    lifetimeHint: "How long a grant, or a set of cookies, is valid, such as 15m (minutes) or 4h.",
    urlsLabel: "URLs per viewer within this time",
  },
  visits: {
    trafficHint: "No grant is renewed. If viewers do not come evenly, enter those of your busiest hour.",
    viewersHint: "Viewers, page views or grants within the time below, such as 40k or 1.5 million.",
    lifetimeLabel: "Time",
    lifetimeHint: "The time in which they come, such as 1m (a minute), 4h, 1d or 30d (a month).",
    urlsLabel: "URLs per viewer within this time",
  },
  once: {
    trafficHint: "All viewers ask for a grant within seconds, or you sign a list.",
    viewersHint: "Viewers who come at once, mails or lines, such as 40k or 1.5 million.",
    lifetimeLabel: "",
    lifetimeHint: "",
    urlsLabel: "URLs for each of them",
  },
};
