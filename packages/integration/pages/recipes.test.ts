import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { integration, root } from "@cloudfront-sign-webcrypto/testing/folders";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import type { RenewingGrant } from "cloudfront-sign-media/client";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { createElement, StrictMode } from "react";
// @ts-expect-error: it has no types
import { act, create } from "react-test-renderer";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { codeBlocks } from "../examples/support/code-blocks.ts";

/** The recipes of docs/recipes.md as they stand there, but with two users: a may see course 42 and its videos. */

const page = readFileSync(join(root, "docs/recipes.md"), "utf8");
const folder = mkdtempSync(join(integration, ".examples-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const withUsers = (code: string): string => {
  const cookie = code.includes("(_request: express.Request)") ? "_request.headers.cookie" : "_cookie";
  return code
    .replace(/=>\s+undefined;/, `=> ({ "user=a": "a", "user=b": "b" })[${cookie} ?? ""];`)
    .replace("=> false;", '=> _user === "a" && !_path.includes("other");');
};
for (const { kind, name, code } of codeBlocks("docs/recipes.md", page))
  if (kind === "file") writeFileSync(join(folder, name), withUsers(code));

const load = (name: string) => import(/* @vite-ignore */ join(folder, name));

type Answer = Pick<Response, "status" | "headers">;
/** Sends a request to a recipe. */
type Ask = (path: string, cookie?: string, method?: string, from?: string) => Promise<Answer>;

const headersOf = (Cookie: string, from?: string): Record<string, string> =>
  from === undefined ? { Cookie } : { Cookie, "Sec-Fetch-Site": from };

const site = "https://www.example.com";
const ofHandler =
  (handle: (request: Request) => Response | Promise<Response>): Ask =>
  async (path, cookie = "", method = "GET", from = undefined) =>
    handle(new Request(site + path, { method, headers: headersOf(cookie, from) }));

const ofServer =
  (handler: RequestListener): Ask =>
  async (path, cookie = "", method = "GET", from = undefined) => {
    const server = createServer(handler).listen(0);
    try {
      const { port } = server.address() as AddressInfo;
      const headers = headersOf(cookie, from);
      return await fetch(`http://localhost:${port}${path}`, { method, headers, redirect: "manual" });
    } finally {
      server.close();
    }
  };

const recipes: Readonly<Record<string, () => Promise<Ask>>> = {
  Express: async () => ofServer((await load("express-server.ts")).app),
  Hono: async () => ofHandler((await load("hono-app.ts")).default.fetch),
  Fastify: async () => {
    const { app } = await load("fastify-server.ts");
    afterAll(() => app.close());
    return async (url, cookie = "", method = "GET", from = undefined) => {
      const { statusCode, headers } = await app.inject({ url, method, headers: headersOf(cookie, from) });
      const lines: [string, string][] = Object.entries(headers).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, String(one)]),
      );
      return { status: statusCode, headers: new Headers(lines) };
    };
  },
  "Next.js": async () => ofHandler((await load("next-route.ts")).GET),
  SvelteKit: async () => {
    const { GET } = await load("sveltekit-server.ts");
    return ofHandler((request) =>
      GET({ request, params: { name: new URL(request.url).pathname.slice("/videos/".length) } }),
    );
  },
  Lambda: async () => {
    const { handler } = await load("lambda-handler.ts");
    return async (rawPath, cookie = "") => {
      const { statusCode, headers } = await handler({ rawPath, cookies: [cookie] });
      return { status: statusCode, headers: new Headers(headers) };
    };
  },
  Nuxt: async () => {
    const [{ default: route }, { createApp, createRouter, toNodeListener }] = await Promise.all([
      load("nuxt-route.ts"),
      import("h3"),
    ]);
    return ofServer(toNodeListener(createApp().use(createRouter().get("/videos/:name", route))));
  },
};

beforeAll(() => {
  vi.stubEnv("CLOUDFRONT_KEY_PAIR_ID", "K2JCJMDEHXQW5F");
  vi.stubEnv("CLOUDFRONT_PRIVATE_KEY", keyText("rsa2048.pkcs8.pem"));
  vi.stubEnv("PORT", "0");
  vi.stubEnv("COOKIE_DOMAIN", "example.com");
});
afterAll(() => vi.unstubAllEnvs());

