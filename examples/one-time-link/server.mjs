import { createServer } from "node:http";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { createApp } from "./app.mjs";
import { dynamoDbStore } from "./dynamodb-store.mjs";
import { createLinks } from "./links.mjs";

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
  // A host without a dot, or an address of this machine, is a stand-in for the distribution.
  if (/^http:\/\/(?!127\.|[^/:]*\blocalhost(:|$))[^/]*\./i.test(origin))
    throw new Error(
      `${name}: begins with http://, so others can read signed URLs; write ${origin.replace(/^http/i, "https")}`,
    );
  return value;
}

const port = process.env.PORT || "8080";
if (!/^(\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])$/.test(port))
  throw new Error(
    "PORT: is not usable; set it to a free port from 1 to 65535, such as 8080, or leave it out",
  );

const links = await createLinks({
  // A repeated request might take two uses, so none is repeated.
  store: dynamoDbStore({
    client: new DynamoDBClient({ maxAttempts: 1 }),
    tableName: required("LINKS_TABLE"),
  }),
  signer: createCloudFrontSigner({
    keyPairId: required("CLOUDFRONT_KEY_PAIR_ID"),
    privateKey: required("CLOUDFRONT_PRIVATE_KEY"),
    maxLifetime: "5m",
  }),
  cdnOrigin: requiredOrigin("CDN_ORIGIN"),
});
const server = createServer(createApp({ links }));
server.on("error", (/** @type {NodeJS.ErrnoException} */ { code }) => {
  console.error(`PORT: cannot listen on ${port} (${code}); set it to a free port, such as 8082`);
  process.exit(1);
});
server.listen(port, () => console.log(`http://localhost:${port}/`));
