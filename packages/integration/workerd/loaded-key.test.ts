import { generateKeyPairSync } from "node:crypto";
import { pollTimeout } from "@cloudfront-sign-webcrypto/testing/time-limits";
import { serveWorker } from "@cloudfront-sign-webcrypto/testing/workerd/serve";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { builtWorker } from "./support/built-worker.ts";

/**
 * In workerd, a load ends with the request that has begun it. Every other request must still get its
 * signature, and the new key in the end.
 */

const privateKey = () =>
  generateKeyPairSync("ec", {
    namedCurve: "P-256",
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  }).privateKey;
const versions = [
  { keyPairId: "KFIRST", privateKey: privateKey() },
  { keyPairId: "KSECOND", privateKey: privateKey() },
];

/**
 * `/set` changes what the loader returns, or the clock. A load that begins after `held=1` waits for `released=1`.
 * `/sign` answers the IDs of new URLs. With `leave` it answers before it has them, with `hold` never.
 */
const source = `
import { createCloudFrontSigner, loadedKey } from "cloudfront-sign-webcrypto";
const versions = ${JSON.stringify(versions)};
const place = { version: 0, held: 0, released: 0, seconds: 0, numLoads: 0, numErrors: 0 };
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
let context;
const options = {
  load: async () => {
    place.numLoads++;
    const value = versions[place.version];
    if (place.held) while (!place.released) await sleep(5);
    return value;
  },
  onError: () => place.numErrors++,
  reloadAfter: "1m",
  timeout: "10s",
  now: () => new Date(1.8e12 + place.seconds * 1000),
};
const keys = {
  alone: loadedKey(options),
  impatient: loadedKey({ ...options, timeout: "1s" }),
  waitUntil: loadedKey({ ...options, waitUntil: (load) => context.waitUntil(load) }),
};
const signerOf = {};
for (const name in keys) {
  signerOf[name] = createCloudFrontSigner({ key: keys[name] });
  signerOf[name + "-memo"] = createCloudFrontSigner({ key: keys[name], signatureCacheSize: 10 });
}
export default {
  async fetch(request, _, requestContext) {
    context = requestContext;
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/set") for (const [name, value] of searchParams) place[name] = Number(value);
    if (pathname !== "/sign") return Response.json(place);
    const signer = signerOf[searchParams.get("signer")];
    const url = "https://d111111abcdef8.cloudfront.net/a.jpg";
    const sign = async (_, i) => {
      // As after the steps of a program that waits for no input or output.
      for (let step = 0; step < i % Number(searchParams.get("steps") ?? 1); step++) await undefined;
      const signed = await signer.signUrl(url + "?" + i, { dateLessThan: 1900000000 });
      return new URL(signed).searchParams.get("Key-Pair-Id");
    };
    const signing = Promise.all(Array.from({ length: Number(searchParams.get("times") ?? 1) }, sign));
    if (searchParams.has("leave")) return new Response("left");
    const ids = await signing;
    if (searchParams.has("hold")) await sleep(3600000);
    return new Response([...new Set(ids)].join());
  },
};
`;

const file = builtWorker(source);

/** Ends a request after its load has begun. */
const ways = {
  "the response is sent": async (origin: string, signer: string) => {
    expect(await (await fetch(`${origin}/sign?leave&signer=${signer}`)).text()).toBe("left");
  },
  "the client is gone": async (origin: string, signer: string, hasBegun: () => Promise<void>) => {
    const client = new AbortController();
    const response = fetch(`${origin}/sign?hold&signer=${signer}`, { signal: client.signal });
    await Promise.all([expect(response).rejects.toThrow("aborted"), hasBegun().then(() => client.abort())]);
  },
};

describe.each(["workerd", "workerd-oldest"])("%s", (name) => {
  let worker: Awaited<ReturnType<typeof serveWorker>>;
  let origin: string;
  beforeEach(async () => {
    worker = await serveWorker(file, name);
    origin = worker.origin;
  });
  afterEach(() => worker.end());

  const set = async (query: string) => {
    const place = await (await fetch(`${origin}/set?${query}`)).json();
    return place as { numLoads: number; numErrors: number };
  };
  const numLoads = async () => (await set("")).numLoads;
  const hasBegun = (count: number) => expect.poll(numLoads).toBe(count);
  const sign = async (signer: string, query = "") => {
    const response = await fetch(`${origin}/sign?signer=${signer}&${query}`, {
      signal: AbortSignal.timeout(pollTimeout),
    });
    return response.text();
  };

  describe.each(Object.entries(ways))("%s during a load", (_, leave) => {
    it.each(["alone", "alone-memo", "waitUntil", "waitUntil-memo"])(
      "the first one: the next request loads on its own; %s",
      async (signer) => {
        await set("held=1");
        await leave(origin, signer, () => hasBegun(1));
        await set("held=0");
        expect([await sign(signer), await numLoads()]).toEqual(["KFIRST", 2]);
        expect([await sign(signer), await numLoads()]).toEqual(["KFIRST", 2]);
      },
    );

    it.each(["alone", "alone-memo"])(
      "a later one: the last key goes on, and the new one comes with the next load; %s",
      async (signer) => {
        await sign(signer);
        await set("version=1&seconds=60&held=1");
        await leave(origin, signer, () => hasBegun(2));
        expect([await sign(signer), await numLoads()]).toEqual(["KFIRST", 2]);
        await set("seconds=70&held=0");
        expect([await sign(signer), await numLoads()]).toEqual(["KSECOND", 3]);
      },
    );

    it.each(["waitUntil", "waitUntil-memo"])(
      "a later one: waitUntil lets it end, and the last key goes on until then; %s",
      async (signer) => {
        await sign(signer);
        await set("version=1&seconds=60&held=1");
        await leave(origin, signer, () => hasBegun(2));
        expect(await sign(signer)).toBe("KFIRST");
        await set("released=1");
        await expect.poll(() => sign(signer)).toBe("KSECOND");
        expect(await numLoads()).toBe(2);
      },
    );
  });

  it.each([1, 10, 50])(
    "100 signatures of one request make one load, begun within %i steps",
    async (steps) => {
      expect([await sign("alone", `times=100&steps=${steps}`), await numLoads()]).toEqual(["KFIRST", 1]);
      await set("version=1&seconds=60");
      await sign("alone", `times=100&steps=${steps}`);
      expect([await sign("alone"), await numLoads()]).toEqual(["KSECOND", 2]);
    },
  );

  it("a request does not wait for the load of another one", async () => {
    await set("held=1");
    let isAnswered = false;
    const slow = sign("alone").finally(() => {
      isAnswered = true;
    });
    await hasBegun(1);
    await set("held=0");
    expect([await sign("alone"), isAnswered, await numLoads()]).toEqual(["KFIRST", false, 2]);
    await set("released=1");
    expect(await slow).toBe("KFIRST");
  });

  it("a request whose first load hangs has the key that another one has loaded", async () => {
    await set("held=1");
    const hanging = sign("impatient");
    await hasBegun(1);
    await set("held=0");
    await sign("impatient");
    expect(await hanging).toBe("KFIRST");
    expect((await set("")).numErrors).toBe(1);
  });

  it("two requests that find the key too old: one loads, and the other one goes on with the last key", async () => {
    await sign("alone");
    await set("version=1&seconds=60&held=1");
    const loading = sign("alone");
    await hasBegun(2);
    expect(await sign("alone")).toBe("KFIRST");
    await set("released=1");
    expect([await loading, await numLoads()]).toEqual(["KSECOND", 2]);
  });
});
