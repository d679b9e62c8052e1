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

/** @param {"UPLOAD" | "CLOUDFRONT"} prefix */
const distribution = (prefix) => ({
  origin: new URL(required(`${prefix}_ORIGIN`)).origin,
  signer: createCloudFrontSigner({
    keyPairId: required(`${prefix}_KEY_PAIR_ID`),
    privateKey: required(`${prefix}_PRIVATE_KEY`),
    maxLifetime: "1h",
  }),
});

const app = createApp({ uploads: distribution("UPLOAD"), files: distribution("CLOUDFRONT"), userOf });
const port = Number(process.env.PORT ?? 8080);
createServer(app).listen(port, () => console.log(`http://localhost:${port}/`));
