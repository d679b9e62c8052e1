// Examines the package-lock.json of each example with packages of its own.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} LockedPackage
 * @property {string} [resolved]
 * @property {string} [integrity]
 * @property {boolean} [inBundle] whether another package's tarball contains it
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */

/** @param {LockedPackage} manifest */
const direct = ({ dependencies = {}, devDependencies = {} }) =>
  JSON.stringify(Object.entries({ ...dependencies, ...devDependencies }).sort());

/**
 * @param {LockedPackage} manifest package.json
 * @param {Record<string, LockedPackage>} packages of package-lock.json; "" is the example itself
 * @returns {string[]}
 */
export function lockProblems(manifest, packages) {
  const { "": own = {}, ...installed } = packages;
  const ranges = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+$|^file:/.test(version))
    .map(([name, version]) => `package.json has a range for ${name}: ${version}`);
  const stale = direct(manifest) === direct(own) ? [] : ["package-lock.json is not that of package.json"];
  const paths = Object.keys(packages);
  const each = Object.entries(installed).flatMap(([path, { resolved, integrity, inBundle, ...rest }]) => {
    const isOurs = resolved === "file:../../packages/core";
    const lacking = Object.keys(rest.optionalDependencies ?? {}).filter(
      (name) => !paths.some((other) => other.endsWith(`node_modules/${name}`)),
    );
    return [
      ...(resolved && !isOurs ? [`${path} names an address: ${resolved}`] : []),
      ...(integrity || isOurs || inBundle ? [] : [`${path} has no integrity`]),
      ...(lacking.length > 0 ? [`${path} lacks ${lacking.join(", ")}`] : []),
    ];
  });
  return [...ranges, ...stale, ...each];
}

/** What `npm install` needs for such a lockfile, and for a copy of the package instead of a link. */
const settings = ["omit-lockfile-registry-resolved=true", "install-links=true"];

/** Those without a lockfile of their own are packages of the workspace. */
const inWorkspace = ["player", "test"];

/** @param {string} examples the folder @returns {{ checked: number, problems: string[] }} */
export function exampleLockProblems(examples) {
  const names = readdirSync(examples).filter(
    (name) => !inWorkspace.includes(name) && existsSync(join(examples, name, "package.json")),
  );
  const problems = names.flatMap((name) => {
    /** @param {string} file */
    const read = (file) => {
      const path = join(examples, name, file);
      return existsSync(path) ? readFileSync(path, "utf8") : undefined;
    };
    const lines = (read(".npmrc") ?? "").split("\n");
    const missing = settings.filter((line) => !lines.includes(line)).map((line) => `.npmrc lacks ${line}`);
    const lock = read("package-lock.json");
    const found = lock
      ? lockProblems(JSON.parse(read("package.json") ?? ""), JSON.parse(lock).packages)
      : ["package-lock.json is missing"];
    return [...missing, ...found].map((problem) => `examples/${name}: ${problem}`);
  });
  return { checked: names.length, problems };
}
