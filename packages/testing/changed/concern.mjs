// Which tests concern a changed file, the most specific first. Everything is read from the files of now, so that it
// is right after files move. A test concerns a module that it reaches through imports, or through a program that
// it names and starts; its rank is the weight of the rare words that it shares with the module.
import { posix } from "node:path";
import { libraryFiles } from "../library.mjs";
import { importsOf, inRoot, resolveFrom, textOf, wordsOf } from "./files.mjs";

/**
 * @typedef {object} Concerned
 * @property {string} test
 * @property {string} why
 * @property {number} score 1 for the test that fits best
 */

const isModule = /\.[cm]?[jt]sx?$/;
const readsBuild = /(?:, "|"\.\.\/|\/cloudfront-sign[\w-]*\/)dist\b|\/tools\/pack"|\/example-copy\.mjs"/;
const isTest = /\.test\.ts$/;

/** @param {readonly string[]} files */
export async function readConcerns(files) {
  const known = new Set(files);
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const file of files) if (isModule.test(file)) texts.set(file, await textOf(file));
  const library = new Map(
    Object.entries(libraryFiles({})).map(([specifier, file]) => [specifier, inRoot(file)]),
  );
  const packages = await readPackages(files);
  const pathsWithEnd = pathsByEnd(files);

  /** @param {string} from @param {string} specifier @returns {string | undefined} */
  function target(from, specifier) {
    const found = specifier.startsWith(".")
      ? resolveFrom(from, specifier)
      : (library.get(specifier) ?? packages.get(specifier));
    return found !== undefined && known.has(found) ? found : undefined;
  }

  const imports = new Map(
    [...texts].map(([file, text]) => [
      file,
      importsOf(text).flatMap(({ specifier, ...rest }) => {
        const to = target(file, specifier);
        return to && to !== file ? { to, ...rest } : [];
      }),
    ]),
  );

  /** The modules that declare what an import takes: behind an entry point, only those. @type {(to: string, names: string[] | undefined) => string[]} */
  function declaring(to, names) {
    const passed = imports.get(to)?.filter(({ passesOn }) => passesOn) ?? [];
    if (!names || passed.length === 0) return [to];
    return names.flatMap((name) => {
      const through = passed.find((one) => one.names?.includes(name));
      return through ? declaring(through.to, [name]) : [to];
    });
  }

  /** What each module reaches in one step. @type {Map<string, Set<string>>} */
  const steps = new Map();
  for (const [file, list] of imports) {
    const reached = new Set(list.flatMap(({ to, names }) => declaring(to, names)));
    // A program that a test starts, or a file that it reads, is only named.
    if (!isSource(file))
      for (const [, path = ""] of (texts.get(file) ?? "").matchAll(quoted))
        for (const named of pathsWithEnd(path)) if (named !== file) reached.add(named);
    steps.set(file, reached);
  }
  /** @type {Map<string, Set<string>>} */
  const users = new Map();
  for (const [from, reached] of steps)
    for (const to of reached) users.set(to, (users.get(to) ?? new Set()).add(from));

  const tests = files.filter((file) => isTest.test(file));
  const words = new Map([...texts].map(([file, text]) => [file, wordsOf(text)]));
  /** A test with the files beside it that it imports, which are a part of it. */
  const wholes = new Map(tests.map((test) => [test, wordsWithSupport(test)]));

  /** @param {string} test */
  function wordsWithSupport(test) {
    const whole = new Map(words.get(test));
    for (const [word, count] of wordsOf(nameOf(test))) whole.set(word, (whole.get(word) ?? 0) + 10 * count);
    for (const near of steps.get(test) ?? [])
      if (!isSource(near))
        for (const [word, count] of words.get(near) ?? [])
          whole.set(word, (whole.get(word) ?? 0) + count / 3);
    return whole;
  }
  /** @type {Map<string, number>} */
  const frequency = new Map();
  for (const whole of wholes.values())
    for (const word of whole.keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  /** @param {string} word */
  const rarity = (word) => Math.log((tests.length + 1) / (frequency.get(word) ?? tests.length + 1));
  const usual = [...wholes.values()].reduce((sum, { size }) => sum + size, 0) / tests.length;

  /** How many steps lie between a file and each that reaches it or its folder. @param {string} changed */
  function distances(changed) {
    const found = new Map([[changed, 0]]);
    for (const [file, distance] of found)
      for (const user of users.get(file) ?? []) if (!found.has(user)) found.set(user, distance + 1);
    for (let folder = posix.dirname(changed), up = 2; folder !== "."; folder = posix.dirname(folder), up++)
      for (const user of users.get(folder) ?? []) if (!found.has(user)) found.set(user, up);
    return found;
  }

  /** Okapi BM25, the usual weight of a text for a query. @param {Map<string, number>} query @param {string} test */
  function likeness(query, test) {
    const whole = wholes.get(test) ?? new Map();
    const weights = [...query].flatMap(([word, count]) => {
      const inTest = whole.get(word) ?? 0;
      if (inTest === 0) return [];
      const saturated = (inTest * 2.2) / (inTest + 1.2 * (0.25 + (0.75 * whole.size) / usual));
      return { word, weight: rarity(word) * saturated * Math.log2(1 + count) };
    });
    return {
      sum: weights.reduce((sum, { weight }) => sum + weight, 0),
      rarest: weights
        .sort((a, b) => b.weight - a.weight)
        .slice(0, 3)
        .map(({ word }) => word),
    };
  }

  /** @param {string} changed @returns {Promise<Concerned[]>} */
  async function ofSource(changed) {
    const query = wordsOf(texts.get(changed) ?? (await textOf(changed)));
    // Its name and the names in the modules that use it tell the subject.
    for (const [word, count] of wordsOf(pathWords(changed)))
      query.set(word, (query.get(word) ?? 0) + 8 * count);
    for (const user of users.get(changed) ?? [])
      if (isSource(user))
        for (const [word, count] of wordsOf(pathWords(user))) query.set(word, (query.get(word) ?? 0) + count);
    const near = distances(changed);
    const found = tests.flatMap((test) => {
      const distance = near.get(test);
      if (distance === undefined) return [];
      const { sum, rarest } = likeness(query, test);
      return {
        test,
        score: sum / Math.sqrt(distance),
        why: `${distance} imports away; shares ${rarest.join(", ")}`,
      };
    });
    return scaled(found);
  }

  /** @param {string} changed @returns {Concerned[]} */
  function ofOther(changed) {
    const near = distances(changed);
    const found = tests.flatMap((test) => {
      const distance = near.get(test);
      return distance !== undefined
        ? { test, score: 1 / distance, why: distance === 1 ? "uses it" : `${distance} imports away` }
        : [];
    });
    return found.sort((a, b) => b.score - a.score);
  }

  /** They install the tarball, or read the built files. */
  const needBuild = new Set(tests.filter((test) => readsBuild.test(texts.get(test) ?? "")));
  return {
    needBuild,
    /** @param {string} changed @returns {Promise<Concerned[]>} */
    async of(changed) {
      if (isTest.test(changed))
        return tests.includes(changed) ? [{ test: changed, why: "changed", score: 2 }] : [];
      return isSource(changed) ? ofSource(changed) : ofOther(changed);
    },
  };
}

