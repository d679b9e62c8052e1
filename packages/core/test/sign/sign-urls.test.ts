import { clientRequest } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { pause } from "@cloudfront-sign-webcrypto/testing/support/pause.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  end,
  host,
  recorder,
  rsaSigner,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { describe, expect, it } from "vitest";

/** Streams of URLs: in order, with limited concurrency, and closed at the end. */

const terms = { dateLessThan: end };
const urls = (count: number) => Array.from({ length: count }, (_, i) => `${host}/${i}.ts`);

async function collect(iterable: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const one of iterable) all.push(one);
  return all;
}

/** A signer whose signatures wait, and which counts those in progress. */
function slowSigner(wait: (nth: number) => Promise<void>) {
  const count = { started: 0, running: 0, peak: 0 };
  const signer = signerOf({
    keyType: "RSA",
    hashAlgorithm: "SHA256",
    sign: async () => {
      const nth = count.started++;
      count.peak = Math.max(count.peak, ++count.running);
      await wait(nth);
      count.running--;
      return new Uint8Array(256);
    },
  });
  return { signer, count };
}

/** A source that notes how far it was read and whether it was closed. */
function watched(count: number) {
  const seen = { read: 0, closed: false };
  async function* source(): AsyncGenerator<string> {
    try {
      for (const url of urls(count)) {
        seen.read++;
        yield url;
      }
    } finally {
      seen.closed = true;
    }
  }
  return { source: source(), seen };
}

describe("signUrls", () => {
  it("gives what signUrl gives, in order", async () => {
    const signer = rsaSigner();
    const expected = await Promise.all(urls(20).map((url) => signer.signUrl(url, terms)));
    expect(await collect(signer.signUrls(urls(20), terms))).toEqual(expected);
  });

  it("keeps the order when later ones are ready first", async () => {
    const { signer } = slowSigner((nth) => pause(nth % 3 === 0 ? 4 : 0));
    const signed = await collect(signer.signUrls(urls(12), terms, { concurrency: 5 }));
    expect(signed.map((url) => clientRequest(url).resource)).toEqual(urls(12));
  });

  const sources: Record<string, () => Iterable<string | URL> | AsyncIterable<string | URL>> = {
    "an array": () => urls(3),
    "a Set": () => new Set(urls(3)),
    "URL objects": () => urls(3).map((url) => new URL(url)),
    "a generator": function* () {
      yield* urls(3);
    },
    "an async generator": async function* () {
      yield* urls(3);
    },
    "the values of a Map": () => new Map(urls(3).map((url, i) => [i, url])).values(),
  };

  it.each(Object.entries(sources))("reads %s", async (_, source) => {
    const signed = await collect(recorder().signer.signUrls(source(), terms));
    expect(signed.map((url) => clientRequest(url).resource)).toEqual(urls(3));
  });

  it("gives nothing for nothing", async () => {
    expect(await collect(recorder().signer.signUrls([], terms))).toEqual([]);
  });

  it.each([1, 2, 7, 64])("has at most %i in progress", async (concurrency) => {
    const { signer, count } = slowSigner(() => pause(0));
    expect(await collect(signer.signUrls(urls(100), terms, { concurrency }))).toHaveLength(100);
    expect(count.peak).toBe(concurrency);
  });

  it("has 64 in progress by default", async () => {
    const { signer, count } = slowSigner(() => pause(0));
    await collect(signer.signUrls(urls(100), terms));
    expect(count.peak).toBe(64);
  });

  it("reads nothing before the first next()", async () => {
    const { source, seen } = watched(5);
    const { signer, policies } = recorder();
    signer.signUrls(source, terms);
    await pause(1);
    expect(seen.read).toBe(0);
    expect(policies).toEqual([]);
  });

  it("is neither text nor JSON, where it would be {}", async () => {
    const urls = recorder().signer.signUrls([`${host}/a`], terms);
    for (const use of [() => JSON.stringify({ urls }), () => `${urls}`])
      expect(use).toThrow(
        "urls: signUrls returns an iterable of URLs, which neither text nor JSON can hold; collect them first: for await (const url of signUrls(…)) list.push(url)",
      );
    expect(Object.keys(urls)).toEqual([]);
  });

  it("reads no further than it must from an endless source", async () => {
    const { source, seen } = watched(1e4);
    const iterator = recorder().signer.signUrls(source, terms, { concurrency: 4 });
    for (let i = 0; i < 10; i++) await iterator.next();
    expect(seen.read).toBeLessThanOrEqual(14);
    await iterator.return?.();
    expect(seen.closed).toBe(true);
  });

  it("closes its source when the loop is left early", async () => {
    const { source, seen } = watched(1000);
    for await (const url of recorder().signer.signUrls(source, terms, { concurrency: 8 })) {
      expect(clientRequest(url).resource).toBe(`${host}/0.ts`);
      break;
    }
    expect(seen.closed).toBe(true);
    expect(seen.read).toBeLessThanOrEqual(8);
  });

  it("ends with the error of the first bad URL, and closes its source", async () => {
    const seen = { closed: false };
    const source = (function* () {
      try {
        yield* [`${host}/0`, `${host}/1`, "not a URL", `${host}/a*b`, `${host}/4`];
        yield* urls(1000);
      } finally {
        seen.closed = true;
      }
    })();
    const got: string[] = [];
    const error = await refusal(async () => {
      for await (const url of recorder().signer.signUrls(source, terms, { concurrency: 4 }))
        got.push(clientRequest(url).resource);
    });
    expect(got).toEqual([`${host}/0`, `${host}/1`]);
    expect(error.code).toBe("ERR_URL_INVALID");
    expect(seen.closed).toBe(true);
  });

  it("ends with the error of signing", async () => {
    const { signer } = slowSigner((nth) =>
      nth === 2 ? Promise.reject(new Error("down")) : Promise.resolve(),
    );
    expect(await refusedAs(() => collect(signer.signUrls(urls(5), terms)))).toBe(
      "ERR_SIGNING_FAILED privateKey",
    );
  });

  it("refuses unknown options", async () => {
    expect(
      await refusedAs(() => collect(recorder().signer.signUrls(urls(1), terms, { limit: 5 } as never))),
    ).toBe("ERR_OPTION_UNKNOWN limit");
    expect(await refusedAs(() => collect(recorder().signer.signUrls(urls(1), terms, 42 as never)))).toBe(
      "ERR_OPTION_INVALID listOptions",
    );
  });
});

