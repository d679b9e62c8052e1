// overhead.mjs [SECONDS]: what signing a URL costs beside the raw operation, in one process.
//
// Serial: every single operation is timed by itself, and all subjects take turns in an order that is drawn anew for each round, so that a
// slow moment of the machine, the state of the thread pool and the garbage collector hit all of them alike. Parallel: the same with a
// hundred operations at once. "raw again" is the raw operation a second time: how far it is from 1 shows how far to trust the rest.
//
// raw is crypto.subtle.sign on bytes that are ready, and nothing else: what comes back stays bytes. Ours and the rivals' do all that they do for a user: check and read
// the URL, make the policy, encode it, sign it, encode the signature, put the URL together. "by hand" does the least of this that gives
// a right URL.
import process from "node:process";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { cannedPolicy, derOf, ecAlgorithm, readFixture, rsaAlgorithm, urlList } from "./fixture.mjs";
import { figure, ratio } from "./stats.mjs";
import { verifyRaw, verifyUrl } from "./verify.mjs";

const seconds = Number(process.argv[2] ?? 6);
const fixture = await readFixture();
const { keyPairId, dateLessThan, resource } = fixture;
const urls = urlList(100);
const encoder = new TextEncoder();
const policies = urls.map((url) => encoder.encode(cannedPolicy(url, dateLessThan)));
const terms = { dateLessThan };
const { subtle } = crypto;

/** @typedef {(i: number) => unknown} Operation */

/** r‖s as DER. @param {Uint8Array} raw */
function toDer(raw) {
  const integers = [raw.subarray(0, 32), raw.subarray(32)].map((bytes) => {
    const start = bytes.findIndex((byte) => byte !== 0);
    const pad = (bytes[start] ?? 0) > 127 ? [0] : [];
    return [2, 32 - start + pad.length, ...pad, ...bytes.subarray(start)];
  });
  const content = integers.flat();
  return Uint8Array.from([48, content.length, ...content]);
}

