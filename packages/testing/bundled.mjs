// What a user's bundler makes of some imports: minified code, and its size after gzip.
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/**
 * @param {string} contents the module to bundle
 * @param {string} resolveDir where it would be
 * @param {"neutral" | "node"} platform with "neutral", any import of a Node.js module fails the build
 */
export async function bundled(contents, resolveDir, platform) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform,
    // A shared chunk of dist names another one that this entry does not need; in node_modules nobody is told.
    logOverride: { "ignored-bare-import": "silent" },
    write: false,
  });
  const code = outputFiles[0]?.text ?? "";
  return { code, minified: Buffer.byteLength(code), gzipped: gzipSync(code, { level: 9 }).length };
}