/**
 * A source that yields a URL for each call of `give`, and counts how often it is read.
 */
function live() {
  const waiting: ((result: IteratorResult<string>) => void)[] = [];
  const seen = { reads: 0, closed: 0 };
  const source: AsyncIterableIterator<string> = {
    [Symbol.asyncIterator]: () => source,
    next: () => {
      seen.reads++;
      return new Promise((resolve) => waiting.push(resolve));
    },
    return: async () => {
      seen.closed++;
      return { done: true, value: undefined };
    },
  };
  return { source, seen, give: (url: string) => waiting.shift()?.({ done: false, value: url }) };
}

describe("a live source", () => {
  it("has each URL signed as it comes, not when many have come", async () => {
    const { source, give } = live();
    const signed = recorder().signer.signUrls(source, terms);
    for (const url of urls(5)) {
      const next = signed.next();
      await pause(0);
      give(url);
      expect(clientRequest((await next).value as string).resource).toBe(url);
    }
  });

  it("is read one at a time, up to the concurrency", async () => {
    const { source, seen, give } = live();
    const { signer, count } = slowSigner(() => new Promise(() => {}));
    signer.signUrls(source, terms, { concurrency: 3 }).next();
    for (let i = 0; i < 10; i++) {
      await pause(0);
      expect(seen.reads).toBeLessThanOrEqual(i + 1);
      give(`${host}/${i}`);
    }
    await pause(0);
    expect([seen.reads, count.started]).toEqual([3, 3]);
  });
});

describe("an error of the source", () => {
  const broken = new Error("the database is gone");
  const sources = {
    asynchronous: async function* () {
      yield* urls(3);
      throw broken;
    },
    synchronous: function* () {
      yield* urls(3);
      throw broken;
    },
  };

  it.each(Object.entries(sources))(
    "that is %s comes when all that was read before it has been given",
    async (_, source) => {
      const got: string[] = [];
      const loop = async () => {
        for await (const url of recorder().signer.signUrls(source(), terms))
          got.push(clientRequest(url).resource);
      };
      await expect(loop()).rejects.toBe(broken);
      expect(got).toEqual(urls(3));
    },
  );
});

describe("onError", () => {
  const mixed = [`${host}/0`, "not a URL", `${host}/2`, `${host}/a*b`, `${host}/4?Signature=x`, `${host}/5`];

  it("yield: gives the error in the place of its URL, and goes on", async () => {
    const got: string[] = [];
    for await (const result of recorder().signer.signUrls(mixed, terms, { onError: "yield", concurrency: 2 }))
      got.push(typeof result === "string" ? clientRequest(result).resource : result.code);
    expect(got).toEqual([
      mixed[0],
      "ERR_URL_INVALID",
      mixed[2],
      "ERR_RESOURCE_INVALID",
      "ERR_URL_ALREADY_SIGNED",
      mixed[5],
    ]);
  });

  it("yield: gives what the signer throws, too", async () => {
    const { signer } = slowSigner((nth) =>
      nth === 1 ? Promise.reject(new Error("down")) : Promise.resolve(),
    );
    const got: unknown[] = [];
    for await (const result of signer.signUrls(urls(3), terms, { onError: "yield" }))
      got.push(typeof result === "string" || result.code);
    expect(got).toEqual([true, "ERR_SIGNING_FAILED", true]);
  });

  it("yield: still ends with an error of the source", async () => {
    const broken = new Error("the database is gone");
    async function* source(): AsyncGenerator<string> {
      yield* mixed;
      throw broken;
    }
    const got: unknown[] = [];
    const loop = async () => {
      for await (const result of recorder().signer.signUrls(source(), terms, { onError: "yield" }))
        got.push(result);
    };
    await expect(loop()).rejects.toBe(broken);
    expect(got).toHaveLength(mixed.length);
  });
});

