import { end, host, signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { describe, expect, it } from "vitest";

/** When signUrls reads its source, and when it closes it: a source may be slow, and may never answer at all. */

const url = (i: number) => `${host}/${i}.jpg`;
const never = new Promise<never>(() => {});
const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

/** A signer that counts what it signs. */
function counting() {
  const counts = { signed: 0 };
  const signer = signerOf({
    keyType: "RSA",
    hashAlgorithm: "SHA256",
    sign: async () => {
      counts.signed++;
      return new Uint8Array(256).fill(1);
    },
  });
  return { signer, counts };
}

/** A source whose calls are counted; `next` gets the number of the call. */
function sourceOf(next: (call: number) => unknown) {
  const calls = { opened: 0, next: 0, closed: 0 };
  const iterator = {
    next: () => next(calls.next++),
    return: async () => {
      calls.closed++;
      return { done: true, value: undefined };
    },
  };
  const open = () => {
    calls.opened++;
    return iterator;
  };
  return { calls, async: { [Symbol.asyncIterator]: open } as AsyncIterable<string> };
}

const sign = (urls: Iterable<string> | AsyncIterable<string>, options = {}, { signer } = counting()) =>
  signer.signUrls(urls, { dateLessThan: end }, options);

describe("abort", () => {
  it.each([0, 1])("waits for no source that answers %i times and never again", async (answers) => {
    async function* source() {
      for (let i = 0; i < answers; i++) yield url(i);
      await never;
    }
    const controller = new AbortController();
    const results = sign(source(), { signal: controller.signal });
    for (let i = 0; i < answers; i++) expect((await results.next()).done).toBe(false);
    const pending = results.next();
    await soon();
    controller.abort(new Error("stop"));
    await expect(pending).rejects.toThrow("stop");
  });
});

describe("an error", () => {
  it("waits for no source that is being read and never answers", async () => {
    async function* source() {
      yield "no URL";
      await never;
    }
    await expect(sign(source()).next()).rejects.toThrow("url: ");
  });

  it("waits until a source that is not being read is closed", async () => {
    let isClosed = false;
    async function* source() {
      try {
        yield "no URL";
      } finally {
        await soon();
        isClosed = true;
      }
    }
    await expect(sign(source(), { concurrency: 1 }).next()).rejects.toThrow("url: ");
    expect(isClosed).toBe(true);
  });

  it("of the source itself is the last thing that is read of it", async () => {
    const { calls, async } = sourceOf(() => {
      throw new Error("broken");
    });
    await expect(sign(async).next()).rejects.toThrow("broken");
    expect(calls).toEqual({ opened: 1, next: 1, closed: 0 });
  });
});

describe("leaving the loop", () => {
  it("waits until the source is closed, also one that is being read", async () => {
    let isClosed = false;
    async function* source() {
      try {
        yield url(0);
        await soon();
        yield url(1);
      } finally {
        await soon();
        isClosed = true;
      }
    }
    for await (const _ of sign(source())) break;
    expect(isClosed).toBe(true);
  });

  it("signs and reads nothing more, whatever the source still answers", async () => {
    let answer = (_: unknown): void => {};
    const { calls, async } = sourceOf((call) =>
      call === 0
        ? { done: false, value: url(0) }
        : new Promise((resolve) => {
            answer = resolve;
          }),
    );
    const counter = counting();
    for await (const _ of sign(async, {}, counter)) break;
    answer({ done: false, value: url(1) });
    await soon();
    expect(calls).toEqual({ opened: 1, next: 2, closed: 1 });
    expect(counter.counts.signed).toBe(1);
  });
});

it("a source that has ended is not closed as well", async () => {
  const { calls, async } = sourceOf((call) => ({ done: call === 1, value: url(call) }));
  for await (const _ of sign(async));
  expect(calls).toEqual({ opened: 1, next: 2, closed: 0 });
});

it("for each result that is taken, one more is signed", async () => {
  const counter = counting();
  const urls = Array.from({ length: 20 }, (_, i) => url(i));
  const results = sign(urls, { concurrency: 4 }, counter);
  const counts: number[] = [];
  for (let i = 0; i < 6; i++) {
    await results.next();
    await soon();
    counts.push(counter.counts.signed);
  }
  expect(counts).toEqual([4, 5, 6, 7, 8, 9]);
});
