import { clientRequest, isSignatureValid } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { pause } from "@cloudfront-sign-webcrypto/testing/support/pause.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  end,
  host,
  moment,
  recorder,
  rsaSigner,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { describe, expect, it } from "vitest";

/** The signature cache: an equal policy is not signed again, and the result is what signing would give. */

const thumbnails = Array.from({ length: 40 }, (_, i) => `${host}/thumbnails/${i}.jpg`);
const terms = { expiresIn: "1h", cacheWindow: "1h" } as const;

describe("signatureCacheSize", () => {
  it("signs 40 thumbnails once in a window, for 1,000 calls each", async () => {
    let seconds = 0;
    const { signer, policies } = recorder({
      signatureCacheSize: 100,
      now: () => new Date(moment.getTime() + seconds * 1000),
    });
    const seen = new Map<string, Set<string>>();
    for (let round = 0; round < 1000; round++) {
      seconds = 1 + round * 3.599;
      for (const url of thumbnails) {
        const signed = await signer.signUrl(
          url,
          round === 0 ? { expiresIn: 3600, cacheWindow: 3600 } : terms,
        );
        seen.set(url, (seen.get(url) ?? new Set()).add(signed));
      }
    }
    expect(policies).toHaveLength(40);
    expect([...seen.values()].every(({ size }) => size === 1)).toBe(true);
  });

  it("signs them again in the next window", async () => {
    let seconds = 1;
    const { signer, policies } = recorder({
      signatureCacheSize: 100,
      now: () => new Date(moment.getTime() + seconds * 1000),
    });
    for (seconds of [1, 2, 3600, 3601, 7200]) for (const url of thumbnails) await signer.signUrl(url, terms);
    expect(policies).toHaveLength(80);
  });

  it("shares one signature among equal calls in progress", async () => {
    const { signer, policies } = recorder({ signatureCacheSize: 10 });
    const signed = await Promise.all(Array.from({ length: 50 }, () => signer.signUrl(`${host}/a`, terms)));
    expect(policies).toHaveLength(1);
    expect(new Set(signed).size).toBe(1);
  });

  it("gives what signing gives, and is off by default", async () => {
    const [plain, remembering] = [rsaSigner(), rsaSigner({ signatureCacheSize: 3 })];
    for (const url of [`${host}/a`, `${host}/b`, `${host}/a`]) {
      const signed = await remembering.signUrl(url, { dateLessThan: end });
      expect(signed).toBe(await plain.signUrl(url, { dateLessThan: end }));
      expect(await isSignatureValid("rsa2048.pub.spki.pem", clientRequest(signed))).toBe(true);
    }
    const { signer, policies } = recorder();
    for (const url of [`${host}/a`, `${host}/a`]) await signer.signUrl(url, terms);
    expect(policies).toHaveLength(2);
  });

  it("keeps URLs apart that one policy covers, with their queries and fragments", async () => {
    const { signer, policies } = recorder({ signatureCacheSize: 10 });
    const wide = { ...terms, resource: `${host}/*` };
    const [a, b] = [await signer.signUrl(`${host}/a?x=1#top`, wide), await signer.signUrl(`${host}/b`, wide)];
    expect(policies).toHaveLength(1);
    expect(a.startsWith(`${host}/a?x=1&Policy=`)).toBe(true);
    expect(a.endsWith("#top")).toBe(true);
    expect(b.startsWith(`${host}/b?Policy=`)).toBe(true);
  });

  it("keeps apart what differs in any term", async () => {
    const { signer, policies } = recorder({ signatureCacheSize: 10 });
    const url = `${host}/a?b`;
    await signer.signUrl(url, { dateLessThan: end });
    await signer.signUrl(url, { dateLessThan: end + 1 });
    await signer.signUrl(url, { dateLessThan: end, ipAddress: "192.0.2.1" });
    await signer.signUrl(url, { dateLessThan: end, dateGreaterThan: 1 });
    // The same text, but as cookies it is a custom policy and as a URL a canned one.
    const cookies = await signer.signCookies({ dateLessThan: end, resource: url });
    expect(policies).toHaveLength(5);
    expect(cookies.values).toHaveProperty("CloudFront-Policy");
    expect(await signer.signUrl(url, { dateLessThan: end })).toContain(`&Expires=${end}&`);
    expect(policies).toHaveLength(5);
  });

  it("is shared by URLs, cookies and grants", async () => {
    const { signer, policies } = recorder({ signatureCacheSize: 10 });
    const wide = { dateLessThan: end, resource: `${host}/*` };
    const grant = await signer.grant(wide);
    await signer.signCookies(wide);
    await signer.signUrl(`${host}/a`, wide);
    for await (const url of signer.signUrls([`${host}/b`], wide))
      expect(url).toBe(grant.signUrl(`${host}/b`));
    expect(policies).toHaveLength(1);
  });

  it("holds as many as it was given, and forgets the least recently used", async () => {
    const { signer, policies } = recorder({ signatureCacheSize: 2 });
    const sign = (name: string) => signer.signUrl(`${host}/${name}`, terms);
    for (const name of ["a", "b", "a", "c", "a", "b"]) await sign(name);
    // a b, then c takes the place of b, since a was asked for again; b is signed once more.
    expect(policies.map((policy) => policy.split('"')[5]?.slice(-1))).toEqual(["a", "b", "c", "b"]);
  });

  it("does not remember a failure", async () => {
    let calls = 0;
    const sign = async () => {
      if (++calls === 1) throw new Error("the network is down");
      return new Uint8Array(256);
    };
    const signer = signerOf({ keyType: "RSA", hashAlgorithm: "SHA256", sign }, { signatureCacheSize: 10 });
    const once = () => signer.signUrl(`${host}/a`, terms);
    expect(await refusedAs(once)).toBe("ERR_SIGNING_FAILED privateKey");
    expect(await once()).toContain("Signature=");
    await once();
    expect(calls).toBe(2);
  });

  it("does not give what has expired", async () => {
    let seconds = 0;
    const { signer } = recorder({
      signatureCacheSize: 10,
      now: () => new Date(moment.getTime() + seconds * 1000),
    });
    const dateLessThan = moment.getTime() / 1000 + 60;
    await signer.signUrl(`${host}/a`, { dateLessThan });
    seconds = 60;
    expect(await refusedAs(() => signer.signUrl(`${host}/a`, { dateLessThan }))).toBe(
      "ERR_DATE_PAST dateLessThan",
    );
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "10", true, null])(
    "refuses %s",
    async (signatureCacheSize) => {
      expect(await refusedAs(() => rsaSigner({ signatureCacheSize: signatureCacheSize as number }))).toBe(
        "ERR_OPTION_INVALID signatureCacheSize",
      );
    },
  );

  it("signs a policy that fits into no URL each time", async () => {
    const { signer, policies } = recorder({ signatureCacheSize: 10 });
    const policy = JSON.stringify({
      Statement: [{ Resource: `${host}/*`, Condition: { DateLessThan: { "AWS:EpochTime": end } } }],
    });
    for (const padding of [100, 9000])
      for (let i = 0; i < 2; i++) await signer.grant({ policy: policy + " ".repeat(padding) });
    expect(policies).toHaveLength(3);
  });
});

