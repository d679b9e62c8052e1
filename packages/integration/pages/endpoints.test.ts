import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { grantHandler } from "cloudfront-sign-media/server";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { nodeHandler } from "cloudfront-sign-webcrypto/node";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import express from "express";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { codeBlocks, documentedViewerOf } from "../examples/support/code-blocks.ts";
import { DocumentedFiles } from "../support/documented-files.ts";

/** The servers of docs/grants.md as they stand there. Next.js is not run: its route file is called as it calls one. */

type Handler = (request: Request, id: string) => Promise<Response>;
type Ask = (path: string, init: RequestInit) => Promise<Response>;

vi.stubEnv("CLOUDFRONT_PRIVATE_KEY", keyText("rsa2048.pkcs8.pem"));
vi.stubEnv("SESSION_SECRET", "of this test");
vi.stubEnv("COOKIE_DOMAIN", "example.com");
const files = new DocumentedFiles("grants.md");
const servers: Server[] = [];
afterAll(() => {
  vi.unstubAllEnvs();
  files.remove();
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

/** Asks a server on a port of this machine. */
async function served(listener: RequestListener | Server): Promise<Ask> {
  const server = typeof listener === "function" ? createServer(listener) : listener;
  servers.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init);
}

const requestOf = (path: string, init: RequestInit): Request =>
  new Request(`https://www.example.com${path}`, init);

/** The documented app, behind a sign-in that puts the courses into the session. */
async function expressApp(): Promise<express.Express> {
  const { app } = await files.load<{ app: express.Express }>("express-app.ts");
  const signIn: express.RequestHandler = (request, _response, next) => {
    const session = { courses: ["42"], destroy: () => undefined };
    if (request.get("Cookie")?.includes("session=of-ada")) request.session = session;
    next();
  };
  return express().use(signIn, app);
}

interface NextRoute {
  readonly POST: (request: Request, context: { params: Promise<{ id: string }> }) => Promise<Response>;
  readonly OPTIONS: NextRoute["POST"];
}

const starts: Record<string, () => Promise<Ask>> = {
  Express: async () => served(await expressApp()),
  Hono: async () => {
    const { app } = await files.load<{ app: { request: Ask } }>("hono-app.ts");
    return async (path, init) => app.request(path, init);
  },
  "Next.js": async () => {
    const route = await files.load<NextRoute>("next-route.ts");
    return (path, init) => {
      const handle = init.method === "OPTIONS" ? route.OPTIONS : route.POST;
      const id = decodeURIComponent(path.split("/").at(-1) ?? "");
      return handle(requestOf(path, init), { params: Promise.resolve({ id }) });
    };
  },
  "node:http": async () => served((await files.load<{ server: Server }>("node-server.ts")).server),
  "Workers, Deno and Bun": async () => {
    const { default: app } = await files.load<{
      default: { fetch: (request: Request) => Promise<Response> };
    }>("fetch-server.ts");
    return (path, init) => app.fetch(requestOf(path, init));
  },
};

const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: keyText("rsa2048.pub.spki.pem") } });
const signedIn = { Cookie: "theme=dark; session=of-ada" };

it.each([
  ["grants.md", 2],
  ["players.md", 1],
])("nobody is signed in by the endpoints of docs/%s as they stand: %i", (name, number) => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs", name), "utf8");
  const endpoints = codeBlocks(name, page).filter(({ code }) => code.includes("await viewerOf("));
  expect(endpoints).toHaveLength(number);
  for (const { code } of endpoints) expect(code).toContain(documentedViewerOf);
});

describe.each(Object.entries(starts))("docs/grants.md: %s", (_, start) => {
  let ask: Ask;
  beforeAll(async () => {
    ask = await start();
  });
  const post = (path: string, headers: Record<string, string> = {}) => ask(path, { method: "POST", headers });

  it("gives a grant that CloudFront accepts", async () => {
    const response = await post("/api/course/42", signedIn);
    const { query, ...rest } = await response.json();
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
    expect(rest).toEqual({
      resource: "https://cdn.example.com/course/42/*",
      expiresAt: expect.any(String),
      now: expect.any(String),
    });
    expect(await verifier.verifyUrl(`https://cdn.example.com/course/42/1.ts?${query}`)).toMatchObject({
      allowed: true,
    });
    const lifetime = Date.parse(rest.expiresAt) - Date.parse(rest.now);
    expect(lifetime).toBeGreaterThan(590_000);
    expect(lifetime).toBeLessThanOrEqual(600_000);
  });

  it.each([
    ["/api/course/42", {}, 401, "signed-out"],
    ["/api/course/7", signedIn, 403, "forbidden"],
    ["/api/course/42", { ...signedIn, Origin: "https://evil.example" }, 403, "origin-not-allowed"],
    ["/api/course/42", { ...signedIn, Origin: "null" }, 403, "origin-not-allowed"],
    ["/api/course/42", { ...signedIn, "Sec-Fetch-Site": "cross-site" }, 403, "origin-not-allowed"],
  ] as [string, Record<string, string>, number, string][])(
    "refuses: POST %s %j",
    async (path, headers, status, code) => {
      const response = await post(path, headers);
      expect([response.status, (await response.json()).code]).toEqual([status, code]);
    },
  );

  it("gives nothing for a wildcard instead of an ID", async () => {
    for (const id of ["*", "%2A", "?", "%3F", "42%2F..", "4%3F"]) {
      const response = await post(`/api/course/${id}`, signedIn);
      expect([403, 404]).toContain(response.status);
      expect(await response.text()).not.toContain("Policy");
    }
  });

  it("answers OPTIONS itself", async () => {
    const response = await ask("/api/course/42", { method: "OPTIONS" });
    expect([response.status, response.headers.get("Allow")]).toEqual([204, "OPTIONS, POST"]);
  });
});

