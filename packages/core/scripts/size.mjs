// Minified and gzipped size of what a user's bundler takes. The limit is what it has come to; the aim is what
// it is to become again: exact messages, typed structures and the checks of an adversarial review have cost
// more than was planned for them.
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { builtName } from "../entry-points.mjs";

/**
 * Sub-path, what is imported from it, the most that this may come to in bytes, and the aim.
 * @type {[string, string, number, number][]}
 */
const budgets = [
  [".", "*", 19_900, 13_000],
  [".", "{ createCloudFrontSigner }", 18_200, 12_000],
  [".", "{ createCloudFrontPresignedUrl, importCloudFrontPrivateKey }", 12_700, 7_500],
  ["./verify", "*", 22_000, 22_000],
  ["./verify", "{ createCloudFrontVerifier }", 12_600, 8_500],
  ["./verify", "{ inspectCloudFrontUrl }", 3_000, 3_000],
  ["./dash", "*", 9_300, 6_000],
  ["./hls", "*", 6_500, 4_000],
  ["./edge", "*", 24_800, 18_000],
  ["./edge", "{ restrictViewerAccess }", 13_100, 9_000],
  ["./edge", "{ signManifests }", 13_000, 9_000],
];

let over = 0;
for (const [subPath, names, budget, aim] of budgets) {
  const { outputFiles } = await build({
    stdin: {
      contents: `export ${names} from "./dist/${builtName(subPath)}.js";`,
      resolveDir: join(import.meta.dirname, ".."),
    },
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
  console.log(
    `${fits ? "ok  " : "OVER"} ${subPath} ${names}: ${zipped} bytes gzipped of ${budget}, aim ${aim} (${bytes.length} minified)`,
  );
}
process.exitCode = over ? 1 : 0;
