import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { published } from "@cloudfront-sign-webcrypto/testing/folders";

const require = createRequire(import.meta.url);
const host = `${process.platform}-${process.arch}`;
const ofHost = { linux: `${host}-gnu`, win32: `${host}-msvc` }[process.platform as string] ?? host;
/** The program itself, in the package for this machine that @ast-grep/cli depends on. */
export const astGrep = join(
  dirname(
    createRequire(require.resolve("@ast-grep/cli/package.json")).resolve(
      `@ast-grep/cli-${ofHost}/package.json`,
    ),
  ),
  process.platform === "win32" ? "ast-grep.exe" : "ast-grep",
);

export interface CodemodRun {
  readonly status: number | null;
  /** `FILE:LINE RULE` of each line that is left to a person, in order. */
  readonly reports: readonly string[];
  readonly output: string;
}

/** Runs the command of docs/migrating.md in a folder. */
export function runCodemod(folder: string, files: readonly string[] = ["."]): CodemodRun {
  const config = join(published["cloudfront-sign-cli"], "codemod/sgconfig.yml");
  const { status, stdout, stderr } = spawnSync(
    astGrep,
    ["scan", "--config", config, "--update-all", "--report-style", "short", "--color", "never", ...files],
    { cwd: folder, encoding: "utf8" },
  );
  const places = stdout.matchAll(/^(?:\.\/)?(\S+?):(\d+):\d+: error\[([\w-]+)\]/gm);
  const reports = Array.from(places, ([, file = "", line = "", rule = ""]) => ({
    file,
    line: Number(line),
    rule,
  }))
    .sort(
      (a, b) =>
        a.file.localeCompare(b.file, "en", { numeric: true }) ||
        a.line - b.line ||
        a.rule.localeCompare(b.rule),
    )
    .map(({ file, line, rule }) => `${file}:${line} ${rule}`);
  return { status, reports: [...new Set(reports)], output: stdout + stderr };
}
