// The folders in which the tools run tests. They start programs there and import nothing from them.
import { createRequire } from "node:module";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");
export const core = join(root, "packages/core");
/** The tests of core are a package of their own: what they need is not installed for `npm start`. */
export const coreTests = join(core, "test");
export const benchmark = join(root, "packages/benchmark");
export const examples = join(root, "examples");
export const tools = import.meta.dirname;

/** The package.json of a dependency of the tests of core. @param {string} name */
export const manifestInTests = (name) =>
  createRequire(join(coreTests, "package.json")).resolve(`${name}/package.json`);
