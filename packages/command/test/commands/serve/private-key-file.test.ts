import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  isText,
  type KeyFile,
  keyBytes,
  keyText,
  moreKeyFiles,
  passphrase,
  rsaJwk,
  vectorKeyFiles,
} from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { repeated } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { afterAll, describe, expect, it } from "vitest";
import { holdsPrivateKey } from "../../../src/arguments/private-key/holds-private-key.ts";
import { isPrivateKeyFile } from "../../../src/commands/serve/private-key-file.ts";

describe("isPrivateKeyFile", () => {
  const folder = mkdtempSync(join(tmpdir(), "serve-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const judge = (content: string | Uint8Array) => holdsPrivateKey(Buffer.from(content));
  const judgeFile = async (content: string | Uint8Array) => {
    const path = join(folder, "file");
    writeFileSync(path, content);
    const file = await open(path);
    const isKey = await isPrivateKeyFile(file);
    await file.close();
    return isKey;
  };

  const privateFile = /^(?!.*\bpub\b).*\.(?:pkcs8|pkcs1|sec1|openssh|pkcs12|p12|jwk)\b/;
  const keyFiles = ([...vectorKeyFiles, ...moreKeyFiles] as KeyFile[]).filter(
    (name) =>
      // A label without a key, and a body that does not decode as one.
      privateFile.test(name) && !/^bad\.(?:empty-body|der-header)\./.test(name),
  );
  it.each(keyFiles)("recognizes %s", async (name) => {
    expect(await judgeFile(keyBytes(name))).toBe(true);
  });

  const isRead = async (key: string | Uint8Array): Promise<boolean> => {
    try {
      const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: key, passphrase });
      await signer.signUrl("https://d111111abcdef8.cloudfront.net/a", { expiresIn: 60 });
      return true;
    } catch {
      return false;
    }
  };

  const text = (key: string | Uint8Array): string =>
    typeof key === "string" ? key : Buffer.from(key).toString("base64");
  const utf16 = (key: string | Uint8Array): Uint8Array => Buffer.from(`\ufeff${text(key)}`, "utf16le");
  /** The lines of a key, or its base64 in lines of a width, behind the headers of OpenSSL's own encryption. */
  const body = (key: string | Uint8Array, width?: number): readonly string[] => {
    if (width === undefined) return text(key).split("\n");
    const [headers = "", encrypted] = text(key).split(/(?<=DEK-Info: [^\n]*)\n/);
    const pem = encrypted ?? (text(key).includes("-----") ? text(key) : text(Buffer.from(key)));
    const base64 = pem.replace(/-----.*?-----|\s/g, "");
    return [
      ...(encrypted === undefined ? [] : headers.split("\n")),
      ...(base64.match(new RegExp(`.{1,${width}}`, "g")) ?? []),
    ];
  };
  const prefixed = (key: string | Uint8Array, prefix: string): string => text(key).replace(/^/gm, prefix);
  const numbered = (key: string | Uint8Array, prefix: (line: number) => string): string =>
    body(key)
      .map((line, i) => `${prefix(i + 7)}${line}\n`)
      .join("");
  const hex = (byte: number): string => byte.toString(16).padStart(2, "0");
  const rowsOf = (key: string | Uint8Array, width: number, write: (bytes: number[]) => string): string => {
    const bytes = [...Buffer.from(key)];
    return Array.from({ length: Math.ceil(bytes.length / width) }, (_, i) =>
      write(bytes.slice(i * width, (i + 1) * width)),
    ).join("\n");
  };
  /** What a program prints of a key. Some machines lack it: there, the key is given as it is. */
  const printedBy = (program: string, args: readonly string[], key: string | Uint8Array) => {
    const { status, stdout } = spawnSync(program, args, { input: key });
    return status === 0 ? stdout : key;
  };
  /** Bytes without a meaning, as those of a video. */
  const noise = Buffer.alloc(1_500_000);
  for (let i = 0, state = 1; i < noise.length; i++) {
    state = Math.imul(state ^ (state >>> 15), state | 1) + 0x6d2b79f5;
    noise[i] = state >>> 13;
  }
  /** What people and programs make of a key before it lies in a folder. */
  const wrappings: Readonly<Record<string, (key: string | Uint8Array) => string | Uint8Array>> = {
    "as it is": (key) => key,
    "behind a byte order mark": (key) => `\ufeff${text(key)}`,
    "behind a comment": (key) => `# The key of production, ü\n\n${text(key)}`,
    "behind a subject": (key) => `subject=CN = example\nissuer=CN = example\n${text(key)}`,
    "behind a long comment": (key) => `${"# ünicode ".repeat(5000)}\n${text(key)}`,
    "in base64": (key) => Buffer.from(key).toString("base64"),
    "in base64url": (key) => Buffer.from(key).toString("base64url"),
    "in base64 of base64": (key) => Buffer.from(Buffer.from(key).toString("base64")).toString("base64"),
    "in base64 with line breaks": (key) => Buffer.from(key).toString("base64").replace(/.{64}/g, "$&\r\n"),
    "with escaped line breaks": (key) => `"${text(key).replaceAll("\n", "\\n")}"`,
    "with line breaks escaped twice": (key) => JSON.stringify(JSON.stringify(text(key))),
    "on one line": (key) => text(key).replaceAll("\n", " "),
    "in a .env file": (key) => `ID=K2JCJMDEHXQW5F\nKEY="${text(key).replaceAll("\n", "\\n")}"\n`,
    "in base64 in a .env file": (key) => `ID=K2JCJMDEHXQW5F\nKEY=${Buffer.from(key).toString("base64")}\n`,
    "in a JSON secret": (key) => JSON.stringify({ keyPairId: "K2JCJMDEHXQW5F", privateKey: text(key) }),
    "in JSON in a JSON answer": (key) =>
      JSON.stringify({
        SecretString: JSON.stringify({ keyPairId: "K2JCJMDEHXQW5F", privateKey: text(key) }),
      }),
    "in YAML": (key) => `data:\n  key: |\n${text(key).replace(/^/gm, "    ")}\n`,
    "in base64 in YAML": (key) => `data:\n  tls.key: ${Buffer.from(key).toString("base64")}\n`,
    "in a script": (key) => `export const key = \`${text(key)}\`;\n`,
    "in UTF-16": utf16,
    "in UTF-16 of the other order": (key) => Buffer.from(utf16(key)).swap16(),
    "in base64 of UTF-16": (key) => Buffer.from(utf16(key)).toString("base64"),
    "with escapes of URLs": (key) => encodeURIComponent(text(key)),
    "behind a certificate": (key) => `${keyText("rsa2048.cert.pem")}${text(key)}`,
    "behind attributes": (key) => `Bag Attributes\n    localKeyID: 01\n${text(key)}`,
    "in short lines of a list": (key) =>
      JSON.stringify(
        Buffer.from(key)
          .toString("base64")
          .match(/.{1,20}/g),
        undefined,
        2,
      ),
    "with entities": (key) => `<key>${text(key).replaceAll("\n", "&#10;")}</key>`,
    "with tags": (key) => `<p>${text(key).replaceAll("\n", "<br>\n")}</p>`,
    "as an answer to a mail": (key) => text(key).replace(/^/gm, "> "),
    "in quoted-printable": (key) => text(key).replaceAll("=", "=3D").replace(/.{70}/g, "$&=\r\n"),
    "in a web page": (key) => `<!DOCTYPE html><p>Our key:<pre>\n${text(key)}</pre>`,
    "in a patch that adds it": (key) =>
      `diff --git a/key.pem b/key.pem\nnew file mode 100644\n--- /dev/null\n+++ b/key.pem\n@@ -0,0 +1,28 @@\n${prefixed(key, "+")}`,
    "in a patch that removes it": (key) =>
      `--- a/key.pem\n+++ /dev/null\n@@ -1,28 +0,0 @@\n${prefixed(key, "-")}`,
    "in a patch that keeps it": (key) => prefixed(key, " "),
    "in a patch of a merge": (key) => prefixed(key, "++"),
    "in a comment of C": (key) => `/*\n${prefixed(key, " * ")} */`,
    "in a comment of JavaScript": (key) => prefixed(key, "//"),
    "in a comment of a shell": (key) => prefixed(key, "#"),
    "in a comment of SQL": (key) => prefixed(key, "-- "),
    "in a comment of Lisp": (key) => prefixed(key, ";; "),
    "in a quotation of a mail": (key) => prefixed(key, ">>"),
    "with line numbers": (key) => numbered(key, (line) => `${line}\t`),
    "with line numbers and colons": (key) => numbered(key, (line) => `${String(line).padStart(4)}: `),
    "as grep prints it": (key) => numbered(key, (line) => `secret/private.pem:${line}:`),
    "as a log prints it": (key) => prefixed(key, "2026-11-29T20:14:03.123Z host app[1234]: "),
    "in lines of a source that are put together": (key) =>
      `const key =\n${body(key)
        .map((line) => `  "${line}\\n" +\n`)
        .join("")}  "";\n`,
    "in lines of PHP that are put together": (key) =>
      body(key)
        .map((line) => `$key .= '${line}';\n`)
        .join(""),
    "in short lines of a source": (key) =>
      body(key, 20)
        .map((line) => `"${line}" + \n`)
        .join(""),
    "in short lines of a patch": (key) => prefixed(body(key, 12).join("\n"), "+"),
    "in short lines of a script": (key) =>
      body(key, 20)
        .map((line) => `key += "${line}"\n`)
        .join(""),
    "with a space after each four characters": (key) => body(key, 4).join(" "),
    "with large gaps": (key) => body(key).join(`\n${" ".repeat(300)}\n\n`),
    "with large gaps in short lines": (key) => body(key, 16).join(` "\n${" \t".repeat(60)}," `),
    "with wbr tags": (key) => `<code>${body(key, 16).join("<wbr>")}</code>`,
    "as hexadecimal digits": (key) => Buffer.from(key).toString("hex"),
    "as hexadecimal digits with colons": (key) =>
      (Buffer.from(key).toString("hex").toUpperCase().match(/../g) ?? []).join(":"),
    "as an array of C": (key) =>
      `unsigned char key[] = {\n${Array.from(Buffer.from(key), (byte, i) => `0x${byte.toString(16).padStart(2, "0")},${i % 12 === 11 ? "\n  " : " "}`).join("")}};`,
    "as escapes of a string": (key) =>
      (Buffer.from(key).toString("hex").match(/../g) ?? []).map((byte) => `\\x${byte}`).join(""),
    "as JSON of a Buffer": (key) => JSON.stringify({ key: Buffer.from(key) }),
    "as indented JSON of a Buffer": (key) => JSON.stringify({ key: Buffer.from(key) }, undefined, 2),
    "as JSON of a Uint8Array": (key) => JSON.stringify({ key: new Uint8Array(Buffer.from(key)) }),
    "in base64 without padding": (key) => Buffer.from(key).toString("base64").replace(/=+$/, ""),
    "as an array of signed bytes": (key) => `byte[] key = {${new Int8Array(Buffer.from(key)).join(", ")}};`,
    "as an array of casts": (key) =>
      rowsOf(key, 8, (bytes) => `\t${bytes.map((byte) => `(byte) 0x${hex(byte)}`).join(", ")},`),
    "as a literal of Python": (key) =>
      `key = b'${Array.from(Buffer.from(key), (byte) => (byte > 31 && byte < 127 && byte !== 92 && byte !== 39 ? String.fromCharCode(byte) : `\\x${hex(byte)}`)).join("")}'`,
    "as octal escapes": (key) =>
      Array.from(Buffer.from(key), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join(""),
    "in hexadecimal rows of a comment": (key) =>
      rowsOf(key, 16, (bytes) => ` * ${bytes.map(hex).join(" ")}  // and so on`),
    "in decimal rows of a log": (key) =>
      rowsOf(key, 12, (bytes) => `2026-11-29T20:14:03.123Z app[1234]: ${bytes.join(", ")}`),
  };

  const dumps: typeof wrappings = {
    "as xxd prints it": (key) => printedBy("xxd", [], key),
    "as xxd -p prints it": (key) => printedBy("xxd", ["-p"], key),
    "as xxd -i prints it": (key) => printedBy("xxd", ["-i"], key),
    "as xxd prints it, with a byte in each column": (key) => printedBy("xxd", ["-g1", "-c12", "-u"], key),
    "as hexdump prints it": (key) => printedBy("hexdump", ["-v"], key),
    "as hexdump -C prints it": (key) => printedBy("hexdump", ["-C", "-v"], key),
    "as od prints it": (key) => printedBy("od", ["-v"], key),
    "as od -tx1 prints it": (key) => printedBy("od", ["-v", "-tx1"], key),
    "as od -Ax -tx1z prints it": (key) => printedBy("od", ["-v", "-Ax", "-tx1z"], key),
    "as od -An -tu1 prints it": (key) => printedBy("od", ["-v", "-An", "-tu1"], key),
    "as od -b prints it": (key) => printedBy("od", ["-v", "-b"], key),
  };
  it.each(Object.entries(dumps))("recognizes a key %s", (_, wrap) => {
    for (const name of ["rsa2048.pkcs8.pem", "rsa2048.pkcs8.der", "ecp256.sec1.der"] as const)
      expect({ name, isKey: judge(wrap(isText(name) ? keyText(name) : keyBytes(name))) }).toEqual({
        name,
        isKey: true,
      });
    expect(judge(wrap(keyText("rsa2048.cert.pem")))).toBe(false);
  });

  const longFiles: Readonly<Record<string, (key: string | Uint8Array) => string | Uint8Array>> = {
    "in the middle of a long file": (key) =>
      Buffer.concat([noise.subarray(0, 1_500_000), Buffer.from(key), noise.subarray(0, 900_000)]),
    "at the end of a long text": (key) =>
      `${"Some words of a log, with 12 numbers in each line of it.\n".repeat(20_000)}${text(key)}`,
    "in base64 of a long text": (key) =>
      Buffer.from(`${"Some words of a log, with numbers.\n".repeat(40_000)}${text(key)}`).toString("base64"),
  };
  it.each(Object.entries(longFiles))("recognizes a key %s", async (_, wrap) => {
    for (const key of [
      keyText("rsa2048.pkcs8.pem"),
      keyBytes("ecp256.sec1.der"),
      JSON.stringify(await rsaJwk()),
    ])
      expect(await judgeFile(wrap(key))).toBe(true);
  });

  it.each(Object.entries(wrappings))(
    "recognizes each key %s, and whatever the library reads",
    async (how, wrap) => {
      const found = { all: 0, read: 0 };
      const keys: (string | Uint8Array)[] = keyFiles
        .filter((name) => !name.startsWith("bad"))
        .map((name) => (isText(name) ? keyText(name) : keyBytes(name)));
      keys.push(JSON.stringify(await rsaJwk()), JSON.stringify(await rsaJwk(), undefined, 2));
      for (const key of keys) {
        const wrapped = wrap(key);
        expect({ how, key: text(key).slice(0, 60), isKey: judge(wrapped) }).toMatchObject({
          isKey: true,
        });
        found.all++;
        if (how === "as it is" && (await isRead(wrapped))) found.read++;
      }
      expect(found.all).toBeGreaterThan(20);
      if (how === "as it is") expect(found.read).toBeGreaterThan(10);
    },
  );

  it.each([["as lines in JSON", JSON.stringify(keyText("rsa2048.pkcs8.pem").split("\n"))]])(
    "recognizes a key %s",
    async (_, content) => {
      expect(judge(content)).toBe(true);
      expect(judge(`# A comment\n${content}`)).toBe(true);
    },
  );

  const ecJwk = async (): Promise<JsonWebKey> => {
    const algorithm = { name: "ECDSA", namedCurve: "P-256" };
    const der = keyBytes("ecp256.pkcs8.der");
    return crypto.subtle.exportKey(
      "jwk",
      await crypto.subtle.importKey("pkcs8", der, algorithm, true, ["sign"]),
    );
  };
  it.each(["P-256", "P-384", "P-521", "Ed25519", "X25519", "Ed448", "X448"])(
    "recognizes the numbers of %s, and no others of their length",
    (curve) => {
      const isEdwards = !curve.startsWith("P-");
      const make = (): JsonWebKey =>
        (isEdwards
          ? generateKeyPairSync(curve.toLowerCase() as "ed25519")
          : generateKeyPairSync("ec", { namedCurve: curve })
        ).privateKey.export({ format: "jwk" });
      const [{ d, x }, other] = [make(), make()];
      expect(judge(`const d="${d}"; const x="${x}";`)).toBe(true);
      expect(judge(`const d="${d}"; const x="${other.x}";`)).toBe(false);
      expect(judge(JSON.stringify({ d, x }))).toBe(true);
      expect(judge(JSON.stringify({ d, x: other.x }))).toBe(false);
    },
  );
  it("takes a text with more pairs of numbers than it checks for a key", () => {
    const pair = `d="${"aB".repeat(21)}a";x="${"bA".repeat(21)}b";\n`;
    expect(judge(pair.repeat(40))).toBe(false);
    expect(judge(pair.repeat(200))).toBe(true);
  });

  it("recognizes a key whatever surrounds each of its numbers", async () => {
    const { kty, n, e, d, p, q } = await rsaJwk();
    const gaps = (number = "") => (number.match(/.{1,50}/g) ?? []).join(" \n  ");
    const curve = await ecJwk();
    const xml = (base64url = "") => base64url.replaceAll("-", "+").replaceAll("_", "/");
    for (const content of [
      JSON.stringify({ kty, n, e, d: gaps(d) }),
      `{"kty":"RSA","n":"${n}","d":"${gaps(d)}"}`,
      `kty: RSA\nn: ${n}\ne: ${e}\nd: ${d}\n`,
      `jwk:\n  kty: RSA\n  n: >-\n    ${gaps(n)}\n  d: >-\n    ${gaps(d)}\n`,
      `kty: EC\ncrv: P-256\nx: ${curve.x}\ny: ${curve.y}\nd: ${curve.d}\n`,
      `JWK_KTY=RSA\nJWK_N=${n}\nJWK_E=AQAB\nJWK_D=${d}\n`,
      `JWK_CRV=P-256\nJWK_D='${curve.d}'\nJWK_X='${curve.x}'\n`,
      `['kty' => 'RSA', 'n' => '${n}', 'd' => '${d}']`,
      `<RSAKeyValue><Modulus>${xml(n)}</Modulus><Exponent>AQAB</Exponent><P>${xml(p)}</P><Q>${xml(q)}</Q><D>${xml(d)}</D></RSAKeyValue>`,
      JSON.stringify({ Modulus: xml(n), Exponent: "AQAB", D: xml(d) }),
      encodeURIComponent(JSON.stringify({ kty, n, d })),
      JSON.stringify({ kty, n, d }).replaceAll('"', "&quot;"),
      JSON.stringify({ kty, n, d }).replaceAll('"', "\\u0022"),
      JSON.stringify({ kty, n, d }, undefined, 2).replace(/^/gm, "+"),
      Buffer.from(JSON.stringify({ kty, n, d })).toString("base64"),
      `Private-Key: (2048 bit)\nprivateExponent:\n    00:${(
        Buffer.from(d ?? "", "base64url")
          .toString("hex")
          .match(/../g) ?? []
      )
        .join(":")
        .replace(/.{45}/g, "$&\n    ")}\n`,
      `PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nComment: a\nPublic-Lines: 1\nAAAA\nPrivate-Lines: 14\n${gaps(xml(d)).replaceAll(/ +/g, "")}\nPrivate-MAC: 00\n`,
    ])
      expect({ content: content.slice(0, 60), isKey: judge(content) }).toEqual({
        content: content.slice(0, 60),
        isKey: true,
      });
  });

  it("recognizes a JWK in JSON however it is laid out", async () => {
    for (const { d, ...others } of [await rsaJwk(), await ecJwk()]) {
      const start = `{"d":"${d}",`;
      const rest = JSON.stringify(others).slice(1);
      for (const content of [
        JSON.stringify({ d, D: "aB".repeat(40), ...others }),
        JSON.stringify({ d, x5c: ["MIIC".repeat(9000)], ...others }),
        start + " ".repeat(50_000) + rest,
        `\ufeff ${(start + rest).replaceAll(":", `${" ".repeat(41)}:${"\n".repeat(41)}`)}`,
        `{"keys":[{"kty":"oct"},${start}${rest}]}`,
      ])
        expect({ content: content.slice(0, 99), isKey: judge(content) }).toEqual({
          content: content.slice(0, 99),
          isKey: true,
        });
    }
  });

  it.each([1, 2, 3, 4, 7])("recognizes a key in pieces of %i characters", (length) => {
    for (const name of ["rsa2048.pkcs8.pem", "ecp256.pkcs8.pem"] as const)
      for (const gap of ["\n", " ", "\r\n\t"]) {
        const pieces = body(keyText(name), length).join(gap);
        expect(judge(pieces)).toBe(true);
        expect(judge(`-----BEGIN PRIVATE KEY-----\n${pieces}\n-----END PRIVATE KEY-----\n`)).toBe(true);
      }
  });

  /** A sequence that has a private key of RSA, with an algorithm that is as long as it can be. */
  const longAlgorithm = Buffer.from(
    "3083ffffff0201003083effff006 83efff00".replaceAll(" ", ""),
    "hex",
  ).toString("latin1");
  it.each([
    ["backslashes", "", "\\"],
    ["a name behind a number", "d=AAAAAAAAAAAAAAAA ", "a", "=x"],
    ["short names behind a number", "d=AAAAAAAAAAAAAAAA ", "aaaaaaaaaaaaaaaa ", "=x"],
    [
      "headers with spaces",
      "",
      `${[..."MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDCoIBAQDC"].join(" ")} `,
    ],
    ["headers of encrypted keys", "", "DEK-Info: AES-128-CBC,0123456789abcdef0123456789abcdef a b c d\n"],
    ["labels of PGP", "", "PRIVATE KEY BLOCK----- lQOYBF a b c d\n"],
    ["long algorithms", "", longAlgorithm],
    ["names of numbers", "", `d="${"aB".repeat(21)}a";x="${"bA".repeat(21)}b";`],
    ["nested JSON", "", "["],
    ["objects of JSON", "[", '{"d":1},', "{}]"],
    ["backslashes behind a name", "", "d\\"],
    ["equals signs behind a number", `d=${"A".repeat(16)} ${"a".repeat(16)}`, "="],
    ["hexadecimal digits and blanks", "", "ab  "],
  ])("takes time in proportion to the length: %s", (_, start, piece, end = "") => {
    const least = (length: number): number => {
      const bytes = Buffer.from(start + piece.repeat(length / (piece.length || 1)) + end, "latin1");
      const times = Array.from({ length: 3 }, () => {
        const used = process.cpuUsage();
        judge(bytes);
        return process.cpuUsage(used).user / 1000;
      });
      return Math.min(...times);
    };
    // Four times the length: a quadratic search takes sixteen times as long. Below this time, noise decides.
    const noise = 20;
    expect(least(160_000) / Math.max(least(40_000), noise)).toBeLessThan(9);
  });

  it("recognizes a key of PGP by its label and its first packet", () => {
    // The beginnings of two keys that GnuPG made for this test, Ed25519 and RSA.
    for (const lines of [
      "lFgEaw0dAhYJKwYBBAHaRw8BAQdACBR0KOMl52KBerobW8cwy2R3pIlKvs5QGBQ1\ndSZ+zF4AAP9HzqTTw/ZKymE6H9CJ4G3fbLn44SIUQ7+2FjlR/r23qxNAtBR0ZWQy\nNTUxOUBleGFtcGxlLmNvbYiQBBMWCAA4FiEEvnUQd69Gkj1LZyLPeefC4NSrXboF\nAmsNHQICGwMFCwkIBwIGFQoJCAsCBBYCAwECHgECF4AACgkQeefC4NSrXboZNQEA",
      "lQOYBGsNHQIBCACnlEbggVqepJJfWT/LnppeBmDkO/NewB+t4/eFG+M1hXk7xtVo\nYCjVxdQckSgzejIYj2VmYIHvSg34VQ6oxkUhP8mE3zqJ7olA0zyPGJxk7J6V5mIl\nSnfrtrxgMShUCD7E8x/tDJ8umystZibT9mx8o5A4f3ly8It8lk31aiGUzZywWZxH\nD+DajnS8oMGrrLwJLT5Z20xF2ufQmvpppYGmM+lf+1xRe/Zm/mjD9etF7namHkXq",
    ]) {
      const key = `-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\n${lines}\n-----END`;
      for (const how of [
        "as it is",
        "on one line",
        "in a JSON secret",
        "in a patch that adds it",
        "in base64",
      ])
        expect({ how, isKey: judge(wrappings[how]?.(key) ?? "") }).toEqual({ how, isKey: true });
      expect(judge(key.replace("PRIVATE", "PUBLIC"))).toBe(false);
      expect(judge(key.replace(/\n\nl/, "\n\nm"))).toBe(false);
    }
  });

  it("looks at a file again once it has changed", async () => {
    const path = join(folder, "changing");
    const old = new Date(Date.now() - 60_000);
    const judgeAgain = async () => {
      const file = await open(path);
      const isKey = await isPrivateKeyFile(file);
      await file.close();
      return isKey;
    };
    const key = keyText("rsa2048.pkcs8.pem");
    writeFileSync(path, "a".repeat(key.length));
    utimesSync(path, old, old);
    expect([await judgeAgain(), await judgeAgain()]).toEqual([false, false]);
    writeFileSync(path, key);
    utimesSync(path, old, old);
    expect([await judgeAgain(), await judgeAgain()]).toEqual([true, true]);
  });

  it("takes the numbers of a public key for none", async () => {
    const { kty, n, e } = await rsaJwk();
    for (const content of [
      { kty, n, e },
      { Modulus: n, Exponent: e },
      { kty, n, e, kid: n },
    ])
      expect(judge(JSON.stringify(content))).toBe(false);
  });

  const publicFiles = ([...vectorKeyFiles, ...moreKeyFiles] as KeyFile[]).filter((name) =>
    /\b(?:pub|cert)\b/.test(name),
  );
  it.each(publicFiles)("takes %s for no key, and its base64 neither", async (name) => {
    for (const wrap of Object.values(wrappings).filter((one) => !/certificate/.test(one.toString())))
      expect(judge(wrap(isText(name) ? keyText(name) : keyBytes(name)))).toBe(false);
  });

  it.each([
    ["an empty file", ""],
    ["a page about keys", "<pre>\n-----BEGIN PRIVATE KEY-----\nMII…</pre>"],
    [
      "prose about keys",
      "The label -----BEGIN PRIVATE KEY----- is that of PKCS8, and most programs write it today in place of others",
    ],
    ["digits", "0123456789"],
    ...[
      "-----BEGIN PRIVATE KEY-----",
      "-----BEGIN PGP PRIVATE KEY BLOCK-----\n",
      "DEK-Info: AES-128-CBC,0123456789ABCDEF0123456789ABCDEF\n",
    ].map((label): [string, string] => [
      `a placeholder behind ${label}`,
      `${label}\n${`${"x".repeat(64)}\n`.repeat(5)}-----END`,
    ]),
    [
      "a key that a page has only the beginning of",
      `${keyText("rsa2048.pkcs8.pem").slice(0, 92)}\n${`${"x".repeat(64)}\n`.repeat(25)}`,
    ],
    ...["X", "x+/9"].map((filler): [string, string] => [
      `a key that a page goes on with ${filler}`,
      `${keyText("rsa2048.pkcs8.pem").slice(28, 92)}\n${`${filler.repeat(64)}\n`.repeat(25)}`,
    ]),
    [
      "the start of a key that words follow",
      `${keyText("rsa2048.pkcs8.pem").slice(28, 92)} ${"and most Programs write it today in place of 2 others ".repeat(40)}`,
    ],
    [
      "base64 of a long page",
      Buffer.from("<p>A page with many words.</p>\n".repeat(4000))
        .toString("base64")
        .replace(/.{76}/g, "$&\n"),
    ],
    ["a sequence of two numbers", Uint8Array.of(0x30, 0x06, 0x02, 0x01, 0x07, 0x02, 0x01, 0x03)],
    [
      "random bytes",
      Uint8Array.from({ length: 70_000 }, (_, i) => (Math.imul(i + 1, 2654435761) >>> 13) & 0xff),
    ],
    ["a JWK of a public key", JSON.stringify({ kty: "RSA", n: "AQAB".repeat(80), e: "AQAB" })],
    [
      "an SVG in a data URL",
      `<img src="data:image/svg+xml;base64,${Buffer.from("<svg>".repeat(99)).toString("base64")}">`,
    ],
    [
      "a script with the label",
      `const pem = "-----BEGIN PRIVATE KEY-----\\n" + toBase64(der).replace(/(.{64})/g,"$1\\n") + "\\n-----END PRIVATE KEY-----";${"function createPrivateKeyFromPkcs8(e,t){return t.importKey(e)}".repeat(40)}`,
    ],
    ["a page that starts with the label", "-----BEGIN PRIVATE KEY-----\nis the first line of a key.\n"],
    [
      "a page with a shortened key",
      `# Keys\n\n    -----BEGIN PRIVATE KEY-----\n    MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n    ...\n    -----END PRIVATE KEY-----\n\n${"aB3dE5gH7jK9mN1pQ3sT5vW7".repeat(99)}`,
    ],
    ["a label alone", "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n"],
    [
      "a bundle with a type of keys and a path of SVG",
      `var k={kty:"RSA",n:t.n};h("path",{d:"M12h3v4H5Z${"m0l1H2V3h4v5".repeat(9)}"})`,
    ],
    [
      "a bundle with a JWK and a path of SVG",
      `k=${JSON.stringify({ kty: "RSA", n: "vAQr5aZ8".repeat(43), e: "AQAB" })};p=<path d="M12 3h4v5H6zM2 3h4v5H6zM8 9v4h12l5H6zM2 3h4v5H6zM8 9v4h12l5"/>`,
    ],
    [
      "a request for a time stamp",
      Buffer.from(`30390201013031300d060960864801650304020105000420${"5a".repeat(32)}0101ff`, "hex"),
    ],
    [
      "a digest with its algorithm",
      Buffer.from(`3031300d060960864801650304020105000420${"5a".repeat(32)}`, "hex"),
    ],
    [
      "a list of hashes",
      `${"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08  file.bin\n".repeat(99)}`,
    ],
    ["more numbers than an expression has room for", "48, ".repeat(repeated(4_000_000))],
    ["a table of numbers", "48, 130, 4, 189, 17, 200, 3,\n".repeat(500)],
    [
      "the label of OpenSSH in a script",
      `const magic = "openssh-key-v1\\0\\0\\0\\0";\n${"const size = magic.length;\n".repeat(9)}`,
    ],
    [
      "the start of a key in a script",
      `    prefix = b'0.\\x02\\x01\\x000\\x05\\x06\\x03+en\\x04"\\x04 '\n${"    return prefix + data\n".repeat(9)}`,
    ],
    [
      "random texts with the names of numbers",
      `const d="${"aB3-5gH7jK9_".repeat(4).slice(0, 43)}"; const x="${"Zy9wV7-T5sR3".repeat(4).slice(0, 43)}";`,
    ],
    [
      "JSON with paths of SVG",
      JSON.stringify({ d: "M12,3h4v5H6zM2.5 ".repeat(9), n: "M12,3h4v5H6zM2.5 ".repeat(9) }),
    ],
    ["words", "some words without any punctuation that go on and on for several lines\n".repeat(900)],
  ])("takes %s for no key", async (_, content) => {
    expect(judge(content)).toBe(false);
  });
});