describe("docs/grants.md: Express", () => {
  it("answers other methods itself", async () => {
    const ask = await (starts.Express as () => Promise<Ask>)();
    const response = await ask("/api/course/42", { method: "GET", headers: signedIn });
    expect([response.status, response.headers.get("Allow")]).toEqual([405, "OPTIONS, POST"]);
  });

  it("works behind a body parser, with a body that nobody reads", async () => {
    const ask = await served(express().use(express.json(), await expressApp()));
    for (const body of ["{}", JSON.stringify({ text: "a".repeat(90_000) })]) {
      const headers = { ...signedIn, "Content-Type": "application/json" };
      expect((await ask("/api/course/42", { method: "POST", headers, body })).status).toBe(200);
    }
  });

  it("a handler that gets the request of Express says what to do", async () => {
    const { courseEndpoint } = await files.load<{ courseEndpoint: Handler }>("course-endpoint.ts");
    const app = express().post("/api/course/:id", courseEndpoint as never);
    app.use(((error, _request, response, _next) =>
      response.end(error.message)) as express.ErrorRequestHandler);
    const response = await (await served(app))("/api/course/42", { method: "POST", headers: signedIn });
    expect(await response.text()).toBe(
      "request: received an object; pass a Request of the Fetch API (in Node.js, convert the IncomingMessage)",
    );
  });
});

describe("docs/grants.md: cookies", () => {
  it("arrive as three lines, which open the course and nothing else", async () => {
    const { cookieEndpoint } = await files.load<{ cookieEndpoint: Handler }>("cookie-endpoint.ts");
    const ask = await served(nodeHandler((request) => cookieEndpoint(request, "42")));
    const response = await ask("/", { method: "POST", headers: signedIn });
    expect(await response.json()).toMatchObject({ cookies: true });
    const lines = response.headers.getSetCookie();
    expect(lines.map((line) => line.replace(/=[^;]*/, ""))).toEqual(
      ["Policy", "Signature", "Key-Pair-Id"].map(
        (name) => `CloudFront-${name}; Domain=example.com; Path=/course/42/; Secure; HttpOnly; SameSite=Lax`,
      ),
    );
    const cookies = lines.map((line) => line.split(";")[0]).join("; ");
    const verdicts = ["course/42/1.ts", "course/7/1.ts"].map((path) =>
      verifier.verifyCookies(`https://cdn.example.com/${path}`, cookies),
    );
    expect((await Promise.all(verdicts)).map(({ allowed }) => allowed)).toEqual([true, false]);
  });
});

describe("docs/grants.md: every answer", () => {
  const page = "https://app.example.com";
  const signer = createCloudFrontSigner({ keyPairId, privateKey: keyText("rsa2048.pkcs8.pem") });
  const terms = { resource: "https://cdn.example.com/course/42/*", expiresIn: "10m" } as const;

  async function row(decision: object | undefined, request: object, options = {}): Promise<string[]> {
    const handler = grantHandler({
      signer,
      authorize: () => decision as typeof terms,
      allowedOrigins: [page],
      onError: () => {},
      ...options,
    });
    const { status, headers, ...response } = await wholeResponse(
      await handler(new Request("https://www.example.com/", { method: "POST", ...request })),
    );
    const always = /^(cache-control|vary|access-control-(allow-(origin|credentials)|expose-headers))$/;
    const names = [...new Set(headers)].filter((name) => !always.test(name)).map((name) => `\`${name}\``);
    const body = response.body.replace(/("(?:resource|expiresAt|now|query)":)"[^"]*"/g, '$1"…"');
    return [`${status}`, body && `\`${body}\``, names.join(", ")];
  }

  async function wholeResponse(response: Response) {
    return { status: response.status, headers: [...response.headers.keys()], body: await response.text() };
  }

  it("is in the table", async () => {
    const preflight = { Origin: page, "Access-Control-Request-Headers": "authorization" };
    const shown = files.page
      .slice(files.page.indexOf("## Every response"))
      .split("\n")
      .filter((line) => line.startsWith("| ") && !line.startsWith("| request"))
      .map((line) =>
        line
          .split("|")
          .slice(2, 5)
          .map((cell) => cell.trim()),
      );
    expect(shown).toEqual([
      await row(terms, {}),
      await row(terms, {}, { cookies: {} }),
      await row({ refused: "signed-out" }, {}),
      await row({ refused: "forbidden" }, {}),
      await row(undefined, {}),
      await row(terms, { headers: { Origin: "https://evil.example" } }),
      await row(terms, { method: "OPTIONS" }),
      await row(terms, { method: "OPTIONS", headers: preflight }),
      await row(terms, { method: "HEAD" }),
      await row(terms, { method: "GET" }),
    ]);
  });
});
