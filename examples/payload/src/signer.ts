import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { keyPairId, privateKey } from "./settings.ts";

/** One signer for the process: the key is imported once. An unusable key throws here, at the start. */
export const signer = createCloudFrontSigner({ keyPairId, privateKey, maxLifetime: "8h" });
