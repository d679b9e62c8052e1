// The sidebar, by task. A page that does not exist yet is left out, and the build fails for one that no group has.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "@cloudfront-sign-webcrypto/testing/folders";

/** @typedef {readonly [text: string, source: string]} Entry */

/** Pages with their files. @type {Record<string, readonly Entry[]>} */
const groups = {
  Start: [
    ["Overview", "README.md"],
    ["I want to …", "docs/tasks.md"],
    ["Getting started", "docs/getting-started.md"],
    ["Set up CloudFront", "docs/setup.md"],
    ["Recipes", "docs/recipes.md"],
    ["Complete apps", "examples/frameworks.md"],
    ["Move from another library", "docs/migrating.md"],
  ],
  Sign: [
    ["URLs and cookies", "docs/signing.md"],
    ["Verify, and test without AWS", "docs/testing.md"],
    ["Uploads", "examples/upload/README.md"],
    ["One-time links", "examples/one-time-link/README.md"],
  ],
  Video: [
    ["Players", "docs/players.md"],
    ["Playlists and packagers", "docs/playlists.md"],
  ],
  "Keys and access": [
    ["Short-lived access (grants)", "docs/grants.md"],
    ["Revoke access", "docs/revocation.md"],
    ["Where the key comes from", "docs/keys.md"],
    ["Rotate the key", "docs/rotation.md"],
  ],
  "Solve a 403": [
    ["Why CloudFront returns 403", "docs/explain.md"],
    ["All findings", "docs/findings.md"],
    ["Check a distribution", "docs/doctor.md"],
    ["Read the logs", "docs/logs.md"],
  ],
  "Speed, scale and costs": [
    ["Make signing fast, benchmarks", "docs/performance.md"],
    ["Scale, monitoring, costs", "docs/scale.md"],
    ["Bulk: BullMQ, GNU parallel, Spark", "examples/bulk/README.md"],
  ],
  Reference: [
    ["The command", "docs/command.md"],
    ["API reference", "docs/api/README.md"],
    ["Errors of this library", "docs/errors.md"],
    ["Examples", "examples/README.md"],
    ["Status: stable, tested, unproven", "docs/status.md"],
  ],
};

/** What search engines show of a page. The others have the description of the site. @type {Record<string, string>} */
export const descriptions = {
  "docs/explain.md":
    "Find out why CloudFront returns 403 for a signed URL or signed cookies: AccessDenied from S3 or from CloudFront, MissingKey, InvalidKey, MalformedPolicy, CORS errors, boto3.",
  "docs/doctor.md":
    "Check a CloudFront distribution for settings that leave private files open or cause a 403: key groups, cache behaviors, policies. Also in CloudFormation and Terraform.",
  "docs/logs.md":
    "Find out from CloudFront access logs why viewers get a 403: how many, since when, with which key, and what to do. Reads standard logs and real-time logs.",
};

/** The pages that run in the browser. Each is a folder of the site, made by tool-pages.mjs. */
export const tools = {
  inspector: "403 inspector",
  player: "Demonstration",
};

/** Folders with Markdown that is not a page. */
export const notPages = [
  "packages/{benchmark,build,conformance,core,integration,testing}/**",
  "packages/*/src/**",
  "packages/*/test/**",
  "examples/test/**",
];

/** @param {string} source a file, from the top of the repository */
export const isPage = (source) =>
  /^(?:README|docs\/.+|examples\/(?:[\w-]+\/)?\w+|packages\/(?!benchmark|build|conformance|core|integration|testing)\w+\/README)\.md$/.test(
    source,
  ) && existsSync(join(root, source));

/** The address of a page without the base. @param {string} source its file, from the top of the repository */
export const addressOf = (source) =>
  `/${source}`
    .replace(/^\/docs\//, "/")
    .replace(/(^|\/)README\.md$/, "$1index.md")
    .replace(/(^|\/)index\.md$/, "$1")
    .replace(/\.md$/, ".html");

/** The groups that begin with one of them. @type {Record<string, keyof typeof tools>} */
const toolOfGroup = { Video: "player", "Solve a 403": "inspector" };

/** The router of the site would look for a page of its own. @param {keyof typeof tools} name */
const toolLink = (name) => ({ text: tools[name], link: `/${name}/`, target: "_self" });

export const toolLinks = [toolLink("inspector"), toolLink("player")];

export const sidebar = Object.entries(groups).map(([text, entries]) => ({
  text,
  items: [
    ...[toolOfGroup[text]].flatMap((name) => (name ? [toolLink(name)] : [])),
    ...entries
      .filter(([, source]) => existsSync(join(root, source)))
      .map(([text, source]) => ({ text, link: addressOf(source) })),
  ],
}));
