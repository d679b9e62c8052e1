// Two distributions with two key pairs: one takes uploads, the other serves files.
import { createServer } from "node:http";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { createApp } from "./app.mjs";
import { userOf } from "./session.mjs";

/** Throws at the start, not in a request. @param {string} name */
function required(name) {
  const value = process.env[name] ?? "";
  if (value === "") throw new Error(`${name}: is not set; see examples/README.md`);
  return value;
}

const originForm = /^https?:\/\/(?!(undefined|null)(:|$))([\w-]+(\.[\w-]+)*|\[[\da-f:]+\])(:\d{1,5})?$/i;

/** @param {string} name */
function requiredOrigin(name) {
  const value = required(name);
  const origin = value.replace(/\/+$/, "");
  if (!originForm.test(origin))
    throw new Error(
      `${name}: is not usable; set it to the origin of the distribution, without a path or a slash at its end, such as https://cdn.example.com`,
    );
  if (origin !== value) throw new Error(`${name}: has a slash at its end; write ${origin}`);
  return value;
}

/** A PEM may be one line with `\n`. @param {string} name */
const compared = (name) =>
  name.endsWith("_ORIGIN") ? new URL(requiredOrigin(name)).origin : required(name).replaceAll(/\\n|\s/g, "");

for (const [part, effect] of [
  ["ORIGIN", "each URL for reading could also replace its file; set up a distribution for uploads alone"],
  ["KEY_PAIR_ID", "both distributions would trust one key; make a key pair for uploads alone"],
  ["PRIVATE_KEY", "both distributions would trust one key; make a key pair for uploads alone"],
])
  if (compared(`UPLOAD_${part}`) === compared(`CLOUDFRONT_${part}`))
    throw new Error(
      `UPLOAD_${part}: is the same as CLOUDFRONT_${part}, so that ${effect}, see docs/uploads.md`,
    );

/** @param {"UPLOAD" | "CLOUDFRONT"} prefix */
const distribution = (prefix) => ({
  origin: requiredOrigin(`${prefix}_ORIGIN`),
  signer: createCloudFrontSigner({
    keyPairId: required(`${prefix}_KEY_PAIR_ID`),
    privateKey: required(`${prefix}_PRIVATE_KEY`),
    maxLifetime: "1h",
  }),
});

const port = process.env.PORT || "8080";
if (!/^(\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])$/.test(port))
  throw new Error(
    "PORT: is not usable; set it to a free port from 1 to 65535, such as 8080, or leave it out",
  );

const app = createApp({ uploads: distribution("UPLOAD"), files: distribution("CLOUDFRONT"), userOf });
createServer(app).listen(port, () => console.log(`http://localhost:${port}/`));
