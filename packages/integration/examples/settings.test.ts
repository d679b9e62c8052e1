import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CloudFrontSigner } from "cloudfront-sign-webcrypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { bundle } from "./support/bundle.ts";
import { p256KeyPair } from "./support/throw-away-keys.ts";

/** What the apps of examples/frameworks.md do without a variable. examples/test/frameworks starts the apps. */

const folder = mkdtempSync(join(tmpdir(), "example-settings-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

const good = {
  CDN_ORIGIN: "https://cdn.example.com",
  CLOUDFRONT_KEY_PAIR_ID: "K3D5EWEUDCCXON",
  CLOUDFRONT_PRIVATE_KEY: p256KeyPair().pem,
  COOKIE_DOMAIN: "example.com",
  LOGIN_USER: "ada@example.com",
  LOGIN_PASSWORD: "correct horse battery staple",
  PORT: "",
  SESSION_SECRET: "4c1f0e9ab37d58620d9e6fb1c827a453",
};
type Name = keyof typeof good;

const steps: Record<Name, string> = {
  CDN_ORIGIN:
    "set it to the origin of the distribution, without a path or a slash at its end, such as https://cdn.example.com",
  CLOUDFRONT_KEY_PAIR_ID: "set it to the ID of the public key in CloudFront, such as K2JCJMDEHXQW5F",
  CLOUDFRONT_PRIVATE_KEY: "set it to the whole text of private.pem, in an .env file between double quotes",
  COOKIE_DOMAIN:
    "set it to the domain that the site and the distribution share, such as example.com, or leave it out",
  LOGIN_USER: "set it to an e-mail address, such as ada@example.com",
  LOGIN_PASSWORD: "set it to at least 12 characters, such as those of openssl rand -hex 12",
  PORT: "set it to a free port from 1 to 65535, such as 8080, or leave it out",
  SESSION_SECRET: "set it to at least 32 random characters, such as those of openssl rand -hex 32",
};
/** What is mistyped, or came from a template or another tool. */
const mistyped: Record<Name, readonly string[]> = {
  CDN_ORIGIN: [
    "https://undefined",
    "http://null:8080",
    "https://cdn.example.com/",
    "https://cdn.example.com/videos",
    "https://cdn.example.com?a",
    "https://cdn.example.com#a",
    "https://ada@cdn.example.com",
    "https://cdn.example.com:",
    "https://*.example.com",
    "//cdn.example.com",
    "s3://cdn.example.com",
  ],
  CLOUDFRONT_KEY_PAIR_ID: ["k2jcjmdehxqw5f", "K2JC JMDEHXQW5F", "key/K2JCJMDEHXQW5F"],
  CLOUDFRONT_PRIVATE_KEY: ["private.pem", "-----BEGIN PRIVATE KEY-----"],
  COOKIE_DOMAIN: [".example.com", "example.com.", "https://example.com", "example.com:8080", "localhost"],
  LOGIN_USER: ["ada", "@", "ada@", "ada lovelace@example.com"],
  LOGIN_PASSWORD: ["elevenchars", "xxxxxxxxxxxxxxxx"],
  PORT: ["0", "65536", "99999", "080", "-1", "8080.5", "1e3", "0x50"],
  SESSION_SECRET: ["a secret of more than 32 characters with spaces", "4c1f0e9ab37d58620d9e6fb1c827a45"],
};
/** Long enough, and known: samples of templates and libraries, and patterns. */
const guessable = [
  "x".repeat(32),
  "your-secret-of-at-least-32-characters",
  "CHANGE-ME-to-something-long-and-random",
  "replace_this_in_production_please_do",
  "complex_password_at_least_32_characters_long",
  "password-should-be-32-characters-long",
  "supersecretsupersecretsupersecret",
  "0123456789abcdef0123456789abcdef",
  "12345678901234567890123456789012",
  "abcdefghijklmnopqrstuvwxyz012345",
  "todo-todo-todo-todo-todo-todo-todo",
  "this-is-a-very-long-secret-for-dev-only",
  "<output-of-openssl-rand-hex-32-here-please>",
];
/** What is right, and may look odd. */
const unusual: Partial<Record<Name, readonly string[]>> = {
  CDN_ORIGIN: [
    "http://localhost:4566",
    "https://[::1]:8443",
    "http://127.0.0.1:8081",
    "http://[::1]:8081",
    "http://cdn.localhost:8081",
    "https://cdn:8080",
    "https://my_cdn",
    "https://xn--bcher-kva.example",
    "https://CDN.example.com",
    "https://d2h9z4k7c1m3xq.cloudfront.net",
  ],
  CLOUDFRONT_KEY_PAIR_ID: ["APKAIOSFODNN7EXAMPLE", "KEXAMPLELOCAL"],
  COOKIE_DOMAIN: ["example.com", "app.example.co.uk", "xn--bcher-kva.example"],
  LOGIN_USER: ["Ada.O'Lovelace@Example.com", "root@localhost"],
  PORT: ["1", "8080", "65535"],
  SESSION_SECRET: [
    "7c0f5a1b7c0f5a1b9e3d2c4f6a8b0d1e",
    "Zk3vQ9wXr7Lm2Tn8Yb5Hc1Jd6Fg4Ps0aUe+/AbCdEfG=",
    "9f8e7d6c-5b4a-4392-8170-6f5e4d3c2b1a",
  ],
};
const placeholders = ["undefined", "null", "change-me", "CHANGEME", "TODO", "<value>", "xxx", "lovelace"];
/** They may be left out. */
const optional: readonly string[] = ["COOKIE_DOMAIN", "PORT"];
const mayBeQuoted: readonly string[] = ["LOGIN_PASSWORD", "SESSION_SECRET"];
const ofPayload: Name[] = ["CDN_ORIGIN", "CLOUDFRONT_KEY_PAIR_ID", "CLOUDFRONT_PRIVATE_KEY", "COOKIE_DOMAIN"];
const withoutPort = (Object.keys(good) as Name[]).filter((name) => name !== "PORT");

/** The variables of each example, and the call with which its program starts. */
const examples: Record<string, { file: string; names: readonly Name[]; start?: string; settings?: string }> =
  {
    express: { file: "express/settings.js", names: Object.keys(good) as Name[] },
    fastify: { file: "fastify/settings.js", names: Object.keys(good) as Name[] },
    flydrive: { file: "flydrive/settings.js", names: Object.keys(good) as Name[] },
    hono: { file: "hono/settings.js", names: Object.keys(good) as Name[], start: "settings" },
    lambda: { file: "lambda/settings.js", names: withoutPort },
    nest: { file: "nest/settings.js", names: Object.keys(good) as Name[] },
    next: {
      file: "next/instrumentation.js",
      names: withoutPort,
      start: "register",
      settings: "next/lib/settings.js",
    },
    nuxt: { file: "nuxt/server/utils/settings.js", names: withoutPort },
    payload: { file: "payload/src/settings.ts", names: ofPayload },
    sveltekit: { file: "sveltekit/src/lib/server/settings.js", names: withoutPort, start: "checkSettings" },
  };

/** A page of this origin asks for cookies. In Hono, the check takes the request. */
const askFrom = (module: Record<string, (given: unknown) => unknown>, origin: string | undefined): unknown =>
  module.checkSite?.(module.settings ? { req: { header: () => origin } } : origin);

/** A module of its own for each import, as a new program has. */
let numImports = 0;
const load = async (file: string): Promise<Record<string, (given?: unknown) => unknown>> => {
  numImports += 1;
  return import(/* @vite-ignore */ `${pathToFileURL(file).href}?${numImports}`);
};

describe.each(Object.entries(examples))("examples/%s", (name, { file, names, start, settings }) => {
  const path = join(folder, `${name}.mjs`);
  const settingsPath = settings ? join(folder, `${name}-settings.mjs`) : path;
  beforeAll(async () => {
    const modules = {
      "$env/dynamic/private": "export const env = process.env;",
      "hono/adapter": "export const env = () => process.env;",
    };
    writeFileSync(path, await bundle(file, { format: "esm", modules }));
    if (settings) writeFileSync(settingsPath, await bundle(settings, { format: "esm", modules }));
  });
  const startWith = async (variables: Partial<Record<Name, string | undefined>>): Promise<void> => {
    for (const [variable, value] of Object.entries({ ...good, ...variables })) vi.stubEnv(variable, value);
    const module = await load(path);
    if (start !== undefined) module[start]?.();
  };

  it("starts with its variables, also on localhost and with a domain", async () => {
    await startWith({});
    await startWith({ CDN_ORIGIN: "http://localhost:8081", COOKIE_DOMAIN: "" });
    for (const [variable, values] of Object.entries(unusual))
      for (const value of values)
        await startWith({
          [variable]: value,
          ...(variable === "COOKIE_DOMAIN" && { CDN_ORIGIN: `https://cdn.${value}` }),
          ...(variable === "CDN_ORIGIN" && {
            COOKIE_DOMAIN: /example$|example\.com$/i.test(value) ? value.split("//")[1]?.toLowerCase() : "",
          }),
        });
    const { CLOUDFRONT_PRIVATE_KEY: pem } = good;
    for (const encoding of ["hex", "base64", "base64url"] as const)
      for (let i = 0; i < 20; i++) await startWith({ SESSION_SECRET: randomBytes(32).toString(encoding) });
    for (const key of [pem.replaceAll("\n", "\\n"), btoa(pem), pem.trim(), `${pem}\n`])
      await startWith({ CLOUDFRONT_PRIVATE_KEY: key });
  });

  it.each(names)("does not start without a usable %s, and says what to set", async (variable) => {
    const fault = (problem: string) => new Error(`${variable}: ${problem}; ${steps[variable]}`);
    for (const value of [...placeholders, ...mistyped[variable]])
      await expect(startWith({ [variable]: value }), value).rejects.toThrow(fault("is not usable"));
    // As secret stores and .env files give them. A PEM may have both.
    if (variable !== "CLOUDFRONT_PRIVATE_KEY") {
      const value = good[variable] || "8080";
      for (const spaced of [`${value}\n`, `${value}\r\n`, ` ${value}`, `${value} `])
        await expect(startWith({ [variable]: spaced })).rejects.toThrow(fault("has white space around it"));
      // A secret may have quotes: it is the same secret everywhere.
      if (!mayBeQuoted.includes(variable))
        for (const quote of [`'`, `"`])
          await expect(startWith({ [variable]: `${quote}${value}${quote}` })).rejects.toThrow(
            fault("has quotes around it"),
          );
    }
    if (optional.includes(variable))
      return await startWith({
        CDN_ORIGIN: "http://localhost:8081",
        COOKIE_DOMAIN: "",
        [variable]: undefined,
      });
    for (const value of [undefined, "", "   ", "\n"])
      await expect(startWith({ [variable]: value })).rejects.toThrow(fault("is not set"));
    if (variable === "SESSION_SECRET")
      for (const value of guessable)
        await expect(startWith({ [variable]: value }), value).rejects.toThrow(
          fault("is a sample or a pattern, which others can guess"),
        );
  });

  it("does not start with http:// to another machine, nor with AWS's sample of a host", async () => {
    for (const host of ["cdn.example.com", "cdn:8080", "notlocalhost", "10.0.0.7"])
      await expect(startWith({ CDN_ORIGIN: `http://${host}`, COOKIE_DOMAIN: "" }), host).rejects.toThrow(
        new Error(
          `CDN_ORIGIN: begins with http://, over which browsers send no CloudFront cookies, and others can read signed URLs; write https://${host}, or http://localhost for a local CloudFront`,
        ),
      );
    await expect(
      startWith({ CDN_ORIGIN: "https://D111111abcdef8.cloudfront.net", COOKIE_DOMAIN: "" }),
    ).rejects.toThrow(
      new Error(
        "CDN_ORIGIN: is d111111abcdef8.cloudfront.net, the sample of AWS's documentation; set it to the origin of your distribution",
      ),
    );
  });

  it("does not start with the sample ID, except with a local CloudFront", async () => {
    const sample = { CLOUDFRONT_KEY_PAIR_ID: "K2JCJMDEHXQW5F" };
    for (const [host, domain] of [
      ["cdn.example.com", "example.com"],
      ["d2h9z4k7c1m3xq.cloudfront.net", ""],
    ])
      await expect(
        startWith({ ...sample, CDN_ORIGIN: `https://${host}`, COOKIE_DOMAIN: domain }),
        host,
      ).rejects.toThrow(
        new Error(
          "CLOUDFRONT_KEY_PAIR_ID: is K2JCJMDEHXQW5F, the sample of this documentation, which CloudFront does not know; set it to the ID of your public key in CloudFront",
        ),
      );
    for (const host of ["localhost:8081", "cdn.localhost:8081", "127.0.0.1:8081", "[::1]:8081", "cdn:8080"])
      await startWith({ ...sample, CDN_ORIGIN: `https://${host}`, COOKIE_DOMAIN: "" });
  });

  it("sets cookies only for pages whose browser takes them and sends them to the CDN", async () => {
    const ask = async (cdn: string, domain: string, origin?: string) => {
      for (const [variable, value] of Object.entries({ ...good, CDN_ORIGIN: cdn, COOKIE_DOMAIN: domain }))
        vi.stubEnv(variable, value);
      return askFrom(await load(settingsPath), origin);
    };
    const cdn = "https://cdn.example.com";
    for (const origin of ["https://app.example.com", "https://Example.com:8443", undefined, "null", ""])
      await ask(cdn, "Example.com", origin);
    // One distribution for the site and the files.
    await ask(cdn, "cdn.example.com", cdn);
    await ask("https://d2h9z4k7c1m3xq.cloudfront.net", "", "https://d2h9z4k7c1m3xq.cloudfront.net");
    await ask("http://localhost:8081", "", "http://localhost:8080");
    for (const [domain, origin, site] of [
      ["cdn.example.com", "https://app.example.com", "app.example.com"],
      ["example.com", "https://notexample.com:8443", "notexample.com"],
    ] as const)
      await expect(ask(cdn, domain, origin)).rejects.toThrow(
        new Error(
          `COOKIE_DOMAIN: does not cover ${site}, the host of the site, so browsers refuse the cookies; set it to the domain that ${site} and cdn.example.com share, such as example.com`,
        ),
      );
    for (const [origin, page, host] of [
      ["https://d2h9z4k7c1m3xq.cloudfront.net", "https://app.example.com", "app.example.com"],
      ["http://localhost:8081", "http://127.0.0.1:8080", "127.0.0.1"],
    ] as const) {
      const { hostname } = new URL(origin);
      await expect(ask(origin, "", page)).rejects.toThrow(
        new Error(
          `COOKIE_DOMAIN: is not set, so browsers send the cookies to ${host} alone and not to ${hostname}, the host of CDN_ORIGIN; open the site at ${hostname}, or give the distribution a name in the domain of the site and set it to this domain`,
        ),
      );
    }
  });
});

describe.each(["express", "fastify", "flydrive", "nest"])("the session cookie in examples/%s", (name) => {
  it("is not Secure behind a proxy that does not say https: the log says so once", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    for (const [variable, value] of Object.entries(good)) vi.stubEnv(variable, value);
    const { checkScheme } = (await load(join(folder, `${name}.mjs`))) as unknown as {
      checkScheme(origin: string | undefined, isSecure: boolean): void;
    };
    checkScheme(undefined, false);
    checkScheme("http://localhost:8080", false);
    checkScheme("https://app.example.com", true);
    expect(warn).not.toHaveBeenCalled();
    for (let i = 0; i < 3; i++) checkScheme("https://app.example.com", false);
    expect(warn.mock.calls).toEqual([
      [
        "X-Forwarded-Proto: is not https, but the page is, so the session cookie is not Secure; let your proxy set this header, and let the app trust the proxy",
      ],
    ]);
    warn.mockRestore();
  });
});

describe.each(["express", "fastify", "flydrive", "lambda", "nuxt"])(
  "the domain of the cookies in examples/%s",
  (name) => {
    const loadWith = (origin: string, domain: string) => {
      for (const [variable, value] of Object.entries({ ...good, CDN_ORIGIN: origin, COOKIE_DOMAIN: domain }))
        vi.stubEnv(variable, value);
      return load(join(folder, `${name}.mjs`));
    };

    it("is demanded for a host that has one", async () => {
      await expect(loadWith("https://cdn.example.com", "")).rejects.toThrow(
        "COOKIE_DOMAIN: is not set, so that browsers send no cookies to cdn.example.com, the host of CDN_ORIGIN; set it to the domain that the site and the distribution share, such as example.com",
      );
      for (const host of [
        "app.localhost",
        "127.0.0.1:8081",
        "[::1]",
        "cdn:8080",
        "d2h9z4k7c1m3xq.cloudfront.net",
      ])
        await loadWith(`https://${host}`, "");
    });

    it("is not cloudfront.net", async () => {
      await expect(loadWith("https://d2h9z4k7c1m3xq.cloudfront.net", "CloudFront.net")).rejects.toThrow(
        "COOKIE_DOMAIN: is cloudfront.net, for which browsers refuse cookies; give the distribution an alternate domain name, or leave it out and use signed URLs",
      );
    });

    it.each([
      ["http://localhost:8097", "example.com"],
      ["https://cdn.example.org", "example.com"],
      ["https://notexample.com", "example.com"],
    ])("%s is not covered by %s", async (origin, domain) => {
      const { hostname } = new URL(origin);
      await expect(loadWith(origin, domain)).rejects.toThrow(
        `COOKIE_DOMAIN: does not cover ${hostname}, the host of CDN_ORIGIN; set it to the domain that the site and this host share, such as example.com, or leave it out on localhost`,
      );
    });
  },
);

it.each(["next/lib/cdn.js", "sveltekit/src/lib/server/cdn.js"])(
  "%s signs nothing with settings that do not fit together, without the file that checks them at the start",
  async (file) => {
    const path = join(folder, `${file.replaceAll("/", "-")}.mjs`);
    const modules = { "server-only": "", "$env/dynamic/private": "export const env = process.env;" };
    writeFileSync(path, await bundle(file, { format: "esm", modules }));
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    for (const [variable, value] of Object.entries({ ...good, COOKIE_DOMAIN: "" }))
      vi.stubEnv(variable, value);
    const { signer } = (await load(path)) as unknown as { signer: CloudFrontSigner };
    const terms = { resource: "https://cdn.example.com/course/*", expiresIn: "4h" } as const;
    await expect(signer.signCookies(terms)).rejects.toThrow();
    expect(`${logged.mock.calls[0]?.[1]}`).toMatch(
      /^Error: COOKIE_DOMAIN: is not set, so that browsers send no cookies to cdn\.example\.com/,
    );
    logged.mockRestore();
  },
);

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
    ["sessionSecret", "at least 32 random characters, such as those of openssl rand -hex 32"],
    ["user", "an e-mail address, such as ada@example.com"],
    ["password", "at least 12 characters, such as those of openssl rand -hex 12"],
  ])("refuses a secret without a usable %s", async (name, what) => {
    const message = (state: string) => `cloudfront-app: ${name} is ${state}; write ${what}, into the secret`;
    for (const value of [undefined, null, ""])
      await expect(read(JSON.stringify({ ...secret, [name]: value }))).rejects.toThrow(message("not set"));
    for (const value of [...placeholders, "   ", 42, ["x".repeat(40)], {}])
      await expect(read(JSON.stringify({ ...secret, [name]: value }))).rejects.toThrow(message("not usable"));
    if (name === "sessionSecret")
      for (const value of guessable)
        await expect(read(JSON.stringify({ ...secret, [name]: value })), value).rejects.toThrow(
          message("a sample or a pattern, which others can guess"),
        );
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
