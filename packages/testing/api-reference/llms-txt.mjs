// docs/llms.txt (https://llmstxt.org): every page of the documentation, a line each.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const summary =
  "Signs, verifies and explains Amazon CloudFront signed URLs and signed cookies in every JavaScript runtime: TypeScript, WebCrypto only, four npm packages (`cloudfront-sign-webcrypto`, `cloudfront-sign-media`, `cloudfront-sign-diagnosis`, `cloudfront-sign-cli`).";

/** What each page answers. @type {Record<string, Record<string, string>>} */
const sections = {
  "Getting started": {
    "../README.md": "what the package does, and a signed URL and signed cookies to copy",
    "tasks.md": "every task, and the page that describes it",
    "getting-started.md":
      "sign a URL and cookies, and watch a local CloudFront accept them, without an AWS account",
    "setup.md":
      "make a key pair, register it in CloudFront and restrict a cache behavior, by console, AWS CLI, Terraform or CDK; tenants",
    "signing.md":
      "everything that the signer does: expiry, restrictions, grants, many URLs, cookies, S3 objects",
    "recipes.md": "Express, Fastify, Hono, Next.js, Workers, Deno, Bun, Lambda: one file each",
    "testing.md":
      "check signed requests on your own server, unit tests with a clock, and a local CloudFront with or without an emulator of AWS",
    "migrating.md":
      "move over from @aws-sdk/cloudfront-signer, aws-cloudfront-sign and other packages, and compare them",
  },
  Keys: {
    "keys.md":
      "load the private key from the environment, a file, Secrets Manager, Parameter Store, AWS KMS or a PKCS#11 device; SHA-1 or SHA-256",
    "rotation.md": "replace the key that signs without a 403",
  },
  "Streaming and access": {
    "players.md": "play private HLS and DASH in hls.js, dash.js, Shaka, video.js, Safari and native players",
    "playlists.md":
      "sign every URI of HLS playlists and DASH manifests, also of MediaPackage, MediaTailor, Bento4 and other packagers",
    "grants.md": "short grants that a page renews by itself, and the endpoint that gives them",
    "revocation.md": "end access before it expires",
  },
  "When something is wrong": {
    "explain.md": "find out why CloudFront returned 403",
    "findings.md": "everything that explain can find, each with an example and a fix",
    "logs.md": "find out from access logs what denies your viewers",
    "errors.md": "all error codes, and what to do",
    "doctor.md": "check the configuration of distributions",
  },
  Reference: {
    "command.md": "cloudfront-sign-cli in a shell: every command, option and output",
    "scale.md":
      "how many cores signing needs, servers behind a load balancer, monitoring and alarms, and what AWS charges",
    "status.md":
      "what is tested and unproven, when another tool fits better, what a new version may change, and the runtimes",
    "performance.md": "what to do for fast signing, and measurements against other packages",
  },
};

/**
 * @param {string} docs the folder of the documentation
 * @returns {{ text: string, problems: string[] }}
 */
export function llmsTxt(docs) {
  const pages = readdirSync(docs, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".md"));
  const reference = pages.filter((name) => name.startsWith("api/")).sort();
  const listed = Object.values(sections).flatMap((lines) => Object.keys(lines));
  const unlisted = pages.filter((name) => !listed.includes(name) && !reference.includes(name));
  const missing = listed.filter((name) => !existsSync(join(docs, name)));
  const problems = [
    ...unlisted.map((name) => `docs/${name} has no line in packages/testing/api-reference/llms-txt.mjs`),
    ...missing.map(
      (name) => `docs/${name} does not exist, and packages/testing/api-reference/llms-txt.mjs has it`,
    ),
  ];
  /** @param {string} title @param {(readonly [name: string, line: string])[]} lines */
  const section = (title, lines) => {
    const items = lines
      .filter(([name]) => !missing.includes(name))
      .map(([name, line]) => `- [${titleOf(read(name))}](${name}): ${line}`);
    return `## ${title}\n\n${items.join("\n")}\n`;
  };
  const read = (/** @type {string} */ name) => readFileSync(join(docs, name), "utf8");
  const text = [
    `# cloudfront-sign-webcrypto\n\n> ${summary}\n`,
    ...Object.entries(sections).map(([title, lines]) => section(title, Object.entries(lines))),
    section(
      "API reference",
      reference.map((name) => [name, summaryOf(read(name))]),
    ),
  ];
  return { text: text.join("\n"), problems };
}

/** @param {string} page */
const titleOf = (page) => page.match(/^# (.+)$/m)?.[1] ?? "";

/** The first paragraph of a generated page, without its links. @param {string} page */
const summaryOf = (page) => {
  const [, paragraph = ""] = page.match(/^# .+\n\n(?!#)([\s\S]*?)\n\n/) ?? [];
  return paragraph
    ? paragraph.replaceAll("\n", " ").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    : "all entry points";
};
