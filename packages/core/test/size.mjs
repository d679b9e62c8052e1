// Minified and gzipped size of what a user's bundler takes, entry by entry. The limit fails the check. The
// ceiling is that of the redesign, which was set before the checks and the messages of today were written:
// the code alone, without a word of a message, is above it.
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { bundled } from "@cloudfront-sign-webcrypto/tools/bundled";
import ts from "typescript";
import { builtName } from "../entry-points.mjs";

/**
 * An entry: its sub-path, what is imported from it, the limit and the ceiling in bytes.
 *
 * @type {{ subPath: string, names: string, limit: number, ceiling?: number }[]}
 */
const entries = [
  { subPath: ".", names: "*", limit: 40_800, ceiling: 13_000 },
  { subPath: ".", names: "{ createCloudFrontSigner }", limit: 36_400 },
  {
    subPath: ".",
    names: "{ createCloudFrontPresignedUrl, importCloudFrontPrivateKey }",
    limit: 22_200,
    ceiling: 7500,
  },
  { subPath: "./verify", names: "*", limit: 84_100, ceiling: 22_000 },
  { subPath: "./verify", names: "{ createCloudFrontVerifier }", limit: 21_200, ceiling: 8500 },
  { subPath: "./verify", names: "{ inspectCloudFrontUrl }", limit: 4500 },
  { subPath: "./verify", names: "{ explainCloudFrontDenial }", limit: 60_500 },
  { subPath: "./verify", names: "{ readPastedRequest }", limit: 12_500 },
  { subPath: "./hls", names: "*", limit: 13_000, ceiling: 4000 },
  { subPath: "./dash", names: "*", limit: 16_000, ceiling: 6000 },
  { subPath: "./edge", names: "*", limit: 44_900, ceiling: 18_000 },
  { subPath: "./edge", names: "{ restrictViewerAccess }", limit: 21_700 },
  { subPath: "./edge", names: "{ signManifests }", limit: 22_700 },
  { subPath: "./edge", names: "{ grantHandler }", limit: 5_900 },
  { subPath: "./doctor", names: "*", limit: 35_500 },
  { subPath: "./remote", names: "*", limit: 20_000 },
  { subPath: "./client", names: "*", limit: 9100 },
  { subPath: "./client", names: "{ renewingGrant }", limit: 7400, ceiling: 4000 },
  { subPath: "./aws-sdk", names: "*", limit: 31_000 },
  { subPath: "./aws-cloudfront-sign", names: "*", limit: 25_500 },
];

let over = 0;
for (const { subPath, names, limit, ceiling } of entries) {
  const { code, gzipped } = await bundled(
    `export ${names} from "./dist/${builtName(subPath)}.js";`,
    join(import.meta.dirname, ".."),
    "neutral",
  );
  const words = gzipSync(withoutWords(code), { level: 9 }).length;
  if (gzipped > limit) over++;
  const design = ceiling === undefined ? "" : `, ceiling of the redesign ${ceiling}`;
  console.log(
    `${gzipped > limit ? "OVER" : "ok  "} ${subPath} ${names}: ${gzipped} bytes gzipped of ${limit}${design}; without messages ${words}`,
  );
}
process.exitCode = over ? 1 : 0;

/** The code without the texts that have two words and more: what is left does the work. @param {string} code */
function withoutWords(code) {
  let rest = "";
  let end = 0;
  /** @param {ts.Node} node */
  const visit = (node) => {
    const isText =
      ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
    if (isText && /\S \S/.test(node.text)) {
      rest += code.slice(end, node.getStart());
      end = node.end;
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("bundle.js", code, ts.ScriptTarget.ES2022, true));
  return rest + code.slice(end);
}