describe("a cache of one signature", () => {
  /** A signer whose signatures are made, or fail, when the test says so. */
  const manual = (signatureCacheSize: number) => {
    const calls: { resolve: (signature: Uint8Array) => void; reject: (error: Error) => void }[] = [];
    const signer = signerOf(
      {
        keyType: "RSA",
        hashAlgorithm: "SHA256",
        sign: () => new Promise<Uint8Array>((resolve, reject) => calls.push({ resolve, reject })),
      },
      { signatureCacheSize },
    );
    return { calls, sign: (path: string) => signer.signUrl(host + path, { dateLessThan: end }) };
  };
  const signature = new Uint8Array(256).fill(1);

  it("remembers the last signature, and forgets one that failed, but not the next of the same", async () => {
    const { calls, sign } = manual(1);
    const failing = sign("/a").catch(() => "failed");
    await pause(1);
    const other = sign("/b");
    await pause(1);
    const again = sign("/a");
    await pause(1);
    expect(calls).toHaveLength(3);
    calls[0]?.reject(new Error("no"));
    expect(await failing).toBe("failed");
    calls[1]?.resolve(signature);
    calls[2]?.resolve(signature);
    await Promise.all([other, again]);
    await sign("/a");
    expect(calls).toHaveLength(3);
  });
});
