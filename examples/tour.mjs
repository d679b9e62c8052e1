// A tour of the package with throw-away keys. It signs, and verifies each result independently with
// node:crypto.
import { spawn } from "node:child_process";
import { createPublicKey, verify as cryptoVerify, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { explainCloudFrontDenial } from "cloudfront-sign-diagnosis";
import { createCloudFrontSigner, isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";

const host = "https://d111111abcdef8.cloudfront.net";
let passed = 0;
let failed = 0;

/** @param {string} title */
const heading = (title) => console.log(process.stdout.isTTY ? `\n\x1b[1m${title}\x1b[0m` : `\n${title}`);
/** @param {string} text */
const note = (text) => console.log(`  ${text}`);
/** Shortens policies and signatures for the terminal. @param {string} value */
const short = (value) => value.replace(/((?:Policy|Signature)=.{18})[^&;]+/g, "$1…");

/**
 * Does what CloudFront does with a signed request, without this package: decodes the parameters, takes the
 * policy from the request or rebuilds the canned one from the request URL, and verifies the signature over
 * exactly these bytes.
 * @param {URLSearchParams | Map<string, string>} parameters
 * @param {string} resource the request URL without the signing parameters
 * @param {import("node:crypto").KeyObject} publicKey
 */
function independentlyVerified(parameters, resource, publicKey) {
  /** @param {string} name */
  const decode = (name) =>
    Buffer.from(
      (parameters.get(name) ?? "").replaceAll("-", "+").replaceAll("_", "=").replaceAll("~", "/"),
      "base64",
    );
  const policy = parameters.get("Policy")
    ? decode("Policy")
    : Buffer.from(
        `{"Statement":[{"Resource":"${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":${parameters.get("Expires")}}}}]}`,
      );
  const hash = parameters.get("Hash-Algorithm") ?? "SHA1";
  return { policy: policy.toString(), valid: cryptoVerify(hash, policy, publicKey, decode("Signature")) };
}

/** @param {string} what @param {{ policy: string, valid: boolean }} result */
function report(what, { policy, valid }) {
  if (valid) passed++;
  else failed++;
  note(`${valid ? "✓ verified" : "✗ NOT VALID"}  ${what}`);
  return policy;
}

/** @param {string} signedUrl @param {import("node:crypto").KeyObject} publicKey */
function checkUrl(signedUrl, publicKey) {
  const url = new URL(signedUrl);
  const own = url.search
    .slice(1)
    .split("&")
    .filter((pair) => !/^(Expires|Policy|Signature|Key-Pair-Id|Hash-Algorithm)=/.test(pair));
  const resource = `${url.origin}${url.pathname}${own[0] ? `?${own.join("&")}` : ""}`;
  return independentlyVerified(url.searchParams, resource, publicKey);
}

/**
 * Starts `cloudfront-sign serve` as a program of its own, with the public keys in a folder.
 * @param {string} folder @param {Record<string, string>} publicKeys @param {string[]} patterns
 */
async function serve(folder, publicKeys, patterns) {
  const keys = mkdtempSync(join(tmpdir(), "tour-"));
  for (const [id, pem] of Object.entries(publicKeys)) writeFileSync(join(keys, `${id}.pem`), pem);
  const program = fileURLToPath(
    new URL("dist/main.js", import.meta.resolve("cloudfront-sign-cli/package.json")),
  );
  const restrict = patterns.flatMap((pattern) => ["--restrict", pattern]);
  const args = [program, "serve", folder, "--key-group", keys, ...restrict, "--port", "0"];
  const server = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const close = () => {
    server.kill();
    rmSync(keys, { recursive: true, force: true });
  };
  // Also when the tour fails.
  process.once("exit", close);
  let log = "";
  server.stderr.on("data", (text) => {
    log += text;
  });
  const [address] = await Promise.race([once(createInterface(server.stdout), "line"), once(server, "close")]);
  if (typeof address !== "string") throw new Error(`cloudfront-sign serve ended: ${log}`);
  return { origin: new URL(address).origin, close };
}

heading("1. Two throw-away key pairs");
const rsa = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs1", format: "pem" },
});
const ec = generateKeyPairSync("ec", {
  namedCurve: "prime256v1",
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "sec1", format: "pem" },
});
const rsaPublic = createPublicKey(rsa.publicKey);
const ecPublic = createPublicKey(ec.publicKey);
note("RSA 2048 (a PKCS#1 PEM) and P-256 (a SEC1 PEM): both work without a conversion.");
const signer = createCloudFrontSigner({
  keyPairId: "KEXAMPLERSA2048",
  privateKey: rsa.privateKey,
  maxLifetime: "8h",
});
const ecSigner = createCloudFrontSigner({
  keyPairId: "KEXAMPLEP256",
  privateKey: ec.privateKey,
  maxLifetime: "8h",
});

