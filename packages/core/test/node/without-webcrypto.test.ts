import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontSigner, forgetImportedKeys } from "cloudfront-sign-webcrypto";
import { afterEach, describe, expect, it } from "vitest";

// Browsers do not let a page take their WebCrypto away.
describe("without WebCrypto", () => {
  const { crypto, navigator } = globalThis;
  const define = (name: string, value: unknown) =>
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  afterEach(() => {
    define("crypto", crypto);
    define("navigator", navigator);
  });

  it.each([
    [
      { product: "ReactNative" },
      "crypto.subtle: is missing; React Native has none: call install() of react-native-quick-crypto first",
    ],
    [
      { userAgent: "Mozilla/5.0 (linux) AppleWebKit/537.36 (KHTML, like Gecko) jsdom/26.0.0" },
      "crypto.subtle: is missing; jsdom has none: write @jest-environment node at the top of the test, or set the environment to node",
    ],
    [undefined, "crypto.subtle: is missing; use https or localhost"],
  ])("%j has a step of its own", async (agent, message) => {
    // Another test may have imported this key.
    forgetImportedKeys();
    const signer = createCloudFrontSigner({ keyPairId, privateKey: keyText("ecp256.pkcs8.pem") });
    define("crypto", undefined);
    define("navigator", agent);
    expect((await refusal(() => signer.signUrl(`${host}/a`, { dateLessThan: end }))).message).toBe(message);
  });
});
