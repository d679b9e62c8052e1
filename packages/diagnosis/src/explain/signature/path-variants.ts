import { mostVariedFolders } from "../limits.ts";

/** Folders that proxies, API stages and storage put before a path, or take away. */
const commonFolders: readonly string[] = [
  "prod",
  "dev",
  "stage",
  "staging",
  "production",
  "live",
  "test",
  "v1",
  "public",
  "private",
  "static",
  "assets",
  "media",
  "images",
  "videos",
  "uploads",
  "files",
  "content",
];

/** Playlists whose signature is often sent with their segments. */
const playlists: readonly string[] = [
  "index.m3u8",
  "master.m3u8",
  "playlist.m3u8",
  "main.m3u8",
  "manifest.mpd",
  "index.mpd",
  "stream.mpd",
];

/** Paths that people sign instead of the requested one, apart from their encoding, most frequent first. */
export function* pathVariants(path: string): Iterable<string> {
  yield `/${path}`;
  yield path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
  yield path.replace(/\/{2,}/g, "/");
  const segments = path.split("/", mostVariedFolders);
  if (segments.length > 2) yield path.slice(1 + (segments[1] as string).length);
  yield `/prod${path}`;
  yield path.replace(/\/?index\.html$/, "/");
  yield `${path}index.html`;
  yield path.toLowerCase();
  yield path.replace(/\/?index\.html$/, "");
  yield* withoutFolders(path, segments);
  yield* slashVariants(path);
  yield* withDotSegments(path, segments);
  for (const folder of commonFolders) yield `/${folder}${path}`;
  const folder = path.slice(0, path.lastIndexOf("/"));
  const parent = folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
  for (const base of [folder, parent]) for (const name of playlists) yield `${base}/${name}`;
  // A folder without its *.
  for (let i = segments.length - 1; i > 0; i--) yield `${segments.slice(0, i).join("/")}/`;
}

/** With slashes doubled or forgotten. */
function* slashVariants(path: string): Iterable<string> {
  yield path.replace(/^\/+/, "");
  yield path.replaceAll("/", "//");
  yield path.replace(/(?!^)\/(?=[^/]*$)/, "//");
  let at = path.indexOf("/", 1);
  for (let i = 0; at > 0 && i < mostVariedFolders; i++) {
    yield `${path.slice(0, at)}/${path.slice(at)}`;
    at = path.indexOf("/", at + 1);
  }
}

/** With . and .. segments, which clients resolve before they send a URL. */
function* withDotSegments(path: string, segments: readonly string[]): Iterable<string> {
  yield `/..${path}`;
  yield `/../..${path}`;
  for (let i = 1; i < segments.length; i++) {
    const [before, behind] = [segments.slice(0, i).join("/"), segments.slice(i).join("/")];
    const rest = `${behind}${path.slice(segments.join("/").length)}`;
    yield `${before}/./${rest}`;
    if (i > 1) yield `${before}/../${segments[i - 1]}/${rest}`;
  }
}

/** What image services and proxies put in front is not part of the signed path; sometimes it is one folder inside. */
function* withoutFolders(path: string, segments: readonly string[]): Iterable<string> {
  let rest = path;
  for (let i = 1; i < segments.length - 1; i++) {
    rest = rest.slice(1 + (segments[i] as string).length);
    yield rest;
    // The image service may be given a whole URL.
    if (/^\/https?:\//.test(rest)) yield rest.slice(1).replace(/^(https?:)\/+/, "$1//");
  }
  for (let i = 2; i < segments.length - 1; i++) {
    const folder = `/${segments[i]}/`;
    yield path.replace(folder, "/");
  }
  for (let i = 1; i < segments.length - 1; i++) yield `${segments.slice(0, i + 1).join("/")}${path}`;
}
