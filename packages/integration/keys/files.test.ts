import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { end, host, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontSigner, type LoadKey, loadedKey } from "cloudfront-sign-webcrypto";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { keyInFile } from "./loaders/file.ts";
import { keyInMountedSecret } from "./loaders/mounted-secret.ts";
import { jsonOf, newKey, oldKey, type Pair, signersOf } from "./support/keys.ts";
import { MountedSecret } from "./support/mounted-secret.ts";

/** Keys in files that change, while they change. */

const url = `${host}/video.mp4`;
const terms = { dateLessThan: end };

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function signerWith(load: LoadKey, now = () => moment) {
  const onError = vi.fn();
  const key = loadedKey({ load, onError, now });
  const signer = createCloudFrontSigner({ key, now });
  const idOfSigner = async () => (await signersOf([await signer.signUrl(url, terms)]))[0];
  return { key, onError, idOfSigner };
}

const mounted = ({ keyPairId, privateKey }: Pair) => ({ keyPairId: `${keyPairId}\n`, privateKey });

describe("a mounted Kubernetes secret", () => {
  it("is read anew when it has changed", async () => {
    const secret = new MountedSecret(temporaryFolder());
    secret.write(mounted(oldKey));
    const { key, onError, idOfSigner } = signerWith(keyInMountedSecret(secret.folder));
    expect(await idOfSigner()).toBe(oldKey.keyPairId);
    secret.write(mounted(newKey));
    expect(await key.reload()).toBe(newKey.keyPairId);
    expect(await idOfSigner()).toBe(newKey.keyPairId);
    expect(onError).not.toHaveBeenCalled();
  });

  it("gives an ID and a key of the same version while it changes 500 times", async ({ task }) => {
    const secret = new MountedSecret(temporaryFolder());
    secret.write(mounted(oldKey));
    const load = keyInMountedSecret(secret.folder);
    const seen = { [oldKey.keyPairId]: 0, [newKey.keyPairId]: 0, removed: 0 };
    for (let change = 0; change < 500; change++) {
      const loads = Array.from({ length: 3 }, () => load({ signal: new AbortController().signal }));
      // Other work of the event loop, so that the change comes at another moment of the loads each time.
      for (let turn = 0; turn < change % 5; turn++) await new Promise(setImmediate);
      secret.write(mounted(change % 2 ? oldKey : newKey));
      for (const outcome of await Promise.allSettled(loads)) {
        if (outcome.status === "rejected") {
          // The old folder was removed in between: the next load succeeds.
          expect(outcome.reason).toMatchObject({ code: "ENOENT" });
          seen.removed++;
          continue;
        }
        const { keyPairId, privateKey } = outcome.value;
        const pair = keyPairId === oldKey.keyPairId ? oldKey : newKey;
        expect({ keyPairId, privateKey }).toEqual({ keyPairId: pair.keyPairId, privateKey: pair.privateKey });
        seen[keyPairId] = (seen[keyPairId] ?? 0) + 1;
      }
    }
    task.meta.figure = `${seen[oldKey.keyPairId]} loads of the old key, ${seen[newKey.keyPairId]} of the new one, ${seen.removed} of a folder that was removed meanwhile`;
    expect(seen[oldKey.keyPairId]).toBeGreaterThan(0);
    expect(seen[newKey.keyPairId]).toBeGreaterThan(0);
  });
});

describe("a file with JSON", () => {
  it("that is half written keeps the last key; the whole one replaces it", async () => {
    const path = join(temporaryFolder(), "key.json");
    writeFileSync(path, jsonOf(oldKey));
    const { key, onError, idOfSigner } = signerWith(keyInFile(path));
    expect(await idOfSigner()).toBe(oldKey.keyPairId);

    const json = jsonOf(newKey);
    const empty = "load: returned an empty text; check that the secret has a value";
    const half =
      'load: returned a text that is not JSON; return {"keyPairId": "K…", "privateKey": "-----BEGIN …"}, or the object itself';
    const messages = [empty, half, half, half, half, half];
    for (const [index, length] of [0, 1, 20, 60, 1000, json.length - 1].entries()) {
      writeFileSync(path, json.slice(0, length));
      await expect(key.reload()).rejects.toThrow(expect.objectContaining({ message: messages[index] }));
      expect(await idOfSigner()).toBe(oldKey.keyPairId);
    }
    expect(onError.mock.calls.map(([error]) => error.message)).toEqual(messages);

    writeFileSync(`${path}.new`, json);
    renameSync(`${path}.new`, path);
    expect(await key.reload()).toBe(newKey.keyPairId);
    expect(await idOfSigner()).toBe(newKey.keyPairId);
  });
});
