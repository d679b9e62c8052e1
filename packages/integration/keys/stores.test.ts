import { end, host, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontSigner, loadedKey } from "cloudfront-sign-webcrypto";
import { describe, expect, vi } from "vitest";
import { itWithMoto } from "../support/with-programs.ts";
import { newKey, oldKey, signersOf } from "./support/keys.ts";
import { isValidForOpenssl, parametersOfUrl } from "./support/openssl.ts";
import { stores } from "./support/stores.ts";

/** The loaders of docs/keys.md and the clients of AWS, against moto. */

const url = `${host}/video.mp4`;
const terms = { dateLessThan: end };

describe.for(Object.entries(stores))("a key from %s", ([, storeAt]) => {
  itWithMoto("signs, and after a rotation the new key signs with its own ID", async ({ moto }) => {
    const store = storeAt(moto);
    const onError = vi.fn();
    const key = loadedKey({ load: store.load, onError });
    const signer = createCloudFrontSigner({ key, now: () => moment });

    await store.put(oldKey);
    const before = await signer.signUrl(url, terms);
    await store.put(newKey);
    const meanwhile = await signer.signUrl(url, terms);
    expect(await key.reload()).toBe(newKey.keyPairId);
    const after = await signer.signUrl(url, terms);

    expect(await signersOf([before, meanwhile])).toEqual([oldKey.keyPairId]);
    expect(await signersOf([after])).toEqual([newKey.keyPairId]);
    expect(await isValidForOpenssl(parametersOfUrl(after), newKey.publicKey, url)).toBe(true);
    expect(await isValidForOpenssl(parametersOfUrl(after), oldKey.publicKey, url)).toBe(false);
    expect(onError).not.toHaveBeenCalled();
  });
});
