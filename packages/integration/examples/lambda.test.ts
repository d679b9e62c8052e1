import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { bundle } from "./support/bundle.ts";
import { p256KeyPair } from "./support/throw-away-keys.ts";

/** What examples/lambda does with the events of other services than a function URL. */

const folder = mkdtempSync(join(tmpdir(), "example-lambda-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

let handler: (event: unknown) => Promise<{ statusCode: number; body: string }>;
beforeAll(async () => {
  const variables = {
    CDN_ORIGIN: "https://cdn.example.com",
    CLOUDFRONT_KEY_PAIR_ID: "K3D5EWEUDCCXON",
    CLOUDFRONT_PRIVATE_KEY: p256KeyPair().pem,
    COOKIE_DOMAIN: "example.com",
    LOGIN_USER: "ada@example.com",
    LOGIN_PASSWORD: "correct horse battery staple",
    SESSION_SECRET: "4c1f0e9ab37d58620d9e6fb1c827a453",
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const jose = `
    export class SignJWT {
      constructor() { return new Proxy(this, { get: (_, name, self) => name === "sign" ? async () => "token" : () => self }); }
    }
    export const jwtVerify = async (token) => {
      if (token !== "token") throw new Error("invalid");
      return { payload: { sub: "ada@example.com" } };
    };`;
  const options = { format: "esm", modules: { jose }, external: ["node:crypto", "node:process"] } as const;
  const path = join(folder, "index.mjs");
  writeFileSync(path, await bundle("lambda/index.js", { ...options, external: [...options.external] }));
  ({ handler } = await import(pathToFileURL(path).href));
});

const event = (method: string, rawPath: string, stage: string, others: object = {}) => ({
  version: "2.0",
  rawPath,
  headers: { "content-type": "application/json" },
  isBase64Encoded: false,
  requestContext: { http: { method }, stage },
  ...others,
});
const signIn = {
  body: JSON.stringify({ user: "ada@example.com", password: "correct horse battery staple" }),
};

describe("examples/lambda behind an HTTP API", () => {
  it.each(["$default", "prod", "login"])("finds its routes in the stage %s", async (stage) => {
    const before = stage === "$default" ? "" : `/${stage}`;
    const ask = (method: string, path: string, others?: object) =>
      handler(event(method, before + path, stage, others));
    expect((await ask("POST", "/login", signIn)).statusCode).toBe(204);
    expect((await ask("POST", "/cookies", { cookies: ["session=token"] })).statusCode).toBe(204);
    expect((await ask("POST", "/cookies")).statusCode).toBe(401);
    expect((await ask("GET", "/prod", { cookies: ["session=token"] })).statusCode).toBe(404);
    // A domain of one's own may map the stage away.
    expect((await handler(event("POST", "/login", stage, signIn))).statusCode).toBe(204);
  });

  it.each([
    [
      "1.0, of a REST API or an HTTP API",
      { version: "1.0", path: "/login", httpMethod: "POST", headers: {}, requestContext: { stage: "prod" } },
      "version: is 1.0",
    ],
    ["of the console's test", { key1: "value1" }, "version: is missing"],
  ])("says in words that it does not read the payload %s", async (_, given, fault) => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(await handler(given)).toMatchObject({
      statusCode: 500,
      body: '{"error":"Something went wrong."}',
    });
    expect(logged.mock.calls[0]?.[0]).toEqual(
      new Error(
        `${fault}, and this function reads payload format 2.0; use a function URL, or set the payload format version of the HTTP API's integration to 2.0`,
      ),
    );
    logged.mockRestore();
  });
});
