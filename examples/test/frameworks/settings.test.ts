import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { core, examples } from "@cloudfront-sign-webcrypto/testing/folders";
import { run } from "@cloudfront-sign-webcrypto/testing/run";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { throwAwayKey } from "../support/throw-away-key.ts";
import { account, exampleEnvironment } from "./support/environment.ts";

/** Settings that look right and lead nowhere, of the examples that have no server of their own. The frameworks are not installed. */

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
  const appSecret = JSON.stringify({
    sessionSecret: "4c1f0e9ab37d58620d9e6fb1c827a453",
    ...account,
  });
  const requests = (inputs: readonly { host: string; appSecret?: string }[]) =>
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
      inputs.map((input) => ({ appSecret, ...input, keyPairId: "K3D5EWEUDCCXON", privateKey })),
      `const { readFile, writeFile } = await import("node:fs/promises");
       if (index === 0) {
         const text = await readFile("settings.js", "utf8");
         await writeFile("settings.js", text.replace(/cdnOrigin = .*/, 'cdnOrigin = "https://example.com";'));
       }
       const { host, appSecret, ...key } = input;
       process.env["cloudfront-key"] = JSON.stringify(key);
       process.env["cloudfront-app"] = appSecret;
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

  it("says that its secret is not JSON, without quoting it", async () => {
    const fault =
      'cloudfront-app: the secret is not JSON; write { "sessionSecret": "…", "user": "…", "password": "…" }';
    expect(await requests([{ host: "example.com", appSecret: "of-the-tests" }])).toEqual([
      `500; 500; ${fault}; ${fault}`,
    ]);
  });
});
