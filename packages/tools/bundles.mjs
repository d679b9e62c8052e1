// bundles.mjs FILE.tgz: the installed tarball through the bundlers that users have, for a browser, a Worker
// and Node.js: without a warning, with nothing of Node.js where there is none, and what comes out still
// signs, and still refuses. Then: who imports a part gets a part.
import { createHash, createPublicKey, generateKeyPairSync, randomUUID, verify } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeResolve } from "@rollup/plugin-node-resolve";
import { build as esbuild } from "esbuild";
import { rollup } from "rollup";
import { createLogger, build as vite } from "vite";
import webpack from "webpack";
import { install } from "./pack.mjs";
import { atATime, run } from "./run.mjs";

const name = "cloudfront-sign-webcrypto";
const folder = mkdtempSync(join(tmpdir(), "bundles-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const app = join(folder, "app");

/** @typedef {"browser" | "worker" | "node"} Target */
/**
 * @typedef {(entry: string, target: Target, out: string) => Promise<string[]>} Bundler makes
 * `out/bundle.mjs`; the warnings
 */

/** Each as its documentation says for production. @type {Record<string, Bundler>} */
const bundlers = {
  esbuild: async (entry, target, out) => {
    const { warnings } = await esbuild({
      entryPoints: [entry],
      outfile: join(out, "bundle.mjs"),
      bundle: true,
      minify: true,
      format: "esm",
      platform: target === "node" ? "node" : "browser",
      conditions: target === "worker" ? ["workerd", "worker"] : [],
      logLevel: "silent",
    });
    return warnings.map(({ text }) => text);
  },
  rollup: async (entry, target, out) => {
    /** @type {string[]} */
    const warnings = [];
    const bundle = await rollup({
      input: entry,
      external: target === "node" ? [/^node:/] : [],
      plugins: [
        nodeResolve({
          browser: target === "browser",
          exportConditions: target === "worker" ? ["workerd", "worker"] : [],
        }),
      ],
      onLog: (level, { message }) => void (level === "warn" && warnings.push(message)),
    });
    await bundle.write({ file: join(out, "bundle.mjs"), format: "es" });
    await bundle.close();
    return warnings;
  },
  webpack: (entry, target, out) =>
    new Promise((resolve, reject) => {
      const compiler = webpack({
        mode: "production",
        context: app,
        entry,
        target: { browser: "web", worker: "webworker", node: "node20" }[target],
        output: {
          path: out,
          filename: "bundle.mjs",
          module: true,
          library: { type: "module" },
          chunkFormat: "module",
        },
        experiments: { outputModule: true },
      });
      if (!compiler) return reject(new Error("webpack took no configuration"));
      compiler.run((error, stats) => {
        const { errors = [], warnings = [] } =
          stats?.toJson({ all: false, errors: true, warnings: true }) ?? {};
        compiler.close(() => {
          if (error || errors.length > 0)
            reject(error ?? new Error(errors.map(({ message }) => message).join("\n")));
          else resolve(warnings.map(({ message }) => message));
        });
      });
    }),
  vite: async (entry, target, out) => {
    /** @type {string[]} */
    const warnings = [];
    const warn = (/** @type {string} */ message) => void warnings.push(message);
    await vite({
      configFile: false,
      root: app,
      logLevel: "warn",
      customLogger: { ...createLogger("silent"), warn, warnOnce: warn },
      ...(target === "browser"
        ? {}
        : { ssr: { target: target === "node" ? "node" : "webworker", noExternal: true } }),
      build: {
        outDir: out,
        emptyOutDir: false,
        minify: true,
        ssr: target !== "browser",
        // As a library, because a page's own exports, which are what is looked at here, would go.
        ...(target === "browser" ? { lib: { entry, formats: ["es"], fileName: () => "bundle.mjs" } } : {}),
        rolldownOptions:
          target === "browser" ? {} : { input: entry, output: { entryFileNames: "bundle.mjs" } },
      },
    });
    return warnings;
  },
};

const host = "https://d111111abcdef8.cloudfront.net";
const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const pem = privateKey.export({ type: "pkcs8", format: "pem" });

/**
 * Bundlers drop calls whose result is not used and which they take for pure, such as `encodeURI` or `new URL`
 * that is called only to find out whether it throws: what was refused before would be signed after.
 */
const refused = [
  [`${host}/\ud800`, "ERR_URL_INVALID"],
  [`${host}/a?\udc00`, "ERR_URL_INVALID"],
  [`${host}/a\nb`, "ERR_URL_INVALID"],
  ["https://a b/", "ERR_URL_INVALID"],
  ["https://[::1/", "ERR_URL_INVALID"],
  [`${host}/a?Expires=1`, "ERR_URL_ALREADY_SIGNED"],
  [`${host}/*`, "ERR_RESOURCE_INVALID"],
];

const program = `
import { createCloudFrontSigner, isCloudFrontSignError } from "${name}";
async function answer(keyPairId, privateKey, urls) {
  const signer = createCloudFrontSigner({ keyPairId, privateKey });
  const outcome = (url) => signer.signUrl(url, { expiresIn: "1h" }).catch((error) => (isCloudFrontSignError(error) ? error.code : String(error)));
  return Promise.all(urls.map(outcome));
}
`;
/**
 * A program for each target, and how one gets an answer from it. @type {Record<Target, { entry: string, ask:
 * string }>}
 */
const targets = {
  browser: {
    entry: `${program}globalThis.answer = answer;`,
    ask: "await import(file); const answers = await globalThis.answer(id, key, urls);",
  },
  worker: {
    entry: `${program}export default { async fetch(request, env) { return Response.json(await answer(env.ID, env.KEY, await request.json())); } };`,
    ask: `const { default: worker } = await import(file);
const request = new Request("https://worker.example.com", { method: "POST", body: JSON.stringify(urls) });
const answers = await (await worker.fetch(request, { ID: id, KEY: key })).json();`,
  },
  node: {
    entry: `${program}import { readFileSync } from "node:fs";
export const main = (file, urls) => answer("K2JCJMDEHXQW5F", readFileSync(file, "utf8"), urls);`,
    ask: "const answers = await (await import(file)).main(keyFile, urls);",
  },
};

/** What only the code for private keys has, and no bundler changes. */
const forPrivateKeys = ["pkcs8", "PBKDF2", "PRIVATE"];
const forKeys = [...forPrivateKeys, "importKey"];

/**
 * What is imported, from where, and what must not come along, or has to. @type {[what: string, from: string,
 * part: { without: string[] } | { with: string[] }][]}
 */
const parts = [
  ["clearCloudFrontSignedCookies", name, { without: forKeys }],
  ["cloudFrontUrl", name, { without: forKeys }],
  ["isCloudFrontSignError", name, { without: forKeys }],
  // The control: what is looked for is there where it is needed.
  ["createCloudFrontSigner", name, { with: forKeys }],
  ["importCloudFrontPrivateKey", name, { with: forKeys }],
];

let passed = 0;
let failed = 0;
/** @param {string} label @param {() => Promise<string[]>} check its problems */
const step = (label, check) => async () => {
  const problems = await check().catch((/** @type {Error} */ error) => [error.stack ?? String(error)]);
  if (problems.length === 0) passed++;
  else failed++;
  if (problems.length > 0) console.log(`FAIL ${label}\n${problems.join("\n")}`);
};

/** @param {string} bundler @param {Target} target @param {string} entry */
async function bundled(bundler, target, entry) {
  const out = join(folder, randomUUID());
  mkdirSync(out);
  const file = join(app, `${createHash("sha256").update(entry).digest("hex").slice(0, 8)}.mjs`);
  writeFileSync(file, entry);
  const warnings = (await bundlers[bundler]?.(file, target, out)) ?? [];
  const bundle = join(out, "bundle.mjs");
  return {
    bundle,
    text: readFileSync(bundle, "utf8"),
    problems: warnings.map((warning) => `a warning: ${warning}`),
  };
}

/** @param {string} signedUrl @returns {boolean} whether Node.js's own crypto finds it in order */
function verifies(signedUrl) {
  const [, resource, expires, signature = ""] =
    /^(.*)\?Expires=(\d+)&Signature=([\w~-]+)&/.exec(signedUrl) ?? [];
  const policy = `{"Statement":[{"Resource":"${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}}]}`;
  const bytes = Buffer.from(signature.replace(/-/g, "+").replace(/_/g, "=").replace(/~/g, "/"), "base64");
  return verify(
    "SHA256",
    Buffer.from(policy),
    createPublicKey(publicKey.export({ type: "spki", format: "pem" })),
    bytes,
  );
}

/** @param {string} bundler @param {Target} target */
async function works(bundler, target) {
  const { bundle, text, problems } = await bundled(bundler, target, targets[target].entry);
  const nodeOnly =
    target === "node" ? [] : (text.match(/\bnode:\w+|\b(?:Buffer|process|require)\s*[.([]/g) ?? []);
  problems.push(...nodeOnly.map((found) => `${found} is in it`));
  const urls = [`${host}/a b.mp4`, ...refused.map(([url]) => url)];
  const script = `const [file, id, key, keyFile, urls] = ${JSON.stringify([`file://${bundle}`, "K2JCJMDEHXQW5F", pem, join(folder, "key.pem"), urls])};
${targets[target].ask}
console.log(JSON.stringify(answers));`;
  const { status, stdout, output } = await run(process.execPath, ["--input-type=module", "--eval", script]);
  if (status !== 0) return [...problems, output];
  const [signed, ...codes] = JSON.parse(stdout);
  if (!signed.startsWith(`${host}/a%20b.mp4?`) || !verifies(signed)) problems.push(`not signed: ${signed}`);
  for (const [i, [url, code]] of refused.entries())
    if (codes[i] !== code) problems.push(`${JSON.stringify(url)} gave ${codes[i]}, not ${code}`);
  return problems;
}

/** @param {string} bundler @param {typeof parts[number]} part */
async function shakes(bundler, [what, from, part]) {
  // Exported, so that it is used.
  const { text, problems } = await bundled(bundler, "browser", `export { ${what} } from "${from}";`);
  if (!/\bexport\b/.test(text)) problems.push("it exports nothing");
  if ("with" in part)
    problems.push(...part.with.filter((word) => !text.includes(word)).map((word) => `lacks ${word}`));
  else
    problems.push(
      ...part.without
        .filter((word) => text.includes(word))
        .map((word) => `has ${word}, which it does not need`),
    );
  return problems;
}

await install(process.argv[2] ?? "", app);
writeFileSync(join(folder, "key.pem"), pem);
const names = Object.keys(bundlers);
await atATime(
  names.flatMap((bundler) => [
    .../** @type {Target[]} */ (Object.keys(targets)).map((target) =>
      step(`${bundler} for ${target}`, () => works(bundler, target)),
    ),
    ...parts.map((part) => step(`${bundler}, only ${part[0]} of ${part[1]}`, () => shakes(bundler, part))),
  ]),
  2,
);
console.log(`bundles of the tarball: ${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
