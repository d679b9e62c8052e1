import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeExample } from "./support/describe-example.ts";
import { account } from "./support/environment.ts";
import type { RunningExample } from "./support/running-example.ts";

const page = { Accept: "text/html" };

function builtByNitro({ app, folder, signIn, startWith }: RunningExample): void {
  it("shows the form before sign-in, and the way out after it", async () => {
    const before = await fetch(`${app()}/`, { headers: page });
    expect([before.status, before.headers.getSetCookie()]).toEqual([200, []]);
    expect(await before.text()).toContain('action="/login"');
    const after = await (await signIn()).fetch(`${app()}/`, { headers: page });
    expect(after.headers.get("Cache-Control")).toBe("private, no-store");
    expect(await after.text()).toContain('action="/logout"');
  });

  it.each(["/not-there", "/url/..", "/login/../url", "//login"])(
    "answers 401 for %s, which is not listed as open",
    async (path) => {
      // fetch would send another path.
      const { hostname, port } = new URL(app());
      const [response] = await once(get({ hostname, port, path }), "response");
      expect(response.resume().statusCode).toBe(401);
    },
  );

  it("answers 401 to a session that another secret has made", async () => {
    const other = await startWith({ SESSION_SECRET: "0d9e6fb1c827a4534c1f0e9ab37d5862" });
    const login = await fetch(`${other.origin}/login`, {
      method: "POST",
      body: new URLSearchParams(account),
      redirect: "manual",
    });
    const Cookie = login.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const answers = async (origin: string) =>
      (await fetch(`${origin}/url?file=report.pdf`, { headers: { Cookie } })).status;
    expect([await answers(other.origin), await answers(app())]).toEqual([200, 401]);
  });

  it("keeps the session in a cookie that scripts do not read", async () => {
    const body = new URLSearchParams(account);
    const response = await fetch(`${app()}/login`, { method: "POST", body, redirect: "manual" });
    const [line = ""] = response.headers.getSetCookie();
    expect(line).toMatch(/^session=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/);
    expect(line).not.toContain(account.user);
  });

  it("shows a browser an error page without details if signing fails", async () => {
    const wrong = await startWith({
      CDN_ORIGIN: "https://bucket.s3.eu-west-1.amazonaws.com",
      CLOUDFRONT_KEY_PAIR_ID: "K3D5EWEUDCCXON",
      COOKIE_DOMAIN: "eu-west-1.amazonaws.com",
    });
    const viewer = await signIn();
    const Cookie = await viewer.jar.getCookieString(app());
    const headers = { ...page, Cookie };
    const response = await fetch(`${wrong.origin}/url?file=report.pdf`, { headers });
    expect([response.status, response.headers.get("Content-Type")]).toEqual([
      500,
      expect.stringContaining("text/html"),
    ]);
    expect(await response.text()).not.toMatch(/ERR_|S3|amazonaws|distribution|node_modules| at /);
  });

  it("does not start with a key that is not usable", async () => {
    const CLOUDFRONT_PRIVATE_KEY = "x".repeat(40);
    await expect(startWith({ CLOUDFRONT_PRIVATE_KEY })).rejects.toThrow(/privateKey: /);
  });

  it("sends neither the library nor the key to browsers", () => {
    const sent = join(folder(), ".output/public");
    const files = readdirSync(sent, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".js"),
    );
    expect(files.length).toBeGreaterThan(0);
    const code = files.map((name) => readFileSync(join(sent, name), "utf8")).join("\n");
    expect(code).not.toMatch(/CLOUDFRONT_PRIVATE_KEY|createCloudFrontSigner|ERR_KEY_/);
  });
}

describeExample("nuxt", { further: builtByNitro });
