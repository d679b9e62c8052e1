import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { core, examples } from "@cloudfront-sign-webcrypto/testing/folders";
import { run } from "@cloudfront-sign-webcrypto/testing/run";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { throwAwayKey } from "../support/throw-away-key.ts";
import { exampleEnvironment, settings } from "./support/environment.ts";

/** Settings that look right and lead nowhere: what each example says when it starts. The frameworks are not installed. */

const root = mkdtempSync(join(tmpdir(), "example-settings-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const privateKey = throwAwayKey();
const library = process.env.PACKED_DIR
  ? join(process.env.PACKED_DIR, "node_modules/cloudfront-sign-webcrypto")
  : core;

/** A copy as a user has it, with a few lines in place of each package, by its name or a path in it. */
function copyWith(name: string, packages: Readonly<Record<string, string>>, to = name): string {
  const folder = join(root, to);
  const filter = (path: string) => !/[\\/](node_modules|\.\w[^\\/]*)$/.test(path);
  cpSync(join(examples, name), folder, { recursive: true, filter });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(library, join(folder, "node_modules/cloudfront-sign-webcrypto"), "junction");
  for (const [specifier, code] of Object.entries(packages)) {
    const [, packageName = "", path = ""] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(specifier) ?? [];
    const target = join(folder, "node_modules", packageName);
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, "package.json"), JSON.stringify({ exports: { [`.${path}`]: "./index.cjs" } }));
    writeFileSync(join(target, "index.cjs"), code);
  }
  return folder;
}

/** Runs lines of a module in the folder, once for each input. The lines see it as `input`, and return what is compared. */
async function eachOf(folder: string, inputs: readonly unknown[], lines: string): Promise<string[]> {
  const code = `
    const answers = [];
    for (const [index, input] of ${JSON.stringify(inputs)}.entries())
      answers.push(await (async () => { ${lines} })().then((value) => value ?? "", (error) => error.message));
    console.log(JSON.stringify(answers));`;
  const file = join(folder, "each-of.mjs");
  writeFileSync(file, code);
  const { stdout, output } = await run(process.execPath, [file], { cwd: folder, env: exampleEnvironment() });
  if (!stdout) throw new Error(output);
  return JSON.parse(stdout);
}

/** The file with the settings, the stand-ins that it needs, and the call with which the program starts. */
const files: Record<string, { file: string; packages?: Record<string, string>; start?: string }> = {
  express: { file: "settings.js" },
  fastify: { file: "settings.js" },
  flydrive: { file: "settings.js" },
  hono: {
    file: "settings.js",
    packages: { "hono/adapter": "exports.env = () => process.env;" },
    start: "settings",
  },
  lambda: { file: "settings.js" },
  nest: { file: "settings.js" },
  next: { file: "lib/settings.js", start: "checkSettings" },
  nuxt: { file: "server/utils/settings.js" },
  // Node.js 24, with which these tests run, reads TypeScript. Older ones may not.
  payload: { file: "src/settings.ts" },
  sveltekit: {
    file: "src/lib/server/settings.js",
    packages: { "$env/dynamic/private": "exports.env = process.env;" },
    start: "checkSettings",
  },
};
const readsTypeScript = Number.parseInt(process.versions.node, 10) >= 24;

describe.each(Object.entries(files))("the domain of the cookies in examples/%s", (name, one) => {
  const { file, packages = {}, start } = one;
  const canRun = readsTypeScript || !file.endsWith(".ts");
  const messages = (variables: readonly (readonly [origin: string, domain: string])[]) =>
    eachOf(
      join(root, name),
      variables.map(([origin, COOKIE_DOMAIN]) => ({
        ...settings(origin, "K3D5EWEUDCCXON", privateKey),
        COOKIE_DOMAIN,
      })),
      `Object.assign(process.env, input);
       const module = await import(\`./${file}?\${index}\`);
       ${start ? `module.${start}();` : ""}`,
    );
  beforeAll(() => void copyWith(name, packages));

  it.runIf(canRun)("is demanded for a host that has one", async () => {
    const hosts = ["app.localhost", "127.0.0.1:8081", "[::1]", "cdn:8080", "d2h9z4k7c1m3xq.cloudfront.net"];
    const [demand, ...others] = await messages([
      ["https://cdn.example.com", ""],
      ...hosts.map((host) => [`https://${host}`, ""] as const),
      ["https://cdn.example.com", "Example.com"],
    ]);
    expect(demand).toBe(
      "COOKIE_DOMAIN: is not set, so that browsers send no cookies to cdn.example.com, the host of CDN_ORIGIN; set it to the domain that the site and the distribution share, such as example.com",
    );
    expect(others).toEqual(others.map(() => ""));
  });

  it.runIf(canRun)("covers the host, and is not cloudfront.net", async () => {
    const doesNotCover = (host: string) =>
      `COOKIE_DOMAIN: does not cover ${host}, the host of CDN_ORIGIN; set it to the domain that the site and this host share, such as example.com, or leave it out on localhost`;
    expect(
      await messages([
        ["https://d2h9z4k7c1m3xq.cloudfront.net", "CloudFront.net"],
        ["http://localhost:8097", "example.com"],
        ["https://cdn.example.org", "example.com"],
        ["https://notexample.com", "example.com"],
      ]),
    ).toEqual([
      "COOKIE_DOMAIN: is cloudfront.net, for which browsers refuse cookies; give the distribution an alternate domain name, or leave it out and use signed URLs",
      doesNotCover("localhost"),
      doesNotCover("cdn.example.org"),
      doesNotCover("notexample.com"),
    ]);
  });
});

