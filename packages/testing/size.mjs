// size.mjs [FILE.tgz…]: how much a reader of the core reads, and what users download. Minified and gzipped size of what a user's bundler takes, entry by entry, and
// the tarballs, packed and unpacked. The limit fails the check. The goal is that of the redesign: the lean core will be below it.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import ts from "typescript";
import { bundled } from "./bundled.mjs";
import { libraries } from "./folders.mjs";

/**
 * An entry: its specifier, what is imported from it, the limit and the goal in bytes.
 *
 * @type {{ entry: string, names: string, limit: number, goal?: number }[]}
 */
const entries = [
  { entry: "cloudfront-sign-webcrypto", names: "*", limit: 32_420 },
  { entry: "cloudfront-sign-webcrypto", names: "{ createCloudFrontSigner }", limit: 26_385 },
  {
    entry: "cloudfront-sign-webcrypto",
    names: "{ createCloudFrontPresignedUrl, importCloudFrontPrivateKey }",
    limit: 15_500,
  },
  { entry: "cloudfront-sign-webcrypto/verify", names: "*", limit: 17_330 },
  {
    entry: "cloudfront-sign-webcrypto/verify",
    names: "{ createCloudFrontVerifier }",
    limit: 16_375,
  },
  { entry: "cloudfront-sign-webcrypto/verify", names: "{ inspectCloudFrontUrl }", limit: 3600 },
  { entry: "cloudfront-sign-webcrypto/verify", names: "{ restrictViewerAccess }", limit: 16_970 },
  { entry: "cloudfront-sign-webcrypto/node", names: "*", limit: 2600 },
  { entry: "cloudfront-sign-webcrypto/remote", names: "*", limit: 15_735 },
  { entry: "cloudfront-sign-webcrypto/aws-sdk", names: "*", limit: 20_035 },
  { entry: "cloudfront-sign-webcrypto/aws-cloudfront-sign", names: "*", limit: 16_655 },
  { entry: "cloudfront-sign-media", names: "*", limit: 28_000 },
  { entry: "cloudfront-sign-media", names: "{ signHlsPlaylist }", limit: 9570 },
  { entry: "cloudfront-sign-media/hls", names: "*", limit: 10_310, goal: 9000 },
  { entry: "cloudfront-sign-media/dash", names: "*", limit: 12_985, goal: 12_000 },
  { entry: "cloudfront-sign-media/client", names: "*", limit: 8815 },
  { entry: "cloudfront-sign-media/client", names: "{ renewingGrant }", limit: 7080, goal: 5500 },
  { entry: "cloudfront-sign-media/server", names: "*", limit: 22_075 },
  { entry: "cloudfront-sign-media/server", names: "{ signManifests }", limit: 18_710 },
  { entry: "cloudfront-sign-media/server", names: "{ grantHandler }", limit: 5460 },
  { entry: "cloudfront-sign-diagnosis", names: "*", limit: 85_340 },
  { entry: "cloudfront-sign-diagnosis", names: "{ explainCloudFrontDenial }", limit: 72_240 },
  { entry: "cloudfront-sign-diagnosis", names: "{ readPastedRequest }", limit: 16_400 },
  { entry: "cloudfront-sign-diagnosis/doctor", names: "*", limit: 37_760 },
  { entry: "cloudfront-sign-diagnosis/logs", names: "*", limit: 83_060 },
];

/** The most bytes of a tarball, packed and unpacked. @type {Record<string, { packed: number, unpacked: number }>} */
const weights = {
  "cloudfront-sign-webcrypto": { packed: 186_500, unpacked: 636_900 },
  "cloudfront-sign-media": { packed: 87_500, unpacked: 283_500 },
  "cloudfront-sign-diagnosis": { packed: 292_500, unpacked: 928_000 },
  "cloudfront-sign-cli": { packed: 123_100, unpacked: 392_700 },
};

/** @type {Record<string, string>} */
const folders = Object.fromEntries(libraries);
let over = 0;
/** @param {string} what @param {number} count @param {number} limit @param {string} [more] */
function show(what, count, limit, more = "") {
  if (count > limit) over++;
  console.log(`${count > limit ? "OVER" : "ok  "} ${what}: ${count} of ${limit}${more}`);
}

/** What one person reads of the core: its source, comments included. The goal of 9,500 lines is that of the redesign. */
const source = join(folders["cloudfront-sign-webcrypto"] ?? "", "src");
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".ts"),
);
const lines = files.map((name) => readFileSync(join(source, name), "utf8").split("\n").length - 1);
show("cloudfront-sign-webcrypto, files of its source", files.length, 114, ", goal 130");
show(
  "cloudfront-sign-webcrypto, lines of its source",
  lines.reduce((sum, one) => sum + one, 0),
  10_882,
  ", goal 9500",
);

for (const { entry, names, limit, goal } of entries) {
  const [name = "", file = "index"] = entry.split("/");
  const { code, gzipped } = await bundled(
    `export ${names} from "./dist/${file}.js";`,
    folders[name] ?? "",
    "neutral",
  );
  const words = gzipSync(withoutWords(code), { level: 9 }).length;
  const design = goal === undefined ? "" : `, goal ${goal}`;
  show(`${entry} ${names}, bytes gzipped`, gzipped, limit, `${design}; without messages ${words}`);
}
for (const tarball of process.argv.slice(2)) {
  const name = basename(tarball).replace(/-\d+\.\d+\.\d+.*/, "");
  const { packed, unpacked } = weights[name] ?? { packed: 0, unpacked: 0 };
  const list = execFileSync("tar", ["-tvzf", tarball], { encoding: "utf8" });
  const sizes = list.split("\n").map((line) => Number(/ (\d+) \d{4}-/.exec(line)?.[1] ?? 0));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  show(`${name}, bytes packed`, statSync(tarball).size, packed);
  show(`${name}, bytes unpacked`, total, unpacked);
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
