// The folders in which the tools run tests. They start programs there and import nothing from them.
import { createRequire } from "node:module";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");
export const core = join(root, "packages/core");
export const benchmark = join(root, "packages/benchmark");
export const examples = join(root, "examples");
export const tools = import.meta.dirname;

/** The package.json of a dependency of core. @param {string} name */
export const manifestInCore = (name) =>
  createRequire(join(core, "package.json")).resolve(`${name}/package.json`);
