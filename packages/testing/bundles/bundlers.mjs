// Each bundler as a function. The folder of the entry has the library installed.
import { dirname, join } from "node:path";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { build as esbuild } from "esbuild";
import { rollup } from "rollup";
import { createLogger, build as vite } from "vite";
import webpack from "webpack";

/** @typedef {"browser" | "worker" | "node"} Target */
/**
 * @typedef {(entry: string, target: Target, out: string) => Promise<string[]>} Bundler writes
 * `out/bundle.mjs` and returns the warnings
 */

/**
 * Each with the settings that its documentation recommends for production.
 * @type {Record<string, Bundler>}
 */
export const bundlers = {
  esbuild: async (entry, target, out) => {
    const { warnings } = await esbuild({
      entryPoints: [entry],
      outfile: join(out, "bundle.mjs"),
      bundle: true,
      minify: true,
      format: "esm",
      platform: target === "node" ? "node" : "browser",
      conditions: target === "worker" ? ["workerd", "worker"] : [],
      logLevel: "silent",
    });
    return warnings.map(({ text }) => text);
  },
  rollup: async (entry, target, out) => {
    /** @type {string[]} */
    const warnings = [];
    const bundle = await rollup({
      input: entry,
      external: target === "node" ? [/^node:/] : [],
      plugins: [
        nodeResolve({
          browser: target === "browser",
          exportConditions: target === "worker" ? ["workerd", "worker"] : [],
        }),
      ],
      onLog: (level, { message }) => void (level === "warn" && warnings.push(message)),
    });
    await bundle.write({ file: join(out, "bundle.mjs"), format: "es" });
    await bundle.close();
    return warnings;
  },
  webpack: (entry, target, out) =>
    new Promise((resolve, reject) => {
      const compiler = webpack({
        mode: "production",
        context: dirname(entry),
        entry,
        target: { browser: "web", worker: "webworker", node: "node20" }[target],
        output: {
          path: out,
          filename: "bundle.mjs",
          module: true,
          library: { type: "module" },
          chunkFormat: "module",
        },
        experiments: { outputModule: true },
      });
      if (!compiler) return reject(new Error("webpack took no configuration"));
      compiler.run((error, stats) => {
        const { errors = [], warnings = [] } =
          stats?.toJson({ all: false, errors: true, warnings: true }) ?? {};
        compiler.close(() => {
          if (error || errors.length > 0)
            reject(error ?? new Error(errors.map(({ message }) => message).join("\n")));
          else resolve(warnings.map(({ message }) => message));
        });
      });
    }),
  vite: async (entry, target, out) => {
    /** @type {string[]} */
    const warnings = [];
    const warn = (/** @type {string} */ message) => void warnings.push(message);
    await vite({
      configFile: false,
      root: dirname(entry),
      logLevel: "warn",
      customLogger: { ...createLogger("silent"), warn, warnOnce: warn },
      ...(target === "browser"
        ? {}
        : { ssr: { target: target === "node" ? "node" : "webworker", noExternal: true } }),
      build: {
        outDir: out,
        emptyOutDir: false,
        minify: true,
        ssr: target !== "browser",
        // As a library: Vite drops the exports of a page, which the test needs.
        ...(target === "browser" ? { lib: { entry, formats: ["es"], fileName: () => "bundle.mjs" } } : {}),
        rolldownOptions:
          target === "browser" ? {} : { input: entry, output: { entryFileNames: "bundle.mjs" } },
      },
    });
    return warnings;
  },
};
