import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { integration, root } from "@cloudfront-sign-webcrypto/testing/folders";
import { libraryFiles } from "@cloudfront-sign-webcrypto/testing/library";
import { build, type Plugin } from "esbuild";
import { onTestFinished } from "vitest";
import { codeBlocks } from "../../examples/support/code-blocks.ts";
import { pkcs11jsFolder } from "./pkcs11js-folder.ts";

const filesOf = (page: string) =>
  codeBlocks(page, readFileSync(join(root, page), "utf8")).filter(({ kind }) => kind === "file");
/** Programs of keys.md import session.ts and plain-path.ts of the recipes. */
const files = [...filesOf("docs/keys.md"), ...filesOf("docs/recipes.md")];
/** Longer names first: a bundler's alias takes what starts with it. */
const library = Object.fromEntries(Object.entries(libraryFiles({})).reverse());

const compiledPkcs11js: Plugin = {
  name: "compiled pkcs11js",
  setup({ onResolve }) {
    const path = join(pkcs11jsFolder, "index.js");
    onResolve({ filter: /^pkcs11js$/ }, () => ({ path, external: true }));
  },
};

/** A folder with the files of docs/keys.md and docs/recipes.md, for one test. */
export class DocumentedPrograms {
  /** In the package, so that the clients of AWS are found. The programs run here. */
  readonly folder = mkdtempSync(join(integration, ".examples-"));

  /** @param changes what the page has, such as an address, and what is there instead in the test */
  constructor(changes: Readonly<Record<string, string>> = {}) {
    onTestFinished(() => rmSync(this.folder, { recursive: true }));
    for (const { name, code } of files) {
      const changed = Object.entries(changes).reduce((all, [from, to]) => all.replaceAll(from, to), code);
      writeFileSync(join(this.folder, name), changed);
    }
  }

  /** Runs a program in a process of its own. @returns what it prints */
  async run(program: string, env: Readonly<Record<string, string>>): Promise<string> {
    const outfile = join(this.folder, "program.mjs");
    await build({
      stdin: { contents: program, loader: "ts", resolveDir: this.folder },
      alias: library,
      plugins: [compiledPkcs11js],
      external: ["@aws-sdk/*"],
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node20",
      outfile,
      logLevel: "silent",
    });
    const child = spawn(process.execPath, ["--no-warnings", outfile], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [printed, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    if (errors !== "") throw new Error(errors);
    return printed.trim();
  }
}
