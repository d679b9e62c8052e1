// The fields in the fragment of the address, so that a calculation can be shared.

/** @type {readonly ["traffic", "viewers", "lifetime", "urls", "key", "cost", "time"]} */
export const names = ["traffic", "viewers", "lifetime", "urls", "key", "cost", "time"];

/** @typedef {Record<(typeof names)[number], string>} Texts */

/** @param {Texts} texts @returns {string} */
export function toFragment(texts) {
  const filled = names.filter((name) => texts[name].trim() !== "");
  return `#${new URLSearchParams(filled.map((name) => [name, texts[name].trim()]))}`;
}

/** As a list of names and texts. HTML source has `&amp;` between them. @param {string} fragment */
const entriesOf = (fragment) => new URLSearchParams(fragment.replace(/^#/, "").replaceAll("&amp;", "&"));

/** @param {string} fragment @returns {Partial<Texts>} */
export function fromFragment(fragment) {
  const given = entriesOf(fragment);
  return Object.fromEntries(
    names.flatMap((name) => (given.has(name) ? [[name, given.get(name) ?? ""]] : [])),
  );
}

const longestShown = 24;

/** @param {string} text */
const quoted = (text) => `“${text.length > longestShown ? `${text.slice(0, longestShown)}…` : text}”`;

/** @param {readonly string[]} words */
const listed = (words) => [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" and ");

/**
 * What an address lacks or has too much, such as one that was cut off.
 *
 * @param {string} fragment
 * @param {Texts} shown what the page shows
 * @param {Record<"traffic" | "key", readonly string[]>} options what may be chosen
 */
export function notesOn(fragment, shown, options) {
  // Without one, it leads to a part of the page.
  if (!fragment.includes("=")) return [];
  const given = entriesOf(fragment);
  const unknown = [...new Set(given.keys())].filter((name) => !names.some((one) => one === name));
  const isOnce = given.get("traffic") === "once";
  const missing = names.slice(0, 5).filter((name) => !given.has(name) && !(isOnce && name === "lifetime"));
  const repeated = names.filter((name) => given.getAll(name).length > 1);
  const wrong = /** @type {const} */ (["traffic", "key"]).filter(
    (name) => given.has(name) && !options[name].includes(given.get(name) ?? ""),
  );
  return [
    ...(fragment.includes("&amp;")
      ? ["The address has &amp; between its parts, as HTML source has: the page reads it as &."]
      : []),
    ...unknown.map((name) => `The address has ${quoted(name)}, which this page does not know.`),
    ...(missing.length > 0
      ? [
          `The address has no ${listed(missing)}: the page shows ${listed(missing.map((name) => shown[name]))}.`,
        ]
      : []),
    ...repeated.map((name) => `The address has ${name} twice: the page shows the first.`),
    ...wrong.map(
      (name) =>
        `The address has the ${name} ${quoted(given.get(name) ?? "")}, and this page knows ${listed(options[name])}: it shows ${shown[name]}.`,
    ),
  ];
}
