// The site and its CDN, on two ports. The keys are made here and end with the program.
import { generateKeyPairSync } from "node:crypto";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { createApp } from "./app.mjs";
import { createCdn } from "./cdn.mjs";
import { listen } from "./listen.mjs";

const { PORT, CDN_PORT, GRANT_SECONDS } = process.env;

/** Throws at the start, not in a request. @param {string} name @param {string} value @param {RegExp} form @param {string} step */
function number(name, value, form, step) {
  if (!form.test(value)) throw new Error(`${name}: is not usable; ${step}, or leave it out`);
  return Number(value);
}

const portForm = /^(\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])$/;
const port = number("PORT", PORT || "8080", portForm, "set it to a free port from 1 to 65535, such as 8080");
const cdnPort = number(
  "CDN_PORT",
  CDN_PORT || "8081",
  portForm,
  "set it to a free port from 1 to 65535, such as 8081",
);
const grantSeconds = number(
  "GRANT_SECONDS",
  GRANT_SECONDS || "20",
  /^[1-9]\d{0,5}$/,
  "set it to a number of seconds without a unit, such as 600 for ten minutes",
);

const keyPairId = "KEXAMPLEPLAYER";
const { publicKey, privateKey } = generateKeyPairSync("ec", {
  namedCurve: "prime256v1",
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

const signer = createCloudFrontSigner({ keyPairId, privateKey, maxLifetime: "1h" });
// Now, not in a request: the number may be milliseconds.
await signer.grant({ resource: "http://localhost/film/*", expiresIn: grantSeconds }).catch(({ message }) => {
  throw new Error(message.replace("expiresIn:", "GRANT_SECONDS:"));
});

/** @param {string} name @param {number} port */
const listenOn = (name, port) =>
  listen(port).catch(({ code }) => {
    console.error(`${name}: cannot listen on ${port} (${code}); set it to a free port, such as 8082`);
    process.exit(1);
  });
const cdn = await listenOn("CDN_PORT", cdnPort);
const app = await listenOn("PORT", port);
cdn.answerWith(createCdn({ publicKeys: { [keyPairId]: publicKey }, pageOrigin: app.origin }));
app.answerWith(
  createApp({
    origin: app.origin,
    cdn: cdn.origin,
    signer,
    grantSeconds,
  }),
);
console.log(`${app.origin}/`);
