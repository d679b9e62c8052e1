import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { account } from "./environment.ts";
import { media } from "./local-cdn.ts";
import type { RunningExample } from "./running-example.ts";
import { Viewer } from "./viewer.ts";

const report = readFileSync(join(media, "report.pdf"));

/** What every example answers: examples/frameworks.md, "What every app answers". */
export function itServesViewers({ app, cdn, signIn }: RunningExample): void {
  const course = () => `${cdn().origin}/course/1.txt`;

  it("answers 401 before sign-in, without a signature", async () => {
    const viewer = new Viewer();
    for (const response of [
      await viewer.fetch(`${app()}/url?file=report.pdf`),
      await viewer.post(`${app()}/cookies`),
    ]) {
      expect([response.status, response.headers.get("Cache-Control")]).toEqual([401, "private, no-store"]);
      expect(await response.text()).not.toMatch(/Signature|Policy/);
      expect(response.headers.getSetCookie().join("\n")).not.toContain("CloudFront-");
    }
  });

  it("answers 401 to a wrong password, a wrong user and an empty form", async () => {
    const viewer = new Viewer();
    const attempts = [
      { ...account, password: "wrong" },
      { ...account, user: "bob@example.com" },
      { user: account.user },
      {},
    ];
    for (const attempt of attempts)
      expect((await viewer.post(`${app()}/login`, attempt as Record<string, string>)).status).toBe(401);
    expect((await viewer.post(`${app()}/login`, new URLSearchParams())).status).toBe(401);
    expect((await viewer.fetch(`${app()}/url?file=report.pdf`)).status).toBe(401);
  });

  it.each(["{", "null", "[]", '{"user":["ada@example.com"],"password":{}}'])(
    "does not fail at the body %s",
    async (body) => {
      const headers = { "Content-Type": "application/json" };
      const response = await new Viewer().fetch(`${app()}/login`, { method: "POST", headers, body });
      expect([400, 401]).toContain(response.status);
      expect(response.headers.getSetCookie()).toEqual([]);
    },
  );

  it("gives a signed URL, which the CDN answers with the file; without the signature it denies", async () => {
    const viewer = await signIn();
    const response = await viewer.fetch(`${app()}/url?file=report.pdf`);
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([
      200,
      expect.stringContaining("no-store"),
    ]);
    const { url } = await response.json();
    const [signed, unsigned] = [await fetch(url), await fetch(url.split("?")[0])];
    expect([signed.status, unsigned.status]).toEqual([200, 403]);
    expect(Buffer.from(await signed.arrayBuffer()).equals(report)).toBe(true);
  });

  it.each(["", "?file=", "?file=salaries.pdf", "?file=../report.pdf", "?file=*", "?file=course/*"])(
    "signs nothing for /url%s",
    async (query) => {
      const response = await (await signIn()).fetch(`${app()}/url${query}`);
      // For this user: a shared cache must not deny the file to others.
      expect([response.status, response.headers.get("Cache-Control")]).toEqual([404, "private, no-store"]);
      expect(await response.text()).not.toContain("Signature");
    },
  );

  it("takes the form of a page for sign-in", async () => {
    const viewer = new Viewer();
    const response = await viewer.post(`${app()}/login`, new URLSearchParams(account));
    expect(response.status).toBeLessThan(400);
    expect(response.headers.getSetCookie()).not.toEqual([]);
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    expect((await viewer.fetch(`${app()}/url?file=report.pdf`)).status).toBe(200);
  });

  it.each(["cross-site", "same-site"])("denies forms and scripts of another origin: %s", async (site) => {
    const viewer = await signIn();
    for (const path of ["login", "cookies", "logout"]) {
      const Cookie = await viewer.jar.getCookieString(`${app()}/${path}`);
      const headers = { Cookie, Origin: "https://other.example", "Sec-Fetch-Site": site };
      // A script of the other origin sends a request without a body, which has no content type.
      for (const body of [new URLSearchParams(account), null]) {
        const init = { method: "POST", headers, body, redirect: "manual" } as const;
        const response = await fetch(`${app()}/${path}`, init);
        expect([path, response.status, response.headers.getSetCookie()]).toEqual([path, 403, []]);
      }
    }
    expect((await viewer.fetch(`${app()}/url?file=report.pdf`)).status).toBe(200);
  });

  it("sets cookies for the course, and deletes them at sign-out", async () => {
    const viewer = await signIn();
    expect((await viewer.fetch(course())).status).toBe(403);
    const response = await viewer.post(`${app()}/cookies`);
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([204, "private, no-store"]);
    const lines = response.headers.getSetCookie().filter((line) => line.startsWith("CloudFront-"));
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).toMatch(/; Path=\/course\/;.*Secure.*HttpOnly/);
    const opened = await viewer.fetch(course());
    expect([opened.status, (await opened.text()).trim()]).toEqual([200, "Lesson 1"]);
    // The cookies open this folder alone.
    expect((await viewer.fetch(`${cdn().origin}/report.pdf`)).status).toBe(403);

    const left = await viewer.post(`${app()}/logout`);
    expect(left.status).toBeLessThan(400);
    expect(left.headers.get("Cache-Control")).toBe("private, no-store");
    expect(await viewer.cloudFrontCookies(course())).toEqual([]);
    expect((await viewer.fetch(course())).status).toBe(403);
    expect((await viewer.fetch(`${app()}/url?file=report.pdf`)).status).toBe(401);
    expect((await viewer.post(`${app()}/cookies`)).status).toBe(401);
  });

  it("deletes the cookies at sign-out if the session has ended before them, too", async () => {
    const viewer = await signIn();
    await viewer.post(`${app()}/cookies`);
    await viewer.jar.setCookie("session=; Path=/; Max-Age=0", app());
    expect((await viewer.post(`${app()}/cookies`)).status).toBe(401);
    expect((await viewer.fetch(course())).status).toBe(200);
    expect((await viewer.post(`${app()}/logout`)).status).toBeLessThan(400);
    expect((await viewer.fetch(course())).status).toBe(403);
  });
}
