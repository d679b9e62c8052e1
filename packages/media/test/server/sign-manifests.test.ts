import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  momentSeconds,
  rsaSigner,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { signDashManifest } from "cloudfront-sign-media/dash";
import { signHlsPlaylist } from "cloudfront-sign-media/hls";
import {
  type SignManifestsOptions,
  signManifests,
  type UnsignedReference,
} from "cloudfront-sign-media/server";
import { restrictViewerAccess } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";
import { streaming } from "../support/streaming.ts";

/** A handler that signs playlists on their way out, and touches nothing else. */

const folder = `${host}/course/42`;
const grant = await rsaSigner().grant({ resource: `${folder}/*`, dateLessThan: end });
const playlist = "#EXTM3U\r\n#EXTINF:6,Grüße\r\nsegment 1.ts\r\n";
const signed = signHlsPlaylist(playlist, grant, { playlistUrl: `${folder}/index.m3u8` });
const hls = "application/vnd.apple.mpegurl";
const mpd = "<MPD><Period><BaseURL>a/ü.mp4</BaseURL></Period></MPD>";
const signedMpd = signDashManifest(mpd, grant, { manifestUrl: `${folder}/index.mpd` });

interface Asked {
  readonly request: Request;
  readonly context: unknown[];
}

/**
 * The handler in front of an origin with these answers, the last one for ever, and what the origin was asked.
 */
function handlerOf(
  answers: readonly (() => Response)[],
  options: Partial<SignManifestsOptions<unknown[]>> = {},
) {
  const asked: Asked[] = [];
  const handler = signManifests<unknown[]>({
    grant,
    now: () => moment,
    origin: (request, ...context) => {
      asked.push({ request: request as Request, context });
      return (answers[asked.length - 1] ?? (answers.at(-1) as () => Response))();
    },
    ...options,
  });
  return { handler, asked };
}

const answer =
  (headers: Record<string, string> = {}, status = 200, body: BodyInit | null = playlist) =>
  () =>
    // A string would bring its own content type along.
    new Response(typeof body === "string" ? new TextEncoder().encode(body) : body, { status, headers });

/** What the viewer gets. */
async function answered(
  path: string,
  origin: () => Response,
  init: RequestInit = {},
  options: object = {},
): Promise<Response> {
  return (await handlerOf([origin], options).handler(new Request(`${folder}/${path}`, init))) as Response;
}

