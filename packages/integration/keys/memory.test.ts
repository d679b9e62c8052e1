import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { end, host, keyPairId, moment } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontSigner, loadedKey } from "cloudfront-sign-webcrypto";
import { expect, it, onTestFinished } from "vitest";
import { keyInFile } from "./loaders/file.ts";

/** A key that is loaded again and again leaves nothing behind. */

setFlagsFromString("--expose-gc");
const gc: () => void = runInNewContext("gc");

/** Bytes in use after garbage collection, those of keys outside the heap included. */
function used(): number {
  gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it("2,000 reloads, of a new key each or of half a file, leave nothing behind", async ({ task }) => {
  const folder = mkdtempSync(join(tmpdir(), "keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "key.json");
  const heard: number[] = [];
  const key = loadedKey({ load: keyInFile(path), onError: () => heard.push(1) });
  const signer = createCloudFrontSigner({ key, now: () => moment });
  const pkcs8 = { type: "pkcs8", format: "pem" } as const;
  const reload = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time++) {
      const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const json = JSON.stringify({ keyPairId, privateKey: privateKey.export(pkcs8) });
      writeFileSync(`${path}.new`, time % 4 === 3 ? json.slice(0, 200) : json);
      renameSync(`${path}.new`, path);
      await key.reload().catch(() => {});
      await signer.signUrl(`${host}/${time}`, { dateLessThan: end });
    }
  };
  await reload(400);
  const before = used();
  await reload(2000);
  const growth = used() - before;
  task.meta.figure = `${Math.round(growth / 1000)} kB more in use`;
  expect(heard).toHaveLength(600);
  expect(growth).toBeLessThan(1e6);
});
