import { spawnSync } from "node:child_process";
import { createPrivateKey, createPublicKey } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import keys from "@cloudfront-sign-webcrypto/testing/vectors/keys.json" with { type: "json" };
import ts from "typescript";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { accessControlStep } from "../../../src/commands/keygen/next-steps.ts";
import { infrastructureTools } from "../../../src/foreign/infrastructure.ts";

const { folder, run, remove } = openCommand();
afterAll(remove);

const isWindows = process.platform === "win32";
const help = "\n\ncloudfront-sign keygen --help shows all options.\n";
const ecPublicKey = Buffer.from(keys["ecp256.pub.spki.pem"], "base64").toString();
let [count, cwd] = [0, ""];
const read = (name: string): string => readFileSync(join(cwd, name), "utf8");

beforeEach(() => {
  cwd = join(folder, `run-${++count}`);
  mkdirSync(cwd);
  writeFileSync(join(cwd, "ec.pem"), ecPublicKey);
});

describe("keygen", () => {
  it.each([
    [[], "rsa", { modulusLength: 2048, publicExponent: 65537n }],
    [["--type", "rsa"], "rsa", { modulusLength: 2048, publicExponent: 65537n }],
    [["--type", "ec"], "ec", { namedCurve: "prime256v1" }],
  ])("%j writes both halves of a key pair that node:crypto reads", async (args, type, details) => {
    const { status, stdout } = await run(["keygen", ...args], { cwd });
    expect([status, stdout]).toEqual([0, ""]);
    expect(read("private.pem")).toMatch(
      /^-----BEGIN PRIVATE KEY-----\n[\s\S]+\n-----END PRIVATE KEY-----\n$/,
    );
    expect(read("public.pem")).toMatch(/^-----BEGIN PUBLIC KEY-----\n[\s\S]+\n-----END PUBLIC KEY-----\n$/);
    const privateKey = createPrivateKey(read("private.pem"));
    expect([privateKey.asymmetricKeyType, privateKey.asymmetricKeyDetails]).toEqual([type, details]);
    const ownPublicKey = createPublicKey(privateKey).export({ type: "spki", format: "pem" });
    expect(read("public.pem")).toBe(ownPublicKey);
  });

  it.each(["rsa", "ec"])("makes an %s key that signs, without a warning about its file", async (type) => {
    await run(["keygen", "--type", type], { cwd });
    const key = ["--key-pair-id", "K2JCJMDEHXQW5F", "--private-key", "private.pem"];
    const url = "https://d111111abcdef8.cloudfront.net/a.jpg";
    const { status, stdout, stderr } = await run(["sign", url, "--expires-in", "1h", ...key], { cwd });
    expect([status, stderr]).toEqual([0, ""]);
    const publicKey = ["--public-key", "K2JCJMDEHXQW5F=public.pem"];
    expect((await run(["verify", stdout.trim(), ...publicKey], { cwd })).status).toBe(0);
  });

  it.skipIf(isWindows)("lets nobody else read the private key", async () => {
    await run(["keygen", "--type", "ec"], { cwd });
    expect(statSync(join(cwd, "private.pem")).mode & 0o777).toBe(0o600);
  });

  it("says what to do next, with nothing on standard output and no private key", async () => {
    const { stdout, stderr } = await run(["keygen", "--type", "ec", "--out", "keys/course"], { cwd });
    expect(stdout).toBe("");
    const written = isWindows ? stderr : stderr.replaceAll("\\", "/");
    expect(written).toContain(
      "   cloudfront-sign keygen --public-key keys/course.public.pem --for console\n",
    );
    expect(written).toContain(
      "   cloudfront-sign sign URL --key-pair-id ID --private-key keys/course.private.pem --expires-in 1h\n",
    );
    expect(stderr.replace(/\s+/g, " ")).toContain(`for your tool: ${infrastructureTools.join(", ")}.`);
    expect(stderr).not.toContain(read("keys/course.private.pem").split("\n")[1]);
  });

  it("says which line Git needs, in a work tree that does not ignore the private key", async () => {
    const noted = async (out: string, env = {}): Promise<string[]> => {
      const { status, stderr } = await run(["keygen", "--type", "ec", "--out", out], { cwd, env });
      expect(status).toBe(0);
      return stderr.replace(/\s+/g, " ").match(/note: .*?(?= Next )/g) ?? [];
    };
    const line = "add this line to .gitignore:";
    expect(await noted("a/before")).toEqual([]);
    mkdirSync(join(cwd, ".git"));
    expect(await noted("a/one", { PATH: "" })).toEqual([
      `note: ${join("a", "one.private.pem")} is in a Git work tree. If Git does not ignore it, ${line} one.private.pem`,
    ]);
    rmSync(join(cwd, ".git"), { recursive: true });
    if (isWindows || spawnSync("git", ["init", "-q"], { cwd }).status !== 0) return;
    const [note = ""] = await noted("a/#b c");
    expect(note).toBe(`note: Git does not ignore a/#b c.private.pem: ${line} \\#b\\ c.private.pem`);
    writeFileSync(join(cwd, ".gitignore"), `${note.split(`${line} `)[1]}\n`);
    rmSync(join(cwd, "a"), { recursive: true });
    expect(await noted("a/#b c")).toEqual([]);
  });

  it("names no private key beside a public key with another name", async () => {
    await run(["keygen", "--type", "ec", "--out", "keys/course"], { cwd });
    renameSync(join(cwd, "keys/course.public.pem"), join(cwd, "pub.pem"));
    expect((await run(["keygen", "--public-key", "pub.pem"], { cwd })).stderr).toContain(
      "--private-key FILE --expires-in 1h",
    );
  });

  it("says the same for a public key that exists, with the private key beside it", async () => {
    const { stderr: said } = await run(["keygen", "--type", "ec", "--out", "keys/course"], { cwd });
    const { status, stdout, stderr } = await run(["keygen", "--public-key", "keys/course.public.pem"], {
      cwd,
    });
    expect([status, stdout]).toEqual([0, ""]);
    if (!isWindows) expect(said.endsWith(stderr)).toBe(true);
  });

  it.each([
    ["keys/course", "keys/course.private.pem", "keys/course.public.pem"],
    ["keys/course.pem", "keys/course.private.pem", "keys/course.public.pem"],
    ["keys/", "keys/private.pem", "keys/public.pem"],
    ["existing", "existing/private.pem", "existing/public.pem"],
  ])("--out %s writes %s and %s", async (out, privateKey, publicKey) => {
    mkdirSync(join(cwd, "existing"));
    expect((await run(["keygen", "--type", "ec", "--out", out], { cwd })).status).toBe(0);
    expect([existsSync(join(cwd, privateKey)), existsSync(join(cwd, publicKey))]).toEqual([true, true]);
  });

  it.each([
    [
      "private.pem",
      "public.pem",
      "to use this key pair, make its public key: openssl pkey -in private.pem -pubout -out public.pem, then cloudfront-sign keygen --public-key public.pem; for a new key pair",
    ],
    [
      "public.pem",
      "private.pem",
      "to use this key pair: cloudfront-sign keygen --public-key public.pem; for a new key pair",
    ],
  ])("overwrites no %s, and writes no %s then", async (existing, other, step) => {
    writeFileSync(join(cwd, existing), "in use");
    const { status, stdout, stderr } = await run(["keygen"], { cwd });
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      `${existing} exists already, and a key that is in use must not be lost; ${step}, write to other files: --out NAME${help}`,
    );
    expect([read(existing), existsSync(join(cwd, other))]).toEqual(["in use", false]);
  });

  it("names the line that prints the setup of a key pair that exists", async () => {
    await run(["keygen", "--type", "ec", "--out", "my keys/a"], { cwd });
    const args = ["keygen", "--type", "ec", "--out", "my keys/a", "--for", "terraform", "--name", "shop"];
    const { status, stdout, stderr } = await run(args, { cwd });
    expect([status, stdout]).toEqual([2, ""]);
    const [, line = ""] = /to use this key pair: cloudfront-sign (keygen .*); for a new/.exec(stderr) ?? [];
    if (isWindows) return;
    expect(line).toBe("keygen --public-key 'my keys/a.public.pem' --for terraform --name shop");
    const printed = await run(["keygen", "--public-key", "my keys/a.public.pem", ...args.slice(5)], { cwd });
    expect([printed.status, printed.stdout]).toEqual([
      0,
      expect.stringContaining("aws_cloudfront_key_group"),
    ]);
  });

  it("names a file in the place of a folder", async () => {
    writeFileSync(join(cwd, "file"), "");
    const { status, stderr } = await run(["keygen", "--type", "ec", "--out", "file/key"], { cwd });
    expect(status).toBe(2);
    expect(stderr.replaceAll("\\", "/")).toMatch(
      /^--out: cannot write file\/key\.private\.pem \(E\w+\); check the folder, or give another\n/,
    );
  });

  it.each([
    [["private.pem"], "keygen accepts only options; name the files with --out DIR/NAME"],
    [["--type", "ed25519"], '--type: "ed25519" is not possible here; write one of rsa, ec'],
    [["--for", "teraform"], '--for: "teraform" is not possible here; did you mean terraform?'],
    [["--out", ""], "--out: is empty; is a variable of the shell not set?"],
    [["--name", "viewers"], "--name: names what --for prints; add --for TOOL"],
    [
      ["--for", "cdk", "--name", "my viewers"],
      "--name: expected a letter, then letters, digits and hyphens, 64 at most; such as viewers",
    ],
    [
      ["--public-key", "ec.pem", "--type", "ec"],
      "--type: is for a new key pair, and --public-key names one that exists; leave one of them out",
    ],
    [
      ["--public-key", "ec.pem", "--out", "keys/"],
      "--out: is for a new key pair, and --public-key names one that exists; leave one of them out",
    ],
    [["--public-key", "none.pem"], "--public-key: cannot read none.pem (ENOENT); check the path"],
    [
      ["--public-key", "private.pem"],
      "ERR_KEY_NOT_PUBLIC\n--public-key private.pem: is a private key; derive the public key from it: openssl pkey -pubout -in key.pem -out public.pem",
    ],
    [
      ["--public-key", "rsa1024.pem"],
      "--public-key rsa1024.pem: is an RSA key of 1024 bits, and CloudFront accepts 2048; make a new pair: cloudfront-sign keygen",
    ],
  ])("refuses %j", async (args, message) => {
    writeFileSync(join(cwd, "rsa1024.pem"), Buffer.from(keys["rsa1024.pub.spki.pem"], "base64"));
    if (args.includes("private.pem"))
      writeFileSync(join(cwd, "private.pem"), Buffer.from(keys["ecp256.pkcs8.pem"], "base64"));
    const { status, stdout, stderr } = await run(["keygen", ...args], { cwd });
    expect([status, stdout, stderr]).toEqual([2, "", message + help]);
    expect(existsSync(join(cwd, "public.pem"))).toBe(false);
  });

  it("has an access control list instead of a mode for Windows", () => {
    expect(accessControlStep("keys\\private.pem", "Jo Doe").line).toBe(
      'icacls "keys\\private.pem" /inheritance:r /grant:r "Jo Doe:F"',
    );
  });
});

