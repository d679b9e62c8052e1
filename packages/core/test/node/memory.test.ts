import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { recentlyUsed } from "../../src/cache/recently-used.ts";
import { keyText } from "../suite/support/keys.ts";
import { end, host, signerOf } from "../suite/support/signers.ts";

/** What is remembered does not grow. */

setFlagsFromString("--expose-gc");
const gc: () => void = runInNewContext("gc");

/** Bytes in use after garbage collection. */
function heap(): number {
  gc();
  return process.memoryUsage().heapUsed;
}

it("a memory of recently used values that is never full does not grow with repeated calls", () => {
  const cache = recentlyUsed<object>(1000);
  const keys = Array.from({ length: 40 }, (_, i) => `policy ${i}`);
  const use = (times: number): void => {
    for (let i = 0; i < times; i++) cache.use(keys[i % keys.length] as string, () => ({}));
  };
  use(1000);
  const before = heap();
  use(500_000);
  // An iterator that was never renewed kept 20 MB alive.
  expect(heap() - before).toBeLessThan(4e6);
});

it("200,000 signers of 100 keys leave nothing behind but the keys", async () => {
  const keys = Array.from({ length: 100 }, (_, i) => `# ${i}\n${keyText("ecp256.pkcs8.pem")}`);
  const sign = async (signers: number): Promise<void> => {
    for (let i = 0; i < signers; i++) {
      const signer = signerOf(keys[i % keys.length]);
      // A signature for some of them: it costs as much as fifty signers.
      if (i % 101 === 0) await signer.signUrl(`${host}/${i}`, { dateLessThan: end });
    }
  };
  await sign(20_000);
  const before = heap();
  await sign(200_000);
  expect(heap() - before).toBeLessThan(4e6);
});
