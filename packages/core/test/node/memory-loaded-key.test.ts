import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { end, host, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontSigner, type LoadedKeyValue, loadedKey } from "cloudfront-sign-webcrypto";
import { expect, it } from "vitest";

/** Loads leave nothing behind, whether they succeed or not. */

setFlagsFromString("--expose-gc");
const gc: () => void = runInNewContext("gc");

/** Bytes in use after garbage collection. */
async function heap(): Promise<number> {
  // Node.js lets go of an AbortSignal after the turn in which nobody uses it any more.
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    gc();
  }
  return process.memoryUsage().heapUsed;
}

const numTimers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
const now = (): Date => moment;
const onError = (): void => {};
const pem = keyText("ecp256.pkcs8.pem");

function remoteKey(version: number): LoadedKeyValue {
  const sign = async () => new Uint8Array(256);
  return { keyPairId: `K${version}`, privateKey: { keyType: "RSA", hashAlgorithm: "SHA256", sign } };
}

/** Signs and reloads `times` times, half of them in vain. */
async function rotate(times: number, makeValue: (version: number) => LoadedKeyValue): Promise<void> {
  let version = 0;
  let seconds = 0;
  const key = loadedKey({
    load: async ({ signal }) => {
      signal.addEventListener("abort", () => version++);
      version++;
      if (version % 2 === 0) throw new Error("down");
      return makeValue(version);
    },
    onError,
    reloadAfter: 10,
    waitUntil: () => Promise.reject(new Error("waitUntil")),
    now: () => new Date(moment.getTime() + seconds * 1000),
  });
  const signer = createCloudFrontSigner({ key, signatureCacheSize: 10, now });
  for (let i = 0; i < times; i++) {
    seconds += 10;
    await signer.signUrl(`${host}/${i}`, { dateLessThan: end });
    if (i % 2 === 0) await key.reload().catch(onError);
  }
}

it("2,500 loads leave neither memory nor timers behind", async () => {
  await rotate(500, remoteKey);
  const before = [await heap(), numTimers()] as const;
  await rotate(2500, remoteKey);
  expect((await heap()) - before[0]).toBeLessThan(2.5e5);
  expect(numTimers()).toBeLessThanOrEqual(before[1]);
});

it("600 loads of another text each leave no memory behind", async () => {
  // A comment makes each of them another key.
  const keyOf = (version: number) => ({ keyPairId: `K${version}`, privateKey: `# ${version}\n${pem}` });
  await rotate(200, keyOf);
  const before = await heap();
  await rotate(600, keyOf);
  expect((await heap()) - before).toBeLessThan(5e5);
});

it("a loaded key that nobody uses any more does not stay", async () => {
  const use = async (times: number) => {
    for (let i = 0; i < times; i++) {
      const key = loadedKey({ load: () => remoteKey(i), onError });
      await createCloudFrontSigner({ key, now }).signUrl(`${host}/a`, { dateLessThan: end });
    }
  };
  await use(500);
  const before = await heap();
  await use(2000);
  expect((await heap()) - before).toBeLessThan(5e5);
});

it("loads that time out leave neither memory nor timers behind", async () => {
  const key = () => loadedKey({ load: () => new Promise(() => {}), onError, timeout: 1 });
  // Returns nothing, since V8 keeps the result of the last await alive.
  const hang = async (): Promise<void> => {
    await Promise.allSettled(Array.from({ length: 1500 }, () => key().reload()));
  };
  await hang();
  const before = [await heap(), numTimers()] as const;
  await hang();
  expect((await heap()) - before[0]).toBeLessThan(1e6);
  expect(numTimers()).toBeLessThanOrEqual(before[1]);
});
