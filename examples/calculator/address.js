// The fields in the fragment of the address, so that a calculation can be shared.

/** @type {readonly ["traffic", "viewers", "lifetime", "urls", "key", "cost", "time"]} */
export const names = ["traffic", "viewers", "lifetime", "urls", "key", "cost", "time"];

/** @typedef {Record<(typeof names)[number], string>} Texts */

/** @param {Texts} texts @returns {string} */
export function toFragment(texts) {
  const filled = names.filter((name) => texts[name].trim() !== "");
  return `#${new URLSearchParams(filled.map((name) => [name, texts[name].trim()]))}`;
}

/** @param {string} fragment @returns {Partial<Texts>} */
export function fromFragment(fragment) {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  return Object.fromEntries(
    names.flatMap((name) => (given.has(name) ? [[name, given.get(name) ?? ""]] : [])),
  );
}
