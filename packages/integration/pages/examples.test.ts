import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { core, integration, libraries, root } from "@cloudfront-sign-webcrypto/testing/folders";
import { libraryFiles } from "@cloudfront-sign-webcrypto/testing/library";
import keys from "@cloudfront-sign-webcrypto/testing/vectors/keys.json" with { type: "json" };
import { build } from "esbuild";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CodeBlock, codeBlocks } from "../examples/support/code-blocks.ts";
import { runInThread } from "../support/run-in-thread.ts";
import { linePattern } from "./support/line-pattern.ts";
import { packageReadmes } from "./support/package-readmes.ts";

/** Longer names first: a bundler's alias takes what starts with it. */
const sources = Object.fromEntries(Object.entries(libraryFiles({})).reverse());
/** Inside the package, so that the examples find the types of Node.js and the package's own name. */
const folder = mkdtempSync(join(integration, ".examples-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pem = (name: keyof typeof keys): string => Buffer.from(keys[name], "base64").toString();
const env = {
  ...process.env,
  NODE_OPTIONS: "",
  CLOUDFRONT_KEY_PAIR_ID: "K2JCJMDEHXQW5F",
  CLOUDFRONT_PRIVATE_KEY: pem("rsa2048.pkcs8.pem"),
  CLOUDFRONT_PUBLIC_KEY: pem("rsa2048.pub.spki.pem"),
  UPLOAD_PRIVATE_KEY: pem("rsa2048-b.pkcs8.pem"),
};

function documentation(): CodeBlock[] {
  const pages = [
    "README.md",
    ...packageReadmes,
    "examples/upload/README.md",
    ...readdirSync(join(root, "docs")).map((name) => join("docs", name)),
  ].filter((name) => name.endsWith(".md"));
  const inPages = pages.flatMap((page) => codeBlocks(page, readFileSync(join(root, page), "utf8")));
  const inSources = libraries.flatMap(([, folder]) => {
    const names = readdirSync(join(folder, "src"), { recursive: true, encoding: "utf8" });
    return names
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(folder, "src", name))
      .flatMap((file) =>
        codeBlocks(relative(root, file), readFileSync(file, "utf8").replace(/^ *\* ?/gm, "")),
      );
  });
  return [...inPages, ...inSources];
}

const examples = documentation().map((example, i) => ({
  ...example,
  // Programs import the files by their names.
  file: join(folder, example.kind === "file" ? example.name : `example-${i}.mts`),
}));
for (const { file, code } of examples) writeFileSync(file, code);
/** What has a name needs more than Node.js: a browser, a server. test/players runs each of these. */
const programs = examples.filter(({ kind }) => kind === "program");

/** Where the build puts a program. */
const built = ({ file }: { readonly file: string }): string => file.replace(/\.mts$/, ".mjs");

describe("every code block of the README, the docs and the docstrings", () => {
  it("is found: 2 in the README, at least 8 in docs/signing.md, at least 60 elsewhere", () => {
    const count = (page: string) => examples.filter(({ from }) => from.startsWith(page)).length;
    expect(count("README.md")).toBe(2);
    expect(count("docs/signing.md")).toBeGreaterThanOrEqual(8);
    expect(count("") - count("README.md") - count("docs/signing.md")).toBeGreaterThanOrEqual(60);
  });

  it("compiles as strict TypeScript", () => {
    const files = examples.map(({ file }) => file);
    const program = ts.createProgram([...files, join(integration, "platform-modules.d.ts")], {
      strict: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowImportingTsExtensions: true,
      jsx: ts.JsxEmit.ReactJSX,
      // NestJS.
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      skipLibCheck: true,
      types: ["node"],
      typeRoots: [join(core, "node_modules/@types")],
      paths: Object.fromEntries(Object.entries(sources).map(([name, file]) => [name, [file]])),
    });
    // `npm run check` compiles the library itself.
    const problems = [
      ...program.getOptionsDiagnostics(),
      ...program.getGlobalDiagnostics(),
      ...files.flatMap((file) => {
        const source = program.getSourceFile(file);
        return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
      }),
    ].map(({ file, messageText }) => {
      const example = examples[files.indexOf(file?.fileName ?? "")];
      return `${example?.from ?? relative(root, file?.fileName ?? "")}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
    });
    expect(problems).toEqual([]);
  });

  // One build, in which all programs share the library.
  beforeAll(async () => {
    await build({
      entryPoints: programs.map(({ file }) => file),
      outdir: folder,
      alias: sources,
      // What others publish as CommonJS requires Node.js modules, which an ES module of esbuild cannot.
      external: ["@aws-sdk/*", "@opentelemetry/*", "aws-cloudfront-sign", "prom-client"],
      bundle: true,
      splitting: true,
      format: "esm",
      outExtension: { ".js": ".mjs" },
      platform: "node",
      target: "node20",
      logLevel: "silent",
    });
  });

  it.each(programs)("runs: $from", async (program) => {
    const { status, stderr, stdout } = await runInThread(built(program), env);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    // A console.log prints what the comment behind it says, or the comment on the next line.
    const promised = Array.from(
      program.code.matchAll(/console\.log\((?:.*|\n(?: +.*\n)+) *\);(?: |\n *)\/\/ (.*)$/gm),
      ([, text = ""]) => expect.stringMatching(linePattern(text)),
    );
    if (promised.length > 0) expect(stdout.trim().split("\n")).toEqual(promised);
  });

  // The smoke test installs the tarballs; the script behind npm start and npm test runs this test, and the tour
  // below. The command's own lines run in command-examples.test.ts and command-readme.test.ts. To clone needs a
  // network: its address is that of the packages.
  const { repository } = JSON.parse(readFileSync(join(core, "package.json"), "utf8"));
  const clone = `git clone ${/https:.*(?=\.git$)/.exec(repository.url)?.[0]}`;
  it.each([
    [
      "README.md",
      [
        clone,
        "cd cloudfront-sign-webcrypto",
        "npm start",
        "npm install cloudfront-sign-webcrypto",
        "npm test",
      ],
    ],
    ["packages/media/README.md", ["npm install cloudfront-sign-media cloudfront-sign-webcrypto"]],
    ["packages/diagnosis/README.md", ["npm install cloudfront-sign-diagnosis"]],
    ["packages/command/README.md", ["npm install --global cloudfront-sign-cli"]],
  ])("%s has only shell commands that other tests run", (page, expected) => {
    const commands = Array.from(
      readFileSync(join(root, page), "utf8").matchAll(/^```sh\n([\s\S]*?)^```/gm),
      ([, text = ""]) => text.replaceAll("\\\n", "").trim().split("\n"),
    ).flat();
    const others = commands.filter((line) => !/^(cloudfront-sign|cat) /.test(line));
    expect(others).toEqual(expected);
  });
});

describe("npm start", () => {
  const built = { cwd: root, env, encoding: "utf8" } as const;

  it("shows the tour: every signature verifies, and every local answer and denial is as expected", () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["examples/tour.mjs"], built);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.match(/✓ verified/g)).toHaveLength(9);
    // The local edge: every answer as expected, every file to the byte, every denial with its cause.
    expect(stdout.match(/✓ 200 /g)).toHaveLength(8);
    expect(stdout.match(/(?<=CloudFront says only \w+\. Cause: )[\w-]+ \(\w+\)/g)).toEqual([
      "no-credentials (proven)",
      "signature-mismatch (proven)",
      "url-parameter-added (proven)",
      "expired (proven)",
      "ip-mismatch (proven)",
      "segment-not-signed (likely)",
      "resource-mismatch (proven)",
    ]);
    expect(stdout).toMatch(/^27 passed, 0 failed$/m);
  });
});
