// node try.mjs [USES]: a link that works once, or so many times, and 40 requests for it at once. Needs neither AWS nor a key.
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { createApp } from "./app.mjs";
import { createLinks } from "./links.mjs";
import { memoryStore } from "./memory-store.mjs";

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey, maxLifetime: "5m" });
const links = await createLinks({
  store: memoryStore(),
  signer,
  cdnOrigin: "https://d111111abcdef8.cloudfront.net",
});
const server = createServer(createApp({ links })).listen();
await once(server, "listening");
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());

const uses = Number(process.argv[2] ?? 1);
const token = await links.create({
  key: "report.pdf",
  uses,
  expiresAt: Math.floor(Date.now() / 1000) + 3600,
});
const open = () => fetch(`http://localhost:${port}/l/${token}`, { method: "POST", redirect: "manual" });
const answers = await Promise.all(Array.from({ length: 40 }, open));
server.close();

const opened = answers.filter(({ status }) => status === 303);
const gone = answers.filter(({ status }) => status === 410);
console.log(
  `40 requests at once, uses of the link: ${uses}. Signed URLs: ${opened.length}, 410 Gone: ${gone.length}.`,
);
console.log(opened[0]?.headers.get("Location"));
