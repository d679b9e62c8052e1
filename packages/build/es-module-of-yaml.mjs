// An esbuild plugin: yaml is the ES module that it has for browsers. For Node.js it has CommonJS, whose calls of `require`
// fail in a bundle that is an ES module.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** @type {NonNullable<import("tsup").Options["esbuildPlugins"]>[number]} */
export const esModuleOfYaml = {
  name: "ES module of yaml",
  setup(build) {
    build.onResolve({ filter: /^yaml$/ }, ({ importer }) => ({
      path: join(dirname(createRequire(importer).resolve("yaml/package.json")), "browser/index.js"),
    }));
  },
};
