import { join } from "node:path";
import { libraryFiles } from "@cloudfront-sign-webcrypto/testing/library";
import { build, type Plugin } from "esbuild";

export const examples = join(import.meta.dirname, "../../../../examples");

/** Bundles an example and the library as its platform does. Code that needs Node.js fails here. */
export async function bundle(
  file: string,
  options: {
    format: "esm" | "iife";
    define?: Record<string, string>;
    /** The code that stands for a module, by the name with which the example imports it. */
    modules?: Readonly<Record<string, string>>;
    external?: string[];
  },
): Promise<string> {
  const { define = {}, external = [], format, modules = {} } = options;
  const { outputFiles, warnings } = await build({
    entryPoints: [join(examples, file)],
    alias: libraryFiles({}),
    bundle: true,
    platform: "neutral",
    target: "es2022",
    write: false,
    format,
    define,
    external,
    plugins: [replacing(modules)],
    ...(format === "iife" ? { globalName: "example" } : {}),
    logLevel: "silent",
  });
  if (warnings.length > 0) throw new Error(JSON.stringify(warnings));
  return outputFiles[0]?.text ?? "";
}

const replacing = (modules: Readonly<Record<string, string>>): Plugin => ({
  name: "replacing",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path }) =>
      modules[path] === undefined ? undefined : { path, namespace: "replaced" },
    );
    onLoad({ filter: /./, namespace: "replaced" }, ({ path }) => ({ contents: modules[path] ?? "" }));
  },
});
