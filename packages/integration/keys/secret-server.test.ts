import { type Moto, startMoto } from "@cloudfront-sign-webcrypto/testing/moto";
import { end, host, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontSigner, loadedKey } from "cloudfront-sign-webcrypto";
import { expect, onTestFinished, vi } from "vitest";
import { itWithPython } from "../support/with-programs.ts";
import { newKey, oldKey, signersOf } from "./support/keys.ts";
import { stores } from "./support/stores.ts";

/** The server of the secrets is killed and comes back, empty but for the new key. */

const url = `${host}/video.mp4`;
const terms = { dateLessThan: end };
const refused = { cause: expect.objectContaining({ code: "ECONNREFUSED" }) };

async function started(python: string, port?: string): Promise<Moto> {
  const moto = await startMoto(python, port);
  onTestFinished(() => moto.kill());
  return moto;
}
const portOf = ({ address }: Moto) => new URL(address).port;

itWithPython("the last key signs while the server is away, then the new one", async ({ python }) => {
  const moto = await started(python);
  const store = stores["a secret in Secrets Manager"](moto.address);
  await store.put(oldKey);
  const onError = vi.fn();
  let seconds = 0;
  const now = () => new Date(moment.getTime() + seconds * 1000);
  const key = loadedKey({ load: store.load, onError, reloadAfter: "10m", now });
  const signer = createCloudFrontSigner({ key, now });
  const urls = [await signer.signUrl(url, terms)];

  await moto.kill();
  seconds += 601;
  urls.push(await signer.signUrl(url, terms));
  await expect.poll(() => onError.mock.calls.length).toBe(1);
  urls.push(await signer.signUrl(url, terms));
  await expect(key.reload()).rejects.toMatchObject({ code: "ERR_KEY_LOAD_FAILED", ...refused });
  urls.push(await signer.signUrl(url, terms));
  expect(await signersOf(urls)).toEqual([oldKey.keyPairId]);
  for (const [error] of onError.mock.calls)
    expect(error).toMatchObject({ code: "ERR_KEY_LOAD_FAILED", option: "load", ...refused });
  const failures = onError.mock.calls.length;

  await started(python, portOf(moto));
  await store.put(newKey);
  seconds += 11;
  expect(await signersOf([await signer.signUrl(url, terms)])).toEqual([oldKey.keyPairId]);
  await expect.poll(() => key.keyPairId).toBe(newKey.keyPairId);
  expect(await signersOf([await signer.signUrl(url, terms)])).toEqual([newKey.keyPairId]);
  expect(onError).toHaveBeenCalledTimes(failures);
});

itWithPython(
  "a first load without a server rejects, and a signature after the pause loads again",
  async ({ python }) => {
    const moto = await started(python);
    await moto.kill();
    const store = stores["a secret in Secrets Manager"](moto.address);
    const onError = vi.fn();
    let seconds = 0;
    const now = () => new Date(moment.getTime() + seconds * 1000);
    const key = loadedKey({ load: store.load, onError, now });
    const signer = createCloudFrontSigner({ key, now });
    const outcomes = await Promise.allSettled([
      signer.signUrl(url, terms),
      signer.signCookies({ ...terms, resource: url }),
    ]);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ reason: { code: "ERR_KEY_LOAD_FAILED", option: "load", ...refused } });
    expect(key.keyPairId).toBeUndefined();
    expect(onError).toHaveBeenCalledTimes(1);

    await started(python, portOf(moto));
    await store.put(newKey);
    seconds += 11;
    expect(await signersOf([await signer.signUrl(url, terms)])).toEqual([newKey.keyPairId]);
  },
);
