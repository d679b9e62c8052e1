import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { createDice } from "@cloudfront-sign-webcrypto/testing/support/random.ts";
import { type OpenedCommand, openCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { partOf } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Flags } from "../../src/command.ts";
import { type CommandName, commandNames, commands } from "../../src/commands.ts";
import { withoutRandomText, withoutRandomWords } from "../../src/output/shown-value.ts";
import { shownParts } from "../support/spelled-secrets.ts";

/** A secret as the value of any flag, argument and variable: no message shows it. */

const keyPairId = "K2JCJMDEHXQW5F";
const privateKey = keyText("rsa2048.pkcs8.pem");
const site = "https://d111111abcdef8.cloudfront.net";

let command: OpenedCommand;
let signature: string;
let policy: string;
/** What people paste into the wrong place, and what must not be seen of it. */
let pasted: Readonly<Record<string, readonly [value: string, secrets: readonly string[]]>>;

beforeAll(async () => {
  command = openCommand();
  writeFileSync(join(command.folder, "public.pem"), keyText("rsa2048.pub.spki.pem"));
  writeFileSync(join(command.folder, "private.pem"), privateKey, { mode: 0o600 });
  mkdirSync(join(command.folder, "media"));
  const signer = createCloudFrontSigner({ keyPairId, privateKey });
  // The same signature at any time: of random words, as parts of one are, three in a hundred are not hidden.
  const dateLessThan = "2099-01-01T00:00:00Z";
  const url = await signer.signUrl(`${site}/a.jpg`, { dateLessThan, ipAddress: "192.0.2.0/24" });
  const cookies = await signer.signCookies({ resource: `${site}/*`, dateLessThan });
  [, signature = ""] = /Signature=([^&]*)/.exec(url) ?? [];
  [, policy = ""] = /Policy=([^&]*)/.exec(url) ?? [];
  const p256 = createCloudFrontSigner({ keyPairId, privateKey: keyText("ecp256.pkcs8.pem") });
  const [, short = ""] =
    /Signature=([^&]*)/.exec(await p256.signUrl(`${site}/a.jpg`, { expiresIn: "1h" })) ?? [];
  const ofUrl = [signature, policy];
  const ofCookies = ["Signature", "Policy"].map(
    (name) => new RegExp(`${name}=([^;]*)`).exec(cookies.toCookieHeader())?.[1] ?? "",
  );
  const body = privateKey.replace(/-----.*?-----|\s/g, "");
  const der = Buffer.from(body, "base64").toString("hex");
  const lineWithSlash = body.match(/.{64}/g)?.find((line) => line.slice(8, 56).includes("/")) ?? "";
  expect(lineWithSlash).not.toBe("");
  pasted = {
    "a signed URL": [url, ofUrl],
    "a signed URL with escapes": [encodeURIComponent(url), ofUrl],
    "a signed URL in JSON": [
      JSON.stringify({ url }).replaceAll("&", "\\u0026").replaceAll("=", "\\u003d"),
      ofUrl,
    ],
    "a signature with escaped letters": [
      short.replace(/[A-Za-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
      [short.replace(/[A-Za-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)],
    ],
    "a signature behind //": [`1//${signature}`, ofUrl],
    "a signature in front of //": [`${short}//1`, [short]],
    "a signed URL in HTML": [`<a href="${url.replaceAll("&", "&amp;").replaceAll("=", "&#61;")}">`, ofUrl],
    "a signature": [signature, ofUrl],
    "a signature of P-256": [short, [short]],
    "signed cookies": [cookies.toCookieHeader(), ofCookies],
    "a private key": [privateKey, [body]],
    "the base64 of a private key": [body, [body]],
    "a line of a private key": [lineWithSlash, [body]],
    "a part of a private key": [body.slice(400, 425), [body]],
    "a line of a private key with spaces": [lineWithSlash.replace(/.{8}(?!$)/g, "$& "), [body]],
    "a line of a private key in short groups": [lineWithSlash.replace(/.{4}(?!$)/g, "$& "), [body]],
    "a line of hexadecimal digits": [der.slice(80, 140), [der]],
    "a short line of hexadecimal digits": [der.slice(80, 120).toUpperCase(), [der]],
    "hexadecimal digits with colons": [(der.slice(80, 110).match(/../g) ?? []).join(":"), [der]],
    "hexadecimal digits with spaces": [(der.slice(80, 112).match(/.{4}/g) ?? []).join(" "), [der]],
    "a part of a signature": [signature.slice(40, 60), [signature]],
  };
});
afterAll(() => command.remove());

/** Arguments with which a command comes as far as to use the value of a flag. No server starts. */
const otherArguments: Partial<Record<CommandName, readonly string[]>> = {
  sign: [`${site}/a.jpg`, "--expires-in=1h", `--key-pair-id=${keyPairId}`, "--private-key=private.pem"],
  cookies: [`${site}/*`, "--expires-in=1h", `--key-pair-id=${keyPairId}`, "--private-key=private.pem"],
  verify: [`${site}/a.jpg`, `--public-key=${keyPairId}=public.pem`],
  inspect: [`${site}/a.jpg`],
  explain: [`${site}/a.jpg`, `--public-key=${keyPairId}=public.pem`],
  doctor: ["public.pem"],
  serve: ["media", `--public-key=${keyPairId}=public.pem`, "--host=203.0.113.1"],
};

const names = commandNames.filter((name) => name !== "completion");
const flagsOf = async (name: CommandName): Promise<string[]> => {
  const flags: Flags = (await commands[name].load()).flags;
  return Object.keys(flags).filter((flag) => flags[flag]?.value !== undefined);
};

/** Everything that is printed but data: what a command makes that succeeds, and the URLs that verify lists. */
async function messages(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { status, stdout, stderr } = await command.run(args, { env, input: "" });
  return status === 0 || args[0] === "verify" ? stderr : stdout + stderr;
}

const shown = (text: string, secrets: readonly string[]): string[] =>
  secrets.flatMap((secret) => shownParts(text, secret, 12));

it("shows ordinary values", async () => {
  const sign = ["sign", `${site}/a.jpg`, `--key-pair-id=${keyPairId}`, "--private-key=private.pem"];
  expect(await messages([...sign, "--expires-in=5 lightyears"])).toContain("5 lightyears");
  for (const file of ["MyPrivateKeyFile1.pem", "keys/production/CloudFront-2026-11.pem"])
    expect(await messages(["sign", `${site}/a.jpg`, "--expires-in=1h", `--private-key=${file}`])).toContain(
      file,
    );
  expect(await messages([...sign, "--expires-inn=1h"])).toContain("--expires-inn");
});

describe.each(names)("%s", (name) => {
  it("shows no secret that is the value of a flag", async () => {
    const values = (await flagsOf(name)).flatMap((flag) =>
      Object.entries(pasted).map(([kind, [value, secrets]]) => ({ flag, kind, value, secrets })),
    );
    for (const { flag, kind, value, secrets } of partOf(values)) {
      // A random word that is short enough for the name of a file may be one, and keygen says which file it wrote.
      if (flag === "out" && (kind.startsWith("a part") || kind === "a signature with escaped letters"))
        continue;
      const others = (otherArguments[name] ?? []).filter((other) => !other.startsWith(`--${flag}=`));
      for (const args of [
        [name, `--${flag}=${value}`],
        [name, ...others, `--${flag}=${value}`],
        [name, ...others, `--${flag}=${value}`, `--${flag}=${value}`],
      ])
        expect({ flag, kind, shown: shown(await messages(args), secrets) }).toEqual({
          flag,
          kind,
          shown: [],
        });
    }
  });

  it("shows no secret that is an argument, the name of a flag or a value without one", async () => {
    const flags = ["", "--json", "--allow-emulator-key-pair-ids"];
    for (const [kind, [value, secrets]] of Object.entries(pasted))
      for (const args of [
        [value, value],
        [`--${value}`],
        ["--json", `--${value}`],
        [`--jsn=${value}`],
        [`--json=${value}`],
        [...(otherArguments[name] ?? []), value],
        ...flags.map((flag) => [value, ...(flag === "" ? [] : [flag])]),
      ])
        expect({ args: args.length, kind, shown: shown(await messages([name, ...args]), secrets) }).toEqual({
          args: args.length,
          kind,
          shown: [],
        });
  });

  it("shows no secret that is the value of a variable", async () => {
    const variables = [
      "PRIVATE_KEY",
      "PRIVATE_KEY_FILE",
      "PUBLIC_KEYS",
      "KEY_PAIR_ID",
      "PRIVATE_KEY_PASSPHRASE",
    ];
    const others = (otherArguments[name] ?? []).filter((other) => !/^--(?:private|public|key)/.test(other));
    const values = variables.flatMap((variable) =>
      Object.entries(pasted).map(([kind, [value, secrets]]) => ({ variable, kind, value, secrets })),
    );
    for (const { variable, kind, value, secrets } of partOf(values)) {
      const text = await messages([name, ...others], { [`CLOUDFRONT_${variable}`]: value });
      expect({ variable, kind, shown: shown(text, secrets) }).toEqual({ variable, kind, shown: [] });
    }
  });
});

it("serve --cors shows no secret in small letters", async () => {
  const secret =
    privateKey
      .split("\n")[5]
      ?.replace(/[^A-Za-z\d]/g, "")
      .slice(0, 60) ?? "";
  const args = ["serve", ...(otherArguments.serve ?? []), `--cors=https://${secret}.example/`];
  const text = await messages(args);
  expect(text).toContain(
    "--cors: … is not what a browser sends as Origin; write one such as http://localhost:3000",
  );
  expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
});

it("keygen takes a secret for no name", async () => {
  for (const kind of ["a signed URL", "a line of a private key", "a line of hexadecimal digits"]) {
    const { status, stderr } = await command.run([
      "keygen",
      "--type",
      "ec",
      "--out",
      pasted[kind]?.[0] ?? "",
    ]);
    expect([kind, status, stderr.split("\n")[0]]).toEqual([
      kind,
      2,
      "--out: looks like a key or a signature, and the files would show it; pass a name such as keys/viewers",
    ]);
  }
  // As mkdtemp names a folder on macOS.
  const folder = join(command.folder, "6h/3x8l2v1d5qz9b3k7c4m0w2tr0000gn/T/keys-AbC1d2");
  expect((await command.run(["keygen", "--type", "ec", "--out", join(folder, "viewers")])).status).toBe(0);
});

it("shows what is no secret, however random it looks", () => {
  for (const text of [
    "2d5e8f9a-1b3c-4d5e-8f70-a1b2c3d4e5f6 is the ID of the key group, and d111111abcdef8 that of the host",
    "Use P-256 or RSA 2048, not P-384 or RSA 512 or DSA",
    "2026-11-30 09:00:00 UTC, 192.0.2.1, 2001:db8:0:0:0:0:0:1",
    "with this from when does that make some more sense",
    "K2JCJMDEHXQW5F K1ABCDEFGHIJKL K3ZYXWVUTSRQPO",
  ])
    expect(withoutRandomText(text)).toBe(text);
});

describe("a word that looks random", () => {
  it("is hidden: of random ones with twenty letters and digits at least 95 of 100", () => {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    const dice = createDice(48);
    const letter = () => dice.of([...alphabet]);
    const words = Array.from({ length: 2000 }, () => Array.from({ length: 20 }, letter).join(""));
    expect(words.filter((word) => withoutRandomWords(word) !== word).length).toBeGreaterThan(1900);
  });
});
