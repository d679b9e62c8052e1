// Minified and gzipped size of what a user's bundler takes, against a budget.
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { builtName } from "../entry-points.mjs";

/** Sub-path, what is imported from it, and the most that this may come to in bytes. @type {[string, string, number][]} */
const budgets = [
  [".", "*", 10740],
  [".", "{ createCloudFrontSigner }", 9520],
  [".", "{ createCloudFrontPresignedUrl, importCloudFrontPrivateKey }", 6240],
  ["./verify", "*", 16260],
  ["./verify", "{ createCloudFrontVerifier }", 7000],
  ["./verify", "{ inspectCloudFrontUrl }", 2660],
  ["./dash", "*", 4650],
  ["./hls", "*", 2680],
  ["./edge", "*", 13400],
  ["./edge", "{ restrictViewerAccess }", 7350],
  ["./edge", "{ signManifests }", 6850],
];

let over = 0;
for (const [subPath, names, budget] of budgets) {
  const { outputFiles } = await build({
    stdin: { contents: `export ${names} from "./dist/${builtName(subPath)}.js";`, resolveDir: join(import.meta.dirname, "..") },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: "neutral", // any import of a Node.js module fails the build
    // A shared chunk of dist names another one that this entry does not need; in node_modules nobody is told.
    logOverride: { "ignored-bare-import": "silent" },
    write: false,
  });
  const bytes = outputFiles[0]?.contents ?? new Uint8Array();
  const zipped = gzipSync(bytes, { level: 9 }).length;
  const fits = zipped <= budget;
  if (!fits) over++;
  console.log(`${fits ? "ok  " : "OVER"} ${subPath} ${names}: ${zipped} bytes gzipped of ${budget} (${bytes.length} minified)`);
}
process.exitCode = over ? 1 : 0;
