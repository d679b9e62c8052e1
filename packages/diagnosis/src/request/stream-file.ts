import { folderPattern, isInRoot } from "../findings/quote.ts";

/** Files that a player requests by itself, one after the other, by what they are called. */
const kinds: readonly (readonly [kind: string, path: RegExp])[] = [
  ["a segment", /\.(?:ts|m4s|m4a|m4v|aac|vtt|cmf[avt]|key)$/i],
  ["a playlist", /\.m3u8$/i],
  ["the initialization segment", /(?:^|[/_-])init(?:[_-][\w-]{0,60})?\.mp4$/i],
  [
    "a preview image",
    /(?:^|[/_-])(?:sprites?|storyboard|thumbs?|thumbnails?)(?:[/_-][\w/-]{0,60})?\.(?:jpe?g|png|webp)$/i,
  ],
];

/** What a URL is of a stream; `undefined` for a file that may stand alone. */
export function streamFile(url: string): string | undefined {
  const [path = ""] = url.split(/[?#]/, 1);
  return kinds.find(([, pattern]) => pattern.test(path.slice(-longestName)))?.[0];
}

/** Whether a file has a use only in a stream. A preview image may be any picture. */
export function isOnlyInStream(file: string | undefined): boolean {
  return file !== undefined && file !== "a playlist" && file !== "a preview image";
}

/** The end of a path in which the name of the file is looked at. Our own limit. */
const longestName = 300;

/** What to sign for a stream, which has more than one file. A pattern for the root would open the whole site. */
export function streamFix(url: string): string {
  return isInRoot(url)
    ? "Give each stream a folder of its own, and sign a pattern for this folder in a custom policy: a canned policy is for one file."
    : `Sign ${folderPattern(url)} as Resource of a custom policy, and send its Policy, Signature and Key-Pair-Id with every file of the stream: a canned policy is for one file.`;
}

/** The longer of the folders that two URLs of one host have in common, as a URL of a file in it. */
export function inCommonFolder(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return one.slice(0, one.lastIndexOf("/", Math.max(0, length - 1)) + 1);
}