describe("a manifest", () => {
  it.each([
    ["index.m3u8", hls],
    ["index.m3u8", `${hls};charset=iso-2022-jp`],
    ["index.m3u8", "text/plain; a=b; CharSet = 'gbk'; charset=utf-16"],
    ["index", "application/x-mpegURL"],
    ["index", "Audio/X-MpegUrl ;x"],
    ["index", "video/mpegurl"],
    ["index.m3u8", ""],
    ["index.M3U8?x=1", "text/plain"],
    ["index.m3u", "application/octet-stream"],
    ["a.b/index.m3u8", "binary/octet-stream"],
  ])(
    "is known by %s and %j",
    streaming(async (path, type) => {
      const response = await answered(path, answer(type ? { "Content-Type": type } : {}));
      expect(await response.text()).toBe(signed);
      const [essence] = (type || hls).toLowerCase().split(/ ?;/);
      expect([response.status, response.headers.get("Content-Type")]).toEqual([
        200,
        `${essence}; charset=utf-8`,
      ]);
    }),
  );

  it.each([
    ["index.mpd", "application/dash+xml"],
    ["index", "Application/DASH+xml; charset=utf-8"],
    ["index.mpd", ""],
    ["index.MPD?x=1", "application/octet-stream"],
    ["index", "video/vnd.mpeg.dash.mpd"],
    ["index.mpd", "text/xml"],
    ["index.mpd", "application/xml; charset=utf-8"],
  ])(
    "of DASH is known by %s and %j",
    streaming(async (path, type) => {
      const response = await answered(
        path,
        answer(type ? { "Content-Type": type, "Content-Length": "1" } : {}, 200, mpd),
      );
      expect(await response.text()).toBe(signedMpd);
      expect(signedMpd).toContain(grant.query.replaceAll("&", "&amp;"));
      expect(response.headers.has("Content-Length")).toBe(false);
      expect(response.headers.get("Content-Type")).toBe(
        `${(type || "application/dash+xml").toLowerCase().split(";")[0]}; charset=utf-8`,
      );
    }),
  );

  it.each([
    ["list.xml", "text/xml"],
    ["index.mpp", "application/dash-patch+xml"],
    ["segment.ts", "video/mp2t"],
    ["segment.ts", "text/plain"],
    ["segment", ""],
    ["m3u8", "application/octet-stream"],
    ["index.m3u8.ts", ""],
    ["segment.ts?index.m3u8", ""],
  ])("is not %s with %j", async (path, type) => {
    const given = answer(type ? { "Content-Type": type, ETag: '"1"' } : { ETag: '"1"' })();
    const response = await answered(path, () => given);
    expect(response).toBe(given);
    expect(await response.text()).toBe(playlist);
  });

  it.each([
    ["index.mpd", "text/html"],
    ["index.m3u8", "application/json"],
  ])("that came as another type is refused, or passed on with notice: %s with %j", async (path, type) => {
    const given = answer({ "Content-Type": type, ETag: '"1"' })();
    expect(await refusedAs(() => answered(path, () => given))).toBe("ERR_MANIFEST_INVALID origin");
    const left: string[] = [];
    const passed = answer({ "Content-Type": type, ETag: '"1"' })();
    const options = {
      uncovered: "leave",
      onLeft: ({ place, url }: UnsignedReference) => left.push(`${place} ${url}`),
    };
    expect(await answered(path, () => passed, {}, options)).toBe(passed);
    expect(left).toEqual([`Content-Type ${folder}/${path}`]);
    // An answer that says that it failed says enough.
    const failed = answer({ "Content-Type": type }, 404)();
    expect(await answered(path, () => failed)).toBe(failed);
  });

  it(
    "is signed with the variables of its multivariant playlist, and beside trusted hosts",
    streaming(async () => {
      const text = '#EXTM3U\n#EXT-X-DEFINE:IMPORT="dir"\n{$dir}/1.ts\nhttps://ads.example.com/2.ts\n';
      const left: string[] = [];
      for (const variables of [
        { dir: "a" },
        (request: { url: string }) => ({ dir: request.url.slice(-1) }),
      ]) {
        const options = {
          variables,
          trusted: ["ads.example.com"],
          onLeft: ({ url }: UnsignedReference) => left.push(url),
        };
        const response = await answered(
          "index.m3u8",
          answer({ "Content-Type": hls }, 200, text),
          {},
          options,
        );
        expect(await response.text()).toBe(text.replace("1.ts", `1.ts?${grant.query}`));
      }
      expect(left).toEqual(["https://ads.example.com/2.ts", "https://ads.example.com/2.ts"]);
    }),
  );

  it(
    "is signed by several grants, and kept no longer than the first of them is valid",
    streaming(async () => {
      const other = "https://cdn.example.net/course/42";
      const second = await rsaSigner().grant({ resource: `${other}/*`, dateLessThan: momentSeconds + 60 });
      const text = `#EXTM3U\n1.ts\n${other}/2.ts\n`;
      const headers = { "Content-Type": hls, "Cache-Control": "max-age=3600" };
      for (const given of [[grant, second], () => [grant, second]]) {
        const response = await answered("index.m3u8", answer(headers, 200, text), {}, { grant: given });
        expect(response.headers.get("Cache-Control")).toBe("private, max-age=60");
        expect(await response.text()).toBe(
          text.replace("1.ts", `1.ts?${grant.query}`).replace("2.ts", `2.ts?${second.query}`),
        );
      }
    }),
  );

  it(
    "is streamed: the response contains what the origin has sent so far",
    streaming(async () => {
      let send: (text: string) => void = () => {};
      let close = () => {};
      const body = new ReadableStream({
        start(controller) {
          send = (text) => controller.enqueue(new TextEncoder().encode(text));
          close = () => controller.close();
        },
      });
      const response = await answered("index.m3u8", answer({}, 200, body));
      const reader = response.body?.getReader();
      send("#EXTM3U\n1.ts\n2.");
      expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(`#EXTM3U\n1.ts?${grant.query}\n`);
      send("ts");
      close();
      expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(`2.ts?${grant.query}`);
      expect((await reader?.read())?.done).toBe(true);
    }),
  );

  it(
    "keeps no header but those that stay true, and obey no cache",
    streaming(async () => {
      const removed = {
        "Content-Length": "50",
        "Content-Encoding": "gzip",
        "Content-MD5": "x",
        Digest: "x",
        "Content-Digest": "x",
        "Repr-Digest": "x",
        "X-Amz-Checksum-CRC32": "x",
        ETag: '"x"',
        "Last-Modified": "Thu, 01 Jan 2026 00:00:00 GMT",
        "Accept-Ranges": "bytes",
        Expires: "Thu, 01 Jan 2026 00:00:00 GMT",
        "Surrogate-Control": "max-age=60",
        "CDN-Cache-Control": "max-age=60",
        "Cloudflare-CDN-Cache-Control": "max-age=60",
        "X-Accel-Expires": "60",
        "X-Accel-Redirect": "/other",
        "Edge-Control": "max-age=60",
        "Edge-Cache-Tag": "x",
        "X-LiteSpeed-Cache-Control": "public",
        "Transfer-Encoding": "chunked",
        Connection: "close",
        "Set-Cookie": "a=b",
        Link: "</a>; rel=preload",
        Refresh: "0;url=/",
        Age: "3",
        "X-Amz-Meta-Title": "x",
        "A-Header-Of-Tomorrow": "x",
      };
      const kept = {
        "Content-Language": "de",
        Date: "Thu, 01 Jan 2026 00:00:00 GMT",
        Vary: "Origin",
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Expose-Headers": "Date",
        "Cross-Origin-Resource-Policy": "cross-origin",
        "Server-Timing": "cdn-cache;desc=HIT",
        "Timing-Allow-Origin": "*",
      };
      for (const method of ["GET", "HEAD"]) {
        const response = await answered(
          "index.m3u8",
          answer({ "Content-Type": hls, ...removed, ...kept }, 200, method === "GET" ? playlist : null),
          { method },
        );
        const lower = Object.fromEntries(
          Object.entries(kept).map(([name, value]) => [name.toLowerCase(), value]),
        );
        expect(Object.fromEntries(response.headers)).toEqual({
          ...lower,
          "content-type": `${hls}; charset=utf-8`,
          "cache-control": "private, no-cache",
        });
        expect(await response.text()).toBe(method === "GET" ? signed : "");
      }
    }),
  );

  it(
    "keeps the headers that keepHeaders names, in any case",
    streaming(async () => {
      const given = { "X-Request-Id": "7", "CMSD-Static": "ot=m", "X-Other": "x" };
      const options = { keepHeaders: ["x-request-ID", "CMSD-Static"] };
      const { headers } = await answered("index.m3u8", answer(given), {}, options);
      expect(Object.keys(given).map((name) => headers.get(name))).toEqual(["7", "ot=m", null]);
    }),
  );

  it.each([
    "Content-Type",
    "content-length",
    "Content-Encoding",
    "ETag",
    "Last-Modified",
    "Cache-Control",
    "CDN-Cache-Control",
    "X-Accel-Expires",
    "Edge-Control",
    "Surrogate-Control",
    "Transfer-Encoding",
    "Age",
    "Set-Cookie",
    "X-LiteSpeed-Cache",
    "X-LiteSpeed-Cache-Control",
    "X-Varnish-TTL",
    "X-Cache-TTL",
    "CF-Edge-Cache",
    "X-Sendfile",
    "X-Reproxy-URL",
    "No-Vary-Search",
  ])("refuses to keep %s", async (name) => {
    const { code, message } = await refusal(() => handlerOf([], { keepHeaders: ["X-Ok", name] }));
    expect([code, message]).toEqual([
      "ERR_OPTION_INVALID",
      `keepHeaders: entry 2 is ${name}, which the handler writes itself or removes: it is not true of the signed text, or makes others get it; leave it out`,
    ]);
  });

  it.each(["X-Cache", "Cache-Status", "CF-Cache-Status", "CF-Ray", "X-Varnish", "X-Amz-Cf-Id"])(
    "may keep %s, which no cache obeys",
    async (name) => {
      await handlerOf([], { keepHeaders: [name] });
    },
  );

  it.each([
    [
      "throws",
      () => {
        throw new TypeError("headers");
      },
    ],
    ["returns a number", () => 7],
    ["returns a list", () => ["application/x-mpegurl"]],
  ])("has a typed error for an answer whose headers.get %s", async (_, get) => {
    for (const path of ["index.m3u8", "a"]) {
      const response = { status: 200, statusText: "", body: null, headers: { get } };
      expect(await refusedAs(() => answered(path, () => response as never))).toBe(
        "ERR_OPTION_INVALID origin",
      );
    }
  });

  it.each(["X-Request-Id", [7], [""], ["a b"], ["a: b"], [undefined]])(
    "refuses %j as names of headers",
    async (keepHeaders) => {
      expect(await refusedAs(() => handlerOf([], { keepHeaders } as never))).toBe(
        "ERR_OPTION_INVALID keepHeaders",
      );
    },
  );

  it(
    "ends with an error when it becomes longer than maxLength, which is checked at once",
    streaming(async () => {
      const response = await answered("index.m3u8", answer(), {}, { maxLength: signed.length - 1 });
      expect((await refusal(() => readAll(response))).code).toBe("ERR_MANIFEST_TOO_LONG");
      const whole = await answered("index.m3u8", answer(), {}, { maxLength: signed.length });
      expect(await whole.text()).toBe(signed);
      for (const maxLength of [0, -1, Number.NaN, "1000", null])
        expect(await refusedAs(() => handlerOf([], { maxLength } as never)), String(maxLength)).toBe(
          "ERR_OPTION_INVALID maxLength",
        );
    }),
  );

  it.each([
    ["max-age=6", "private, max-age=6"],
    ["public, s-maxage=60, Max-Age=7, immutable", "private, max-age=7"],
    ["max-age=99999999999", `private, max-age=${end - momentSeconds}`],
    ["public, s-maxage=60", "private, no-cache"],
    ["max-age=0, must-revalidate", "private, no-cache"],
    ["max-age=600;no-store", "private, no-store"],
    ["max-age=60, max-age=0", "private, no-cache"],
    ["max-age=60;no-cache", "private, no-cache"],
    ['max-age="60", max-age=x', "private, no-cache"],
    ['no-cache="Set-Cookie", max-age=60', "private, no-cache"],
    ["no-store, max-age=60", "private, no-store"],
  ])(
    "is for this viewer's cache, and no longer than the grant: %s",
    streaming(async (given, expected) => {
      expect(
        (await answered("index.m3u8", answer({ "Cache-Control": given }))).headers.get("Cache-Control"),
      ).toBe(expected);
    }),
  );

  it(
    "is asked for as a whole, uncompressed and unconditionally",
    streaming(async () => {
      const headers = {
        Range: "bytes=0-9",
        "If-Range": '"x"',
        "If-None-Match": '"x"',
        "If-Modified-Since": "x",
        "Accept-Encoding": "br",
        "X-Own": "1",
      };
      const { handler, asked } = handlerOf([answer()]);
      const response = (await handler(
        new Request(`${folder}/index.m3u8?x=1`, { headers }),
        "environment",
        1,
      )) as Response;
      expect(await response.text()).toBe(signed);
      const [{ request, context } = {}] = asked;
      expect([request?.url, request?.headers.get("X-Own"), context]).toEqual([
        `${folder}/index.m3u8?x=1`,
        "1",
        ["environment", 1],
      ]);
      for (const name of ["Range", "If-Range", "If-None-Match", "If-Modified-Since"])
        expect(request?.headers.get(name), name).toBeNull();
      // A browser has the say about this one.
      expect([null, "identity"]).toContain(request?.headers.get("Accept-Encoding"));
    }),
  );

  it(
    "that only its content type shows is asked for again when a part of it came",
    streaming(async () => {
      const part = answer(
        { "Content-Type": hls, "Content-Range": "bytes 0-9/50" },
        206,
        playlist.slice(0, 10),
      );
      const { handler, asked } = handlerOf([part, answer({ "Content-Type": hls })]);
      const response = (await handler(
        new Request(`${folder}/live`, { headers: { Range: "bytes=0-9" } }),
      )) as Response;
      expect([response.status, await response.text()]).toEqual([200, signed]);
      expect(asked.map(({ request }) => request.headers.get("Range"))).toEqual(["bytes=0-9", null]);
      expect(await refusedAs(() => handlerOf([part]).handler(new Request(`${folder}/live`)))).toBe(
        "ERR_MANIFEST_INVALID origin",
      );
    }),
  );

  it(
    "never comes out corrupt",
    streaming(async () => {
      for (const body of [
        Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3),
        "not found",
        "#EXTM3U\n../../1.ts\n#EXT-X-ENDLIST\n",
        "",
      ]) {
        const response = await answered("index.m3u8", answer({}, 200, body));
        expect((await refusal(() => readAll(response))).code).toMatch(
          /ERR_(MANIFEST_INVALID|RESOURCE_MISMATCH)/,
        );
      }
      const left = await answered(
        "index.m3u8",
        answer({}, 200, "#EXTM3U\n../../1.ts\n"),
        {},
        { uncovered: "leave" },
      );
      expect(await left.text()).toBe("#EXTM3U\n../../1.ts\n");
    }),
  );
});

