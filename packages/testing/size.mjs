// size.mjs [FILE.tgz…]: how much a reader of the core reads, and what users download: what a bundler takes of a few entries,
// minified and gzipped, and the packed tarballs.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import ts from "typescript";
import { bundled } from "./bundled.mjs";
import { libraries } from "./folders.mjs";

/**
 * Round, with 2 % of room: a limit is raised on purpose, and not with every message.
 *
 * @type {{ entry: string, names: string, limit: number }[]}
 */
const entries = [
  { entry: "cloudfront-sign-webcrypto", names: "*", limit: 32_900 },
  { entry: "cloudfront-sign-webcrypto", names: "{ createCloudFrontSigner }", limit: 27_000 },
  { entry: "cloudfront-sign-webcrypto/verify", names: "*", limit: 18_500 },
  { entry: "cloudfront-sign-media/hls", names: "*", limit: 10_700 },
  { entry: "cloudfront-sign-media/dash", names: "*", limit: 13_700 },
  { entry: "cloudfront-sign-media/client", names: "{ renewingGrant }", limit: 7900 },
  { entry: "cloudfront-sign-diagnosis", names: "*", limit: 89_600 },
];

/** The most bytes of a packed tarball. @type {Record<string, number>} */
const weights = {
  "cloudfront-sign-webcrypto": 208_000,
  "cloudfront-sign-media": 97_000,
  "cloudfront-sign-diagnosis": 306_000,
  "cloudfront-sign-cli": 127_500,
};

/** @type {Record<string, string>} */
const folders = Object.fromEntries(libraries);
let over = 0;
/** @param {string} what @param {number} count @param {number} limit @param {string} [more] */
function show(what, count, limit, more = "") {
  if (count > limit) over++;
  console.log(`${count > limit ? "OVER" : "ok  "} ${what}: ${count} of ${limit}${more}`);
}

/** What one person reads of the core: its source, comments included. */
const source = join(folders["cloudfront-sign-webcrypto"] ?? "", "src");
const lines = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join(source, name), "utf8").split("\n").length - 1);
show(
  "cloudfront-sign-webcrypto, lines of its source",
  lines.reduce((sum, one) => sum + one, 0),
  11_500,
);

for (const { entry, names, limit } of entries) {
  const [name = "", file = "index"] = entry.split("/");
  const { code, gzipped } = await bundled(
    `export ${names} from "./dist/${file}.js";`,
    folders[name] ?? "",
    "neutral",
  );
  const words = gzipSync(withoutWords(code), { level: 9 }).length;
  show(`${entry} ${names}, bytes gzipped`, gzipped, limit, `; without messages ${words}`);
}
for (const tarball of process.argv.slice(2)) {
  const name = basename(tarball).replace(/-\d+\.\d+\.\d+.*/, "");
  show(`${name}, bytes packed`, statSync(tarball).size, weights[name] ?? 0);
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
