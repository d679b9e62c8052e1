import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hosts, workerd } from "@cloudfront-sign-webcrypto/testing/runtimes";
import { afterAll, expect, it } from "vitest";
import { describeExample } from "./support/describe-example.ts";
import { account, exampleEnvironment } from "./support/environment.ts";

/** The real binaries, by the names that the example's scripts call. */
const bin = mkdtempSync(join(tmpdir(), "example-hono-bin-"));
afterAll(() => rmSync(bin, { recursive: true, force: true }));
for (const { name, path } of [...hosts, { name: "workerd", path: workerd }])
  if (path) symlinkSync(path, join(bin, name));

const script = (...args: string[]) => ({
  command: "npm",
  args,
  env: { PATH: `${bin}:${exampleEnvironment().PATH}` },
});

describeExample("hono", {
  starts: {
    "npm start": () => script("start"),
    "npm run start:bun": () => script("run", "start:bun"),
    "npm run start:deno": () => script("run", "start:deno"),
    "npm run start:workerd": () => script("run", "start:workerd"),
  },
  further({ app, cdn, signIn }) {
    it("opens the course for ten minutes, and closes it at sign-out", async () => {
      const viewer = await signIn();
      const response = await viewer.post(`${app()}/grants/course`);
      const { cookies, expiresAt, now } = await response.json();
      expect([response.status, cookies]).toEqual([200, true]);
      expect(Date.parse(expiresAt) - Date.parse(now)).toBeLessThanOrEqual(600_000);
      expect((await viewer.fetch(`${cdn().origin}/course/film.mp4`)).status).toBe(200);
      await viewer.post(`${app()}/logout`);
      expect((await viewer.fetch(`${cdn().origin}/course/film.mp4`)).status).toBe(403);
      expect((await viewer.post(`${app()}/grants/course`)).status).toBe(401);
    });

    it("takes requests of programs such as curl, which send no Origin", async () => {
      const login = await fetch(`${app()}/login`, { method: "POST", body: new URLSearchParams(account) });
      expect(login.status).toBe(204);
      const Cookie = login.headers.getSetCookie()[0]?.split(";")[0] ?? "";
      for (const path of ["cookies", "logout"])
        expect((await fetch(`${app()}/${path}`, { method: "POST", headers: { Cookie } })).status).toBe(204);
    });
  },
});