/** Reads the body itself: text() has an error of its own in browsers. */
async function readAll(response: Response): Promise<void> {
  const reader = response.body?.getReader();
  while (!(await reader?.read())?.done);
}

describe("a body that nobody reads", () => {
  /** An origin whose bodies say when they are let go. */
  function watched(status: number, headers: Record<string, string> = {}) {
    const cancelled: number[] = [];
    const origin = () =>
      new Response(
        new ReadableStream({ pull: () => new Promise(() => {}), cancel: () => void cancelled.push(status) }),
        {
          status,
          headers,
        },
      );
    return { origin, cancelled };
  }

  it(
    "is cancelled for a HEAD, a part, and an expired grant",
    streaming(async () => {
      const head = watched(200);
      expect((await answered("index.m3u8", head.origin, { method: "HEAD" })).body).toBeNull();
      expect(head.cancelled).toEqual([200]);
      const part = watched(206, { "Content-Type": hls });
      expect(await refusedAs(() => answered("live", part.origin))).toBe("ERR_MANIFEST_INVALID origin");
      expect(part.cancelled).toEqual([206, 206]);
      const over = watched(200);
      expect(
        await refusedAs(() => answered("index.m3u8", over.origin, {}, { now: () => new Date(end * 1000) })),
      ).toBe("ERR_DATE_PAST grant");
      expect(over.cancelled).toEqual([200]);
    }),
  );

  it(
    "may have been read before: a HEAD still gets its status",
    streaming(async () => {
      const used = new Response("x", { headers: { "Content-Type": hls } });
      await used.text();
      expect((await answered("index.m3u8", () => used, { method: "HEAD" })).status).toBe(200);
    }),
  );
});

