// One text that a public function is given, and where in it a filling stands.
import { host } from "./material.mjs";

/**
 * @typedef {object} Input
 * @property {string} name the function and its input, as the table shows them
 * @property {string} [sample] a filling that the function takes: proof that it is really asked
 * @property {number} [limit] the longest text that the function reads; none where it reads all
 * @property {number} [room] the share of the text that the filling may take, where it gets longer: base64
 * @property {(filling: string) => unknown} [ask] what is timed
 * @property {(filling: string) => (() => unknown) | Promise<() => unknown>} [prepare] makes what is timed,
 *   where to make the input is no work of the function
 */

/** The longest text that is read as a URL, and as a key. */
export const urlLimit = 65_536;
export const keyLimit = 65_536;
/** The longest URL that CloudFront takes, and cookies. */
export const requestLimit = 8192;
export const cookieLimit = 20_480;

/**
 * Where a filling can stand in a URL, with a sample.
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

/** The filling as short texts, each of them another one. @param {string} filling @param {number} length */
export const cut = (filling, length) =>
  Array.from({ length: Math.ceil(filling.length / length) }, (_, i) =>
    filling.slice(i * length, (i + 1) * length),
  );
