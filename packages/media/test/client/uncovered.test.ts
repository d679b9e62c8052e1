import {
  type DashResponse,
  hlsLoader,
  type RenewingGrant,
  signDashPlayer,
  signShakaPlayer,
  signVideoJsPlayer,
} from "cloudfront-sign-media/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { FakeXhr } from "../support/fake-xhr.ts";
import {
  cookieGrant,
  folder,
  foreignUrl,
  numberedGrant,
  refusedGrant,
  settle,
  withoutRandomPauses,
} from "../support/numbered-grants.ts";

/** What the console shows when a player's request fails that the grant does not cover. */

type Fail = (url: string, status: number) => Promise<void>;

class Loader {
  stats = { loading: { start: 0 } };
  load(
    { url }: { url: string },
    { status }: { status: number },
    callbacks: { onError(error: object): void },
  ) {
    queueMicrotask(() => callbacks.onError({ code: status, url }));
  }
}

function hls(grant: RenewingGrant): Fail {
  const Signing = hlsLoader(grant, Loader as never) as unknown as typeof Loader;
  return async (url, status) => {
    await grant.ready().catch(() => {});
    new (Signing as unknown as new (config: object) => Loader)({}).load(
      { url },
      { status },
      { onError() {} },
    );
  };
}

function dash(grant: RenewingGrant): Fail {
  let answered = async (_: DashResponse): Promise<unknown> => undefined;
  signDashPlayer(grant, {
    addRequestInterceptor() {},
    addResponseInterceptor: (given) => {
      answered = given;
    },
  });
  return async (url, status) => {
    await grant.ready().catch(() => {});
    await answered({ request: { url }, status });
  };
}

function shaka(grant: RenewingGrant): Fail {
  let failed = (_: object): void => {};
  signShakaPlayer(grant, {
    getNetworkingEngine: () => null,
    addEventListener: (_, given) => {
      failed = given;
    },
  });
  return async (url, httpResponseCode) => {
    await grant.ready().catch(() => {});
    failed({ request: { uris: [url] }, httpResponseCode });
  };
}

function videoJs(grant: RenewingGrant): Fail {
  let beforeSend = (_: FakeXhr): void => {};
  const onRequest = (hook: (request: object) => object) => {
    open = (uri) => {
      beforeSend = (hook({ uri }) as { beforeSend: typeof beforeSend }).beforeSend;
    };
  };
  let open = (_: string): void => {};
  signVideoJsPlayer(grant, { on() {}, tech: () => ({ vhs: { xhr: { onRequest } } }) });
  return async (url, status) => {
    open(url);
    const xhr = new FakeXhr(status);
    beforeSend(xhr);
    xhr.send(null);
    await settle();
    if (status === 0) xhr.onerror?.(undefined);
  };
}

const warning = (origin: string) =>
  `A request of ${origin} failed. It went out unsigned because the grant does not cover its URL;` +
  " check the resource that authorize returns to grantHandler.";

afterEach(() => vi.restoreAllMocks());
withoutRandomPauses();

describe.each<[string, (grant: RenewingGrant) => Fail, number[]]>([
  ["hls.js", hls, [403, 0]],
  ["dash.js", dash, [403]],
  ["Shaka", shaka, [403, 0]],
  ["video.js", videoJs, [403, 0]],
])("a request of %s that the grant does not cover", (_, player, statuses) => {
  it.each(statuses)("is shown once when it fails with %d, without its path", async (status) => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const grant = numberedGrant();
    const fail = player(grant);
    for (const url of ["https://cdn.example.com/other/a.ts?x", foreignUrl]) await fail(url, status);
    await settle();
    expect(warn.mock.calls).toEqual([[warning("https://cdn.example.com")]]);
    grant.close();
  });

  it("is not shown when it succeeds, when the object is missing, or when the grant covers it", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    for (const grant of [numberedGrant(), cookieGrant()]) {
      const fail = player(grant);
      await fail(foreignUrl, 404);
      await fail(foreignUrl, 200);
      for (const status of statuses) await fail(`${folder}a.ts`, status);
      await settle();
      grant.close();
    }
    await player(refusedGrant())(foreignUrl, 403);
    await settle();
    expect(warn.mock.calls).toEqual([]);
  });
});
