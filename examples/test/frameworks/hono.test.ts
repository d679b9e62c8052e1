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
  further({ app }) {
    it("takes requests of programs such as curl, which send no Origin", async () => {
      const login = await fetch(`${app()}/login`, { method: "POST", body: new URLSearchParams(account) });
      expect(login.status).toBe(204);
      const Cookie = login.headers.getSetCookie()[0]?.split(";")[0] ?? "";
      for (const path of ["cookies", "logout"])
        expect((await fetch(`${app()}/${path}`, { method: "POST", headers: { Cookie } })).status).toBe(204);
    });
  },
});