heading("2. A canned policy: one URL until it expires");
const canned = await signer.signUrl(`${host}/reports/annual report.pdf`, { expiresIn: "1h" });
note(`signer.signUrl("…/annual report.pdf", { expiresIn: "1h" })`);
note(short(canned));
report("RSA, SHA-1, over the policy that CloudFront rebuilds from the request", checkUrl(canned, rsaPublic));
const shortUrl = await ecSigner.signUrl(`${host}/reports/annual report.pdf`, { expiresIn: "1h" });
note(`The same URL with the P-256 key has ${shortUrl.length} characters; with RSA it has ${canned.length}.`);
report("P-256, SHA-256 (Hash-Algorithm is added)", checkUrl(shortUrl, ecPublic));

heading("3. A custom policy: a start time and an IP address range");
const custom = await signer.signUrl(`${host}/video.mp4`, {
  expiresIn: "6h",
  dateGreaterThan: new Date(),
  ipAddress: "203.0.113.0/24",
});
note(short(custom));
note(report("RSA, SHA-1, over the policy that travels in the URL:", checkUrl(custom, rsaPublic)));

heading("4. A grant: one signature for a whole folder");
const grant = await ecSigner.grant({ resource: `${host}/course/42/*`, expiresIn: "4h" });
for (let segment = 1; segment <= 5; segment++) {
  report(
    `…/course/42/segment-${segment}.ts`,
    checkUrl(grant.signUrl(`${host}/course/42/segment-${segment}.ts`), ecPublic),
  );
}
note(
  `Five URLs, one signature. grant.covers("…/course/43/segment-1.ts") is ${grant.covers(`${host}/course/43/segment-1.ts`)}.`,
);

heading("5. Signed cookies as Set-Cookie lines");
const cookies = await signer.signCookies({
  resource: "https://cdn.example.com/course/42/*",
  expiresIn: "4h",
});
for (const line of cookies.toSetCookie({ domain: "example.com" }))
  note(`Set-Cookie: ${short(line.replace(/^(CloudFront-[\w-]+=[^;]{18})[^;]+/, "$1…"))}`);
const values = new Map(
  Object.entries(cookies.values).map(([name, value]) => [name.replace("CloudFront-", ""), value]),
);
report("RSA, SHA-1, over the policy in the cookies", independentlyVerified(values, "", rsaPublic));

heading("6. Mistakes throw an error that says what to do");
for (const [url, terms] of /** @type {[string, any][]} */ ([
  [`${host}/videos/*`, { expiresIn: "1h" }],
  [`${host}/a.jpg`, { dateLessThan: Date.now() + 3_600_000 }],
  [`${host}/a.jpg`, { expiresIn: "1h", ipAdress: "203.0.113.7" }],
])) {
  try {
    await signer.signUrl(url, terms);
    failed++;
    note(`✗ signed without an error: ${JSON.stringify(terms)}`);
  } catch (error) {
    if (!isCloudFrontSignError(error)) throw error;
    passed++;
    note(`✓ ${error.code}: ${error.message}`);
  }
}

