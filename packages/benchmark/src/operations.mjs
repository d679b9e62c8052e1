// operations.mjs [MILLISECONDS] [WORDS]: single operations in one warm process, by mitata: p50, p99 and heap bytes of each. What an operation
// makes is verified before it is timed. WORDS is a regular expression for those to do. The last line is JSON.
import { createPrivateKey } from "node:crypto";
import process from "node:process";
import aws from "@aws-sdk/cloudfront-signer";
import old from "aws-cloudfront-sign";
import { createCloudFrontSigner, importCloudFrontPrivateKey } from "cloudfront-sign-webcrypto";
import { measure } from "mitata";
import { cannedPolicy, derOf, ecAlgorithm, readFixture, rsaAlgorithm, urlAt, urlList } from "./fixture.mjs";
import { verifyCookies, verifyRaw, verifyUrl } from "./verify.mjs";

const milliseconds = Number(process.argv[2] ?? 300);
const wanted = new RegExp(process.argv[3] ?? "");
const { keyPairId, dateLessThan, resource, rsa, rsaPublic, ec, ecPublic } = await readFixture();
const url = urlAt(7);
const terms = { dateLessThan };
const { subtle } = crypto;
/** @type {import("./verify.mjs").Claim} */
const claim = { url, keyPairId, dateLessThan, publicKey: rsaPublic, hash: "SHA1" };
const sha256 = { ...claim, hash: /** @type {const} */ ("SHA256") };
const p256 = { ...sha256, publicKey: ecPublic };

const signer = createCloudFrontSigner({ keyPairId, privateKey: rsa });
const signer256 = createCloudFrontSigner({ keyPairId, privateKey: rsa, hashAlgorithm: "SHA256" });
const ecSigner = createCloudFrontSigner({ keyPairId, privateKey: ec });
const grant = await signer.grant({ resource, dateLessThan });

const rsaObject = createPrivateKey(rsa);
const ecObject = createPrivateKey(ec);
const text = /** @type {const} */ ({ format: "pem" });
/** Every form of key that people have. @type {Record<string, any>} */
const keys = {
  "RSA, PKCS#8 PEM": rsa,
  "RSA, PKCS#1 PEM": rsaObject.export({ ...text, type: "pkcs1" }),
  "RSA, PKCS#8 DER": derOf(rsa),
  "RSA, JWK": rsaObject.export({ format: "jwk" }),
  "P-256, PKCS#8 PEM": ec,
  "P-256, SEC1 PEM": ecObject.export({ ...text, type: "sec1" }),
  "P-256, JWK": ecObject.export({ format: "jwk" }),
};
const passphrase = "benchmark";
const encrypted = rsaObject.export({ ...text, type: "pkcs8", cipher: "aes-256-cbc", passphrase });

const policy = cannedPolicy(url, dateLessThan);
const bytes = new TextEncoder().encode(policy);
const rsaKey = await subtle.importKey("pkcs8", derOf(rsa), rsaAlgorithm, false, ["sign"]);
const ecKey = await subtle.importKey("pkcs8", derOf(ec), ecAlgorithm, false, ["sign"]);
const address = { ipAddress: "203.0.113.0/24" };
const more = { IpAddress: { "AWS:SourceIp": address.ipAddress } };
const end = new Date(dateLessThan * 1000);

/** @param {number} parameters */
const withQuery = (parameters) =>
  parameters === 0 ? url : `${url}?${Array.from({ length: parameters }, (_, i) => `parameter-${i}=value%20${i}`).join("&")}`;

/**
 * @typedef {object} Operation
 * @property {string} group
 * @property {string} name
 * @property {string} by whose it is
 * @property {() => unknown} work
 * @property {(made: any) => unknown} check
 */

const [ourName, sdkName, oldName] = ["cloudfront-sign-webcrypto", "@aws-sdk/cloudfront-signer", "aws-cloudfront-sign"];
/** @type {Operation[]} */
const operations = [];
/** @param {string} group @param {string} name @param {string} by @param {() => unknown} work @param {(made: any) => unknown} check */
const add = (group, name, by, work, check) => operations.push({ group, name, by, work, check });