describe.each(Object.entries(recipes))("the recipe for %s", (_, open) => {
  let ask: Ask;
  beforeAll(async () => {
    ask = await open();
  });

  it("redirects a user to a signed URL, which no cache keeps", async () => {
    const { status, headers } = await ask("/videos/a.mp4", "user=a");
    expect([status, headers.get("Cache-Control")]).toEqual([302, "no-store"]);
    expect(headers.get("Location")).toMatch(
      /^https:\/\/cdn\.example\.com\/videos\/a\.mp4\?Expires=\d+&Signature=/,
    );
  });

  it("answers 401 without a user, and 404 for what the user may not see", async () => {
    expect((await ask("/videos/a.mp4")).status).toBe(401);
    expect((await ask("/videos/a.mp4", "user=b")).status).toBe(404);
    expect((await ask("/videos/other.mp4", "user=a")).status).toBe(404);
  });

  it.each(["%252e%252e", "..%5csecret", ".git", "a;b"])("answers 404 for %s", async (name) => {
    expect((await ask(`/videos/${name}`, "user=a")).status).toBe(404);
  });

  it("signs an escaped slash only as the path that was checked", async () => {
    const { status, headers } = await ask("/videos/a%2fb", "user=a");
    // Some routers decode their parameters.
    if (status !== 404) expect(headers.get("Location")).toContain("/videos/a/b?Expires=");
    expect((await ask("/videos/a%2fother", "user=a")).status).toBe(404);
  });
});

describe.each(["Express", "Hono", "Fastify"])("the cookies of the recipe for %s", (name) => {
  let ask: Ask;
  beforeAll(async () => {
    ask = (await recipes[name]?.()) ?? expect.fail("no such recipe");
  });

  it("are for a user who has the course, for its folder, and no cache keeps them", async () => {
    const { status, headers } = await ask("/course/42/open", "user=a", "POST");
    expect([status, headers.get("Cache-Control")]).toEqual([204, "no-store"]);
    expect(headers.getSetCookie()).toHaveLength(3);
    for (const line of headers.getSetCookie())
      expect(line).toContain("Domain=example.com; Path=/course/42/;");
  });

  it("are not set without the course", async () => {
    const answers = [
      await ask("/course/42/open", "", "POST"),
      await ask("/course/42/open", "user=b", "POST"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 403]);
    expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual([]);
  });
});

describe.each(["Express", "Hono", "Fastify"])("the cookies of the recipe for %s, for a page", (name) => {
  it.each([
    ["same-origin", 204],
    ["same-site", 403],
    ["cross-site", 403],
  ])("that is %s: %i", async (from, expected) => {
    const ask = (await recipes[name]?.()) ?? expect.fail("no such recipe");
    const { status, headers } = await ask("/course/42/open", "user=a", "POST", from);
    expect([status, headers.getSetCookie().length > 0]).toEqual([expected, expected === 204]);
  });
});

it.each([
  ["express-session", "session-user.ts", { session: { user: "ada" } }, { session: {} }],
  ["Passport", "passport-user.ts", { user: { id: "ada" } }, {}],
])("the recipe for Express takes the user of %s", async (_, file, signedIn, signedOut) => {
  const { userOf } = await load(file);
  expect([await userOf(signedIn), await userOf(signedOut)]).toEqual(["ada", undefined]);
});

it("the recipe for Express 4 passes an error to the error handlers", async () => {
  const { catching } = await load("express-4.ts");
  const error = new Error("the key is missing");
  const passed = await new Promise((next) => catching(async () => Promise.reject(error))({}, {}, next));
  expect(passed).toBe(error);
});

/** A router of the page in an app, with the check of the app in place of its own. */
const withCheck = async (name: string, placeholder: RegExp, check: string) => {
  const { code = "" } = codeBlocks("docs/recipes.md", page).find((block) => block.name === name) ?? {};
  writeFileSync(join(folder, `checked-${name}`), code.replace(placeholder, check));
  const [{ default: express }, { reports, downloads }] = await Promise.all([
    import("express"),
    load(`checked-${name}`),
  ]);
  return ofServer(express().use(reports ?? downloads));
};

