import { clientRequest } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { resourceReadings } from "@cloudfront-sign-webcrypto/testing/support/resource-readings.ts";
import { repeated, runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { end, host, recorder, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { outcome, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { signDashManifest } from "cloudfront-sign-media/dash";
import { signHlsPlaylist } from "cloudfront-sign-media/hls";
import { signManifests } from "cloudfront-sign-media/server";
import type { Grant, GrantOptions } from "cloudfront-sign-webcrypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { streaming } from "./support/streaming.ts";

/** Grants whose URLs carry an ID that is part of what is signed. */

const grantId = "s_7-Qx";
const resource = `${host}/course/42/*`;

function grantOf(terms: Partial<GrantOptions> = {}): Promise<Grant> {
  return rsaSigner().grant({ resource, dateLessThan: end, grantId, ...terms } as GrantOptions);
}

/** The Resource of the policy that is signed. */
async function boundResource(resource: string): Promise<string> {
  const { signer, policies } = recorder();
  await signer.grant({ resource, dateLessThan: end, grantId });
  return JSON.parse(policies[0] ?? "").Statement[0].Resource;
}

async function verdictOf(url: string): Promise<string> {
  return outcome(await verifierOf().verifyUrl(url));
}

describe("a grant with an ID", () => {
  it.each([
    [`${host}/course/42/*`, `${host}/course/42/*?*grant-id=s_7-Qx`],
    [`${host}/*.mp4*`, `${host}/*.mp4*?*grant-id=s_7-Qx`],
    [`${host}/a?*`, `${host}/a?*grant-id=s_7-Qx`],
    [`${host}/*.mp4?*`, `${host}/*.mp4?*grant-id=s_7-Qx`],
    [`${host}/*.mp4`, `${host}/*.mp4?grant-id=s_7-Qx`],
    [`${host}/film.mp4`, `${host}/film.mp4?grant-id=s_7-Qx`],
    ["https://*/a/*", "https://*/a/*?*grant-id=s_7-Qx"],
    ["*.example.com/a", "*://*.example.com/a?grant-id=s_7-Qx"],
    ["*.example.com/*", "*://*.example.com/*?*grant-id=s_7-Qx"],
    ["http*://cdn.example.com/*", "http*://cdn.example.com/*?*grant-id=s_7-Qx"],
    ["https://CDN.example.com:443/a b/*", "https://cdn.example.com/a%20b/*?*grant-id=s_7-Qx"],
  ])("for %s signs %s", async (given, bound) => {
    expect(await boundResource(given)).toBe(bound);
  });

  it("puts the ID behind the URL's own query and in front of the signing parameters", async () => {
    const grant = await grantOf();
    expect(grant.query).toMatch(/^grant-id=s_7-Qx&Policy=[^&]+&Signature=[^&]+&Key-Pair-Id=K2JCJMDEHXQW5F$/);
    expect(grant.signUrl(`${host}/course/42/a.ts`)).toBe(`${host}/course/42/a.ts?${grant.query}`);
    expect(grant.signUrl(`${host}/course/42/a b.ts?x=1#t=5`)).toBe(
      `${host}/course/42/a%20b.ts?x=1&${grant.query}#t=5`,
    );
    expect(grant.resource).toBe(resource);
    expect(grant.expiresAt).toEqual(new Date(end * 1000));
    expect(Object.isFrozen(grant)).toBe(true);
  });

  it("is one signature, and has a custom policy also for one exact URL", async () => {
    const grant = await grantOf({ resource: `${host}/film.mp4` });
    const url = grant.signUrl(`${host}/film.mp4`);
    expect(clientRequest(url).kind).toBe("custom");
    expect(await verdictOf(url)).toBe("allowed");
    expect(grant.covers(`${host}/film.mp4?x=1`)).toBe(false);
  });

  it("staggers windows by the resource, and gives the same URL within a window", async () => {
    const terms = { resource, expiresIn: "1d", cacheWindow: "1d", staggerWindows: true } as const;
    const signer = rsaSigner();
    const plain = await signer.grant(terms);
    const [one, two, other] = await Promise.all(
      ["a", "a", "b"].map((grantId) => signer.grant({ ...terms, grantId })),
    );
    expect(one?.expiresAt).toEqual(plain.expiresAt);
    expect(one?.query).toBe(two?.query);
    expect(one?.query).not.toBe(other?.query);
  });

  it("is remembered apart from the grant of another ID and from one without", async () => {
    const { signer, policies } = recorder({ signatureCacheSize: 10 });
    for (const terms of [{}, { grantId: "a" }, { grantId: "b" }, { grantId: "a" }, {}])
      await signer.grant({ resource, dateLessThan: end, ...terms });
    expect(policies).toHaveLength(3);
  });

  it("of 64 characters fits", async () => {
    const longest = `${"Az09-_".repeat(10)}abcd`;
    const grant = await grantOf({ grantId: longest });
    expect(await verdictOf(grant.signUrl(`${host}/course/42/a`))).toBe("allowed");
  });

  it("has no cookies, and can still be copied", async () => {
    const grant = await grantOf();
    expect(await refusedAs(() => grant.cookies)).toBe("ERR_OPTION_CONFLICT grantId");
    expect({ ...grant }.query).toBe(grant.query);
  });

  it.each([
    `${host}/course/42/a?grant-id=other`,
    `${host}/course/42/a?grant-id=${grantId}`,
    `${host}/course/42/a?grant-id`,
    `${host}/course/42/a?x=grant-id=1`,
    `${host}/course/42/a?next=/b?GRANT-ID=1`,
    `${host}/course/42/a?%67rant%2Did=1`,
    `${host}/course/42/a?my-grant-id=1`,
  ])("refuses %s, which the function that denies IDs would deny", async (url) => {
    const grant = await grantOf();
    expect(await refusedAs(() => grant.signUrl(url))).toBe("ERR_URL_ALREADY_SIGNED url");
    expect(grant.covers(url)).toBe(false);
  });

  it("takes the name in a path, and nearly the name in a query", async () => {
    const grant = await grantOf();
    for (const url of [`${host}/course/42/grant-id=1`, `${host}/course/42/a?grantid=1&grant_id=2`])
      expect(await verdictOf(grant.signUrl(url))).toBe("allowed");
  });

  it("says of an uncovered URL what a grant without ID says", async () => {
    const [plain, withId] = await Promise.all([
      rsaSigner().grant({ resource, dateLessThan: end }),
      grantOf(),
    ]);
    for (const url of [`${host}/course/43/a`, "https://cdn.example.com/course/42/a", `${host}/course/42`])
      expect((await refusal(() => withId.signUrl(url))).message).toBe(
        (await refusal(() => plain.signUrl(url))).message,
      );
  });
});

describe("the verifier", () => {
  it("allows what a grant with an ID signs", async () => {
    const grant = await grantOf();
    for (const path of ["a.ts", "a/b.ts?x=1&y=2", "?x", "a.ts?x=1&", "a.ts?x?y"])
      expect(await verdictOf(grant.signUrl(`${host}/course/42/${path}`)), path).toBe("allowed");
  });

  it("denies another ID, none, and anything behind the ID", async () => {
    const signed = (await grantOf()).signUrl(`${host}/course/42/a.ts?x=1`);
    const tampered = [
      signed.replace("grant-id=s_7-Qx", "grant-id=s_7-Qy"),
      signed.replace("grant-id=s_7-Qx", "grant-id=S_7-QX"),
      signed.replace("grant-id=s_7-Qx", "Grant-Id=s_7-Qx"),
      signed.replace("grant-id=s_7-Qx", "grant-id=s_7-Qx2"),
      signed.replace("grant-id=s_7-Qx", "%67rant-id=s_7-Qx"),
      signed.replace("grant-id=s_7-Qx&", ""),
      signed.replace("grant-id=s_7-Qx", "grant-id=s_7-Qx&y=2"),
      signed.replace("x=1&grant-id=s_7-Qx", "grant-id=s_7-Qx&x=1"),
      `${signed}&y=2`,
    ];
    for (const url of tampered) expect(await verdictOf(url), url).toBe("resource-mismatch");
  });

  it("cannot tell the ID from text in another parameter: that is for the function", async () => {
    const signed = (await grantOf()).signUrl(`${host}/course/42/a.ts`);
    const forged = signed.replace("?grant-id=s_7-Qx", "?grant-id=other&x=grant-id=s_7-Qx");
    expect(await verdictOf(forged)).toBe("allowed");
  });
});

describe("playlists and manifests", () => {
  const playlistUrl = `${host}/course/42/index.m3u8`;

  it("carry the ID in every line", async () => {
    const grant = await grantOf();
    const text = '#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:6,\n1.ts\n#EXTINF:6,\n2.ts?x=1\n';
    const signed = signHlsPlaylist(text, grant, { playlistUrl });
    expect(signed).toBe(
      text
        .replace("init.mp4", `init.mp4?${grant.query}`)
        .replace("1.ts\n", `1.ts?${grant.query}\n`)
        .replace("x=1", `x=1&${grant.query}`),
    );
    expect(await verdictOf(`${host}/course/42/2.ts?x=1&${grant.query}`)).toBe("allowed");
  });

  it("of DASH carry it in templates, too", async () => {
    const grant = await grantOf();
    const mpd =
      '<MPD><Period><AdaptationSet><SegmentTemplate media="$Number$.m4s"/></AdaptationSet></Period></MPD>';
    const signed = signDashManifest(mpd, grant, { manifestUrl: `${host}/course/42/index.mpd` });
    expect(signed).toContain(`$Number$.m4s?${grant.query.replaceAll("&", "&amp;")}"`);
  });

  it(
    "are signed on their way out",
    streaming(async () => {
      const grant = await grantOf();
      const headers = { "Content-Type": "application/vnd.apple.mpegurl" };
      const handler = signManifests({
        grant,
        origin: () => new Response("#EXTM3U\n1.ts\n", { headers }),
        now: () => new Date((end - 60) * 1000),
      });
      expect(await (await handler(new Request(playlistUrl))).text()).toBe(`#EXTM3U\n1.ts?${grant.query}\n`);
    }),
  );

  it("that have an ID already are refused by that reason", async () => {
    const grant = await grantOf();
    const { message } = await refusal(() =>
      signHlsPlaylist("#EXTM3U\n1.ts?grant-id=other\n", grant, { playlistUrl }),
    );
    expect(message).toBe(
      'playlist: line 2: the URI has the query parameter grant-id, which the signature adds; sign the text from before it was signed, or rename the parameter, or pass uncovered: "leave" to leave the line unsigned',
    );
  });
});

describe("whatever the resource and the URL", () => {
  const piece = fc.constantFrom("*", "?", "a", "b", "/", ".", "=", "&", "g", "grant-", "id", "-1", "%20");
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
  const pattern = fc.oneof(
    { arbitrary: text.map((rest) => `${host}/${rest}`), weight: 8 },
    text.map((rest) => `http*://*/a${rest}`),
    fc.constantFrom("*/a*", "https://*/b*", `http*${host.slice(5)}/*`, `${host}/*`),
  );

  it("what is signed is covered in every reading in which the resource covers the URL", async () => {
    let covered = 0;
    await fc.assert(
      fc.asyncProperty(pattern, text, async (resource, rest) => {
        const { signer, policies } = recorder();
        const grant = await signer.grant({ resource, dateLessThan: end, grantId }).catch(() => undefined);
        fc.pre(grant !== undefined);
        const bound = JSON.parse(policies[0] ?? "").Statement[0].Resource as string;
        // Half of the URLs fit the pattern: its wildcards stand for themselves.
        const urls = [
          `${host}/${rest}`,
          resource.replace(/^.*?\/\/[^/]*/, host).replace(/[*]/g, rest.replace(/[*?]/g, "")),
        ];
        for (const url of urls) {
          if (!grant.covers(url)) {
            expect(() => grant.signUrl(url)).toThrow();
            continue;
          }
          covered++;
          const signed = clientRequest(grant.signUrl(url)).resource;
          expect(signed.endsWith("grant-id=s_7-Qx")).toBe(true);
          const unsigned = signed.slice(0, -"?grant-id=s_7-Qx".length);
          for (const [name, covers] of Object.entries(resourceReadings))
            if (covers(grant.resource, unsigned))
              expect(covers(bound, signed), `${name}: ${bound} ${signed}`).toBe(true);
        }
      }),
      runs(20261122, 3000),
    );
    expect(covered).toBeGreaterThan(repeated(2000));
  });

  it("no URL without the ID at its end is covered, in any reading", async () => {
    await fc.assert(
      fc.asyncProperty(pattern, text, async (resource, rest) => {
        const { signer, policies } = recorder();
        const grant = await signer.grant({ resource, dateLessThan: end, grantId }).catch(() => undefined);
        fc.pre(grant !== undefined);
        const bound = JSON.parse(policies[0] ?? "").Statement[0].Resource as string;
        for (const tail of [rest, `${rest}&grant-id=s_7-Qy`, `grant-id=s_7-Qx&${rest}b`])
          for (const covers of Object.values(resourceReadings))
            expect(covers(bound, `${host}/a?${tail}`)).toBe(false);
      }),
      runs(20261123, 2000),
    );
  });
});