/** @param {string} as @param {string | undefined} content @param {any} key */
const checkKey = (as, content, key) => {
  if (key?.type !== "private" || key.extractable) throw new Error(`no non-extractable private key of ${as}${content ?? ""}`);
};
for (const [form, content] of Object.entries(keys)) {
  add(
    "import a key",
    form,
    ourName,
    () => importCloudFrontPrivateKey({ keyPairId, content }),
    (key) => checkKey(form, "", key),
  );
}
add(
  "import a key",
  "RSA, encrypted PKCS#8",
  ourName,
  () => importCloudFrontPrivateKey({ keyPairId, content: /** @type {string} */ (encrypted), passphrase }),
  (key) => checkKey("encrypted", "", key),
);
add(
  "import a key",
  "RSA, PKCS#8 DER",
  "crypto.subtle.importKey",
  () => subtle.importKey("pkcs8", derOf(rsa), rsaAlgorithm, false, ["sign"]),
  (key) => checkKey("DER", "", key),
);
add(
  "create a signer",
  "RSA, PKCS#8 PEM",
  ourName,
  () => createCloudFrontSigner({ keyPairId, privateKey: rsa }),
  async (made) => verifyUrl(await made.signUrl(url, terms), claim),
);

add(
  "sign",
  "RSA, raw",
  "crypto.subtle.sign",
  () => subtle.sign(rsaAlgorithm, rsaKey, bytes),
  (made) => verifyRaw(made, policy, claim),
);
add(
  "sign",
  "RSA, canned",
  ourName,
  () => signer.signUrl(url, terms),
  (made) => verifyUrl(made, claim),
);
add(
  "sign",
  "RSA, canned",
  sdkName,
  () => aws.getSignedUrl({ url, keyPairId, privateKey: rsa, dateLessThan: end }),
  (made) => verifyUrl(made, claim),
);
add(
  "sign",
  "RSA, canned",
  `${sdkName}, KeyObject`,
  () => aws.getSignedUrl({ url, keyPairId, privateKey: /** @type {any} */ (rsaObject), dateLessThan: end }),
  (made) => verifyUrl(made, claim),
);
add(
  "sign",
  "RSA, canned",
  oldName,
  () => old.getSignedUrl(url, { keypairId: keyPairId, expireTime: dateLessThan * 1000, privateKeyString: rsa }),
  (made) => verifyUrl(made, claim),
);
add(
  "sign",
  "RSA, custom",
  ourName,
  () => signer.signUrl(url, { ...terms, ...address }),
  (made) => verifyUrl(made, { ...claim, more }),
);
add(
  "sign",
  "RSA, custom",
  sdkName,
  () => aws.getSignedUrl({ url, keyPairId, privateKey: rsa, dateLessThan: end, ...address }),
  (made) => verifyUrl(made, { ...claim, more }),
);
add(
  "sign",
  "RSA, SHA-256",
  ourName,
  () => signer256.signUrl(url, terms),
  (made) => verifyUrl(made, sha256),
);
add(
  "sign",
  "RSA, SHA-256",
  sdkName,
  () => aws.getSignedUrl({ url, keyPairId, privateKey: rsa, dateLessThan: end, algorithm: "SHA256" }),
  (made) => verifyUrl(made, sha256),
);
add(
  "sign",
  "P-256, raw",
  "crypto.subtle.sign",
  () => subtle.sign(ecAlgorithm, ecKey, bytes),
  (made) => {
    if (made.byteLength !== 64) throw new Error("no ECDSA signature");
  },
);
add(
  "sign",
  "P-256, canned",
  ourName,
  () => ecSigner.signUrl(url, terms),
  (made) => verifyUrl(made, p256),
);

add(
  "cookies",
  "RSA, canned",
  ourName,
  () => signer.signCookies({ resource: url, dateLessThan }),
  (made) => verifyCookies(made.values, claim),
);
add(
  "cookies",
  "RSA, canned",
  sdkName,
  () => aws.getSignedCookies({ url, keyPairId, privateKey: rsa, dateLessThan: end }),
  (made) => verifyCookies(made, claim),
);
add(
  "cookies",
  "RSA, canned",
  oldName,
  () => old.getSignedCookies(url, { keypairId: keyPairId, expireTime: dateLessThan * 1000, privateKeyString: rsa }),
  (made) => verifyCookies(made, claim),
);

