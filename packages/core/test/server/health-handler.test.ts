import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import {
  type CloudFrontSigner,
  createCloudFrontSigner,
  healthHandler,
  loadedKey,
} from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";
import { sharesProgress } from "../support/runtime.ts";

/** The readiness check of a signing process. */

const privateKey = keyText("ecp256.pkcs8.pem");

describe("healthHandler", () => {
  const seen = async (response: Response) => [
    response.status,
    await response.text(),
    response.headers.get("Cache-Control"),
  ];

  it("answers 200 with the ID of the key, and loads it", async () => {
    const loaded = loadedKey({ load: () => ({ keyPairId, privateKey }), onError: () => {} });
    for (const signer of [
      createCloudFrontSigner({ keyPairId, privateKey, maxLifetime: 1 }),
      createCloudFrontSigner({ key: loaded, signatureCacheSize: 10 }),
    ])
      expect(await seen(await healthHandler(signer)())).toEqual([200, `${keyPairId}\n`, "no-store"]);
    expect(loaded.keyPairId).toBe(keyPairId);
  });

  it("answers 503 with the code of the error, and 200 once there is a key", async () => {
    let isThere = false;
    const key = loadedKey({
      load: () => {
        if (!isThere) throw new Error("not there");
        return { keyPairId, privateKey };
      },
      onError: () => {},
    });
    const health = healthHandler(createCloudFrontSigner({ key }));
    expect(await seen(await health())).toEqual([503, "ERR_KEY_LOAD_FAILED\n", "no-store"]);
    isThere = true;
    await key.reload();
    expect(await seen(await health())).toEqual([200, `${keyPairId}\n`, "no-store"]);
  });

  it("answers 503 to what the program's own code throws", async () => {
    const signUrl = () => Promise.reject(new Error("secret"));
    expect(await seen(await healthHandler({ signUrl })())).toEqual([503, "failed\n", "no-store"]);
  });

  it("makes one signature for requests that come together", async () => {
    let count = 0;
    const { signUrl: sign } = createCloudFrontSigner({ keyPairId, privateKey });
    const signUrl: CloudFrontSigner["signUrl"] = (url, terms) => {
      count++;
      return sign(url, terms);
    };
    const health = healthHandler({ signUrl });
    const texts = await Promise.all([health(), health(), health()].map(async (one) => (await one).text()));
    expect(texts).toEqual(Array(3).fill(`${keyPairId}\n`));
    expect(count).toBe(sharesProgress ? 1 : 3);
    await health();
    expect(count).toBe(sharesProgress ? 2 : 4);
  });
});
