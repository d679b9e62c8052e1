import { describe, expect, it } from "vitest";
import { clientRequest } from "./support/client.ts";
import { refusal, refusedAs } from "./support/refusal.ts";
import { end, host, recorder, rsaSigner, signerOf } from "./support/signers.ts";

/** Streams of URLs: in order, with so many under way and no more, and nothing left open behind. */

const terms = { dateLessThan: end };
const urls = (count: number) => Array.from({ length: count }, (_, i) => `${host}/${i}.ts`);

async function collect(iterable: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const one of iterable) all.push(one);
  return all;
}

/** A signer whose signatures end when they are told to, and which counts what is under way. */
function slowSigner(wait: (nth: number) => Promise<void>) {
  const count = { started: 0, running: 0, most: 0 };
  const signer = signerOf({
    keyType: "RSA",
    hashAlgorithm: "SHA256",
    sign: async () => {
      const nth = count.started++;
      count.most = Math.max(count.most, ++count.running);
      await wait(nth);
      count.running--;
      return new Uint8Array(256);
    },
  });
  return { signer, count };
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

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

  it.each([1, 2, 7, 64])("has at most %i under way", async (concurrency) => {
    const { signer, count } = slowSigner(() => pause(0));
    expect(await collect(signer.signUrls(urls(100), terms, { concurrency }))).toHaveLength(100);
    expect(count.most).toBe(concurrency);
  });

  it("has 64 under way unless told otherwise", async () => {
    const { signer, count } = slowSigner(() => pause(0));
    await collect(signer.signUrls(urls(100), terms));
    expect(count.most).toBe(64);
  });

  it("does nothing before it is asked", async () => {
    const { source, seen } = watched(5);
    const { signer, policies } = recorder();
    signer.signUrls(source, terms);
    await pause(1);
    expect(seen.read).toBe(0);
    expect(policies).toEqual([]);
  });

  it("reads no further than it must from an endless source", async () => {
    const { source, seen } = watched(1e6);
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
      for await (const url of recorder().signer.signUrls(source, terms, { concurrency: 4 })) got.push(clientRequest(url).resource);
    });
    expect(got).toEqual([`${host}/0`, `${host}/1`]);
    expect(error.code).toBe("ERR_URL_INVALID");
    expect(seen.closed).toBe(true);
  });

  it("passes on an error of its source", async () => {
    const broken = new Error("the database is gone");
    async function* source(): AsyncGenerator<string> {
      yield* urls(2);
      throw broken;
    }
    await expect(collect(recorder().signer.signUrls(source(), terms))).rejects.toBe(broken);
  });

  it("ends with the error of signing", async () => {
    const { signer } = slowSigner((nth) => (nth === 2 ? Promise.reject(new Error("down")) : Promise.resolve()));
    expect(await refusedAs(() => collect(signer.signUrls(urls(5), terms)))).toBe("ERR_SIGNING_FAILED privateKey");
  });

  it("checks terms as signUrl does", async () => {
    const { signer } = recorder();
    expect(await refusedAs(() => collect(signer.signUrls(urls(2), { dateLessThan: 1 })))).toBe("ERR_DATE_PAST dateLessThan");
    expect(await refusedAs(() => collect(signer.signUrls(urls(2), { ...terms, ipAdress: "192.0.2.1" } as never)))).toBe(
      "ERR_OPTION_UNKNOWN ipAdress",
    );
  });

  it.each([0, -1, Number.NaN, "many", null])("refuses a concurrency of %s", async (concurrency) => {
    const { signer } = recorder();
    expect(await refusedAs(() => collect(signer.signUrls(urls(1), terms, { concurrency: concurrency as number })))).toBe(
      "ERR_OPTION_INVALID concurrency",
    );
  });

  it("refuses unknown options", async () => {
    expect(await refusedAs(() => collect(recorder().signer.signUrls(urls(1), terms, { limit: 5 } as never)))).toBe(
      "ERR_OPTION_UNKNOWN limit",
    );
  });

  it.each([undefined, null, 5, {}, `${host}/a`, new URL(`${host}/a`)])("refuses %s instead of a list", async (source) => {
    expect(await refusedAs(() => collect(recorder().signer.signUrls(source as never, terms)))).toBe("ERR_OPTION_INVALID urls");
  });
});