describe("everything else", () => {
  it("reaches the origin as it is, and comes back as it is", async () => {
    const part = answer({ "Content-Type": "video/mp4", "Content-Range": "bytes 0-9/50", ETag: '"x"' }, 206)();
    const { handler, asked } = handlerOf([() => part]);
    const request = new Request(`${folder}/a.mp4`, { headers: { Range: "bytes=0-9", "If-Range": '"x"' } });
    expect(await handler(request)).toBe(part);
    expect(asked[0]?.request).toBe(request);
  });

  it.each([
    [304, null],
    [404, "no such playlist"],
    [403, "<Error/>"],
    [500, ""],
  ])("has status %i", async (status, body) => {
    const given = answer({ "Content-Type": hls }, status, body)();
    expect(await answered("index.m3u8", () => given)).toBe(given);
  });

  it.each(["POST", "DELETE", "OPTIONS"])("is a %s", async (method) => {
    const given = answer({ "Content-Type": hls })();
    expect(await answered("index.m3u8", () => given, { method })).toBe(given);
  });

  it("is what the origin rejects with", async () => {
    const { handler } = handlerOf([
      () => {
        throw new RangeError("down");
      },
    ]);
    await expect(handler(new Request(`${folder}/index.m3u8`))).rejects.toThrow(RangeError);
  });
});

