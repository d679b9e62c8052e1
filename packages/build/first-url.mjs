// first-url.mjs FILE: signs the first URLs of a process with a built file of the core, and prints which functions of
// which files ran, as JSON. Each function is its name and the offset of its end.
import { generateKeyPairSync } from "node:crypto";
import { Session } from "node:inspector/promises";
import { createRequire } from "node:module";
import { basename, dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** @typedef {{ name: string, end: number }} RanFunction */

const file = resolve(process.argv[2] ?? "");
const folder = dirname(file);
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

/** What ran since the last call, by the name of the file. @returns {Promise<Map<string, RanFunction[]>>} */
async function takeRan() {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const own = result
    .map(({ url, functions }) => ({ path: url.startsWith("file:") ? fileURLToPath(url) : url, functions }))
    .filter(({ path }) => dirname(path) === folder);
  return new Map(
    own.map(({ path, functions }) => [
      basename(path),
      functions.flatMap(({ functionName: name, ranges: [whole] }) =>
        name !== "" && whole?.count ? [{ name, end: whole.endOffset }] : [],
      ),
    ]),
  );
}

/** @type {typeof import("cloudfront-sign-webcrypto")} */
const { createCloudFrontPresignedUrl, createCloudFrontSigner } = file.endsWith(".cjs")
  ? createRequire(import.meta.url)(file)
  : await import(pathToFileURL(file).href);
// A function that runs while its file loads must stay a declaration: its place may be further down.
const atLoad = await takeRan();

const keyPairId = "K2JCJMDEHXQW5F";
const url = "https://d111111abcdef8.cloudfront.net/image.jpg";
const expireTimeEpochMs = Date.now() + 3_600_000;
const dateLessThan = new Date(expireTimeEpochMs).toISOString();
// PKCS#1 is the form of the keys that AWS once made.
for (const type of /** @type {const} */ (["pkcs8", "pkcs1"])) {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const content = String(privateKey.export({ type, format: "pem" }));
  await createCloudFrontSigner({ keyPairId, privateKey: content }).signUrl(url, { dateLessThan });
  await createCloudFrontPresignedUrl({ policy: { url, expireTimeEpochMs }, key: { keyPairId, content } });
}
const ran = [...(await takeRan())].map(([name, functions]) => {
  const before = new Set(atLoad.get(name)?.map(({ end }) => end));
  return [name, functions.filter(({ end }) => !before.has(end))];
});
console.log(JSON.stringify(Object.fromEntries(ran)));
