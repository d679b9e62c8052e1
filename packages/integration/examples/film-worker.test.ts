import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "@cloudfront-sign-webcrypto/testing/folders";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DocumentedWorkers } from "./support/documented-workers.ts";
import { rsaKeyPair } from "./support/throw-away-keys.ts";

/** The private film on Workers of docs/recipes.md as it stands there, in workerd. Its page plays in players/query.test.ts. */

const page = readFileSync(join(root, "docs/recipes.md"), "utf8");
const [, section = ""] = page.split("### A private film on Workers\n");
const [, jsonc = ""] = /^```jsonc\n([\s\S]*?)^```/m.exec(section) ?? [];
const { config, error } = ts.parseConfigFileTextToJson("wrangler.jsonc", jsonc);

/** The session that the shell commands of the page store. */
const [, sessionId = "", session = ""] = /--binding SESSIONS \\\n {2}(\w+) '(.+)'/.exec(section) ?? [];
const signedIn = { Cookie: `theme=dark; session=${sessionId}` };

const { pem, publicKey } = rsaKeyPair();
const workers = new DocumentedWorkers("recipes.md");
afterAll(() => workers.close());

let address = "";
beforeAll(async () => {
  const bindings = { ...config.vars, CLOUDFRONT_PRIVATE_KEY: pem };
  const [{ binding }] = config.kv_namespaces;
  address = await workers.serve(config.main, bindings, {
    [binding]: { [sessionId]: session, "too-short": session },
  });
});

const post = (course: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${address}/api/course/${course}`, { method: "POST", headers });

describe("the private film on Workers", () => {
  it("has a configuration that wrangler can read", () => {
    expect(error).toBeUndefined();
    expect(Object.keys(config)).toEqual([
      "name",
      "main",
      "compatibility_date",
      "assets",
      "kv_namespaces",
      "vars",
    ]);
  });

  it("gives a viewer with a session a grant that CloudFront accepts", async () => {
    const response = await post("42", signedIn);
    const { query, resource } = await response.json();
    expect([response.status, resource]).toEqual([200, "https://cdn.example.com/course/42/*"]);
    const { verifyUrl } = createCloudFrontVerifier({
      publicKeys: {
        [config.vars.CLOUDFRONT_KEY_PAIR_ID]: publicKey.export({ type: "spki", format: "pem" }).toString(),
      },
    });
    const verdict = await verifyUrl(`${config.vars.CDN_ORIGIN}/course/42/index.m3u8?${query}`);
    expect(verdict).toMatchObject({ allowed: true });
  });

  it.each([
    ["no cookie", "42", {}, 401, "signed-out"],
    ["a session that has ended", "42", { Cookie: `session=${"0".repeat(32)}` }, 401, "signed-out"],
    ["an ID that others can guess", "42", { Cookie: "session=too-short" }, 401, "signed-out"],
    ["a course of others", "43", signedIn, 403, "forbidden"],
    [
      "a page of another site",
      "42",
      { ...signedIn, "Sec-Fetch-Site": "cross-site" },
      403,
      "origin-not-allowed",
    ],
  ])("gives no grant for %s", async (_, course, headers, status, code) => {
    const response = await post(course, headers as Record<string, string>);
    expect([response.status, (await response.json()).code]).toEqual([status, code]);
  });

  it.each(["/", "/api/course/", "/api/course/*", "/api/course/4%2f2"])("answers 404 for %s", async (path) => {
    expect((await fetch(address + path, { method: "POST", headers: signedIn })).status).toBe(404);
  });

  it("answers as the page says, without and with the session", async () => {
    const [first = "", second = ""] = Array.from(section.matchAll(/^# (\{.*)$/gm), ([, text]) => text);
    expect(await (await post("42")).text()).toBe(first);
    expect((await (await post("42", signedIn)).text()).startsWith(second.replace("…", ""))).toBe(true);
  });
});
