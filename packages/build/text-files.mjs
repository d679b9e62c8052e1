// An esbuild plugin: `import text from "./file?raw"` is the text of the file, as in Vite.
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";

/** @type {NonNullable<import("tsup").Options["esbuildPlugins"]>[number]} */
export const textFiles = {
  name: "text files",
  setup(build) {
    build.onResolve({ filter: /\?raw$/ }, ({ path, resolveDir }) => {
      const file = join(resolveDir, path.slice(0, -"?raw".length));
      // esbuild hashes this path into the names of the files that it writes: they are the same in every clone.
      return {
        path: relative(process.cwd(), file).replaceAll("\\", "/"),
        namespace: "text",
        pluginData: file,
      };
    });
    build.onLoad({ filter: /./, namespace: "text" }, async ({ pluginData }) => ({
      contents: await readFile(pluginData, "utf8"),
      loader: "text",
    }));
  },
};
