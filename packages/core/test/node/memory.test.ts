import { createPrivateKey } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { end, host, signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { recentlyUsed } from "../../src/cache/recently-used.ts";

/** What is remembered does not grow. */

const jwk = createPrivateKey(keyText("ecp256.pkcs8.pem")).export({ format: "jwk" });

setFlagsFromString("--expose-gc");
const gc: () => void = runInNewContext("gc");

/** Bytes in use after garbage collection. */
function heap(): number {
  gc();
  return process.memoryUsage().heapUsed;
}

it("repeated uses of a few names leave nothing behind", () => {
  const memory = recentlyUsed<object>(1_000_000);
  const names = Array.from({ length: 40 }, (_, i) => `policy ${i}`);
  const use = (times: number): void => {
    for (let i = 0; i < times; i++) memory.use(names[i % names.length] as string, () => ({}));
  };
  use(1000);
  const before = heap();
  use(500_000);
  expect(heap() - before).toBeLessThan(4e6);
});

it("a key that was cut out of a long text does not keep this text alive", async () => {
  // V8 makes the part a reference into the whole. Each has its own length, since a comparison would copy it.
  const cut = (i: number): string =>
    JSON.parse(JSON.stringify(`${"x".repeat(5e6)}${"#".repeat(i)}\n${pem}`)).slice(5e6);
  const pem = keyText("ecp256.pkcs8.pem");
  const sign = async (i: number): Promise<unknown> =>
    signerOf(cut(i)).signUrl(`${host}/a`, { dateLessThan: end });
  // The first signature compiles code, which stays.
  await sign(0);
  const before = heap();
  for (let i = 1; i <= 10; i++) await sign(i);
  // The ten texts have 50 MB.
  expect(heap() - before).toBeLessThan(2e7);
});

it("keys and passphrases that are too long to be found again fast are not remembered", () => {
  const before = heap();
  for (let i = 0; i < 20; i++) {
    signerOf(keyText("ecp256.pkcs8.pem"), { passphrase: "a".repeat(1e6) + i });
    signerOf({ ...jwk, n: "a".repeat(1e6) + i });
  }
  // Together they have 40 MB.
  expect(heap() - before).toBeLessThan(2e7);
});

it("50,000 signers of 100 keys leave nothing behind but the keys", async () => {
  const keys = Array.from({ length: 100 }, (_, i) => `# ${i}\n${keyText("ecp256.pkcs8.pem")}`);
  const sign = async (signers: number): Promise<void> => {
    for (let i = 0; i < signers; i++) {
      const signer = signerOf(keys[i % keys.length]);
      // A signature for some of them: it costs as much as fifty signers.
      if (i % 101 === 0) await signer.signUrl(`${host}/${i}`, { dateLessThan: end });
    }
  };
  await sign(10_000);
  const before = heap();
  await sign(50_000);
  expect(heap() - before).toBeLessThan(1e6);
});

it("keeps the most recently used, like a list that is sorted by use", () => {
  const action = fc.record({
    name: fc.constantFrom(..."abcdefgh"),
    does: fc.constantFrom("use", "use", "use", "throw", "forget", "use itself"),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(action, { maxLength: 60 }), (size, actions) => {
      const memory = recentlyUsed<{ forget: () => void }>(size);
      let model: { name: string; value: { forget: () => void } }[] = [];
      for (const { name, does } of actions) {
        const make = (forget: () => void) => {
          if (does === "throw") throw new Error("refused");
          if (does === "use itself") memory.use(name, (inner) => ({ forget: inner }));
          return { forget };
        };
        const known = model.find((entry) => entry.name === name);
        if (known === undefined && does === "throw") {
          expect(() => memory.use(name, make)).toThrow("refused");
          continue;
        }
        const value = memory.use(name, make);
        if (known) expect(value).toBe(known.value);
        model = [...model.filter((entry) => entry.name !== name), { name, value }].slice(-size);
        if (does === "forget") {
          value.forget();
          model = model.filter((entry) => entry.name !== name);
        }
      }
      for (const { name, value } of model)
        expect(memory.use(name, () => expect.unreachable(`${name} was forgotten`))).toBe(value);
    }),
    { seed: 12, numRuns: 500 },
  );
});
