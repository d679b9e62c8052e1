// A site with a private film: "node examples/player/server.mjs", then open the address that it prints. PORT and
// CDN_PORT choose the ports, GRANT_SECONDS how long a grant lasts. The keys are made here and end with the
// program.
import { generateKeyPairSync } from "node:crypto";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { createApp } from "./app.mjs";
import { createCdn } from "./cdn.mjs";
import { listen } from "./listen.mjs";

const { PORT = "8080", CDN_PORT = "8081", GRANT_SECONDS = "20" } = process.env;
const keyPairId = "KEXAMPLEPLAYER";
const { publicKey, privateKey } = generateKeyPairSync("ec", {
  namedCurve: "prime256v1",
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

const cdn = await listen(Number(CDN_PORT));
const app = await listen(Number(PORT));
cdn.answerWith(createCdn({ publicKeys: { [keyPairId]: publicKey }, pageOrigin: app.origin }));
app.answerWith(
  createApp({
    origin: app.origin,
    cdn: cdn.origin,
    signer: createCloudFrontSigner({ keyPairId, privateKey }),
    grantSeconds: Number(GRANT_SECONDS),
  }),
);
console.log(`${app.origin}/`);
