// An esbuild plugin: `import text from "./file?raw"` is the text of the file, as in Vite.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** @type {NonNullable<import("tsup").Options["esbuildPlugins"]>[number]} */
export const textFiles = {
  name: "text files",
  setup(build) {
    build.onResolve({ filter: /\?raw$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.slice(0, -"?raw".length)),
      namespace: "text",
    }));
    build.onLoad({ filter: /./, namespace: "text" }, async ({ path }) => ({
      contents: await readFile(path, "utf8"),
      loader: "text",
    }));
  },
};