it("the route for downloads of the recipe for Express redirects to a URL for one hour", async () => {
  const check = '=> _request.headers.cookie === "user=a" && _path === "/downloads/a.pdf";';
  const ask = await withCheck("express-downloads.ts", /=> false;/, check);
  const now = Math.floor(Date.now() / 1000);
  const { status, headers } = await ask("/downloads/a.pdf", "user=a");
  expect([status, headers.get("Cache-Control")]).toEqual([302, "no-store"]);
  const { origin, pathname, searchParams } = new URL(headers.get("Location") ?? "");
  expect(origin + pathname).toBe("https://cdn.example.com/downloads/a.pdf");
  expect(Number(searchParams.get("Expires")) - now).toBeGreaterThanOrEqual(3600);
  for (const [path, cookie] of [
    ["a.pdf", "user=b"],
    ["b.pdf", "user=a"],
    ["%252e%252e", "user=a"],
  ])
    expect((await ask(`/downloads/${path}`, cookie)).status).toBe(404);
});

it("the route for reports of the recipe for Express redirects to a file whose name has spaces", async () => {
  const found =
    '=> _cookie === "user=a" ? { key: "reports/Annual report.pdf", name: "Übersicht.pdf" } : undefined;';
  const ask = await withCheck("express-reports.ts", /=>\s+undefined;/, found);
  expect((await ask("/reports/42")).status).toBe(404);
  const { status, headers } = await ask("/reports/42", "user=a");
  expect([status, headers.get("Cache-Control")]).toEqual([302, "no-store"]);
  expect(headers.get("Location")).toMatch(
    /^https:\/\/cdn\.example\.com\/reports\/Annual%20report\.pdf\?response-content-disposition=.*&Signature=/,
  );
});

it.each([
  ["https://app.example.com", 204],
  ["https://evil.example", 403],
  [undefined, 403],
])("the check of origins of the recipe for Express answers %s with %i", async (origin, expected) => {
  const { onlyOwnPages } = await load("express-origins.ts");
  const sendStatus = vi.fn();
  onlyOwnPages({ get: () => origin }, { sendStatus }, () => sendStatus(204));
  expect(sendStatus.mock.calls).toEqual([[expected]]);
});

it("the recipe for Express changes no other route of an app", async () => {
  const { app } = await load("express-server.ts");
  const { default: express } = await import("express");
  const shop = express().use(app);
  shop.post("/payment/return", (_request, response) => void response.sendStatus(204));
  const { status, headers } = await ofServer(shop)("/payment/return", "", "POST", "cross-site");
  expect([status, headers.get("Cache-Control")]).toEqual([204, null]);
});

it("the test of a route in docs/testing.md passes", async () => {
  const testing = readFileSync(join(root, "docs/testing.md"), "utf8");
  const name = "express-route.test.ts";
  const { code = "" } = codeBlocks("docs/testing.md", testing).find((block) => block.name === name) ?? {};
  expect(code).toContain("assert.equal");
  writeFileSync(join(folder, name), code);
  vi.stubEnv("CLOUDFRONT_PUBLIC_KEY", keyText("rsa2048.pub.spki.pem"));
  await load(name);
});

it("the logout of the recipe for Express deletes the cookies of each folder of the session, and ends it", async () => {
  const [{ logout, rememberFolder }, { default: express }, { default: session }] = await Promise.all([
    load("express-logout.ts"),
    import("express"),
    import("express-session"),
  ]);
  const app = express();
  app.use(session({ secret: "of a test", resave: false, saveUninitialized: false }));
  app.post("/course/:id/open", (request, response) => {
    rememberFolder(request, `/course/${request.params.id}/`);
    response.sendStatus(204);
  });
  app.post("/logout", logout);
  const ask = ofServer(app);
  const opened = await ask("/course/42/open", "", "POST");
  const cookie = opened.headers.getSetCookie()[0]?.split(";")[0];
  for (const id of ["43", "42"]) await ask(`/course/${id}/open`, cookie, "POST");
  const { status, headers } = await ask("/logout", cookie, "POST");
  expect([status, headers.get("Cache-Control")]).toEqual([204, "no-store"]);
  const { clearCloudFrontSignedCookies } = await import("cloudfront-sign-webcrypto");
  const deleted = ["/course/42/", "/course/43/"].flatMap((path) =>
    clearCloudFrontSignedCookies({ domain: "example.com", path }),
  );
  expect(headers.getSetCookie()).toEqual(deleted);
  expect((await ask("/logout", cookie, "POST")).headers.getSetCookie()).toEqual([]);
});