/** @param {boolean} isEc */
async function operations(isEc) {
  const pem = isEc ? fixture.ec : fixture.rsa;
  const algorithm = isEc ? ecAlgorithm : rsaAlgorithm;
  const key = await subtle.importKey("pkcs8", derOf(pem), algorithm, false, ["sign"]);
  const signer = createCloudFrontSigner({ keyPairId, privateKey: pem });
  const end = isEc ? "&Hash-Algorithm=SHA256" : "";
  /** @type {Record<string, Operation>} */
  const asynchronous = {
    raw: (i) => subtle.sign(algorithm, key, /** @type {Uint8Array<ArrayBuffer>} */ (policies[i])),
    "raw again": (i) => subtle.sign(algorithm, key, /** @type {Uint8Array<ArrayBuffer>} */ (policies[i])),
    "by hand": async (i) => {
      const url = /** @type {string} */ (urls[i]);
      const made = new Uint8Array(await subtle.sign(algorithm, key, encoder.encode(cannedPolicy(url, dateLessThan))));
      const base64 = btoa(String.fromCharCode(...(isEc ? toDer(made) : made)));
      const signature = base64.replace(/\+/g, "-").replace(/=/g, "_").replace(/\//g, "~");
      return `${url}?Expires=${dateLessThan}&Signature=${signature}&Key-Pair-Id=${keyPairId}${end}`;
    },
    "cloudfront-sign-webcrypto": (i) => signer.signUrl(/** @type {string} */ (urls[i]), terms),
  };
  if (isEc) return { asynchronous, synchronous: {} };

  const { getSignedUrl } = await import("@aws-sdk/cloudfront-signer");
  const { default: old } = await import("aws-cloudfront-sign");
  const { createPrivateKey } = await import("node:crypto");
  const dateEnd = new Date(dateLessThan * 1000);
  /** @param {any} privateKey @returns {Operation} */
  const sdk = (privateKey) => (i) => getSignedUrl({ url: /** @type {string} */ (urls[i]), keyPairId, privateKey, dateLessThan: dateEnd });
  /** @type {Record<string, Operation>} */
  const synchronous = {
    "@aws-sdk/cloudfront-signer": sdk(pem),
    "@aws-sdk/cloudfront-signer, KeyObject": sdk(createPrivateKey(pem)),
    "aws-cloudfront-sign": (i) =>
      old.getSignedUrl(/** @type {string} */ (urls[i]), {
        keypairId: keyPairId,
        expireTime: dateLessThan * 1000,
        privateKeyString: pem,
      }),
  };
  return { asynchronous, synchronous };
}

/** @param {Record<string, Operation>} subjects @param {boolean} isEc */
async function check(subjects, isEc) {
  const hash = isEc ? "SHA256" : "SHA1";
  const publicKey = isEc ? fixture.ecPublic : fixture.rsaPublic;
  for (const [name, operation] of Object.entries(subjects)) {
    const url = urls[7] ?? "";
    const claim = { url, keyPairId, dateLessThan, publicKey, hash: /** @type {"SHA1"} */ (hash) };
    const made = await operation(7);
    if (!name.startsWith("raw")) verifyUrl(made, claim);
    else if (!isEc) verifyRaw(made, cannedPolicy(url, dateLessThan), claim);
  }
}

/**
 * @param {Record<string, Operation>} subjects
 * @param {number} batch operations in one measurement
 */
async function takeTurns(subjects, batch) {
  const turns = Object.entries(subjects).map(([name, operation]) => {
    const work = batch === 1 ? operation : () => Promise.all(urls.map((_, i) => operation(i)));
    return { name, work, times: /** @type {number[]} */ ([]) };
  });
  const begin = performance.now();
  let measuring = false;
  let start = begin;
  for (let round = 0; ; round++) {
    // At first it is warm-up. A slow machine is not waited for without end.
    const now = performance.now();
    if (!measuring && now - begin > Math.max(300, seconds * 250)) [measuring, start] = [true, now];
    const rounds = turns[0]?.times.length ?? 0;
    if (measuring && now - start > seconds * (rounds < 30 ? 3000 : 1000)) break;
    for (let last = turns.length - 1; last > 0; last--) {
      const other = Math.floor(Math.random() * (last + 1));
      const [a, b] = [turns[last], turns[other]];
      if (a && b) [turns[last], turns[other]] = [b, a];
    }
    for (const { work, times } of turns) {
      const before = performance.now();
      await work(round % urls.length);
      const taken = performance.now() - before;
      if (measuring) times.push((taken * 1000) / batch);
    }
  }
  const raw = turns.find(({ name }) => name === "raw")?.times ?? [];
  return Object.keys(subjects).map((name) => {
    const times = turns.find((turn) => turn.name === name)?.times ?? [];
    return { subject: name, microseconds: figure(times), ratio: ratio(times, raw) };
  });
}

/** @type {Record<string, unknown>} */
const results = {};
for (const [name, isEc] of /** @type {const} */ ([
  // P-256 first: it is faster, and so what both have in common is compiled long before RSA is measured.
  ["P-256, SHA-256", true],
  ["RSA-2048, SHA-1", false],
])) {
  const { asynchronous, synchronous } = await operations(isEc);
  await check({ ...asynchronous, ...synchronous }, isEc);
  // Who is synchronous has no parallel mode: a hundred at once take a hundred times as long.
  results[name] = { serial: await takeTurns({ ...asynchronous, ...synchronous }, 1), parallel: await takeTurns(asynchronous, urls.length) };
}

const grant = await createCloudFrontSigner({ keyPairId, privateKey: fixture.rsa }).grant({ resource, dateLessThan });
verifyUrl(grant.signUrl(urls[7] ?? ""), {
  url: urls[7] ?? "",
  keyPairId,
  dateLessThan,
  resource,
  publicKey: fixture.rsaPublic,
  hash: "SHA1",
});
let length = 0;
const grantTimes = [];
for (let round = -50; round < 300; round++) {
  const before = performance.now();
  for (let i = 0; i < 50; i++) for (const url of urls) length += grant.signUrl(url).length;
  if (round >= 0) grantTimes.push(((performance.now() - before) * 1000) / 50 / urls.length);
}
if (length === 0) throw new Error("nothing was made");
console.log(JSON.stringify({ results, grant: figure(grantTimes) }));