describe("signal", () => {
  it("ends the iteration with its reason, closes the source, and starts nothing more", async () => {
    const { source, seen } = watched(1000);
    const controller = new AbortController();
    const { signer, count } = slowSigner(() => pause(0));
    const reason = new Error("the viewer has gone");
    const got: string[] = [];
    const loop = async () => {
      for await (const url of signer.signUrls(source, terms, { concurrency: 4, signal: controller.signal })) {
        got.push(url);
        if (got.length === 10) controller.abort(reason);
      }
    };
    await expect(loop()).rejects.toBe(reason);
    expect(got).toHaveLength(10);
    const { started } = count;
    expect(started).toBeLessThanOrEqual(14);
    await pause(20);
    expect([count.started, count.running]).toEqual([started, 0]);
    expect(seen.closed).toBe(true);
  });

  it("does not wait either when reading the source is what aborts it", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const never = signerOf({
      keyType: "RSA",
      hashAlgorithm: "SHA256",
      sign: () => new Promise<never>(() => {}),
    });
    const source = function* () {
      yield `${host}/0`;
      controller.abort(reason);
      yield `${host}/1`;
    };
    const first = never.signUrls(source(), terms, { signal: controller.signal }).next();
    await expect(first).rejects.toBe(reason);
  });

  it("does not wait for a source that has nothing yet, and closes it", async () => {
    const { source, seen, give } = live();
    const { signer, policies } = recorder();
    const controller = new AbortController();
    const next = signer.signUrls(source, terms, { signal: controller.signal }).next();
    await pause(0);
    controller.abort();
    await expect(next).rejects.toBe(controller.signal.reason);
    expect(seen).toEqual({ reads: 1, closed: 1 });
    give(`${host}/late`);
    await pause(1);
    expect(policies).toEqual([]);
    expect(seen.reads).toBe(1);
  });

  it("that was aborted before leaves the source unread", async () => {
    const { source, seen } = watched(5);
    const { signer } = recorder();
    const controller = new AbortController();
    controller.abort();
    await expect(collect(signer.signUrls(source, terms, { signal: controller.signal }))).rejects.toBe(
      controller.signal.reason,
    );
    expect(seen.read).toBe(0);
  });

  it("that aborts with onError yield ends the iteration all the same", async () => {
    const controller = new AbortController();
    const loop = async () => {
      for await (const _ of recorder().signer.signUrls(urls(9), terms, {
        signal: controller.signal,
        onError: "yield",
      }))
        controller.abort();
    };
    const reason = await loop().catch((error: unknown) => error);
    expect(reason).toBe(controller.signal.reason);
    expect(controller.signal.aborted).toBe(true);
  });

  it("has no listener left at the end, however it ends", async () => {
    const listeners = new Set<unknown>();
    const watchedSignal = {
      aborted: false,
      reason: undefined,
      addEventListener: (_: string, listener: unknown) => listeners.add(listener),
      removeEventListener: (_: string, listener: unknown) => listeners.delete(listener),
    };
    const { signer } = recorder();
    const options = { signal: watchedSignal as unknown as AbortSignal };
    expect(await collect(signer.signUrls(urls(200), terms, options))).toHaveLength(200);
    for await (const _ of signer.signUrls(urls(200), terms, options)) break;
    await refusal(() => collect(signer.signUrls(["x"], terms, options)));
    expect(listeners.size).toBe(0);
  });
});

/** When signUrls reads its source, and when it closes it: a source may be slow, and may never answer at all. */

const url = (i: number) => `${host}/${i}.ts`;
const never = new Promise<never>(() => {});

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

const sign = (
  urls: Iterable<string> | AsyncIterable<string>,
  options = {},
  { signer } = slowSigner(async () => {}),
) => signer.signUrls(urls, terms, options);

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
        await pause(5);
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
        await pause(5);
        yield url(1);
      } finally {
        await pause(5);
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
    const counter = slowSigner(async () => {});
    for await (const _ of sign(async, {}, counter)) break;
    answer({ done: false, value: url(1) });
    await pause(5);
    expect(calls).toEqual({ opened: 1, next: 2, closed: 1 });
    expect(counter.count.started).toBe(1);
  });
});

it("a source that has ended is not closed as well", async () => {
  const { calls, async } = sourceOf((call) => ({ done: call === 1, value: url(call) }));
  for await (const _ of sign(async));
  expect(calls).toEqual({ opened: 1, next: 2, closed: 0 });
});

it("for each result that is taken, one more is signed", async () => {
  const counter = slowSigner(async () => {});
  const results = sign(urls(20), { concurrency: 4 }, counter);
  const counts: number[] = [];
  for (let i = 0; i < 6; i++) {
    await results.next();
    await pause(5);
    counts.push(counter.count.started);
  }
  expect(counts).toEqual([4, 5, 6, 7, 8, 9]);
});
