import { existsSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { type Served, servePlayer } from "@cloudfront-sign-webcrypto/testing/serve";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let server: Served;
let address = "";
let session = "";

const post = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(address + path, { method: "POST", redirect: "manual", ...init });
const signIn = (password: string): Promise<Response> =>
  post("sign-in", { body: new URLSearchParams({ name: "ada@example.com", password }) });
const grant = (query: string, headers: Record<string, string> = { Cookie: session }): Promise<Response> =>
  post(`api/grant?${query}`, { headers });

beforeAll(async () => {
  server = await servePlayer(20);
  address = server.address;
  const response = await signIn("lovelace");
  session = response.headers.get("Set-Cookie")?.split(";")[0] ?? "";
});
afterAll(() => server?.close());

describe("the server of the film", () => {
  it("signs in with the right password only", async () => {
    const wrong = await signIn("byron");
    expect([wrong.status, wrong.headers.get("Set-Cookie")]).toEqual([401, null]);
    expect(await wrong.text()).toMatch('role="alert">This is not the name');
    const right = await signIn("lovelace");
    expect([right.status, right.headers.get("Location")]).toEqual([303, "/"]);
    expect(right.headers.get("Cache-Control")).toBe("private, no-store");
    const film = await fetch(`${address}api/film`, { headers: { Cookie: session } });
    expect([film.status, film.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
    expect(right.headers.get("Set-Cookie")).toMatch(
      /^session=[\w-]{22}; Path=\/; HttpOnly; Secure; SameSite=Lax;/,
    );
  });

  it("gives grants to those who are signed in, for their films only", async () => {
    const given = await grant("film=film&delivery=query");
    expect(given.status).toBe(200);
    const { resource, query, expiresAt, now } = await given.json();
    expect(resource).toMatch(/^http:\/\/localhost:\d+\/film\/\*$/);
    expect(query).toMatch(/^Policy=/);
    expect(Date.parse(expiresAt) - Date.parse(now)).toBeGreaterThan(18_000);
    expect((await grant("film=film", {})).status).toBe(401);
    expect((await grant("film=another")).status).toBe(403);
    expect((await grant("film=*")).status).toBe(403);
    expect((await grant("")).status).toBe(403);
  });

  it("sets cookies for the film's folder alone, and deletes them at sign-out", async () => {
    const given = await grant("film=film&delivery=cookies");
    const lines = given.headers.getSetCookie();
    expect(await given.json()).toMatchObject({ cookies: true });
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(line).toMatch(/^CloudFront-[\w-]+=.+; Path=\/film\/; .*Max-Age=20/);
    const own = (await signIn("lovelace")).headers.get("Set-Cookie")?.split(";")[0] ?? "";
    const { headers } = await post("sign-out", { headers: { Cookie: own } });
    expect(headers.getSetCookie().filter((line) => line.includes("Max-Age=0")).length).toBeGreaterThan(4);
    expect((await grant("film=film", { Cookie: own })).status).toBe(401);
  });

  it("denies the film without a signature, and allows it with one", async () => {
    const { resource, query } = await (await grant("film=film")).json();
    const playlist = resource.replace("*", "index.m3u8");
    const [denied, allowed] = [await fetch(playlist), await fetch(`${playlist}?${query}`)];
    expect([denied.status, denied.headers.get("X-CloudFront-Sign-Reason")]).toEqual([403, "no-credentials"]);
    expect([allowed.status, (await allowed.text()).split("\n", 1)]).toEqual([200, ["#EXTM3U"]]);
    for (const { headers } of [denied, allowed])
      expect(`${headers.get("Access-Control-Allow-Origin")}/`).toBe(address);
  });

  it("refuses what comes from a page of another origin", async () => {
    for (const path of ["sign-in", "sign-out", "api/outage", "api/grant?film=film"]) {
      const response = await post(path, { headers: { Cookie: session, Origin: "http://localhost:1" } });
      expect([path, response.status]).toEqual([path, 403]);
    }
    expect((await grant("film=film")).status).toBe(200);
  });

  it("is started and explained by the README, whose links lead to its files", () => {
    const examples = join(import.meta.dirname, "..");
    const readme = readFileSync(join(examples, "README.md"), "utf8");
    expect(readme).toContain("`node examples/player/server.mjs`");
    const links = Array.from(readme.matchAll(/\]\((player\/[^)]+)\)/g), ([, path = ""]) => path);
    expect(links.length).toBeGreaterThan(6);
    expect(links.filter((path) => !existsSync(join(examples, path)))).toEqual([]);
  });

  it("answers to its own name only", async () => {
    const status = await new Promise((resolve) => {
      const asked = request(address, { headers: { Host: "attacker.example" } });
      asked.on("response", (response) => resolve(response.resume().statusCode)).end();
    });
    expect(status).toBe(421);
  });

  it.each(["page/../server.mjs", "page/%2e%2e/server.mjs", "page/none.js", "constructor/a.js", "nothing"])(
    "has nothing at %s",
    async (path) => {
      const status = await new Promise((resolve) => {
        const asked = request(address, { path: `/${path}` });
        asked.on("response", (response) => resolve(response.resume().statusCode)).end();
      });
      expect(status).toBe(404);
    },
  );
});
