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

  itWithMoto("signs without a pause when its time comes to be loaded again", async ({ moto }) => {
    const store = storeAt(moto);
    const onError = vi.fn();
    let minutes = 0;
    const now = () => new Date(moment.getTime() + minutes * 60_000);
    const key = loadedKey({ load: store.load, onError, reloadAfter: "10m", now });
    const signer = createCloudFrontSigner({ key, now });
    const signMany = () =>
      Promise.all(Array.from({ length: 50 }, (_, i) => signer.signUrl(`${url}?n=${i}`, terms)));

    const urls: string[] = [];
    for (const pair of [oldKey, newKey, oldKey, newKey]) {
      await store.put(pair);
      minutes += 11;
      urls.push(...(await signMany()));
      await expect.poll(() => key.keyPairId).toBe(pair.keyPairId);
      urls.push(...(await signMany()));
      expect(await signersOf(urls.slice(-50))).toEqual([pair.keyPairId]);
    }
    expect(await signersOf(urls)).toEqual([oldKey.keyPairId, newKey.keyPairId]);
    expect(onError).not.toHaveBeenCalled();
  });
});
