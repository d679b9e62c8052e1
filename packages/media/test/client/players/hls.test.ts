import { hlsLoader, type RenewingGrant } from "cloudfront-sign-media/client";
import { expect, it } from "vitest";
import { FakeXhr } from "../../support/fake-xhr.ts";
import {
  cookieGrant,
  folder,
  foreignUrl,
  lateGrant,
  numberedGrant,
  refusal,
  refusedGrant,
  settle,
  signedBy,
  withinPage,
  withoutRandomPauses,
} from "../../support/numbered-grants.ts";

/** The loader for hls.js, above a loader that calls hooks and callbacks as those of hls.js do. */

withinPage();
withoutRandomPauses();

interface Config {
  readonly statuses: number[];
  readonly sent: string[];
  readonly calls: string[];
  readonly xhrSetup?: (xhr: FakeXhr, url: string, context: object) => unknown;
  readonly fetchSetup?: (context: { url: string }, init: RequestInit) => Request | Promise<Request>;
}

interface Callbacks {
  onSuccess(): void;
  onError(error: { code: number; text: string }): void;
}

class Loader {
  stats: { loading: { start: number } } | null = { loading: { start: 0 } };
  readonly config: Config;

  constructor(config: Config) {
    this.config = config;
  }

  load(context: { url: string }, _: object, callbacks: Callbacks): void {
    if (this.stats?.loading.start) throw new Error("Loader can only be used once.");
    Object.assign(this.stats?.loading ?? {}, { start: 1 });
    void this.request(context, callbacks);
  }

  private async request(context: { url: string }, callbacks: Callbacks): Promise<void> {
    const { statuses, sent, xhrSetup } = this.config;
    const xhr = new FakeXhr(statuses.shift() ?? 200);
    try {
      await xhrSetup?.(xhr, context.url, context);
    } catch {
      try {
        xhr.open("GET", context.url);
        await xhrSetup?.(xhr, context.url, context);
      } catch (error) {
        return callbacks.onError({ code: 0, text: (error as Error).message });
      }
    }
    if (!this.stats) return;
    xhr.send();
    sent.push(...xhr.sent);
    if (xhr.status === 200) callbacks.onSuccess();
    else callbacks.onError({ code: xhr.status, text: "" });
  }

  abort(): void {
    this.config.calls.push("abort");
  }

  destroy(): void {
    this.stats = null;
    this.config.calls.push("destroy");
  }
}

function player(grant: RenewingGrant, ...statuses: number[]) {
  const config = { statuses, sent: [] as string[], calls: [] as string[] };
  const loader = new (hlsLoader(grant, Loader))(config);
  const load = (url = `${folder}a.ts`) => {
    const context = { url };
    const onError = ({ code, text }: { code: number; text: string }) => config.calls.push(`${code} ${text}`);
    loader.load(context, {}, { onSuccess: () => config.calls.push("success"), onError });
    return context;
  };
  return { ...config, loader, load };
}

it("signs what the grant covers, and leaves the context of hls.js alone", async () => {
  const grant = numberedGrant();
  const { sent, calls, load } = player(grant);
  const context = load();
  await settle();
  expect([sent, calls, context]).toEqual([
    [signedBy(1, `${folder}a.ts`)],
    ["success"],
    { url: `${folder}a.ts` },
  ]);
  const other = player(grant);
  other.load(foreignUrl);
  await settle();
  expect(other.sent).toEqual([foreignUrl]);
  grant.close();
});

it("sends credentials, and leaves the URL alone, for a grant in cookies", async () => {
  const grant = cookieGrant();
  const { sent, load } = player(grant);
  load();
  await settle();
  expect(sent).toEqual([`${folder}a.ts with credentials`]);
  grant.close();
});

it.each([
  ["200 after 403", [403, 200], ["success"], 2],
  ["403 after 403", [403, 403, 200], ["403 "], 2],
  ["404", [404, 200], ["404 "], 1],
  ["200 after a status that the browser hides", [0, 200], ["success"], 2],
  ["another hidden status", [0, 0, 200], ["0 "], 2],
])("tries a 403 once more, with the next grant: %s", async (_, statuses, expected, requests) => {
  const grant = numberedGrant();
  const { sent, calls, load } = player(grant, ...statuses);
  load();
  await settle();
  const both = [signedBy(1, `${folder}a.ts`), signedBy(2, `${folder}a.ts`)];
  expect([sent, calls]).toEqual([both.slice(0, requests), expected]);
  grant.close();
});

