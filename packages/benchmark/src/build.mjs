// What the pages say about the repository of today, in results/build/build.json: the sizes of the build, and which
// measured times are of an old commit. `npm run pages` writes it, and the check compares it with the build.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { newestRaw, resultsFolder, storedBuild } from "./raw.mjs";
import { measureSizes } from "./sizes.mjs";

/** @typedef {import("./sizes.mjs").Sizes} Sizes */
/** @typedef {import("./raw.mjs").Build} Build */

const root = join(import.meta.dirname, "../../..");

/** The part of the real size by which a page may differ from it. */
const tolerance = 0.02;

/** @param {number} stated @param {number} actual */
const isStale = (stated, actual) => Math.abs(stated - actual) > tolerance * Math.abs(actual);

/** The commits of the results on pages: the newest run, and those in folders. What is counted has none. */
function measuredCommits() {
  const files = readdirSync(resultsFolder, { recursive: true, encoding: "utf8" }).filter((file) =>
    /[\\/].*\.json$/.test(file),
  );
  /** @type {(string | undefined)[]} */
  const commits = [newestRaw().name, ...files].map(
    (file) => JSON.parse(readFileSync(join(resultsFolder, file), "utf8")).commit,
  );
  return [...new Set(commits.filter((commit) => commit !== undefined))];
}

/** Times of a commit that is further behind say so. */
const mostCommits = 200;

/**
 * Whether more than 200 commits have changed packages/core/src since then.
 * @param {string} commit
 * @param {string} [cwd] a clone
 * @returns {boolean | undefined} undefined where the clone has no whole history, and without Git
 */
export function isOld(commit, cwd = root) {
  // In a container of GitHub the checkout belongs to another user, which Git refuses by default.
  const git = (/** @type {string[]} */ ...args) =>
    spawnSync("git", ["-c", "safe.directory=*", ...args], { cwd, encoding: "utf8" });
  const whole = git("rev-parse", "--is-shallow-repository");
  if (whole.stdout?.trim() !== "false") return undefined;
  const { status, stdout } = git("rev-list", "--count", `${commit}..HEAD`, "--", "packages/core/src");
  if (status !== 0)
    throw new Error(
      `${commit} is not a commit of this repository: measure again, or correct it in the results`,
    );
  return Number(stdout) > mostCommits;
}

/**
 * @param {readonly string[]} [tarballs] packed if not given
 * @returns {Promise<Build>} a commit whose age is not known stays as it is stored
 */
export async function buildOfToday(tarballs) {
  const { oldCommits } = storedBuild();
  return {
    sizes: await measureSizes(tarballs),
    oldCommits: measuredCommits().filter((commit) => isOld(commit) ?? oldCommits.includes(commit)),
  };
}

/** Whether this clone can tell how old the measured times are. */
export const knowsAges = () => measuredCommits().every((commit) => isOld(commit) !== undefined);

/**
 * What the pages say and is no longer so.
 * @param {Build} stated
 * @param {Build} actual
 * @returns {string[]}
 */
export function staleFacts(stated, actual) {
  const figures = figuresIn(stated.sizes);
  const wrong = Object.entries(figuresIn(actual.sizes)).flatMap(([what, now]) => {
    const said = figures[what] ?? Number.NaN;
    return said === now || (Number.isFinite(said) && !isStale(said, now))
      ? []
      : `${what}: the pages say ${said.toLocaleString("en")}, it is ${now.toLocaleString("en")}`;
  });
  const old = actual.oldCommits
    .filter((commit) => !stated.oldCommits.includes(commit))
    .map(
      (commit) =>
        `times of commit ${commit.slice(0, 12)} are more than ${mostCommits} commits of packages/core/src old: their pages must say so`,
    );
  const notOld = stated.oldCommits
    .filter((commit) => !actual.oldCommits.includes(commit))
    .map((commit) => `times of commit ${commit.slice(0, 12)} are called old, and are not`);
  return [...wrong, ...old, ...notOld];
}

/** Each figure by its name. @param {Sizes} sizes @returns {Record<string, number>} */
const figuresIn = ({ packages, oneFunction }) => ({
  ...Object.fromEntries(
    packages.flatMap(({ name, dependencies, ...figures }) =>
      Object.entries({ ...figures, dependencies: dependencies.length }).map(([figure, value]) => [
        `${name}, ${figure}`,
        value,
      ]),
    ),
  ),
  [`${oneFunction.name}, gzipped`]: oneFunction.gzipped,
});
