// The folders in which the tools run tests. They start programs there and import nothing from them.
import { createRequire } from "node:module";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");
export const core = join(root, "packages/core");
/** The tests of core are a package of their own: what they need is not installed for `npm start`. */
export const coreTests = join(core, "test");
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
export const tools = import.meta.dirname;
export const site = join(tools, "site");

/** The package.json of a dependency of the tests of core. @param {string} name */
export const manifestInTests = (name) =>
  createRequire(join(coreTests, "package.json")).resolve(`${name}/package.json`);
