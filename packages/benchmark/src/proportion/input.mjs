// One text for a public function, and the place of the filling in it.
import { host } from "./material.mjs";

/**
 * @typedef {object} Input
 * @property {string} name the function and its input, as the table shows them
 * @property {string} [sample] a filling that the function accepts: proof that it reads the place
 * @property {number} [limit] the longest text that the function reads, if it has a limit
 * @property {number} [room] the share of the text for the filling, if encoding makes it longer (base64)
 * @property {(filling: string) => unknown} [ask] the timed call
 * @property {(filling: string) => (() => unknown) | Promise<() => unknown>} [prepare] makes the timed call,
 *   if making the input must not be timed
 */

/** The longest text that the library reads as a URL, and as a key. */
export const urlLimit = 65_536;
export const keyLimit = 65_536;
/** The longest URL and the longest cookies that CloudFront accepts. */
export const requestLimit = 8192;
export const cookieLimit = 20_480;

/**
 * The places for a filling in a URL, with a sample.
 * @type {Record<string, [before: string, after: string, sample: string]>}
 */
const places = {
  "whole URL": ["", "", `${host}/a`],
  host: ["https://", "/a", "cdn.example.com"],
  path: [`${host}/`, "", "a"],
  query: [`${host}/a?`, "", "a"],
  fragment: [`${host}/a#`, "", "a"],
};

/**
 * An input for each place in a URL.
 * @param {string} name
 * @param {(url: string) => unknown} ask
 * @param {{ limit?: number, without?: string[] }} [options]
 * @returns {Input[]}
 */
export const urlInputs = (name, ask, { limit = urlLimit, without = [] } = {}) =>
  Object.entries(places)
    .filter(([place]) => !without.includes(place))
    .map(([place, [before, after, sample]]) => ({
      name: `${name}: ${place}`,
      sample,
      limit: limit - before.length - after.length,
      ask: (filling) => ask(before + filling + after),
    }));

/**
 * An input for each text among the options of a function, and one for the name of an option.
 * @param {string} name
 * @param {(options: any) => unknown} ask calls the function with the options, and with the others that it needs
 * @param {Record<string, string>} samples by option
 * @returns {Input[]}
 */
export const optionInputs = (name, ask, samples) => [
  ...Object.entries(samples).map(([option, sample]) => ({
    name: `${name}: ${option}`,
    sample,
    ask: (/** @type {string} */ text) => ask({ [option]: text }),
  })),
  { name: `${name}: name of an option`, ask: (text) => ask({ [text]: 1 }) },
];

/** The filling as short texts, all different. @param {string} filling @param {number} length */
export const cut = (filling, length) =>
  Array.from({ length: Math.ceil(filling.length / length) }, (_, i) =>
    filling.slice(i * length, (i + 1) * length),
  );