/** @param {string} file */
const isSource = (file) => /^packages\/[^/]+\/src\//.test(file) && isModule.test(file);
/** @param {string} path */
const nameOf = (path) => posix.basename(path).replace(/\.test\.ts$/, "");
/** @param {string} path */
const pathWords = (path) => path.replace(/^packages\/[^/]+\/src\//, "").replace(isModule, "");

/** @param {Concerned[]} found */
function scaled(found) {
  const most = Math.max(...found.map(({ score }) => score));
  return found.map((one) => ({ ...one, score: one.score / most })).sort((a, b) => b.score - a.score);
}

/** A path in quotes, or the last part of one after `}`. */
const quoted = /["'`}](\.{0,2}\/?[\w@-][\w@./-]*)["'`]/g;

/** Finds files and folders by the ends of their paths. @param {readonly string[]} files */
function pathsByEnd(files) {
  const all = new Set(files);
  for (const file of files)
    for (let folder = posix.dirname(file); folder !== "."; folder = posix.dirname(folder)) all.add(folder);
  /** @type {Map<string, string[]>} */
  const byName = new Map();
  for (const path of all)
    byName.set(posix.basename(path), [...(byName.get(posix.basename(path)) ?? []), path]);
  /** @param {string} written in quotes */
  return (written) => {
    const end = written.replace(/^(\.{0,2}\/)+|\/$/g, "");
    const found =
      byName.get(posix.basename(end))?.filter((path) => path === end || path.endsWith(`/${end}`)) ?? [];
    // A word such as "url" is not a path, and a name such as "index.js" of many files names none of them.
    const isPath = /[./]/.test(written) && found.length <= 3;
    return found.includes(end) ? [end] : isPath ? found : [];
  };
}

/** What the private packages export. @param {readonly string[]} files @returns {Promise<Map<string, string>>} */
async function readPackages(files) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const manifest of files.filter((file) => /^packages\/[^/]+\/package\.json$/.test(file))) {
    const { name, private: isPrivate, exports = {} } = JSON.parse(await textOf(manifest));
    for (const [path, to] of Object.entries(exports))
      if (isPrivate && typeof to === "string")
        found.set(`${name}${path.slice(1)}`, resolveFrom(manifest, to));
  }
  return found;
}
