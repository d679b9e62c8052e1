import { cookieRequest, isSignatureValid } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  end,
  host,
  recorder,
  rsaSigner,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { clearCloudFrontSignedCookies } from "cloudfront-sign-webcrypto";
import fc from "fast-check";
import { CookieJar } from "tough-cookie";
import { describe, expect, it } from "vitest";

/**
 * One set of cookies for each of several paths: a policy holds one statement, and the browser picks the set
 * by its path.
 */

const list = (...resources: string[]) => resources.map((resource) => ({ resource, dateLessThan: end }));
const setsOf = (...resources: string[]) => recorder().signer.signCookieSets(list(...resources));

/** RFC 6265 section 5.1.4: which cookies a browser sends to a path. */
function matches(cookiePath: string, requestPath: string): boolean {
  return (
    requestPath === cookiePath ||
    (requestPath.startsWith(cookiePath) &&
      (cookiePath.endsWith("/") || requestPath[cookiePath.length] === "/"))
  );
}

describe("signCookieSets", () => {
  it("gives each resource its set, in order, for the folder that the resource covers", async () => {
    const sets = await rsaSigner().signCookieSets(list(`${host}/course/42/*`, `${host}/avatars/*`));
    expect(sets.map(({ path }) => path)).toEqual(["/course/42/", "/avatars/"]);
    for (const [i, url] of [`${host}/course/42/1.ts`, `${host}/avatars/me.jpg`].entries()) {
      const read = cookieRequest(sets[i]?.values ?? {}, url);
      expect(read.policy).toContain(
        `"Resource":"${list(`${host}/course/42/*`, `${host}/avatars/*`)[i]?.resource}"`,
      );
      expect(await isSignatureValid("rsa2048.pub.spki.pem", read)).toBe(true);
    }
  });

  it("is for each resource the path of its cookies alone", async () => {
    for (const resource of [`${host}/course/42/*`, `${host}/a/file.jpg`, `${host}/*`]) {
      const cookies = await recorder().signer.signCookies({ resource, dateLessThan: end });
      expect(cookies.path).toBe((await setsOf(resource))[0]?.path);
      for (const line of cookies.toSetCookie()) expect(line).toContain(`; Path=${cookies.path};`);
    }
  });

  it("lets the cookies of two courses stand side by side, each deleted by its path", async () => {
    const jar = new CookieJar();
    const page = "https://www.example.com/";
    const sent = async (id: number) =>
      (await jar.getCookies(`https://cdn.example.com/course/${id}/1.ts`)).map(({ path }) => path);
    for (const id of [42, 43]) {
      const resource = `https://cdn.example.com/course/${id}/*`;
      const cookies = await recorder().signer.signCookies({ resource, dateLessThan: end });
      for (const line of cookies.toSetCookie({ domain: "example.com" })) await jar.setCookie(line, page);
    }
    expect(await sent(42)).toEqual(Array(4).fill("/course/42/"));
    expect(await sent(43)).toEqual(Array(4).fill("/course/43/"));
    for (const line of clearCloudFrontSignedCookies({ domain: "example.com", path: "/course/42/" }))
      await jar.setCookie(line, page);
    expect([await sent(42), await sent(43)]).toEqual([[], Array(4).fill("/course/43/")]);
  });

  it("ends before what cookie paths cannot have, in a ready policy", async () => {
    const pathOf = async (path: string) => {
      const policy = `{"Statement":[{"Resource":"${host}${path}","Condition":{"DateLessThan":{"AWS:EpochTime":${end}}}}]}`;
      const cookies = await recorder().signer.signCookies({ policy });
      expect(cookies.toSetCookie()[0]).toContain(`; Path=${cookies.path};`);
      return cookies.path;
    };
    expect(await Promise.all(["/a/b;c/*", "/a/b*", "/a/b?c"].map(pathOf))).toEqual(Array(3).fill("/a/"));
  });

  it("puts the path on every line", async () => {
    const [set] = await setsOf("https://cdn.example.com/a/*");
    const lines = set?.toSetCookie({ domain: "example.com", maxAge: 60 }) ?? [];
    expect(lines).toHaveLength(4);
    for (const line of lines)
      expect(line).toMatch(/; Domain=example\.com; Path=\/a\/; Max-Age=60; Secure; HttpOnly; SameSite=Lax$/);
  });

  it.each([
    [`${host}/a/b/*`, "/a/b/"],
    [`${host}/a/b*`, "/a/"],
    [`${host}/a/b?.jpg`, "/a/"],
    [`${host}/a/*/c`, "/a/"],
    [`${host}/a/file.jpg`, "/a/file.jpg"],
    [`${host}/a/file.jpg?size=1`, "/a/"],
    [`${host}/?a=1`, "/"],
    [`${host}/*`, "/"],
    ["https://*.example.com/a/*", "/a/"],
    ["*.example.com/*", "/"],
    [`${host}/a;b/c*`, "/"],
    [`${host}/ä/*`, "/%C3%A4/"],
  ])("the path of %s is %s", async (resource, path) => {
    expect((await setsOf(resource)).map((set) => set.path)).toEqual([path]);
  });

  it("covers every URL that the resource covers", async () => {
    const part = fc.stringMatching(/^(?:[a-c*?][a-c/*?]{0,7})?$/);
    await fc.assert(
      fc.asyncProperty(part, fc.stringMatching(/^[a-c/]{0,8}$/), async (pattern, path) => {
        const terms = { resource: `${host}/${pattern}`, dateLessThan: end };
        const { signer } = recorder();
        const [set] = await signer.signCookieSets([terms]);
        if (!(await signer.grant(terms)).covers(`${host}/${path}`)) return;
        expect(matches(set?.path ?? "", `/${path}`)).toBe(true);
      }),
      { seed: 20260101, numRuns: 500 },
    );
  });

  it("takes terms of their own for each, ready policies too", async () => {
    const policy = `{"Statement":[{"Resource":"${host}/b/*","Condition":{"DateLessThan":{"AWS:EpochTime":${end}}}}]}`;
    const sets = await recorder().signer.signCookieSets([
      { resource: `${host}/a/x.jpg`, dateLessThan: end },
      { policy },
    ]);
    expect(sets.map(({ path, values }) => [path, Object.keys(values)[0]])).toEqual([
      ["/a/x.jpg", "CloudFront-Expires"],
      ["/b/", "CloudFront-Policy"],
    ]);
  });

  it("gives nothing for nothing", async () => {
    expect(await recorder().signer.signCookieSets([])).toEqual([]);
  });

  it.each([
    [`${host}/a/*`, `${host}/a/*`],
    [`${host}/a/*`, `${host}/a/b/*`],
    [`${host}/a/b/*`, `${host}/a/*`],
    [`${host}/a/*`, `${host}/*`],
    [`${host}/a`, `${host}/a/b`],
    [`${host}/a/x*`, `${host}/a/y*`],
  ])("refuses %s beside %s, whose cookies would both be sent", async (one, other) => {
    const { code, option, message } = await refusal(() => setsOf(`${host}/z/*`, one, other));
    expect(`${code} ${option}`).toBe("ERR_COOKIE_INVALID resource");
    // By their numbers: a path is not for a log.
    expect(message).toBe(
      "resource: entries 2 and 3 have nested cookie paths, so the browser would send both sets; sign one resource for both",
    );
  });

  it.each([
    ["https://one.example.com/a/*", "https://two.example.com/a/b/*"],
    ["https://d1.cloudfront.net/*", "https://d2.cloudfront.net/*"],
    ["https://cdn.example.com/*", "https://example.com/*"],
    ["https://a.com/*", "https://b.com/*"],
    ["https://*.example.com/*", "https://cdn.example.org/*"],
  ])("takes %s beside %s, which are two hosts", async (one, other) => {
    expect(await setsOf(one, other)).toHaveLength(2);
  });

  it.each([
    ["https://*.example.com/a/*", "https://cdn.example.com/a/b/*"],
    ["https://cdn.example.com:8443/*", "https://cdn.example.com/a"],
    ["*", "https://cdn.example.com/a"],
  ])("refuses %s beside %s, which may be one host", async (one, other) => {
    expect(await refusedAs(() => setsOf(one, other))).toBe("ERR_COOKIE_INVALID resource");
  });

  it("takes neighbours whose names begin alike", async () => {
    expect((await setsOf(`${host}/a/*`, `${host}/ab/*`, `${host}/abc`)).map(({ path }) => path)).toEqual([
      "/a/",
      "/ab/",
      "/abc",
    ]);
  });

  it("never sends two sets to one path", async () => {
    const resource = fc.stringMatching(/^[ab](?:\/?[ab]){0,2}(?:\/\*|\*)?$/).map((path) => `${host}/${path}`);
    let together = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(resource, resource),
        fc.stringMatching(/^[ab/]{0,6}$/),
        async (pair, path) => {
          const sets = await setsOf(...pair).catch(() => []);
          together += sets.length;
          expect(sets.filter((set) => matches(set.path, `/${path}`)).length).toBeLessThanOrEqual(1);
        },
      ),
      { seed: 20260101, numRuns: 500 },
    );
    expect(together).toBeGreaterThan(50);
  });

  it("does not let a path be given", async () => {
    const [set] = await setsOf(`${host}/a/*`);
    expect(await refusedAs(() => set?.toSetCookie({ path: "/" } as never))).toBe("ERR_OPTION_CONFLICT path");
  });

  it("leaves no rejection behind that nobody can catch", async () => {
    const signing: Promise<never>[] = [];
    const reject = () => {
      const failed = Promise.reject(new Error("the network is down"));
      signing.push(failed);
      return failed;
    };
    const signer = signerOf({ keyType: "RSA", hashAlgorithm: "SHA256", sign: reject });
    const good = { resource: `${host}/a/*`, dateLessThan: end };
    expect(await refusedAs(() => signer.signCookieSets([good, { resource: `${host}/b/*` } as never]))).toBe(
      "ERR_OPTION_MISSING dateLessThan",
    );
    await Promise.allSettled(signing);
  });

  it("refuses a bad entry as it does alone", async () => {
    expect(await refusedAs(() => recorder().signer.signCookieSets([{ dateLessThan: end } as never]))).toBe(
      "ERR_OPTION_MISSING resource",
    );
    expect(await refusedAs(() => recorder().signer.signCookieSets([undefined as never]))).toBe(
      "ERR_OPTION_INVALID options",
    );
  });
});
