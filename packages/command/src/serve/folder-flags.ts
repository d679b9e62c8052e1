import type { Arguments } from "../command.ts";
import { fs, nodePath } from "../node-modules.ts";
import { refuse } from "../refusal.ts";
import { readRestrictPattern, restrictPatternOf } from "../restrict-pattern.ts";
import { shellWord } from "../shell-word.ts";
import { shownValue } from "../shown-value.ts";
import { fileStats } from "../source-file.ts";
import { isInside } from "./find-file.ts";

/** The values of flags that name paths. */
export type FolderFlags = Pick<Arguments<"restrict" | "log">, "value" | "values">;

/** Refuses values of flags that were meant for the files of a served folder, and would leave them open. */
export function checkFolderFlags(args: FolderFlags, folder: string): void {
  for (const value of args.values("restrict")) checkPattern(value, folder);
  const log = args.value("log");
  if (log !== undefined && isInside(fs.realpathSync(folder), realPath(log)))
    refuse(
      `--log ${shownValue(log)}: is in the folder that is served, and has whole signatures and cookies; give a file outside of it`,
    );
}

/** Refuses the path of a file in the place of the path of a URL: it would restrict nothing. */
function checkPattern(value: string, folder: string): void {
  const { pathPattern, restricted } = readRestrictPattern(value);
  const path = namesOf(pathPattern);
  const start = [
    nodePath.resolve(folder),
    nodePath.normalize(folder),
    nodePath.basename(nodePath.resolve(folder)),
  ]
    .map(namesOf)
    .find((one) => one !== "" && `${path}/`.startsWith(`${one}/`));
  // Up to the last name without a wildcard.
  const [literal = ""] = /^(?:[^*?/]+(?:\/|$))*/.exec(path) ?? [];
  if (start === undefined || fileStats(nodePath.join(folder, literal)) !== undefined) return;
  const entry = { pathPattern: path.slice(start.length) || "/*", restricted };
  refuse(
    `--restrict: ${shownValue(value)} begins with the folder that is served, and no file of it has this path; write the path of the URL: --restrict ${shellWord(restrictPatternOf(entry))}`,
  );
}

/** A path in the form that a path pattern has, without what is in front of its first name. */
function namesOf(path: string): string {
  return path.replaceAll("\\", "/").replace(/^(?:\.?\/)+|\/$/g, "");
}

/** Where a file is, or will be, with all links resolved. */
function realPath(file: string): string {
  if (fs.existsSync(file)) return fs.realpathSync(file);
  const parent = nodePath.dirname(nodePath.resolve(file));
  return nodePath.join(fs.existsSync(parent) ? fs.realpathSync(parent) : parent, nodePath.basename(file));
}
