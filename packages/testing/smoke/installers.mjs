// What each package manager makes of the published packages: it installs all of them from a registry, and a program
// finds one copy of the core.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, join } from "node:path";
import { root } from "../folders.mjs";
import { npm, run } from "../run.mjs";
import { yarns } from "../runtimes.mjs";
import { importing, requiring } from "./one-core.mjs";

/** @typedef {{ name: string, version: string, [member: string]: unknown }} Manifest */

/** @param {string} tarball @returns {Promise<Manifest>} */
async function manifestIn(tarball) {
  const { stdout } = await run("tar", ["-xOzf", tarball, "package/package.json"]);
  return JSON.parse(stdout);
}

/** The answers of a registry, by path. @param {readonly string[]} tarballs @param {string} origin */
async function registryAnswers(tarballs, origin) {
  /** @type {Map<string, string | Buffer>} */
  const answers = new Map();
  for (const tarball of tarballs) {
    const content = readFileSync(tarball);
    const manifest = await manifestIn(tarball);
    const { name, version } = manifest;
    const path = `/${name}/-/${basename(tarball)}`;
    const dist = {
      tarball: origin + path,
      shasum: createHash("sha1").update(content).digest("hex"),
      integrity: `sha512-${createHash("sha512").update(content).digest("base64")}`,
    };
    const versions = { [version]: { ...manifest, dist } };
    const time = { [version]: "2026-01-01T00:00:00.000Z" };
    answers.set(path, content);
    answers.set(`/${name}`, JSON.stringify({ name, "dist-tags": { latest: version }, versions, time }));
  }
  return answers;
}

/** @param {readonly string[]} tarballs */
async function startRegistry(tarballs) {
  /** @type {Map<string, string | Buffer>} */
  let answers = new Map();
  const server = createServer(({ url = "" }, response) => {
    const answer = answers.get(url);
    if (answer === undefined) response.writeHead(404).end("{}");
    else
      response
        .setHeader("content-type", url.endsWith(".tgz") ? "application/octet-stream" : "application/json")
        .end(answer);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  answers = await registryAnswers(tarballs, origin);
  return { origin, close: () => server.close() };
}

/**
 * The files that tell Yarn its registry. Its cache is one of its own: the versions are not published.
 * @param {string} app
 * @param {string} origin
 * @returns {Record<string, string>}
 */
const yarnSettings = (app, origin) => ({
  ".yarnrc": `registry "${origin}/"\ncache-folder "${join(app, "cache")}"\n`,
  ".yarnrc.yml": `npmRegistryServer: "${origin}"
unsafeHttpWhitelist: ["127.0.0.1"]
nodeLinker: node-modules
enableGlobalCache: false
enableTelemetry: false
globalFolder: "${join(app, "global")}"
`,
  "yarn.lock": "",
});

const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
/** @typedef {(app: string, origin: string) => ReturnType<typeof run>} Installer */
/** @type {Record<string, Installer>} */
const installers = {
  npm: (app, origin) =>
    npm(["install", "--no-audit", "--no-fund", `--registry=${origin}`, `--cache=${join(app, "cache")}`], app),
  // npm takes pnpm itself from the usual registry, or from its cache: .ci/bootstrap.mjs has the same.
  pnpm: (app, origin) =>
    npm(["exec", "--yes", "--", packageManager, "install", `--registry=${origin}`], app, {
      ...process.env,
      XDG_CACHE_HOME: join(app, "cache"),
    }),
};
// In CI, Yarn 4 would refuse to write a lockfile.
for (const [name, path] of Object.entries(yarns))
  installers[name] = (app) =>
    run(process.execPath, [path, "install"], { cwd: app, env: { ...process.env, CI: "" } });

/**
 * @param {string} folder
 * @param {readonly string[]} tarballs
 * @returns {{ label: string, test: () => Promise<void> }[]}
 */
export function installerSteps(folder, tarballs) {
  mkdirSync(folder);
  return Object.entries(installers).map(([name, install]) => ({
    label: `${name} installs one copy of the core`,
    async test() {
      const app = join(folder, name.replace(" ", "-"));
      mkdirSync(app);
      const { origin, close } = await startRegistry(tarballs);
      try {
        const manifests = await Promise.all(tarballs.map(manifestIn));
        const dependencies = Object.fromEntries(manifests.map(({ name, version }) => [name, `^${version}`]));
        const files = {
          "package.json": JSON.stringify({ name: "app", version: "0.0.0", private: true, dependencies }),
          "one-core.mjs": `${importing}\nawait done;`,
          "one-core.cjs": requiring,
          ...yarnSettings(app, origin),
        };
        for (const [file, text] of Object.entries(files)) writeFileSync(join(app, file), text);
        const { status, output } = await install(app, origin);
        assert.equal(status, 0, output);
        for (const file of ["one-core.mjs", "one-core.cjs"]) {
          const used = await run(process.execPath, [file], { cwd: app });
          assert.equal(used.status, 0, used.output);
        }
      } finally {
        close();
      }
    },
  }));
}