it("examples/hono takes a binding of workerd that is not set, which is null", async () => {
  const variables = {
    ...settings("https://cdn.example.com", "K3D5EWEUDCCXON", privateKey),
    COOKIE_DOMAIN: null,
  };
  const folder = copyWith("hono", { "hono/adapter": "exports.env = (c) => c;" }, "hono-workerd");
  const lines = 'const { settings } = await import("./settings.js"); settings(input);';
  const local = { ...variables, CDN_ORIGIN: "http://localhost:8081" };
  expect(await eachOf(folder, [variables, local], lines)).toEqual([
    expect.stringMatching(/^COOKIE_DOMAIN: is not set, /),
    "",
  ]);
});

it("the check of the settings is the same text in each example: who copies one folder has it", () => {
  const checks = Object.entries(files).map(([name, { file }]) => {
    const code = readFileSync(join(examples, name, file), "utf8").replace(/^ +/gm, "");
    return /const \{ hostname, host, protocol \} = new URL\(cdnOrigin\);[\s\S]*?or leave it out on localhost`,\n\);/.exec(
      code,
    )?.[0];
  });
  expect(checks[0]).toMatch(/CLOUDFRONT_KEY_PAIR_ID: is K2JCJMDEHXQW5F[\s\S]*COOKIE_DOMAIN: does not cover/);
  expect(new Set(checks).size).toBe(1);
});

it("the check of the page's origin is the same text in each example", () => {
  const checks = Object.entries(files).map(([name, { file }]) => {
    const code = readFileSync(join(examples, name, file), "utf8");
    return /function checkSite[\s\S]*?( {2}if \(!origin[\s\S]*?\n\}\n)/.exec(code)?.[1];
  });
  expect(checks[0]).toMatch(/so browsers refuse the cookies/);
  expect(new Set(checks).size).toBe(1);
});

/** Without a scheme or a host, or with a path. */
const unusable = ["cdn.example.com", "https://undefined", "https://cdn.example.com/videos", "change-me"];

describe("examples/strapi", () => {
  let folder: string;
  const url = "https://cdn.example.com/report_7f3a.pdf";
  const good = { cdnOrigin: "https://cdn.example.com", keyPairId: "K2JCJMDEHXQW5F", privateKey };
  const signed = (changes: readonly object[]) =>
    eachOf(
      folder,
      changes.map((change) => ({ url, options: { ...good, s3Options: {}, ...change }, ...change })),
      `const { init } = (await import("./provider.js")).default;
       return (await init(input.options).getSignedUrl({ url: input.url })).url;`,
    );
  beforeAll(() => {
    folder = copyWith("strapi", { "@strapi/provider-upload-aws-s3": "exports.init = () => ({});" });
  });

  it("does not start with an unusable origin, with which every URL was unsigned", async () => {
    const origins = ["https://cdn.example.com/", "http://cdn.example.com", undefined, "", ...unusable];
    const [slash, http, ...others] = await signed(
      origins.map((cdnOrigin) => ({ cdnOrigin: cdnOrigin ?? null })),
    );
    expect(slash).toBe("cdnOrigin: has a slash at its end; write https://cdn.example.com");
    expect(http).toBe(
      "cdnOrigin: begins with http://, so others can read signed URLs; write https://cdn.example.com",
    );
    const state = (is: string) =>
      `cdnOrigin: is not ${is}; set it, or CDN_ORIGIN for config/plugins.js, to the origin of the distribution, without a path or a slash at its end, such as https://cdn.example.com`;
    expect(others).toEqual([state("set"), state("set"), ...unusable.map(() => state("usable"))]);
  });

  it("gives no URL without a signature", async () => {
    const others = [
      "https://private-media.s3.amazonaws.com/a.pdf?X-Amz-Signature=abc",
      "https://cdn.example.com.evil.example/a.pdf",
      "/uploads/a.pdf",
    ];
    const [own, ...refused] = await signed([{}, ...others.map((url) => ({ url }))]);
    expect(own).toMatch(/^https:\/\/cdn\.example\.com\/report_7f3a\.pdf\?Expires=\d+&Signature=/);
    expect(refused).toEqual(
      others.map(
        (other) =>
          `cdnOrigin: the file ${other.split("?")[0]} is not at https://cdn.example.com; correct its URL in the database, or cdnOrigin`,
      ),
    );
  });

  it.each(["cdnOrigin", "keyPairId", "privateKey", "expiresIn"])(
    "refuses %s inside s3Options",
    async (name) => {
      const s3Options = { [name]: name === "expiresIn" ? "2h" : good[name as keyof typeof good] };
      expect(await signed([{ s3Options }])).toEqual([
        `${name}: is inside s3Options, where it has no effect; write it beside s3Options`,
      ]);
    },
  );
});

