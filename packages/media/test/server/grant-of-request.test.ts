import { clientRequest, isSignatureValid } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { oneOf, seededRandom } from "@cloudfront-sign-webcrypto/testing/support/random.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { repeated } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  momentSeconds,
  rsaSigner,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { cloudFrontBase64, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { signDashManifest } from "cloudfront-sign-media/dash";
import { signHlsPlaylist } from "cloudfront-sign-media/hls";
import { type GrantOfRequestOptions, grantOfRequest, signManifests } from "cloudfront-sign-media/server";
import { type Grant, type GrantOptions, isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import { describe, expect, it } from "vitest";
import { streaming } from "../support/streaming.ts";

/** A grant of what a viewer has, made where there is no private key. */

const folder = `${host}/course/42`;
const playlistUrl = `${folder}/index.m3u8`;
const now = () => moment;

/** A request as it arrives. Browsers let no script put cookies into a `Request`. */
const requestOf = (url: string, cookie?: string): Request =>
  ({ method: "GET", url, headers: new Headers(cookie === undefined ? {} : { Cookie: cookie }) }) as Request;

const signed = (options: Partial<GrantOptions> = {}): Promise<Grant> =>
  rsaSigner().grant({ resource: `${folder}/*`, dateLessThan: end, ...options } as GrantOptions);
const given = await signed();

const members = ({ resource, query, expiresAt, signUrl, covers, cookies }: Grant) => ({
  resource,
  query,
  expiresAt,
  cookies: cookies.values,
  url: signUrl(`${folder}/1 ü.ts?a=b#c`),
  covers: [folder, `${folder}/`, `${folder}/1.ts?a`, `${host}/course/43/1.ts`, `${folder}/../1`, ""].map(
    covers,
  ),
});

describe("the grant is the one that the app has made", () => {
  it("from the query of a request", async () => {
    const grant = await grantOfRequest(requestOf(`${playlistUrl}?${given.query}`), { now });
    expect(members(grant)).toEqual(members(given));
    expect(Object.isFrozen(grant)).toBe(true);
  });

  it("from its cookies", async () => {
    const cookie = `a=b; ${given.cookies.toCookieHeader()}; session=x`;
    const grant = await grantOfRequest(requestOf(playlistUrl, cookie), { now });
    expect(members(grant)).toEqual(members(given));
  });

  it("from its query, whatever its cookies are", async () => {
    const { cookies } = await signed({ resource: `${host}/other/*` });
    const url = `${playlistUrl}?_HLS_msn=1&${given.query}`;
    const grant = await grantOfRequest(requestOf(url, cookies.toCookieHeader()), { now });
    expect(grant.query).toBe(given.query);
  });

  it("with another hash, from parameters in another order, with an escaped ~ and an old Expires", async () => {
    const sha256 = await rsaSigner({ hashAlgorithm: "SHA256" }).grant({
      resource: `${folder}/*`,
      dateLessThan: end,
    });
    const query = sha256.query.split("&").reverse().join("&").replaceAll("~", "%7E");
    const grant = await grantOfRequest(requestOf(`${playlistUrl}?${query}&Expires=1`), { now });
    expect(grant.query).toBe(sha256.query);
  });

  it.each([`${folder}/*`, `${folder}/?*`, `${folder}/?*a`, `${host}/*/1?*&b=*`, playlistUrl])(
    "with the ID of a grant for %s",
    async (resource) => {
      const bound = await signed({ resource, grantId: "of-ada_1" });
      const grant = await grantOfRequest(requestOf(`${playlistUrl}?${bound.query}`), { now });
      expect(grant.query).toBe(bound.query);
      for (const url of [
        playlistUrl,
        `${playlistUrl}?a=b`,
        `${folder}/1.ts`,
        `${folder}/?x`,
        `${folder}/?xa`,
        `${host}/a/1?c=1&b=2`,
        `${folder}/`,
      ]) {
        expect([url, grant.covers(url)]).toEqual([url, bound.covers(url)]);
        if (bound.covers(url)) expect(grant.signUrl(url)).toBe(bound.signUrl(url));
      }
      expect(() => grant.cookies).toThrow("grantId: ");
    },
  );

  it("and expires as that does", async () => {
    let time = moment;
    const clock = { now: () => time };
    const grant = await grantOfRequest(requestOf(`${playlistUrl}?${given.query}`), clock);
    await Promise.resolve();
    time = new Date(end * 1000);
    expect(() => grant.signUrl(`${folder}/1.ts`)).toThrow("grant: expired at 2030-03-17T17:46:40.000Z");
  });
});

describe("with a verifier", () => {
  const verifier = verifierOf();
  const ask = (grant: Grant, options: GrantOfRequestOptions = {}) =>
    grantOfRequest(requestOf(`${playlistUrl}?${grant.query}`), { verifier, ...options });

  it("a genuine request gets its grant, by query and by cookies", async () => {
    expect((await ask(given)).query).toBe(given.query);
    const cookie = given.cookies.toCookieHeader();
    expect((await grantOfRequest(requestOf(playlistUrl, cookie), { verifier })).query).toBe(given.query);
  });

  it("the address and the time are those of the options", async () => {
    const restricted = await signed({ ipAddress: "192.0.2.0/24" });
    const reason = (options: GrantOfRequestOptions) =>
      ask(restricted, options).then(
        () => "granted",
        ({ message }: Error) => message,
      );
    expect(await reason({ ipAddress: "192.0.2.7" })).toBe("granted");
    expect(await reason({ ipAddress: "198.51.100.1" })).toBe(
      "request: comes from an IP address that its policy does not allow; answer 403, as CloudFront does",
    );
    expect(await reason({ ipAddress: "2001:db8::1" })).toBe(
      "request: comes from an IPv6 address, which no policy allows; answer 403, as CloudFront does",
    );
    expect(await reason({})).toBe(
      "request: has a policy for an IP address, and the option ipAddress is missing; answer 403, as CloudFront does",
    );
    const late = await signed({ dateLessThan: momentSeconds + 60 });
    expect(await ask(late, { now })).toMatchObject({ resource: `${folder}/*` });
    const clock = () => new Date((momentSeconds + 60) * 1000);
    await expect(ask(late, { now: clock })).rejects.toThrow("request: has expired");
  });

  it.each([null, undefined, 0])("one of your own that gives %s denies", async (verdict) => {
    const verifier = { verifyRequest: async () => verdict };
    expect(
      await refusedAs(() =>
        grantOfRequest(requestOf(`${playlistUrl}?${given.query}`), { verifier: verifier as never, now }),
      ),
    ).toBe("ERR_REQUEST_DENIED request");
  });

  it("it sees what was read, and nothing that a request of another kind tells the second time", async () => {
    let times = 0;
    const forged = `CloudFront-Policy=${cloudFrontBase64(given.query)}; CloudFront-Signature=AAAA; CloudFront-Key-Pair-Id=K`;
    const request = {
      method: "GET",
      url: playlistUrl,
      headers: { get: () => (times++ === 0 ? given.cookies.toCookieHeader() : forged) },
    };
    expect((await grantOfRequest(request as unknown as Request, { verifier })).query).toBe(given.query);
  });
});

describe("a playlist", () => {
  const text = '#EXTM3U\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:6,\n1.m4s\n';

  it("is signed as with the grant of the app, without its key", async () => {
    const grant = await grantOfRequest(requestOf(`${playlistUrl}?${given.query}`), { now });
    const list = signHlsPlaylist(text, grant, { playlistUrl });
    expect(list).toBe(signHlsPlaylist(text, given, { playlistUrl }));
    const [, segment = ""] = /^(1\.m4s.*)$/m.exec(list) ?? [];
    const request = clientRequest(new URL(segment, playlistUrl).href);
    expect(await isSignatureValid("rsa2048.pub.spki.pem", request)).toBe(true);
  });

  it(
    "comes from signManifests for this viewer alone",
    streaming(async () => {
      const handler = signManifests({
        grant: (request) => grantOfRequest(request, { now }),
        origin: () =>
          new Response(text, {
            headers: {
              "Content-Type": "application/vnd.apple.mpegurl",
              "Cache-Control": "public, max-age=60",
              ETag: '"a"',
            },
          }),
        now,
      });
      const response = (await handler(new Request(`${playlistUrl}?${given.query}`))) as Response;
      expect(response.headers.get("Cache-Control")).toBe("private, max-age=60");
      expect(response.headers.get("ETag")).toBe(null);
      expect(await response.text()).toBe(signHlsPlaylist(text, given, { playlistUrl }));
      await expect(handler(new Request(playlistUrl))).rejects.toMatchObject({ code: "ERR_REQUEST_DENIED" });
      // What is no manifest needs no grant.
      const other = signManifests({
        grant: (request) => grantOfRequest(request),
        origin: () => new Response("a"),
      });
      expect(await ((await other(new Request(`${folder}/1.m4s`))) as Response).text()).toBe("a");
    }),
  );
});

describe("parameters that somebody made up", () => {
  const policyOf = (resource: string, more: object = {}) =>
    cloudFrontBase64(
      JSON.stringify({
        Statement: [{ Resource: resource, Condition: { DateLessThan: { "AWS:EpochTime": end } } }],
        ...more,
      }),
    );
  const made = (resource: string) =>
    grantOfRequest(
      requestOf(`${playlistUrl}?Policy=${policyOf(resource)}&Signature=AAAA&Key-Pair-Id=${keyPairId}`),
      { now },
    );

  it.each(["*", "https://*/*", "http*://*", "https://*.cloudfront.net/*"])(
    "take the signature of %s to no other host",
    async (resource) => {
      const grant = await made(resource);
      const at = { playlistUrl, uncovered: "leave" } as const;
      const list = signHlsPlaylist(
        `#EXTM3U\n1.ts\nhttps://evil.example/1.ts\n//d2.cloudfront.net/1.ts\n`,
        grant,
        at,
      );
      expect(list).toBe(
        `#EXTM3U\n1.ts?${grant.query}\nhttps://evil.example/1.ts\n//d2.cloudfront.net/1.ts\n`,
      );
    },
  );

  it.each([
    '"',
    "'",
    "<",
    ">",
    "&",
    "\n",
    "\r",
    "%0a",
    " ",
    ",",
    "\\",
    "`",
    "{$a}",
    "é",
    "\u2028",
    "%22",
    "#",
  ])("write no %j into a manifest", async (character) => {
    const names = ["Policy", "Signature", "Key-Pair-Id", "Hash-Algorithm"];
    for (const broken of names) {
      const pairs = [...given.query.split("&"), "Hash-Algorithm=SHA1"].map((pair) =>
        pair.startsWith(`${broken}=`) ? `${pair.slice(0, -4)}${character}${pair.slice(-4)}` : pair,
      );
      const cookie = pairs.map((pair) => `CloudFront-${pair}`).join("; ");
      // As it stands there: a Request escapes some, and takes others for the end.
      for (const request of [
        requestOf(`${playlistUrl}?${pairs.join("&")}`),
        { ...requestOf(playlistUrl), headers: { get: () => cookie } } as unknown as Request,
      ]) {
        const result = await grantOfRequest(request, { now }).catch((error: unknown) => error);
        if (isCloudFrontSignError(result)) {
          expect(result.code).toBe("ERR_REQUEST_DENIED");
          continue;
        }
        // What is behind a # or an & is not of the parameter.
        const { query } = result as Grant;
        expect(query).toMatch(/^[\w.~&=-]+$/);
        expect(
          signDashManifest("<MPD><BaseURL>a</BaseURL></MPD>", result as Grant, { manifestUrl: playlistUrl }),
        ).toBe(`<MPD><BaseURL>a?${query.replaceAll("&", "&amp;")}</BaseURL></MPD>`);
      }
    }
  });

  it("get a grant or a typed error that shows nothing of them, whatever they are", async () => {
    const random = seededRandom(51);
    const pieces = [
      ...given.query.split(/(?<=[&=])/),
      ...[
        "Policy=",
        "Signature=",
        "Key-Pair-Id=",
        "Expires=",
        "Hash-Algorithm=",
        "SHA256",
        "grant-id=",
        "9",
        "%",
        "é",
        "~",
        ";",
        "&",
        "=",
        "?",
        "#",
      ],
      policyOf("*?*grant-id=a"),
      policyOf(""),
      policyOf("\0"),
      policyOf(`${"*a".repeat(900)}`),
      policyOf(`${host}/*grant-id=__proto__`),
      policyOf("*", { Statement: [] }),
      cloudFrontBase64('{"Statement":[{"Resource":"*","Condition":{"DateLessThan":{"AWS:EpochTime":1e3}}}]}'),
    ];
    for (let i = 0; i < repeated(4000); i++) {
      const query = Array.from({ length: 1 + Math.floor(random() * 9) }, () => oneOf(random, pieces)).join(
        "",
      );
      const request =
        random() < 0.5
          ? requestOf(`${playlistUrl}?${query}`)
          : ({
              ...requestOf(playlistUrl),
              headers: { get: () => query.replace(/(^|&)/g, "; CloudFront-") },
            } as unknown as Request);
      const result = await grantOfRequest(request, { now }).catch((error: unknown) => error);
      if (isCloudFrontSignError(result)) {
        expect(result.code).toBe("ERR_REQUEST_DENIED");
        for (const secret of given.query.split(/[&=]/).filter((text) => text.length > 12))
          expect(result.message).not.toContain(secret.slice(0, 12));
        expect(result.message).toMatch(/^[ -~…]{20,300}$/);
      } else
        expect((result as Grant).query).toMatch(
          /^(?:grant-id=[\w-]+&)?Policy=[\w~-]+&Signature=[\w~-]+&Key-Pair-Id=/,
        );
    }
  });
});
