import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { bundle } from "./support/bundle.ts";
import { p256KeyPair } from "./support/throw-away-keys.ts";

/** What the apps of examples/frameworks.md do without a variable. examples/test/frameworks starts the apps. */

const folder = mkdtempSync(join(tmpdir(), "example-settings-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

const good = {
  CDN_ORIGIN: "https://cdn.example.com",
  CLOUDFRONT_KEY_PAIR_ID: "K2JCJMDEHXQW5F",
  CLOUDFRONT_PRIVATE_KEY: p256KeyPair().pem,
  COOKIE_DOMAIN: "",
  LOGIN_USER: "ada@example.com",
  LOGIN_PASSWORD: "correct horse battery staple",
  PORT: "",
  SESSION_SECRET: "of-the-tests-of-more-than-32-characters",
};
type Name = keyof typeof good;

const steps: Record<Name, string> = {
  CDN_ORIGIN: "set it to the origin of the distribution, such as https://cdn.example.com",
  CLOUDFRONT_KEY_PAIR_ID: "set it to the ID of the public key in CloudFront, such as K2JCJMDEHXQW5F",
  CLOUDFRONT_PRIVATE_KEY: "set it to the text of private.pem",
  COOKIE_DOMAIN: "set it to the domain that the site and the distribution share, or leave it out",
  LOGIN_USER: "set it to an e-mail address, such as ada@example.com",
  LOGIN_PASSWORD: "set it to at least 12 characters, such as those of openssl rand -hex 12",
  PORT: "set it to a free port, such as 8080, or leave it out",
  SESSION_SECRET: "set it to at least 32 characters, such as those of openssl rand -hex 32",
};
const placeholders = ["undefined", "null", "change-me", "CHANGEME", "TODO", "<value>", "xxx", "lovelace"];
/** They may be left out. */
const optional: readonly string[] = ["COOKIE_DOMAIN", "PORT"];
const ofPayload: Name[] = ["CDN_ORIGIN", "CLOUDFRONT_KEY_PAIR_ID", "CLOUDFRONT_PRIVATE_KEY", "COOKIE_DOMAIN"];
const withoutPort = (Object.keys(good) as Name[]).filter((name) => name !== "PORT");

/** The variables of each example, and the call with which its program starts. */
const examples: Record<string, { file: string; names: readonly Name[]; start?: string }> = {
  express: { file: "express/settings.js", names: Object.keys(good) as Name[] },
  fastify: { file: "fastify/settings.js", names: Object.keys(good) as Name[] },
  flydrive: { file: "flydrive/settings.js", names: Object.keys(good) as Name[] },
  hono: { file: "hono/settings.js", names: withoutPort, start: "settings" },
  lambda: { file: "lambda/settings.js", names: withoutPort },
  next: { file: "next/instrumentation.js", names: withoutPort, start: "register" },
  payload: { file: "payload/src/settings.ts", names: ofPayload },
  sveltekit: { file: "sveltekit/src/lib/server/settings.js", names: withoutPort, start: "checkSettings" },
};

/** A module of its own for each import, as a new program has. */
let numImports = 0;
const load = async (file: string): Promise<Record<string, () => unknown>> => {
  numImports += 1;
  return import(/* @vite-ignore */ `${pathToFileURL(file).href}?${numImports}`);
};

describe.each(Object.entries(examples))("examples/%s", (name, { file, names, start }) => {
  const path = join(folder, `${name}.mjs`);
  beforeAll(async () => {
    const modules = {
      "$env/dynamic/private": "export const env = process.env;",
      "hono/adapter": "export const env = () => process.env;",
    };
    writeFileSync(path, await bundle(file, { format: "esm", modules }));
  });
  const startWith = async (variables: Partial<Record<Name, string | undefined>>): Promise<void> => {
    for (const [variable, value] of Object.entries({ ...good, ...variables })) vi.stubEnv(variable, value);
    const module = await load(path);
    if (start !== undefined) module[start]?.();
  };

  it("starts with its variables, also on localhost and with a domain", async () => {
    await startWith({});
    await startWith({ CDN_ORIGIN: "http://localhost:8081" });
    await startWith({ COOKIE_DOMAIN: "example.com", PORT: "8080" });
    await startWith({ CLOUDFRONT_PRIVATE_KEY: good.CLOUDFRONT_PRIVATE_KEY.replaceAll("\n", "\\n") });
  });

  it.each(names)("does not start without a usable %s, and says what to set", async (variable) => {
    const fault = `${variable}: is not usable; ${steps[variable]}`;
    for (const value of placeholders) await expect(startWith({ [variable]: value })).rejects.toThrow(fault);
    if (optional.includes(variable)) return await startWith({ [variable]: undefined });
    for (const value of [undefined, "", "   ", "\n"])
      await expect(startWith({ [variable]: value })).rejects.toThrow(
        `${variable}: is not set; ${steps[variable]}`,
      );
  });
});

describe("examples/lambda-at-edge", () => {
  const path = join(folder, "lambda-at-edge.mjs");
  const secret = {
    sessionSecret: good.SESSION_SECRET,
    user: good.LOGIN_USER,
    password: good.LOGIN_PASSWORD,
  };
  beforeAll(async () => {
    const client = `
      export class GetSecretValueCommand {}
      export class SecretsManagerClient { send = async () => ({ SecretString: process.env.TEST_SECRET }); }
    `;
    const modules = { "@aws-sdk/client-secrets-manager": client };
    writeFileSync(path, await bundle("lambda-at-edge/secrets.js", { format: "esm", modules }));
  });
  const read = async (text: string): Promise<unknown> => {
    vi.stubEnv("TEST_SECRET", text);
    return (await load(path)).appSecrets?.();
  };

  it("takes a whole secret", async () => {
    expect(await read(JSON.stringify(secret))).toEqual(secret);
  });

  it.each([
    ["sessionSecret", "at least 32 characters, such as those of openssl rand -hex 32"],
    ["user", "an e-mail address, such as ada@example.com"],
    ["password", "at least 12 characters, such as those of openssl rand -hex 12"],
  ])("refuses a secret without a usable %s", async (name, what) => {
    const message = (state: string) =>
      `cloudfront-app: ${name} is not ${state}; write ${what}, into the secret`;
    for (const value of [undefined, null, ""])
      await expect(read(JSON.stringify({ ...secret, [name]: value }))).rejects.toThrow(message("set"));
    for (const value of [...placeholders, "   ", 42, ["x".repeat(40)], {}])
      await expect(read(JSON.stringify({ ...secret, [name]: value }))).rejects.toThrow(message("usable"));
  });

  it("refuses a secret that is not JSON, without quoting it", async () => {
    await expect(read("of-the-tests")).rejects.toThrow(
      'cloudfront-app: the secret is not JSON; write { "sessionSecret": "…", "user": "…", "password": "…" }',
    );
    await expect(read("null")).rejects.toThrow("cloudfront-app: sessionSecret is not set");
  });
});

it("the player does not start in production, because everybody knows its password", async () => {
  const path = join(folder, "sessions.mjs");
  const code = await bundle("player/sessions.mjs", { format: "esm", external: ["node:crypto"] });
  writeFileSync(path, code);
  const { createSessions } = await load(path);
  expect(createSessions).not.toThrow();
  vi.stubEnv("NODE_ENV", "production");
  expect(createSessions).toThrow(
    "NODE_ENV: is production, and everybody knows the password of this demonstration; replace sessions.mjs",
  );
});