describe("the grant", () => {
  it(
    "may be the viewer's own, made for each manifest and for nothing else",
    streaming(async () => {
      const viewers: unknown[] = [];
      const options = {
        grant: async (request: { url: string }, viewer: unknown) => {
          viewers.push(`${viewer} ${request.url}`);
          return grant;
        },
      };
      const { handler } = handlerOf([answer()], options as never);
      const response = (await handler(new Request(`${folder}/index.m3u8`), "Ann")) as Response;
      expect(await response.text()).toBe(signed);
      await handler(new Request(`${folder}/segment.ts`), "Bob");
      expect(viewers).toEqual([`Ann ${folder}/index.m3u8`]);
    }),
  );

  it(
    "is refused when it never ends, or is not a grant",
    streaming(async () => {
      const endless = { ...grant, expiresAt: new Date(Number.NaN) };
      for (const grant of [endless, () => Promise.resolve({})])
        expect(await refusedAs(() => answered("index.m3u8", answer(), {}, { grant }))).toBe(
          "ERR_OPTION_INVALID grant",
        );
    }),
  );

  it(
    "covers the URL under which the player asks, not the one behind a proxy",
    streaming(async () => {
      const { handler } = handlerOf([answer()], {
        manifestUrl: (request) => (request as Request).url.replace("http://internal:8080", host),
      });
      const response = (await handler(new Request("http://internal:8080/course/42/index.m3u8"))) as Response;
      expect(await response.text()).toBe(signed);
    }),
  );
});