describe("examples/lambda-at-edge", () => {
  let folder: string;
  const startWith = (origins: readonly string[]) =>
    eachOf(
      folder,
      origins,
      `const { readFile, writeFile, mkdir, copyFile } = await import("node:fs/promises");
       await mkdir(\`copy\${index}\`);
       for (const file of ["cdn.js", "secrets.js"]) await copyFile(file, \`copy\${index}/\${file}\`);
       const text = await readFile("settings.js", "utf8");
       await writeFile(
         \`copy\${index}/settings.js\`,
         text.replace(/cdnOrigin = .*/, \`cdnOrigin = \${JSON.stringify(input)};\`),
       );
       await import(\`./copy\${index}/cdn.js\`);`,
    );
  beforeAll(() => {
    folder = copyWith("lambda-at-edge", {
      "@aws-sdk/client-secrets-manager":
        "exports.SecretsManagerClient = class {}; exports.GetSecretValueCommand = class {};",
      jose: "exports.jwtVerify = () => {}; exports.SignJWT = class {};",
    });
  });

  const requests = (inputs: readonly { host: string; keyPairId?: string }[]) =>
    eachOf(
      copyWith(
        "lambda-at-edge",
        {
          "@aws-sdk/client-secrets-manager": `
            exports.GetSecretValueCommand = class { constructor(input) { this.input = input; } };
            exports.SecretsManagerClient = class { send = async ({ input }) => ({ SecretString: process.env[input.SecretId] }); };`,
          jose: 'exports.jwtVerify = async () => ({ payload: { sub: "ada" } }); exports.SignJWT = class {};',
        },
        `lambda-at-edge-${Math.random()}`,
      ),
      inputs.map(({ host, keyPairId = "K3D5EWEUDCCXON" }) => ({ host, keyPairId, privateKey })),
      `const { readFile, writeFile, cp } = await import("node:fs/promises");
       if (index === 0) {
         const text = await readFile("settings.js", "utf8");
         await writeFile("settings.js", text.replace(/cdnOrigin = .*/, 'cdnOrigin = "https://example.com";'));
       }
       const { host, ...key } = input;
       process.env["cloudfront-key"] = JSON.stringify(key);
       process.env["cloudfront-app"] = JSON.stringify({
         sessionSecret: "4c1f0e9ab37d58620d9e6fb1c827a453", user: "ada@example.com", password: "correct horse battery staple",
       });
       const logged = [];
       console.error = (...parts) => logged.push(parts.map((part) => part.message ?? part).join(" "));
       const answers = [];
       for (const [method, uri] of [["POST", "/cookies"], ["GET", "/members/"]]) {
         const headers = { host: [{ value: host }], cookie: [{ value: "session=token" }] };
         const event = { Records: [{ cf: { request: { method, uri, querystring: "", headers } } }] };
         const { handler } = await import(\`./viewer-request.js\`);
         answers.push((await handler(event)).status ?? "to the origin");
       }
       return [...answers, ...logged].join("; ");`,
    );

  it("sets no cookies for a viewer at another name of the distribution, and says why", async () => {
    const fault =
      "cdnOrigin: is for example.com, and the viewer is at www.example.com, where the cookies open nothing; redirect www.example.com to example.com, or write the origin of www.example.com into settings.js";
    expect(await requests([{ host: "Example.com" }, { host: "www.example.com" }])).toEqual([
      "204; to the origin",
      `500; 500; ${fault}; ${fault}`,
    ]);
  });

  it("signs nothing with the sample ID", async () => {
    const [answer] = await requests([{ host: "example.com", keyPairId: "K2JCJMDEHXQW5F" }]);
    expect(answer).toContain(
      "cloudfront-key: keyPairId is K2JCJMDEHXQW5F, the sample of this documentation, which CloudFront does not know; write the ID of your public key in CloudFront, into the secret",
    );
    expect(answer).toMatch(/^500; to the origin; /);
  });

  it("does not start with the settings.js of the example, nor with an unusable origin", async () => {
    const placeholder =
      "cdnOrigin: is the placeholder d111111abcdef8.cloudfront.net; let your deployment write the origin of your distribution into settings.js";
    expect(await eachOf(folder, [0], 'await import("./viewer-request.js");')).toEqual([placeholder]);
    const origins = [
      "https://D111111ABCDEF8.cloudfront.net/",
      "https://cdn.example.com/",
      "http://cdn.example.com",
      "https://cdn.example.com",
      "http://localhost:8081",
      ...unusable,
    ];
    expect(await startWith(origins)).toEqual([
      placeholder,
      "cdnOrigin: has a slash at its end; write https://cdn.example.com into settings.js",
      "cdnOrigin: begins with http://, so others can read signed URLs; write https://cdn.example.com into settings.js",
      "",
      "",
      ...unusable.map(
        () =>
          "cdnOrigin: is not usable; write the origin of the distribution into settings.js, without a path or a slash at its end, such as https://cdn.example.com",
      ),
    ]);
  });
});
