import { fail } from "../errors.ts";
import { sections } from "../url/resource-match.ts";
import { readAttributes, type SetCookieAttributes } from "./check-attributes.ts";
import { type SignedCookies, signedCookies } from "./signed-cookies.ts";

/**
 * Signed cookies for one of several paths.
 *
 * @example
 * ```ts
 * import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
 *
 * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY! });
 * const sets = await signer.signCookies([
 *   { resource: "https://cdn.example.com/course/42/*", expiresIn: "4h" },
 *   { resource: "https://cdn.example.com/avatars/*", expiresIn: "1d" },
 * ]);
 * console.log(sets.map(({ path }) => path).join(" ")); // /course/42/ /avatars/
 * ```
 */
export interface PathCookies extends SignedCookies {
  /** Cookie path of the set: the folder that the resource covers, or the file itself. */
  readonly path: string;
  /**
   * Makes a `Set-Cookie` header value for each cookie, with the `Path` of this set.
   *
   * @param attributes how the browser keeps the cookies, without `path`
   * @returns one header value per cookie
   * @throws `ERR_OPTION_CONFLICT` for `path`; `ERR_COOKIE_INVALID`, `ERR_OPTION_UNKNOWN` as
   * {@link SignedCookies.toSetCookie}.
   */
  toSetCookie(attributes?: Omit<SetCookieAttributes, "path">): string[];
}

/** A set of cookies for each signed policy, so that a browser sends exactly one of them to each URL. */
export function cookiesByPath(
  list: readonly { readonly query: string; readonly resource: string }[],
): PathCookies[] {
  const paths = list.map(({ resource }) => cookiePath(resource));
  checkPaths(
    paths,
    list.map(({ resource }) => sections(resource).domain),
  );
  return list.map((signed, i) => {
    const path = paths[i] as string;
    const cookies = signedCookies(signed);
    return Object.freeze({
      ...cookies,
      path,
      toSetCookie(attributes: SetCookieAttributes = {}) {
        const given = readAttributes(attributes);
        if ("path" in given)
          fail("ERR_OPTION_CONFLICT", "path", "each set has the path of its resource; leave it out");
        return cookies.toSetCookie({ ...given, path });
      },
    });
  });
}

/** The narrowest cookie path with all that a resource covers. */
function cookiePath(resource: string): string {
  const path = resource.replace(/^([^/]*:\/\/)?[^/]*/, "") || "/";
  const literal = /^[^*?;]*/.exec(path)?.[0] as string;
  return literal === path ? path : literal.slice(0, literal.lastIndexOf("/") + 1);
}

/** Throws when a browser would send the cookies for one path to another as well (RFC 6265, section 5.1.4). */
function checkPaths(paths: readonly string[], hosts: readonly string[]): void {
  // Sorted as folders, the paths within a folder come directly after it.
  const folders = paths.map((path, i) => ({ folder: path.replace(/\/?$/, "/"), entry: i + 1 }));
  folders.sort((a, b) => (a.folder < b.folder ? -1 : 1));
  const at = folders.findIndex(
    ({ folder }, i) => i + 1 < folders.length && folders[i + 1]?.folder.startsWith(folder),
  );
  if (at >= 0) {
    const [first = 0, second = 0] = folders
      .slice(at, at + 2)
      .map(({ entry }) => entry)
      .sort((a, b) => a - b);
    fail(
      "ERR_COOKIE_INVALID",
      "resource",
      `entries ${first} and ${second} have nested cookie paths, so the browser would send both sets; ${describeRemedy(hosts[first - 1] as string, hosts[second - 1] as string)}`,
    );
  }
}

/** One resource for both: of two hosts, every host of the domain that they share. */
function describeRemedy(one: string, other: string): string {
  if (one === other) return "sign one resource for both";
  const labels = one.split(".");
  const shared = labels
    .map((_, i) => labels.slice(i).join("."))
    .find((domain) => other.endsWith(`.${domain}`));
  // Browsers refuse cookies for cloudfront.net and for a name without a dot.
  const isDomain = shared !== undefined && /^(?!cloudfront\.net$)[\w-]+\.[\w.-]+$/.test(shared);
  return `their hosts are ${one} and ${other}: ${isDomain ? `sign https://*.${shared}/*, which also opens all other hosts and paths of ${shared}, or ` : ""}call signCookies for each host alone, and let each host set its cookies without domain`;
}
