import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { integration, root } from "@cloudfront-sign-webcrypto/testing/folders";
import { codeBlocks, withAda } from "../examples/support/code-blocks.ts";

/** The files of a page of the documentation, in a folder where they find the packages of this one. */
export class DocumentedFiles {
  readonly page: string;
  private readonly folder = mkdtempSync(join(integration, ".examples-"));

  /** @param withSessions replaces the check of the page, which lets nobody in */
  constructor(name: string, withSessions: (code: string) => string = withAda) {
    this.page = readFileSync(join(root, "docs", name), "utf8");
    for (const { kind, name: file, code } of codeBlocks(name, this.page))
      if (kind === "file") writeFileSync(join(this.folder, file), withSessions(code));
  }

  /** The exports of a file. */
  load<Exports>(name: string): Promise<Exports> {
    return import(/* @vite-ignore */ join(this.folder, name));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
