import { isLoopback } from "cloudfront-sign-webcrypto/internals";
import { refuse } from "../../arguments/refusal.ts";
import { readRestrictPattern, restrictPatternOf } from "../../arguments/restrict-pattern.ts";
import { fileStats, pathOf } from "../../arguments/source-file.ts";
import type { Arguments } from "../../command.ts";
import { fs, nodePath } from "../../node-modules.ts";
import { shellWord } from "../../output/shell-word.ts";
import { shownValue } from "../../output/shown-value.ts";
import { defaultRootObject, isInside } from "./find-file.ts";
import { folderOrigin } from "./folder-origin.ts";
import type { LocalEdgeOptions } from "./local-edge.ts";
import { serverOrigin } from "./server-origin.ts";

type Origin = Pick<LocalEdgeOptions, "origin" | "defaultRootObject">;

/** What is behind the edge, which is to listen on `port`: a folder, or a server. */
export function readOrigin(text: string, port: number, args: FolderFlags): Origin {
  const scheme = text.includes("://") ? text.split("://", 1)[0]?.toLowerCase() : undefined;
  return scheme === undefined || scheme === "file" ? readFolder(text, args) : readServer(text, scheme, port);
}

function readFolder(text: string, args: FolderFlags): Origin {
  const path = pathOf(text);
  const stats = fileStats(path);
  if (stats?.isDirectory()) {
    checkFolderFlags(args, path);
    return { origin: (isRestricted) => folderOrigin(path, isRestricted), defaultRootObject };
  }
  const shown = shownValue(text);
  if (stats !== undefined) return refuse(`${shown}: is a file; pass the folder that it is in`);
  // Such as localhost:3000.
  const isHost = /^[\w.-]+:\d+(?:\/|$)/.test(text);
  return refuse(
    isHost
      ? `${shown}: the scheme is missing; write http://${shown}`
      : `${shown}: no such folder; check the path, or pass a server: http://localhost:3000`,
  );
}

function readServer(text: string, scheme: string, port: number): Origin {
  const shown = shownValue(text);
  if (scheme !== "http" && scheme !== "https")
    return refuse(
      `${shown}: ${shownValue(scheme)}: is not http or https; pass a folder, or http://localhost:3000`,
    );
  if (!URL.canParse(text)) return refuse(`${shown}: is not a URL; write http://localhost:3000`);
  const url = new URL(text);
  if (url.username !== "" || url.password !== "")
    return refuse("The origin has a user name or a password, which no request would send; leave it out.");
  if (url.search !== "" || url.hash !== "")
    return refuse(`${shown}: has more than a path; end it before the ${url.search === "" ? "#" : "?"}`);
  if (isLoopback(url.hostname) && portOf(url) === port)
    return refuse(
      `--port: ${port} is the port of the origin ${shown}; pass another one, or --port 0 for any free port`,
    );
  return { origin: () => serverOrigin(url) };
}

function portOf({ port, protocol }: URL): number {
  if (port !== "") return Number(port);
  return protocol === "http:" ? 80 : 443;
}

export type FolderFlags = Pick<Arguments<"restrict" | "log">, "value" | "values">;

/** Refuses values of flags that were meant for the files of a served folder, and would leave them open. */
function checkFolderFlags(args: FolderFlags, folder: string): void {
  for (const value of args.values("restrict")) checkPattern(value, folder);
  const log = args.value("log");
  if (log !== undefined && isInside(fs.realpathSync(folder), realPath(log)))
    refuse(
      `--log ${shownValue(log)}: is in the folder that is served, and has whole signatures and cookies; pass a file outside of it`,
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
