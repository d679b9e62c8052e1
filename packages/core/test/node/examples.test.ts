import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "esbuild";
import ts from "typescript";
import { afterAll, describe, expect, it } from "vitest";
import { libraryFiles } from "../../entry-points.mjs";
import keys from "../vectors/keys.json" with { type: "json" };

const core = join(import.meta.dirname, "../..");
/** Longer names first: a bundler's alias takes what starts with it. */
const sources = Object.fromEntries(Object.entries(libraryFiles({})).reverse());
const root = join(core, "../..");
/** Inside the package, so that the examples find the types of Node.js and the package's own name. */
const folder = mkdtempSync(join(core, ".examples-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pem = (name: keyof typeof keys): string => Buffer.from(keys[name], "base64").toString();
const env = {
  ...process.env,
  NODE_OPTIONS: "",
  CLOUDFRONT_PRIVATE_KEY: pem("rsa2048.pkcs8.pem"),
  CLOUDFRONT_PUBLIC_KEY: pem("rsa2048.pub.spki.pem"),
};

interface Example {
  readonly from: string;
  readonly code: string;
}

function documentation(): Example[] {
  const pages = ["README.md", ...readdirSync(join(root, "docs")).map((name) => join("docs", name))].filter((name) => name.endsWith(".md"));
  const sources = readdirSync(join(core, "src"), { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const inPages = pages.flatMap((page) => blocks(page, readFileSync(join(root, page), "utf8")));
  const inSources = sources.flatMap((name) => blocks(name, readFileSync(join(core, "src", name), "utf8").replace(/^ *\* ?/gm, "")));
  return [...inPages, ...inSources];
}

function blocks(from: string, text: string): Example[] {
  return Array.from(text.matchAll(/^```ts\n([\s\S]*?)^```/gm), ([, code = ""], i) => ({ from: `${from} #${i + 1}`, code }));
}

const examples = documentation();

describe("every code block of the README, the docs and the docstrings", () => {
  it("is found", () => {
    expect(examples.filter(({ from }) => from.startsWith("README.md")).length).toBeGreaterThanOrEqual(9);
    expect(examples.filter(({ from }) => !from.startsWith("README.md")).length).toBeGreaterThanOrEqual(12);
  });

  it("compiles as strict TypeScript", { timeout: 60_000 }, () => {
    const files = examples.map(({ code }, i) => {
      const file = join(folder, `example-${i}.mts`);
      writeFileSync(file, code);
      return file;
    });
    const program = ts.createProgram(files, {
      strict: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      types: ["node"],
      typeRoots: [join(root, "node_modules/@types")],
      paths: Object.fromEntries(Object.entries(sources).map(([name, file]) => [name, [file]])),
    });
    const problems = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
      const example = examples[Number(/example-(\d+)/.exec(file?.fileName ?? "")?.[1])];
      return `${example?.from ?? relative(root, file?.fileName ?? "")}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
    });
    expect(problems).toEqual([]);
  });

  it.each(examples)("runs: $from", async ({ code, from }) => {
    const outfile = join(folder, `${from.replace(/\W/g, "-")}.mjs`);
    await build({
      stdin: { contents: code, loader: "ts", resolveDir: core },
      alias: sources,
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node20",
      outfile,
      logLevel: "silent",
    });
    const { status, stderr, stdout } = spawnSync(process.execPath, [outfile], { env, encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    // What a comment behind a console.log promises is what it prints.
    const promised = /console\.log\(.*\); \/\/ (.*)$/m.exec(code)?.[1];
    if (promised) expect(stdout.trim()).toBe(promised);
  });

  it("has only shell commands that something else runs", () => {
    const commands = Array.from(readFileSync(join(root, "README.md"), "utf8").matchAll(/^```sh\n([\s\S]*?)^```/gm), ([, text = ""]) =>
      text.trim().split("\n"),
    ).flat();
    // The smoke test installs the tarball; the script behind the other two runs this test, and the tour below.
    expect(commands).toEqual(["npm install cloudfront-sign-webcrypto", "npm start", "npm test"]);
  });
});

describe("npm start", () => {
  const built = { cwd: root, env, encoding: "utf8" } as const;

  it("shows the tour, and every signature in it verifies", () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["examples/tour.mjs"], built);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.match(/✓ verified/g)).toHaveLength(9);
    expect(stdout.match(/ (?:403|200) /g)).toHaveLength(11);
    expect(stdout).toMatch(/^23 passed, 0 failed$/m);
  });
});
