import { createCloudFrontSigner, loadedKey } from "cloudfront-sign-webcrypto";
import { keyPairId, privateKey } from "./settings.js";

// Loaded at the first signature: "vite build" runs this file, too, and has no key.
const key = loadedKey({
  load: async () => ({ keyPairId, privateKey }),
  onError: (error) => console.error(error.message, error.cause),
});

/** One for the process: the key is imported once. */
export const signer = createCloudFrontSigner({ key, maxLifetime: "8h" });