add(
  "grant",
  "make one, RSA",
  ourName,
  () => signer.grant({ resource, dateLessThan }),
  (made) => verifyUrl(made.signUrl(url), { ...claim, resource }),
);
for (const parameters of [0, 10, 100]) {
  const long = withQuery(parameters);
  const question = `${parameters} query parameters`;
  add(
    "grant",
    `grant.signUrl, ${question}`,
    ourName,
    () => grant.signUrl(long),
    (made) => verifyUrl(made, { ...claim, url: long, resource }),
  );
  if (parameters === 0) continue;
  add(
    "query strings",
    `P-256, ${question}`,
    ourName,
    () => ecSigner.signUrl(long, terms),
    (made) => verifyUrl(made, { ...p256, url: long }),
  );
  add(
    "query strings",
    `RSA, ${question}`,
    ourName,
    () => signer.signUrl(long, terms),
    (made) => verifyUrl(made, { ...claim, url: long }),
  );
  add(
    "query strings",
    `RSA, ${question}`,
    sdkName,
    () => aws.getSignedUrl({ url: long, keyPairId, privateKey: rsa, dateLessThan: end }),
    (made) => verifyUrl(made, { ...claim, url: long }),
  );
}

for (const size of [10, 100, 1000]) {
  const urls = urlList(size);
  /** @param {any} made @param {import("./verify.mjs").Claim} about */
  const checkAll = (made, about) => {
    if (made.length !== size) throw new Error(`${made.length} of ${size}`);
    for (const [i, one] of urls.entries()) verifyUrl(made[i], { ...about, url: one });
  };
  const batch = `batch of ${size}`;
  add(
    batch,
    "RSA, parallel",
    ourName,
    () => Promise.all(urls.map((one) => signer.signUrl(one, terms))),
    (made) => checkAll(made, claim),
  );
  add(
    batch,
    "RSA, raw, parallel",
    "crypto.subtle.sign",
    () => Promise.all(urls.map(() => subtle.sign(rsaAlgorithm, rsaKey, bytes))),
    (made) => verifyRaw(made[size - 1], policy, claim),
  );
  add(
    batch,
    "P-256, parallel",
    ourName,
    () => Promise.all(urls.map((one) => ecSigner.signUrl(one, terms))),
    (made) => checkAll(made, p256),
  );
  add(
    batch,
    "RSA, one after the other",
    sdkName,
    () => urls.map((one) => aws.getSignedUrl({ url: one, keyPairId, privateKey: rsa, dateLessThan: end })),
    (made) => checkAll(made, claim),
  );
}

/** @returns {Promise<() => number>} bytes in use on the heap */
async function heapReader() {
  if (process.versions.bun) {
    // @ts-expect-error Bun's own module
    const { memoryUsage } = await import("bun:jsc");
    return () => memoryUsage().current;
  }
  const { getHeapStatistics } = await import("node:v8");
  return () => {
    const { used_heap_size, malloced_memory } = getHeapStatistics();
    return used_heap_size + malloced_memory;
  };
}
const heap = await heapReader();

const results = [];
for (const { group, name, by, work, check } of operations) {
  if (!wanted.test(`${group}, ${name}, ${by}`)) continue;
  await check(await work());
  // Warm: compiled as a long-lived server's code is.
  const warm = performance.now();
  while (performance.now() - warm < milliseconds / 5) await work();
  const slow = group.startsWith("batch");
  const stats = await measure(work, {
    heap,
    min_cpu_time: milliseconds * 1e6,
    min_samples: slow ? 5 : 12,
    // What takes less than 10 us is timed by 256 at a time, because a clock has its limits; then p99 is of such groups.
    batch_threshold: 10_000,
    batch_samples: 256,
  });
  const { samples, p25, p50, p75, p99 } = stats;
  results.push({ group, name, by, p25, p50, p75, p99, heap: stats.heap?.avg, samples: samples.length });
}
console.log(JSON.stringify({ version: process.versions.bun ?? process.versions.deno ?? process.versions.node, results }));