it("the recipe for Express opens the course of the address, if the app's own check allows it", async () => {
  const ask = ofServer((await load("express-server.ts")).app);
  const { status, headers } = await ask("/course/43-b/open", "user=a", "POST");
  expect(status).toBe(204);
  for (const line of headers.getSetCookie()) expect(line).toContain("Path=/course/43-b/;");
  for (const id of ["other", "*", "4?", "%252e%252e", "a%2fb*"])
    expect([id, (await ask(`/course/${encodeURIComponent(id)}/open`, "user=a", "POST")).status]).toEqual([
      id,
      403,
    ]);
});

it("the page of the recipe for Express opens the course whose film it plays", async () => {
  const { app } = await load("express-server.ts");
  const ask = ofServer(app);
  const response = await ask("/course/42");
  expect(response.headers.get("Content-Type")).toMatch(/^text\/html/);
  const html = await (response as Response).text();
  const [, open = ""] = /fetch\("([^"]+)", \{ method: "POST" \}\)/.exec(html) ?? [];
  const [, film = ""] = /\.src = "([^"]+)"/.exec(html) ?? [];
  const { headers } = await ask(open, "user=a", "POST", "same-origin");
  const cookies = headers.getSetCookie().map((line) => line.split(";")[0]);
  const publicKeys = { K2JCJMDEHXQW5F: keyText("rsa2048.pub.spki.pem") };
  const { verifyCookies } = createCloudFrontVerifier({ publicKeys });
  expect(await verifyCookies(film, cookies.join("; "))).toMatchObject({ allowed: true });
  expect((await ask('/course/"><script>')).status).toBe(404);
});

it("the recipe for Hono signs the path of the file where it is mounted under another one", async () => {
  const { Hono } = await import("hono");
  const { default: app } = await load("hono-app.ts");
  const ask = ofHandler(new Hono().route("/api", app).fetch);
  const { headers } = await ask("/api/videos/a.mp4?size=1", "user=a");
  expect(headers.get("Location")).toMatch(/^https:\/\/cdn\.example\.com\/videos\/a\.mp4\?Expires=/);
  expect((await ask("/api/videos/%252e%252e", "user=a")).status).toBe(404);
});

describe("the recipe for React", () => {
  const grants: RenewingGrant[] = [];
  beforeAll(() => {
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
    // The renderer says that it is deprecated.
    vi.spyOn(console, "error").mockImplementation(() => {});
  });
  afterAll(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  const open = () => grants.filter(({ state }) => state.status !== "closed");

  it("has one open grant, another one for another film, and none without the component", async () => {
    const { useGrant } = await load("use-grant.ts");
    const Player = ({ id }: { id: number }) => {
      const grant: RenewingGrant | undefined = useGrant(`https://app.example.com/api/course/${id}`);
      if (grant && !grants.includes(grant)) grants.push(grant);
      return null;
    };
    // React mounts a component twice in strict mode.
    const film = (id: number) => createElement(StrictMode, null, createElement(Player, { id }));
    const root = await act(async () => create(film(42)));
    const [first, ...others] = open();
    expect([first?.state.status, others]).toEqual(["idle", []]);
    await act(async () => root.update(film(42)));
    expect(open()).toEqual([first]);
    await act(async () => root.update(film(43)));
    expect(first?.state.status).toBe("closed");
    expect(open()).toHaveLength(1);
    await act(async () => root.unmount());
    expect(open()).toEqual([]);
  });
});
