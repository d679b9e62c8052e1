// size.mjs [FILE.tgz…]: what users download. Minified and gzipped size of what a user's bundler takes, entry by entry, and
// the tarballs, packed and unpacked. The limit fails the check. The ceiling is that of the redesign, which was set before
// the checks and the messages of today were written: the code alone, without a word of a message, is above it.
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import { bundled } from "@cloudfront-sign-webcrypto/tools/bundled";
import { libraries } from "@cloudfront-sign-webcrypto/tools/folders";
import ts from "typescript";

/**
 * An entry: its specifier, what is imported from it, the limit and the ceiling in bytes.
 *
 * @type {{ entry: string, names: string, limit: number, ceiling?: number }[]}
 */
const entries = [
  { entry: "cloudfront-sign-webcrypto", names: "*", limit: 40_700, ceiling: 13_000 },
  { entry: "cloudfront-sign-webcrypto", names: "{ createCloudFrontSigner }", limit: 36_200 },
  {
    entry: "cloudfront-sign-webcrypto",
    names: "{ createCloudFrontPresignedUrl, importCloudFrontPrivateKey }",
    limit: 22_200,
    ceiling: 7500,
  },
  { entry: "cloudfront-sign-webcrypto/verify", names: "*", limit: 22_500 },
  {
    entry: "cloudfront-sign-webcrypto/verify",
    names: "{ createCloudFrontVerifier }",
    limit: 21_300,
    ceiling: 8500,
  },
  { entry: "cloudfront-sign-webcrypto/verify", names: "{ inspectCloudFrontUrl }", limit: 4700 },
  { entry: "cloudfront-sign-webcrypto/verify", names: "{ restrictViewerAccess }", limit: 21_800 },
  { entry: "cloudfront-sign-webcrypto/remote", names: "*", limit: 20_100 },
  { entry: "cloudfront-sign-webcrypto/aws-sdk", names: "*", limit: 30_600 },
  { entry: "cloudfront-sign-webcrypto/aws-cloudfront-sign", names: "*", limit: 25_400 },
  { entry: "cloudfront-sign-media/hls", names: "*", limit: 13_000, ceiling: 4000 },
  { entry: "cloudfront-sign-media/dash", names: "*", limit: 16_100, ceiling: 6000 },
  { entry: "cloudfront-sign-media/client", names: "*", limit: 9200 },
  { entry: "cloudfront-sign-media/client", names: "{ renewingGrant }", limit: 7500, ceiling: 4000 },
  { entry: "cloudfront-sign-media/server", names: "*", limit: 26_200 },
  { entry: "cloudfront-sign-media/server", names: "{ signManifests }", limit: 22_900 },
  { entry: "cloudfront-sign-media/server", names: "{ grantHandler }", limit: 6100 },
  { entry: "cloudfront-sign-diagnosis", names: "*", limit: 72_000 },
  { entry: "cloudfront-sign-diagnosis", names: "{ explainCloudFrontDenial }", limit: 61_300 },
  { entry: "cloudfront-sign-diagnosis", names: "{ readPastedRequest }", limit: 12_700 },
  { entry: "cloudfront-sign-diagnosis/doctor", names: "*", limit: 34_900 },
];

/** The most bytes of a tarball, packed and unpacked. @type {Record<string, { packed: number, unpacked: number }>} */
const weights = {
  "cloudfront-sign-webcrypto": { packed: 235_000, unpacked: 909_000 },
  "cloudfront-sign-media": { packed: 102_000, unpacked: 377_000 },
  "cloudfront-sign-diagnosis": { packed: 229_000, unpacked: 861_000 },
  "cloudfront-sign": { packed: 75_000, unpacked: 235_000 },
};

/** @type {Record<string, string>} */
const folders = Object.fromEntries(libraries);
let over = 0;
/** @param {string} what @param {number} bytes @param {number} limit @param {string} [more] */
function show(what, bytes, limit, more = "") {
  if (bytes > limit) over++;
  console.log(`${bytes > limit ? "OVER" : "ok  "} ${what}: ${bytes} bytes of ${limit}${more}`);
}

for (const { entry, names, limit, ceiling } of entries) {
  const [name = "", file = "index"] = entry.split("/");
  const { code, gzipped } = await bundled(
    `export ${names} from "./dist/${file}.js";`,
    folders[name] ?? "",
    "neutral",
  );
  const words = gzipSync(withoutWords(code), { level: 9 }).length;
  const design = ceiling === undefined ? "" : `, ceiling of the redesign ${ceiling}`;
  show(`${entry} ${names}, gzipped`, gzipped, limit, `${design}; without messages ${words}`);
}
for (const tarball of process.argv.slice(2)) {
  const name = basename(tarball).replace(/-\d+\.\d+\.\d+.*/, "");
  const { packed, unpacked } = weights[name] ?? { packed: 0, unpacked: 0 };
  const list = execFileSync("tar", ["-tvzf", tarball], { encoding: "utf8" });
  const sizes = list.split("\n").map((line) => Number(/ (\d+) \d{4}-/.exec(line)?.[1] ?? 0));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  show(`${name}, packed`, statSync(tarball).size, packed);
  show(`${name}, unpacked`, total, unpacked);
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
