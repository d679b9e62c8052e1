import { join } from "node:path";
import { libraryFiles } from "@cloudfront-sign-webcrypto/tools/library";
import { build } from "esbuild";

export const examples = join(import.meta.dirname, "../../../../../examples");

/** Bundles an example and the library as its platform does. Code that needs Node.js fails here. */
export async function bundle(
  file: string,
  options: { format: "esm" | "iife"; define?: Record<string, string> },
): Promise<string> {
  const { define = {}, format } = options;
  const { outputFiles, warnings } = await build({
    entryPoints: [join(examples, file)],
    alias: libraryFiles({}),
    bundle: true,
    platform: "neutral",
    target: "es2022",
    write: false,
    format,
    define,
    ...(format === "iife" ? { globalName: "example" } : {}),
    logLevel: "silent",
  });
  if (warnings.length > 0) throw new Error(JSON.stringify(warnings));
  return outputFiles[0]?.text ?? "";
}
