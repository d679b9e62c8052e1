import { mostVariedFolders } from "../request/limits.ts";

/** Folders that proxies, API stages and storage put before a path, or take away. */
const commonFolders =
  "prod dev stage staging production live test v1 public private static assets media images videos uploads files content";

/** Playlists whose signature is often sent with their segments. */
const playlists = "index.m3u8 master.m3u8 playlist.m3u8 main.m3u8 manifest.mpd index.mpd stream.mpd";

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
  yield path.replace(/\.\w+$/, (extension) => extension.toUpperCase());
  yield path.replace(/\/?index\.html$/, "");
  yield* withoutFolders(path, segments);
  yield* slashVariants(path);
  yield* withDotSegments(path, segments);
  yield `/${path.slice(1).replaceAll("/", "\\")}`;
  for (const folder of commonFolders.split(" ")) yield `/${folder}${path}`;
  const folder = path.slice(0, path.lastIndexOf("/"));
  const parent = folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
  for (const base of [folder, parent]) for (const name of playlists.split(" ")) yield `${base}/${name}`;
  // A folder without its *.
  for (let i = segments.length - 1; i > 0; i--) yield `${segments.slice(0, i).join("/")}/`;
}

/** Characters of a path behind which white space may have been lost. Our own limit. */
const mostLostSpaces = 200;

/** With segments in other letters, without the white space that was there, and behind folders that were resolved. */
export function* seldomPaths(path: string): Iterable<string> {
  const segments = path.split("/", mostVariedFolders);
  const rest = path.slice(segments.join("/").length);
  for (const [i, segment] of segments.entries())
    for (const other of otherLetters(segment))
      yield segments.map((one, at) => (at === i ? other : one)).join("/") + rest;
  yield segments.map((segment) => segment.charAt(0).toUpperCase() + segment.slice(1)).join("/") + rest;
  yield path.toUpperCase();
  // Joined as a file of Windows.
  for (const backslash of ["\\", "\\\\"]) yield `/${path.slice(1).replaceAll("/", backslash)}`;
  for (let i = 0; i < segments.length; i++)
    for (const folder of [...commonFolders.split(" "), "x", "a", "tmp", ...segments.slice(1)])
      yield `${segments.slice(0, i).join("/")}/${folder}/..${path.slice(segments.slice(0, i).join("/").length)}`;
  for (let i = 1; i <= Math.min(path.length, mostLostSpaces); i++)
    for (const space of ["%20", " ", "+"]) yield path.slice(0, i) + space + path.slice(i);
}

/** A segment in capital and small letters: all of it, its first letter, its extension, the words in it. */
function otherLetters(segment: string): string[] {
  const dot = segment.lastIndexOf(".");
  const [name, extension] = dot < 1 ? [segment, ""] : [segment.slice(0, dot), segment.slice(dot)];
  const small = segment.toLowerCase();
  return [
    small,
    segment.toUpperCase(),
    segment.charAt(0).toUpperCase() + segment.slice(1),
    segment.charAt(0).toLowerCase() + segment.slice(1),
    name + extension.toUpperCase(),
    name + extension.toLowerCase(),
    name.toUpperCase() + extension,
    small.replace(/(?:^|[-_. ]|%20)[a-z]/g, (start) => start.slice(0, -1) + start.slice(-1).toUpperCase()),
    name
      .toLowerCase()
      .replace(/(?:^|[-_ ]|%20)[a-z]/g, (start) => start.slice(0, -1) + start.slice(-1).toUpperCase()) +
      extension,
  ];
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
