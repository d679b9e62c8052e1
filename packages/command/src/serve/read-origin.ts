import { isLoopback } from "cloudfront-sign-webcrypto/internals";
import { refuse } from "../refusal.ts";
import { shownValue } from "../shown-value.ts";
import { fileStats, pathOf } from "../source-file.ts";
import { defaultRootObject, pathWithoutLinks } from "./find-file.ts";
import { checkFolderFlags, type FolderFlags } from "./folder-flags.ts";
import { folderOrigin } from "./folder-origin.ts";
import type { LocalEdgeOptions } from "./local-edge.ts";
import { serverOrigin } from "./server-origin.ts";

type Origin = Pick<LocalEdgeOptions, "origin" | "defaultRootObject" | "pathWithoutLinks">;

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
    return {
      origin: folderOrigin(path),
      defaultRootObject,
      pathWithoutLinks: (pathname) => pathWithoutLinks(path, pathname),
    };
  }
  const shown = shownValue(text);
  if (stats !== undefined) return refuse(`${shown}: is a file; give the folder that it is in`);
  // Such as localhost:3000.
  const isHost = /^[\w.-]+:\d+(?:\/|$)/.test(text);
  return refuse(
    isHost
      ? `${shown}: the scheme is missing; write http://${shown}`
      : `${shown}: no such folder; check the path, or give a server: http://localhost:3000`,
  );
}

function readServer(text: string, scheme: string, port: number): Origin {
  const shown = shownValue(text);
  if (scheme !== "http" && scheme !== "https")
    return refuse(
      `${shown}: ${shownValue(scheme)}: is not http or https; give a folder, or http://localhost:3000`,
    );
  if (!URL.canParse(text)) return refuse(`${shown}: is not a URL; write http://localhost:3000`);
  const url = new URL(text);
  if (url.username !== "" || url.password !== "")
    return refuse("The origin has a user name or a password, which no request would send; leave it out.");
  if (url.search !== "" || url.hash !== "")
    return refuse(`${shown}: has more than a path; end it before the ${url.search === "" ? "#" : "?"}`);
  if (isLoopback(url.hostname) && portOf(url) === port)
    return refuse(
      `--port: ${port} is the port of the origin ${shown}; give another one, or --port 0 for any free port`,
    );
  return { origin: serverOrigin(url) };
}

function portOf({ port, protocol }: URL): number {
  if (port !== "") return Number(port);
  return protocol === "http:" ? 80 : 443;
}