it("gives hls.js a network error, and sends nothing, when there is no grant", async () => {
  const { sent, calls, load } = player(refusedGrant());
  load();
  await settle();
  expect([sent, calls]).toEqual([[], [`0 ${refusal}`]]);
});

it("waits for a grant that comes late", async () => {
  const { grant, give } = lateGrant();
  const { sent, load } = player(grant);
  load();
  await settle();
  expect(sent).toEqual([]);
  give();
  await settle();
  expect(sent).toEqual([signedBy(1, `${folder}a.ts`)]);
  grant.close();
});

it.each(["abort", "destroy"] as const)(
  "makes no request after %s() during the wait for another grant",
  async (end) => {
    const { grant, give } = lateGrant();
    const { sent, calls, load, loader } = player(grant, 403, 200);
    load();
    await settle();
    give();
    await settle();
    expect(sent).toHaveLength(1);
    loader[end]();
    give();
    await settle();
    expect([sent.length, calls]).toEqual([1, [end]]);
    grant.close();
  },
);

it("runs your own xhrSetup when the request is open, with the signed URL", async () => {
  const grant = numberedGrant();
  const urls: string[] = [];
  const config: Config = {
    statuses: [],
    sent: [],
    calls: [],
    xhrSetup: (xhr, url) => {
      urls.push(url);
      xhr.setRequestHeader("X-Own", "1");
    },
  };
  new (hlsLoader(grant, Loader))(config).load({ url: `${folder}a.ts` }, {}, { onSuccess() {}, onError() {} });
  await settle();
  expect([urls, config.sent]).toEqual([
    [signedBy(1, `${folder}a.ts`)],
    [`${signedBy(1, `${folder}a.ts`)} X-Own: 1`],
  ]);
  grant.close();
});

it.each<[string, () => RenewingGrant, string, RequestCredentials]>([
  ["a query", numberedGrant, signedBy(1, `${folder}a.ts`), "same-origin"],
  ["cookies", cookieGrant, `${folder}a.ts`, "include"],
])("signs the requests of a fetch loader: a grant in %s", async (_, make, url, credentials) => {
  const grant = make();
  const seen: RequestInit[] = [];
  const given: Config = {
    statuses: [],
    sent: [],
    calls: [],
    fetchSetup: ({ url }, init) => {
      seen.push(init);
      return new Request(url);
    },
  };
  const init = { credentials: "same-origin" } as const;
  for (const config of [given, { ...given, fetchSetup: undefined }]) {
    const loader = new (hlsLoader(grant, Loader))(config as Config);
    expect((await loader.config.fetchSetup?.({ url: `${folder}a.ts` }, init))?.url).toBe(url);
  }
  expect(seen.map((each) => each.credentials)).toEqual([credentials]);
  grant.close();
});

it("replaces the next grant, too, after a request that worked with the one before", async () => {
  const grant = numberedGrant();
  for (const number of [1, 2, 3]) {
    const { sent, calls, load } = player(grant, 403, 200);
    load();
    await settle();
    const url = `${folder}a.ts`;
    expect([sent, calls]).toEqual([[signedBy(number, url), signedBy(number + 1, url)], ["success"]]);
  }
  grant.close();
});

it("replaces no grant for hidden statuses of two requests more than once", async () => {
  const grant = numberedGrant();
  const players = [player(grant, 0, 0), player(grant, 0, 0), player(grant, 0, 0)];
  for (const { load } of players) load();
  await settle();
  const later = player(grant, 0);
  later.load();
  await settle();
  const url = `${folder}a.ts`;
  for (const { sent, calls } of players)
    expect([sent, calls]).toEqual([[signedBy(1, url), signedBy(2, url)], ["0 "]]);
  expect([later.sent, later.calls]).toEqual([[signedBy(2, url)], ["0 "]]);
  grant.close();
});

it("does not replace the grant while the device is offline", async () => {
  const navigator = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  Object.defineProperty(globalThis, "navigator", { value: { onLine: false }, configurable: true });
  const grant = numberedGrant();
  const { sent, calls, load } = player(grant, 0, 200);
  try {
    load();
    await settle();
  } finally {
    if (navigator) Object.defineProperty(globalThis, "navigator", navigator);
    else Reflect.deleteProperty(globalThis, "navigator");
  }
  expect([sent, calls]).toEqual([[signedBy(1, `${folder}a.ts`)], ["0 "]]);
  grant.close();
});
