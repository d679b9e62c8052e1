// Two distributions with two key pairs: one takes uploads, the other serves files.
import { createPrivateKey, createPublicKey } from "node:crypto";
import { createServer } from "node:http";
import { cloudFrontUrl, createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { createApp } from "./app.mjs";
import { userOf } from "./session.mjs";

/** Throws at the start, not in a request. @param {string} name */
function required(name) {
  const value = process.env[name] ?? "";
  if (value === "") throw new Error(`${name}: is not set; see examples/README.md`);
  return value;
}

/**
 * The public half of a private key, which is the same for each of its forms: a PEM may be one line, or Base64.
 * @param {string} text @returns {string}
 */
function publicHalf(text) {
  const [, body = text] = /-----BEGIN [^-]*PRIVATE KEY-----(.*?)-----END/s.exec(text) ?? [];
  const key = Buffer.from(body.replaceAll(/\\n|\s/g, ""), "base64");
  if (key.includes("-----BEGIN")) return publicHalf(key.toString());
  for (const type of /** @type {const} */ (["pkcs8", "pkcs1", "sec1"]))
    try {
      const { n, x } = createPublicKey(createPrivateKey({ key, format: "der", type })).export({
        format: "jwk",
      });
      return n ?? x ?? text;
    } catch {
      // Another form. The signer says what is wrong with a text that is no key.
    }
  return text;
}

/** @param {string} name */
function compared(name) {
  if (name.endsWith("_ORIGIN")) return new URL(cloudFrontUrl(required(name), "test")).origin;
  return name.endsWith("_PRIVATE_KEY") ? publicHalf(required(name)) : required(name);
}

for (const [part, effect] of [
  ["ORIGIN", "each URL for reading could also replace its file; set up a distribution for uploads alone"],
  ["KEY_PAIR_ID", "both distributions would trust one key; make a key pair for uploads alone"],
  ["PRIVATE_KEY", "both distributions would trust one key; make a key pair for uploads alone"],
])
  if (compared(`UPLOAD_${part}`) === compared(`CLOUDFRONT_${part}`))
    throw new Error(`UPLOAD_${part}: is the same as CLOUDFRONT_${part}, so that ${effect}, see README.md`);

/** @param {"UPLOAD" | "CLOUDFRONT"} prefix */
const distribution = (prefix) => ({
  origin: required(`${prefix}_ORIGIN`),
  signer: createCloudFrontSigner({
    keyPairId: required(`${prefix}_KEY_PAIR_ID`),
    privateKey: required(`${prefix}_PRIVATE_KEY`),
    maxLifetime: "1h",
  }),
});

const port = Number(process.env.PORT || 8080);
const app = createApp({ uploads: distribution("UPLOAD"), files: distribution("CLOUDFRONT"), userOf });
const server = createServer(app);
server.on("error", (/** @type {NodeJS.ErrnoException} */ { code }) => {
  console.error(`PORT: cannot listen on ${port} (${code}); set it to a free port, such as 8082`);
  process.exit(1);
});
server.listen(port, () => console.log(`http://localhost:${port}/`));
