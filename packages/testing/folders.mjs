// The folders in which tests run. They start programs there and import nothing from them.
import { createRequire } from "node:module";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");
export const core = join(root, "packages/core");
/** The packages that are published, each after those that it needs: npm name to folder. */
export const published = {
  "cloudfront-sign-webcrypto": core,
  "cloudfront-sign-media": join(root, "packages/media"),
  "cloudfront-sign-diagnosis": join(root, "packages/diagnosis"),
  "cloudfront-sign-cli": join(root, "packages/command"),
};
/** Those that a program imports. The last one is a command. */
export const libraries = Object.entries(published).slice(0, -1);
export const benchmark = join(root, "packages/benchmark");
export const examples = join(root, "examples");
/** What builds and packs the published packages. */
export const build = join(root, "packages/build");
export const testing = import.meta.dirname;
export const site = join(testing, "site");
/** The tests with other programs. */
export const integration = join(root, "packages/integration");

/** The package.json of a dependency of this package. @param {string} name */
export const manifestInTests = (name) => createRequire(import.meta.url).resolve(`${name}/package.json`);
