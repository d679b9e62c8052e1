// What the package adds to the raw operation, in one process: our signUrl and crypto.subtle.sign with the same key over the same policy
// take turns, so that a slow moment of the machine hits both, and the medians of many rounds are compared.
//
//   node src/sign-cost.mjs [rounds]
import { generateKeyPairSync } from "node:crypto";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";

const rounds = Number(process.argv[2] ?? 60);
const batch = 100;
const host = "https://d111111abcdef8.cloudfront.net";
const dateLessThan = Math.floor(Date.now() / 1000) + 3600;
const terms = { dateLessThan };
const urls = Array.from({ length: batch }, (_, i) => `${host}/videos/course-42/segment-${i}.ts`);
const policies = urls.map((url) =>
  new TextEncoder().encode(`{"Statement":[{"Resource":"${url}","Condition":{"DateLessThan":{"AWS:EpochTime":${dateLessThan}}}}]}`),
);

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** @param {() => unknown} work @returns {Promise<number>} microseconds */
async function time(work) {
  const start = performance.now();
  await work();
  return (performance.now() - start) * 1000;
}

/** @param {() => unknown} ours @param {() => unknown} raw */
async function compare(ours, raw) {
  /** @type {number[]} */
  const a = [];
  /** @type {number[]} */
  const b = [];
  for (let round = -5; round < rounds; round++) {
    // Whoever goes first in a round is at a disadvantage as often as the other.
    const order = round % 2 ? [ours, raw] : [raw, ours];
    const first = await time(order[0] ?? ours);
    const second = await time(order[1] ?? raw);
    if (round < 0) continue;
    a.push(order[0] === ours ? first : second);
    b.push(order[0] === ours ? second : first);
  }
  return { ours: median(a) / batch, raw: median(b) / batch, ratio: median(a.map((value, i) => value / (b[i] ?? 1))) };
}

const keys = [
  {
    name: "RSA 2048, SHA-1",
    limit: 1.03,
    pair: generateKeyPairSync("rsa", { modulusLength: 2048 }),
    algorithm: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" },
  },
  {
    name: "P-256, SHA-256",
    limit: 1.15,
    pair: generateKeyPairSync("ec", { namedCurve: "P-256" }),
    algorithm: { name: "ECDSA", hash: "SHA-256", namedCurve: "P-256" },
  },
];

let missed = 0;
/** @param {string} name @param {string} figures @param {boolean} ok */
function row(name, figures, ok) {
  if (!ok) missed++;
  console.log(`${ok ? "ok  " : "OVER"} ${name.padEnd(30)} ${figures}`);
}

console.log(`${process.version}, medians of ${rounds} interleaved rounds of ${batch} signatures`);
for (const { name, limit, pair, algorithm } of keys) {
  const privateKey = pair.privateKey.export({ type: "pkcs8", format: "pem" });
  const der = pair.privateKey.export({ type: "pkcs8", format: "der" });
  const key = await crypto.subtle.importKey("pkcs8", der, algorithm, false, ["sign"]);
  const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey });
  const serial = await compare(
    async () => {
      for (const url of urls) await signer.signUrl(url, terms);
    },
    async () => {
      for (const policy of policies) await crypto.subtle.sign(algorithm, key, policy);
    },
  );
  const parallel = await compare(
    () => Promise.all(urls.map((url) => signer.signUrl(url, terms))),
    () => Promise.all(policies.map((policy) => crypto.subtle.sign(algorithm, key, policy))),
  );
  for (const [mode, { ours, raw, ratio }] of Object.entries({ serial, parallel })) {
    row(
      `${name}, ${mode}`,
      `${ours.toFixed(1)} us, raw ${raw.toFixed(1)} us, ratio ${ratio.toFixed(3)} (at most ${limit})`,
      ratio <= limit,
    );
  }
}

const signer = createCloudFrontSigner({
  keyPairId: "K2JCJMDEHXQW5F",
  privateKey: /** @type {string} */ (keys[0]?.pair.privateKey.export({ type: "pkcs8", format: "pem" })),
});
const grant = await signer.grant({ resource: `${host}/videos/course-42/*`, dateLessThan });
let length = 0;
const grantTimes = [];
for (let round = -5; round < rounds; round++) {
  const taken = await time(() => {
    for (let i = 0; i < 100; i++) for (const url of urls) length += grant.signUrl(url).length;
  });
  if (round >= 0) grantTimes.push(taken / 100 / batch);
}
row("grant.signUrl", `${median(grantTimes).toFixed(3)} us per URL (at most 1)`, median(grantTimes) <= 1 && length > 0);
process.exitCode = missed ? 1 : 0;