heading("7. A local CloudFront: cloudfront-sign serve, in front of a folder");
const folder = join(import.meta.dirname, "media");
const publicKeys = { KEXAMPLERSA2048: rsa.publicKey, KEXAMPLEP256: ec.publicKey };
const restrict = [{ pathPattern: "/about.txt", restricted: false }, "*"];
const { origin: local, close } = await serve(folder, publicKeys, ["!/about.txt", "*"]);
note("cloudfront-sign serve media --key-group keys --restrict '!/about.txt' --restrict '*' --port 0");
const verifier = createCloudFrontVerifier({ publicKeys, restrict });

/**
 * Requests a file over the network, compares it with the file on disk, and explains a denial.
 * @param {string} what
 * @param {number} expected
 * @param {string} url
 * @param {string} [cookie]
 */
async function request(what, expected, url, cookie = "") {
  const response = await fetch(url, { headers: cookie ? { cookie } : {} });
  const received = Buffer.from(await response.arrayBuffer());
  const { pathname } = new URL(url);
  const fits =
    response.status === expected && received.equals(readFileSync(join(folder, pathname))) === response.ok;
  if (fits) passed++;
  else failed++;
  const of = response.ok ? `${received.length} bytes of ${response.headers.get("content-type")}` : pathname;
  note(`${fits ? "✓" : "✗"} ${response.status} ${what}: ${of}`);
  if (response.ok) return;
  const responseBody = received.toString();
  const question = {
    url,
    cookies: cookie,
    status: response.status,
    responseBody,
    verifier,
    ipAddress: "127.0.0.1",
    time: new Date(),
  };
  const [cause] = await explainCloudFrontDenial(question);
  note(
    `      CloudFront says only ${/<Code>(\w+)/.exec(responseBody)?.[1]}. Cause: ${cause?.id} (${cause?.certainty}): ${cause?.evidence}.`,
  );
  note(`      → ${cause?.fix}`);
}

const photo = `${local}/photo.jpg`;
const yesterday = createCloudFrontSigner({
  keyPairId: "KEXAMPLERSA2048",
  privateKey: rsa.privateKey,
  maxLifetime: "8h",
  now: () => new Date(Date.now() - 86_400_000),
});
const signedPhoto = await signer.signUrl(photo, { expiresIn: "1h" });
await request("signed", 200, signedPhoto);
await request("not signed", 403, photo);
await request("a public file", 200, `${local}/about.txt`);
await request(
  "one character of the signature changed",
  403,
  signedPhoto.replace(/(Signature=.{9})(.)/, (_, start, one) => start + (one === "A" ? "B" : "A")),
);
await request("a parameter added after signing", 403, `${signedPhoto}&utm_source=mail`);
await request("expired", 403, await yesterday.signUrl(photo, { expiresIn: "1h" }));
await request(
  "for another address",
  403,
  await signer.signUrl(photo, { expiresIn: "1h", ipAddress: "203.0.113.7" }),
);
await request(
  "for this address",
  200,
  await signer.signUrl(photo, { expiresIn: "1h", ipAddress: "127.0.0.1" }),
);

const playlist = `${local}/course/42/index.m3u8`;
const localCookies = (
  await signer.signCookies({ resource: `${local}/course/42/*`, expiresIn: "1h" })
).toCookieHeader();
await request("the playlist, with cookies", 200, playlist, localCookies);
const names =
  (await (await fetch(playlist, { headers: { cookie: localCookies } })).text()).match(
    /[\w-]+\.(?:mp4|m4s)/g,
  ) ?? [];
await request("its first segment, without them", 403, `${local}/course/42/${names[1]}`);
await request("a photo, with the cookies of the course", 403, photo, localCookies);
const localGrant = await ecSigner.grant({ resource: `${local}/course/42/*`, expiresIn: "1h" });
for (const name of names)
  await request(`${name}, by one grant`, 200, localGrant.signUrl(`${local}/course/42/${name}`));
close();

heading("Your turn");
note(
  "npm start -- https://d111111abcdef8.cloudfront.net/a.jpg --key-pair-id K2JCJMDEHXQW5F --private-key key.pem --expires-in 1h",
);
note("npm start -- --help");
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
