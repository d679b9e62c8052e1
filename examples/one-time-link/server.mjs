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

const links = createLinks({
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
  cdnOrigin: new URL(required("CDN_ORIGIN")).origin,
});
const port = Number(process.env.PORT ?? 8080);
createServer(createApp({ links })).listen(port, () => console.log(`http://localhost:${port}/`));
