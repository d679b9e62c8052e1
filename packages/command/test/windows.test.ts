import { writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { type OpenedCommand, openCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { pathOf } from "../src/arguments/source-file.ts";
import type { Arguments } from "../src/command.ts";
import type { KeyFlag } from "../src/keys/flags.ts";
import { readKey } from "../src/keys/read-key.ts";

/** What the command does on Windows, as far as another system can show it. CI runs it on Windows, too. */
function onWindows<Result>(run: () => Result): Result {
  const { platform } = process;
  Object.defineProperty(process, "platform", { value: "win32" });
  try {
    return run();
  } finally {
    Object.defineProperty(process, "platform", { value: platform });
  }
}

describe("on Windows, a value of a flag", () => {
  it.each([
    ["file://C:/keys/private.pem", "C:/keys/private.pem"],
    ["file:///C:/keys/private.pem", "C:/keys/private.pem"],
    ["file:///d:/private.pem", "d:/private.pem"],
    ["file://C:\\keys\\private.pem", "C:\\keys\\private.pem"],
    ["fileb://C:\\keys\\private.pem", "C:\\keys\\private.pem"],
    ["file://keys\\private.pem", "keys\\private.pem"],
    ["file://.\\private.pem", ".\\private.pem"],
    ["file://\\\\server\\keys\\private.pem", "\\\\server\\keys\\private.pem"],
    ["C:\\Program Files\\keys\\private.pem", "C:\\Program Files\\keys\\private.pem"],
    ["file://~/.keys/private.pem", join(homedir(), ".keys/private.pem")],
    ["file://~\\private.pem", join(homedir(), "private.pem")],
  ])("%s is the path %s", (value, path) => {
    expect(onWindows(() => pathOf(value))).toBe(path);
  });
});

describe("on Windows", () => {
  let command: OpenedCommand;
  beforeAll(async () => {
    command = openCommand();
  });
  afterAll(() => command.remove());

  it("a key file is not judged by its mode, which says nothing there", () => {
    const file = join(command.folder, "private.pem");
    writeFileSync(file, keyText("rsa2048.pkcs8.pem"), { mode: 0o644 });
    const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const args: Arguments<KeyFlag> = {
      value: (flag) => (flag === "private-key" ? file : undefined),
      values: () => [],
      has: (flag) => flag === "private-key",
      positionals: [],
      sources: new Map(),
    };
    expect(onWindows(() => readKey(args)).source).toBe(`--private-key ${file}`);
    expect(write).not.toHaveBeenCalled();
    write.mockRestore();
  });

  describe("standard input", async () => {
    const urls = [1, 2, 3].map((number) => `https://d111111abcdef8.cloudfront.net/${number}.jpg`);
    const sign = (input: string | Buffer, ...flags: string[]) =>
      command.run(
        [
          ...["sign", "-", "--key-pair-id", "K2JCJMDEHXQW5F", "--private-key", "file://key.pem"],
          ...["--date-less-than", "2050-01-01T00:00:00Z", ...flags],
        ],
        { input },
      );
    beforeAll(() => {
      writeFileSync(join(command.folder, "key.pem"), keyText("rsa2048.pkcs8.pem"), { mode: 0o600 });
    });

    it.each([
      ["CRLF", `${urls.join("\r\n")}\r\n`],
      ["CRLF between lines alone", urls.join("\r\n")],
      ["a byte order mark, as PowerShell writes it", `\ufeff${urls.join("\r\n")}\r\n`],
    ])("may have %s", async (_, input) => {
      expect(await sign(input)).toEqual(await sign(`${urls.join("\n")}\n`));
      expect((await sign(input)).stdout.match(/^https:.*$/gm)).toHaveLength(3);
    });

    it("may have CRLF after JSON", async () => {
      const lines = urls.map((url, id) => JSON.stringify({ url, id }));
      expect(await sign(lines.join("\r\n"), "--json")).toEqual(await sign(lines.join("\n"), "--json"));
    });

    it("is refused in UTF-16, which PowerShell 5 writes into files", async () => {
      const { status, stdout, stderr } = await sign(Buffer.from(`\ufeff${urls.join("\r\n")}\r\n`, "utf16le"));
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).toContain("has bytes that are not UTF-8; write it in UTF-8");
    });
  });

  it("a key may have CRLF, and may come from standard input", async () => {
    const url = "https://d111111abcdef8.cloudfront.net/a.jpg";
    const common = [
      "sign",
      url,
      "--key-pair-id",
      "K2JCJMDEHXQW5F",
      "--date-less-than",
      "2050-01-01T00:00:00Z",
    ];
    const input = keyText("rsa2048.pkcs8.pem");
    const sign = (text: string) => command.run([...common, "--private-key", "-"], { input: text });
    const crlf = await sign(input.replaceAll("\n", "\r\n"));
    expect(crlf).toEqual(await sign(input));
    expect(crlf.status).toBe(0);
  });
});
