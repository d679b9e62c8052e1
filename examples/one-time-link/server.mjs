import { createServer } from "node:http";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { createApp } from "./app.mjs";
import { dynamoDbStore } from "./dynamodb-store.mjs";
import { createLinks } from "./links.mjs";

// createCloudFrontSigner() and createLinks() say at the start what is wrong with these.
const { CDN_ORIGIN: cdnOrigin = "", LINKS_TABLE: tableName = "" } = process.env;
const { CLOUDFRONT_KEY_PAIR_ID: keyPairId = "", CLOUDFRONT_PRIVATE_KEY: privateKey = "" } = process.env;
const port = Number(process.env.PORT || 8080);

const links = await createLinks({
  // A repeated request might take two uses, so none is repeated.
  store: dynamoDbStore({ client: new DynamoDBClient({ maxAttempts: 1 }), tableName }),
  signer: createCloudFrontSigner({ keyPairId, privateKey, maxLifetime: "5m" }),
  cdnOrigin,
});
const server = createServer(createApp({ links }));
server.on("error", (/** @type {NodeJS.ErrnoException} */ { code }) => {
  console.error(`PORT: cannot listen on ${port} (${code}); set it to a free port, such as 8082`);
  process.exit(1);
});
server.listen(port, () => console.log(`http://localhost:${port}/`));
