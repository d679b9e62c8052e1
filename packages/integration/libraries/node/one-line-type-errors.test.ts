import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { core, integration } from "@cloudfront-sign-webcrypto/testing/folders";
import { typescripts } from "@cloudfront-sign-webcrypto/testing/runtimes";
import ts from "typescript";
import { afterAll, describe, expect, it } from "vitest";

/** The wrong calls that people make most: each compiler that we support names the option in the first line of its error. */

const folder = mkdtempSync(join(integration, "one-line-"));
afterAll(() => rmSync(folder, { recursive: true }));

const header = `import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
declare const maybe: string | undefined, url: string, resource: string;
const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: "x" });
`;

/** A call, and what the place or the first line of its error names. */
const wrong: readonly (readonly [call: string, names: string])[] = [
  ["signer.signUrl(url, { dateLessThan: maybe })", "dateLessThan"],
  ["signer.signCookies({ resource, dateLessThan: maybe })", "dateLessThan"],
  ["signer.grant({ resource, dateLessThan: maybe })", "dateLessThan"],
  ["signer.signUrl(url, { expiresIn: maybe })", "expiresIn"],
  ['signer.signUrl(url, { expiresIn: "1 hour" })', "expiresIn"],
  ['signer.signUrl(url, { dateLessThan: 1900000000, expiresIn: "1h" })', "dateLessThan"],
  ["signer.signCookies({ url })", "url"],
  ['signer.signCookies({ url, expiresIn: "1h" })', "url"],
  ['signer.signUrl(url, { policy: "{}", resource })', "resource"],
  // One argument: this is said of the call, and the missing argument is called options.
  ['signer.signUrl({ url, expiresIn: "1h" })', "signUrl"],
];

/** What stands at the place of an error, and what is said there first. */
interface FirstLine {
  readonly at: string;
  readonly line: string;
}

async function firstLines(tsc: string): Promise<FirstLine[][]> {
  const name = "calls.ts";
  const text = `${header}${wrong.map(([call]) => `${call};\n`).join("")}`;
  const file = join(folder, name);
  writeFileSync(file, text);
  const options =
    "--noEmit --strict --skipLibCheck --target es2022 --lib es2022,dom --module esnext --types node --moduleResolution bundler --pretty false";
  const output = await new Promise<string>((resolve) =>
    execFile(
      process.execPath,
      [tsc, ...options.split(" "), "-p", writeConfig()],
      { cwd: integration },
      (_, out) => resolve(out),
    ),
  );
  const found = wrong.map((): FirstLine[] => []);
  const lines = text.split("\n");
  const first = header.split("\n").length;
  for (const [, row, column, line = ""] of output.matchAll(/^\S*calls\.ts\((\d+),(\d+)\): error (.*)$/gm)) {
    const at = /^\w+/.exec((lines[Number(row) - 1] ?? "").slice(Number(column) - 1))?.[0] ?? "";
    found[Number(row) - first]?.push({ at, line });
  }
  return found;
}

/** The source has the same types as the build, and is never older. */
function writeConfig(): string {
  const file = join(folder, "tsconfig.json");
  writeFileSync(
    file,
    JSON.stringify({
      files: ["calls.ts"],
      compilerOptions: {
        allowImportingTsExtensions: true,
        noEmit: true,
        paths: { "cloudfront-sign-webcrypto": [join(core, "src/index.ts")] },
      },
    }),
  );
  return relative(integration, file);
}

/** The compiler of the project is always there; the others are installed with the runtimes of the matrix. */
const compilers = [
  {
    version: ts.version,
    tsc: join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc"),
  },
  ...typescripts.filter(({ tsc }) => tsc !== undefined),
];

describe.each(compilers)("TypeScript $version", ({ tsc }) => {
  it("names the option in one line", { timeout: 0 }, async () => {
    const found = await firstLines(tsc);
    for (const [i, [call, names]] of wrong.entries()) {
      expect([call, found[i]?.length]).toEqual([call, 1]);
      const { at = "", line = "" } = found[i]?.[0] ?? {};
      expect(`${call}: ${at} ${line}`).toMatch(new RegExp(`: .*\\b${names}\\b`));
      // "not assignable to type 'undefined'" would be about a member of the union that nobody meant.
      expect(line).not.toMatch(
        /No overload|Type 'string \| undefined' is not assignable to type 'undefined'/,
      );
    }
  });
});

describe("What an editor shows of", () => {
  const file = join(core, "src/sign/signer.ts");
  const configFile = join(integration, "tsconfig.json");
  const { config } = ts.readConfigFile(configFile, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, integration, undefined, configFile);
  const text = ts.sys.readFile(file) ?? "";
  const service = ts.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: () => "",
    getScriptSnapshot: (name) => {
      const content = ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => core,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
  });
  /** The lines of a hover, with its documentation. */
  const hover = (place: RegExp): string => {
    const at = text.search(place);
    const { displayParts, documentation, tags = [] } = service.getQuickInfoAtPosition(file, at) ?? {};
    const words = (parts: readonly ts.SymbolDisplayPart[] = []) => parts.map((part) => part.text).join("");
    return [
      words(displayParts),
      words(documentation),
      ...tags.map((tag) => `@${tag.name} ${words(tag.text)}`),
    ].join("\n");
  };

  it("createCloudFrontSigner names its options", () => {
    expect(hover(/createCloudFrontSigner\(options/).split("\n")[0]).toBe(
      "function createCloudFrontSigner(options: CloudFrontSignerOptions): CloudFrontSigner",
    );
  });

  it.each([/signUrl\(url/, /signCookies\(options/, /signCookieSets\(list/, /grant\(options/, /signUrls</])(
    "%s fits on one screen",
    (place) => {
      expect(hover(place).split("\n").length).toBeLessThanOrEqual(30);
    },
  );
});
