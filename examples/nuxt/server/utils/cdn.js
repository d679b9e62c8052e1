import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { keyPairId, privateKey } from "./settings.js";

/** One for the process: the key is imported once. */
export const signer = createCloudFrontSigner({ keyPairId, privateKey, maxLifetime: "8h" });
