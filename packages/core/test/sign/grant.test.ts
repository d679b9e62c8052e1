import {
  clientRequest,
  cookieRequest,
  isSignatureValid,
} from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  momentSeconds,
  recorder,
  rsaSigner,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { describe, expect, it } from "vitest";

/** One signature for many URLs. What the patterns cover is in resource.test.ts. */

const resource = `${host}/course/42/*`;

describe("a grant", () => {
  it("signs each URL that it covers, at once and without another signature", async () => {
    const { signer, policies } = recorder();
    const grant = await signer.grant({ resource, dateLessThan: end, ipAddress: "192.0.2.0/24" });
    const signed = Array.from({ length: 100 }, (_, i) =>
      grant.signUrl(`${host}/course/42/segment ${i}.ts?q=${i}#t=${i}`),
    );
    expect(policies).toHaveLength(1);
    for (const [i, url] of signed.entries()) {
      expect(url).toBe(`${host}/course/42/segment%20${i}.ts?q=${i}&${grant.query}#t=${i}`);
      expect(clientRequest(url).policy).toBe(policies[0]);
    }
  });

  it("has a signature that fits", async () => {
    const grant = await rsaSigner().grant({ resource, dateLessThan: end });
    expect(
      await isSignatureValid("rsa2048.pub.spki.pem", clientRequest(grant.signUrl(`${host}/course/42/a.mp4`))),
    ).toBe(true);
    expect(
      await isSignatureValid(
        "rsa2048.pub.spki.pem",
        cookieRequest(grant.cookies.values, `${host}/course/42/a.mp4`),
      ),
    ).toBe(true);
  });

  it("makes the URL that signUrl makes", async () => {
    const terms = { resource, dateLessThan: end, dateGreaterThan: end - 60 };
    const grant = await rsaSigner().grant(terms);
    for (const url of [`${host}/course/42/`, `${host}/course/42/a.ts?x#y`])
      expect(grant.signUrl(url)).toBe(await rsaSigner().signUrl(url, terms));
  });

  it("is the same as query, as cookies and in a URL", async () => {
    const grant = await recorder().signer.grant({ resource, dateLessThan: end });
    const { values } = grant.cookies;
    expect(grant.query).toBe(
      `Policy=${values["CloudFront-Policy"]}&Signature=${values["CloudFront-Signature"]}&Key-Pair-Id=${keyPairId}&Hash-Algorithm=SHA256`,
    );
    expect(grant.signUrl(`${host}/course/42/a`)).toBe(`${host}/course/42/a?${grant.query}`);
  });

  it("has the pattern that it covers, in wire form", async () => {
    const given = "https://D111111ABCDEF8.cloudfront.net:443/a b/*";
    const grant = await rsaSigner().grant({ resource: given, dateLessThan: end });
    expect(grant.resource).toBe("https://d111111abcdef8.cloudfront.net/a%20b/*");
    expect(grant.covers("https://d111111abcdef8.cloudfront.net/a b/c.jpg")).toBe(true);
  });

  it("of all playlists covers them", async () => {
    const { signer } = recorder();
    const playlists = await signer.grant({ resource: `${host}/*.m3u8`, dateLessThan: end });
    expect(playlists.covers(`${host}/film/index.m3u8`)).toBe(true);
  });

  it("says when it ends", async () => {
    const { signer } = recorder();
    expect((await signer.grant({ resource, dateLessThan: end })).expiresAt).toEqual(new Date(end * 1000));
    expect((await signer.grant({ resource, expiresIn: "2h" })).expiresAt).toEqual(
      new Date((momentSeconds + 7200) * 1000),
    );
    const policy = `{"Statement":[{"Resource":"*","Condition":{"DateLessThan":{"AWS:EpochTime":${end}}}}]}`;
    expect((await signer.grant({ policy })).expiresAt).toEqual(new Date(end * 1000));
  });

  it.each([undefined, "viewer-7"])("signs until it ends, and no longer (grantId: %s)", async (grantId) => {
    let now = moment;
    const terms = { resource, expiresIn: "1h", ...(grantId && { grantId }) } as const;
    const grant = await recorder({ now: () => now }).signer.grant(terms);
    now = new Date(grant.expiresAt.getTime() - 1);
    expect(grant.signUrl(`${host}/course/42/a.ts`)).toContain("Signature=");
    now = grant.expiresAt;
    // The clock is read once for all URLs of a turn of the event loop.
    expect(grant.signUrl(`${host}/course/42/a.ts`)).toContain("Signature=");
    await Promise.resolve();
    expect(await refusedAs(() => grant.signUrl(`${host}/course/42/a.ts`))).toBe("ERR_DATE_PAST grant");
    await Promise.resolve();
    expect(await refusedAs(() => grant.signUrl(`${host}/course/42/a.ts`))).toBe("ERR_DATE_PAST grant");
    expect(grant.covers(`${host}/course/42/a.ts`)).toBe(true);
  });

  it("of one exact URL is canned, and for that URL only", async () => {
    const grant = await rsaSigner().grant({ resource: `${host}/a b.jpg`, dateLessThan: end });
    const request = clientRequest(grant.signUrl(`${host}/a b.jpg#x`));
    expect(request.kind).toBe("canned");
    expect(await isSignatureValid("rsa2048.pub.spki.pem", request)).toBe(true);
    expect(await refusedAs(() => grant.signUrl(`${host}/a%20b.jpg?x=1`))).toBe("ERR_RESOURCE_MISMATCH url");
  });

  it("refuses terms beside its own, and goes through a list as a function", async () => {
    const grant = await recorder().signer.grant({ resource, dateLessThan: end });
    const urls = [`${host}/course/42/1.ts`, `${host}/course/42/2.ts`].filter(grant.covers);
    expect(urls.map(grant.signUrl)).toEqual(urls.map((url) => grant.signUrl(url)));
    const signUrl = grant.signUrl as (url: string, terms: unknown) => string;
    for (const terms of [{ expiresIn: "5m" }, {}, []])
      expect(() => signUrl(`${host}/course/42/1.ts`, terms)).toThrow(
        "options: each URL of a grant has the options of the grant; make another grant for other options, or write signer.signUrl(url, options)",
      );
  });

  it("cannot be changed", async () => {
    const grant = await recorder().signer.grant({ resource, dateLessThan: end });
    expect(Object.isFrozen(grant)).toBe(true);
    expect(() => Object.assign(grant, { query: "" })).toThrow(TypeError);
  });

  it("can be taken apart", async () => {
    const { signUrl, covers } = await recorder().signer.grant({ resource, dateLessThan: end });
    expect(covers(`${host}/course/42/a`)).toBe(true);
    expect(signUrl(new URL(`${host}/course/42/a`))).toContain("Signature=");
  });

  it.each([
    [`${host}/course/43/a`, "ERR_RESOURCE_MISMATCH url"],
    ["/course/42/a", "ERR_URL_INVALID url"],
    [`${host}/course/42/a?Expires=1`, "ERR_URL_ALREADY_SIGNED url"],
    [`${host}/course/42/../43/a`, "ERR_URL_INVALID url"],
    [`${host}/course/42/%2e%2e/43/a`, "ERR_URL_INVALID url"],
    // Node.js 20 and 22 leave the dots behind a hidden folder to the client, which then asks for
    // /course/43/a.
    [`${host}/course/42/.x/../../43/a`, "ERR_URL_INVALID url"],
    [`${host}/course/42/%252e%252e/43/a`, "ERR_RESOURCE_MISMATCH url"],
    [`${host}/course/42/\\..\\43`, "ERR_URL_INVALID url"],
    [undefined, "ERR_URL_INVALID url"],
  ])("refuses %s", async (url, expected) => {
    const grant = await recorder().signer.grant({ resource, dateLessThan: end });
    expect(await refusedAs(() => grant.signUrl(url as string))).toBe(expected);
    expect(grant.covers(url as string)).toBe(false);
  });

  it("needs a resource or a policy", async () => {
    const { signer } = recorder();
    expect(await refusedAs(() => signer.grant({ dateLessThan: end } as never))).toBe(
      "ERR_OPTION_MISSING resource",
    );
    expect(await refusedAs(() => signer.grant(undefined as never))).toBe("ERR_OPTION_INVALID options");
  });

  it("is not given when signing fails", async () => {
    const failing = {
      keyType: "RSA",
      hashAlgorithm: "SHA256",
      sign: () => Promise.reject(new Error("down")),
    };
    expect(await refusedAs(() => signerOf(failing).grant({ resource, dateLessThan: end }))).toBe(
      "ERR_SIGNING_FAILED privateKey",
    );
  });
});

describe("terms in a second argument", () => {
  const url = `${host}/course/42/1.ts`;
  const message = "options: stand in two arguments; write all of them into one object";

  it("are refused by each function that signs", async () => {
    const { signer } = recorder();
    const [signUrl, signCookies, grant] = [signer.signUrl, signer.signCookies, signer.grant].map(
      (run) => run as unknown as (...args: readonly unknown[]) => Promise<unknown>,
    );
    const terms = { expiresIn: "1h" };
    const restriction = { ipAddress: "203.0.113.7" };
    await expect(signUrl?.(url, terms, restriction)).rejects.toThrow(message);
    await expect(signCookies?.({ resource, ...terms }, restriction)).rejects.toThrow(message);
    await expect(grant?.({ resource, ...terms }, restriction)).rejects.toThrow(message);
  });

  it("are not what Array.map passes", async () => {
    const { signer } = recorder();
    const list = [{ resource, dateLessThan: end }];
    expect(await Promise.all(list.map(signer.grant))).toHaveLength(1);
    expect(await Promise.all(list.map((terms) => signer.signCookies(terms)))).toHaveLength(1);
  });
});
