import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { integration, root } from "@cloudfront-sign-webcrypto/testing/folders";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { codeBlocks } from "../examples/support/code-blocks.ts";

/** The files of docs/recipes.md that are handlers, with a session that knows two users. */

const page = readFileSync(join(root, "docs/recipes.md"), "utf8");
const folder = mkdtempSync(join(integration, ".examples-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const session = `
const users = { "user=a": { id: "a", courses: ["42"] }, "user=b": { id: "b", courses: [] } };
export const userOf = async (cookie: string) => users[cookie];
export const maySee = (user: { courses: string[] }) => user.courses.length > 0;
`;
for (const { kind, name, code } of codeBlocks("docs/recipes.md", page))
  if (kind === "file") writeFileSync(join(folder, name), name === "session.ts" ? session : code);

interface HonoApp {
  request(path: string, init?: RequestInit): Promise<Response>;
}
type Handler = (...given: Parameters<RequestListener>) => Promise<void> | void;
type Handlers = Record<"download" | "openCourse" | "closeCourse", Handler>;

let app: HonoApp;
let handlers: Handlers;
beforeAll(async () => {
  vi.stubEnv("CLOUDFRONT_PRIVATE_KEY", keyText("rsa2048.pkcs8.pem"));
  app = (await import(/* @vite-ignore */ join(folder, "hono-app.ts"))).default;
  handlers = await import(/* @vite-ignore */ join(folder, "private-files.ts"));
});
afterAll(() => vi.unstubAllEnvs());

async function answerOf(handler: Handler, headers: Record<string, string>): Promise<Response> {
  const server = createServer((request, response) => void handler(request, response)).listen(0);
  try {
    const { port } = server.address() as AddressInfo;
    return await fetch(`http://localhost:${port}/`, { headers, redirect: "manual" });
  } finally {
    server.close();
  }
}

describe("the handlers for node:http and Express", () => {
  it("answer 401 without a user, and 403 to a user without the course", async () => {
    expect((await answerOf(handlers.download, {})).status).toBe(401);
    expect((await answerOf(handlers.openCourse, {})).status).toBe(401);
    expect((await answerOf(handlers.openCourse, { Cookie: "user=b" })).status).toBe(403);
  });

  it.each(["openCourse", "closeCourse"] as const)("%s sets cookies for its folder only", async (name) => {
    const { status, headers } = await answerOf(handlers[name], { Cookie: "user=a" });
    expect([status, headers.get("Cache-Control")]).toEqual([204, "no-store"]);
    for (const line of headers.getSetCookie())
      expect(line).toContain("Domain=example.com; Path=/course/42/;");
  });

  it("redirect to a signed URL", async () => {
    const { status, headers } = await answerOf(handlers.download, { Cookie: "user=a" });
    expect([status, headers.get("Cache-Control")]).toEqual([302, "no-store"]);
    expect(headers.get("Location")).toContain("&Signature=");
  });
});

describe("the Hono app", () => {
  const user = { headers: { Cookie: "user=a" } };

  it("answers 401 without a user, 403 without the course, and 404 for what the user may not see", async () => {
    expect((await app.request("/videos/a.mp4")).status).toBe(401);
    expect((await app.request("/course/42/open", { method: "POST" })).status).toBe(401);
    const other = { method: "POST", headers: { Cookie: "user=b" } };
    expect((await app.request("/course/42/open", other)).status).toBe(403);
    expect((await app.request("/videos/a.mp4", { headers: { Cookie: "user=b" } })).status).toBe(404);
    expect((await app.request(`/videos/${"a".repeat(9000)}`, user)).status).toBe(404);
  });

  it.each(["%252e%252e", "a%2fb", "..%5csecret", ".git", "a;b"])("answers 404 for %s", async (name) => {
    expect((await app.request(`/videos/${name}`, user)).status).toBe(404);
  });

  it("signs the path of the file where it is mounted under another one", async () => {
    const { Hono } = await import("hono");
    const mounted = new Hono().route(
      "/api",
      app as unknown as Parameters<InstanceType<typeof Hono>["route"]>[1],
    );
    const redirect = await mounted.request("/api/videos/a.mp4", user);
    expect(redirect.headers.get("Location")).toMatch(/^https:\/\/cdn\.example\.com\/videos\/a\.mp4\?/);
    for (const name of ["%252e%252e", "a%2fb", "..%5csecret", ".git", "a;b"])
      expect((await mounted.request(`/api/videos/${name}`, user)).status).toBe(404);
  });

  it("redirects to a signed URL without the viewer's query, and sets cookies for the folder only", async () => {
    const redirect = await app.request("/videos/a.mp4?size=1", user);
    expect([redirect.status, redirect.headers.get("Cache-Control")]).toEqual([302, "no-store"]);
    expect(redirect.headers.get("Location")).toMatch(
      /^https:\/\/cdn\.example\.com\/videos\/a\.mp4\?Expires=/,
    );
    const { headers } = await app.request("/course/42/open", { ...user, method: "POST" });
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.getSetCookie()).toHaveLength(3);
    for (const line of headers.getSetCookie())
      expect(line).toContain("Domain=example.com; Path=/course/42/;");
  });
});