/** What `--for` prints for the P-256 key of the vectors, or for a new one. */
async function paste(tool: string, args: readonly string[] = ["--public-key", "ec.pem"]): Promise<string> {
  const { status, stdout } = await run(["keygen", "--for", tool, ...args], { cwd });
  expect(status).toBe(0);
  return stdout;
}

/** Runs TypeScript whose imports are stubs, and gives what it exports. */
function evaluate(text: string, globals: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  const { outputText, diagnostics } = ts.transpileModule(text, {
    compilerOptions: options,
    reportDiagnostics: true,
  });
  expect(diagnostics).toEqual([]);
  const exports: Record<string, unknown> = {};
  const names = ["exports", "require", ...Object.keys(globals)];
  new Function(...names, outputText)(exports, () => stubs, ...Object.values(globals));
  return exports;
}

class PublicKey {
  readonly id = "K2JCJMDEHXQW5F";
  readonly publicKeyId = this.id;
  readonly args: unknown[];
  constructor(...args: unknown[]) {
    this.args = args;
  }
}
class KeyGroup extends PublicKey {}
class Construct {}
const stubs = { cloudfront: { PublicKey, KeyGroup }, PublicKey, KeyGroup, Construct, CfnOutput: PublicKey };

describe("keygen --for", () => {
  it.each(infrastructureTools)(
    "%s prints the whole public key, and not a half of a private one",
    async (tool) => {
      const stdout = await paste(tool, ["--type", "ec"]);
      const [, line = ""] = read("public.pem").split("\n");
      expect(stdout).toContain(line);
      expect(stdout).not.toContain("PRIVATE");
      expect(await paste(tool, ["--public-key", "public.pem"])).toBe(stdout);
    },
  );

  it("console prints the key alone, with the line break that its file may not have", async () => {
    writeFileSync(join(cwd, "ec.pem"), ecPublicKey.trimEnd());
    expect(await paste("console")).toBe(ecPublicKey);
  });

  it.skipIf(isWindows)("aws-cli prints lines for a shell, which makes the key and its group", async () => {
    const stub = 'aws() { for arg in "$@"; do printf "%s\\0" "$arg" >> calls; done; echo K2JCJMDEHXQW5F; }\n';
    const { stdout } = spawnSync("sh", ["-e"], {
      input: stub + (await paste("aws-cli")),
      cwd,
      encoding: "utf8",
    });
    expect(stdout).toBe(
      "Sign with --key-pair-id K2JCJMDEHXQW5F\nGive the cache behavior of the private path the key group K2JCJMDEHXQW5F\n",
    );
    const calls = read("calls").split("\0");
    const jsonAfter = (flag: string): unknown => JSON.parse(calls[calls.indexOf(flag) + 1] ?? "");
    expect(jsonAfter("--public-key-config")).toEqual({
      CallerReference: expect.stringMatching(/^viewers-[0-9a-f]{16}$/),
      Name: "viewers",
      EncodedKey: ecPublicKey,
    });
    expect(jsonAfter("--key-group-config")).toEqual({ Name: "viewers", Items: ["K2JCJMDEHXQW5F"] });
  });

  it("cdk prints a module with a construct", async () => {
    const { Course2Keys } = evaluate(
      await paste("cdk", ["--public-key", "ec.pem", "--name", "course-2"]),
    ) as {
      Course2Keys: new (scope: unknown, id: string) => { keyGroup: KeyGroup };
    };
    const [, , group] = new Course2Keys({}, "id").keyGroup.args as [unknown, string, { items: PublicKey[] }];
    expect(group.items[0]?.args.slice(1)).toEqual(["PublicKey", { encodedKey: ecPublicKey }]);
  });

  it("pulumi prints a module with both resources", async () => {
    const { viewersKeyPairId, viewersKeyGroup } = evaluate(await paste("pulumi"));
    expect(viewersKeyPairId).toBe("K2JCJMDEHXQW5F");
    expect((viewersKeyGroup as KeyGroup).args).toEqual(["viewers", { items: ["K2JCJMDEHXQW5F"] }]);
  });

  it("sst prints what run() of its configuration does", async () => {
    const made: PublicKey[] = [];
    class Recorded extends PublicKey {
      constructor(...args: unknown[]) {
        super(...args);
        made.push(this);
      }
    }
    const text = `exports.returned = (() => {\n${await paste("sst")}})();`;
    const { returned } = evaluate(text, { aws: { cloudfront: { PublicKey: Recorded, KeyGroup: Recorded } } });
    expect(returned).toEqual({ viewersKeyPairId: "K2JCJMDEHXQW5F" });
    expect(made.map(({ args }) => args)).toEqual([
      ["viewers", { encodedKey: ecPublicKey }],
      ["viewers", { items: ["K2JCJMDEHXQW5F"] }],
    ]);
  });
});