describe("the handler", () => {
  it(
    "refuses a clock that returns no valid Date",
    streaming(async () => {
      for (const now of [() => new Date(Number.NaN), () => momentSeconds, moment])
        expect(await refusedAs(() => answered("index.m3u8", answer(), {}, { now }))).toBe(
          "ERR_OPTION_INVALID now",
        );
    }),
  );

  it(
    "stands in front of one that asks for signatures",
    streaming(async () => {
      const origin = restrictViewerAccess({
        publicKeys: { [keyPairId]: keyText("rsa2048.pub.spki.pem") },
        origin: () => answer({ "Content-Type": hls })(),
        now: () => moment,
      });
      const handler = signManifests({ grant, origin, now: () => moment });
      expect(((await handler(new Request(`${folder}/index.m3u8`))) as Response).status).toBe(403);
      const response = (await handler(new Request(grant.signUrl(`${folder}/index.m3u8`)))) as Response;
      const [uri = ""] = (await response.text()).split("\r\n").slice(2);
      expect(((await handler(new Request(new URL(uri, `${folder}/index.m3u8`)))) as Response).status).toBe(
        200,
      );
    }),
  );

  it("refuses headers and dates that only look like those of a Request or grant", async () => {
    const request = { method: "GET", url: `${folder}/index.m3u8`, headers: 5 };
    expect(await refusedAs(() => handlerOf([answer()]).handler(request as never))).toBe(
      "ERR_OPTION_INVALID request",
    );
    const dated = { grant: { ...grant, expiresAt: 5 } as never };
    expect(await refusedAs(() => answered("index.m3u8", answer(), {}, dated))).toBe(
      "ERR_OPTION_INVALID grant",
    );
  });
});
