import { fail } from "../errors.ts";
import { readAttributes, type SetCookieAttributes, type SignedCookies, signedCookies } from "./signed-cookies.ts";

/** Signed cookies for one of several paths. */
export interface PathCookies extends SignedCookies {
  /** Cookie path of the set: the folder that the resource covers, or the file itself. */
  readonly path: string;
  /** As {@link SignedCookies.toSetCookie}, with the `Path` of this set, which cannot be given. */
  toSetCookie(attributes?: Omit<SetCookieAttributes, "path">): string[];
}

/** A set of cookies for each signed policy, so that a browser sends exactly one of them to each URL. */
export function cookiesByPath(list: readonly { readonly query: string; readonly resource: string }[]): PathCookies[] {
  const paths: string[] = [];
  return list.map((signed) => {
    const path = cookiePath(signed.resource);
    const other = paths.find((other) => isWithin(path, other) || isWithin(other, path));
    if (other) fail("ERR_COOKIE_INVALID", "resource", `a browser would send the cookies for ${other} and for ${path} to the same URLs`);
    paths.push(path);
    const cookies = signedCookies(signed);
    return Object.freeze({
      ...cookies,
      path,
      toSetCookie(attributes: SetCookieAttributes = {}) {
        const given = readAttributes(attributes);
        if ("path" in given) fail("ERR_OPTION_CONFLICT", "path", "is that of the resource");
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

/** Whether a browser sends the cookies for one path to the other as well, as RFC 6265 section 5.1.4 has it. */
function isWithin(path: string, cookiePath: string): boolean {
  return path === cookiePath || path.startsWith(cookiePath.replace(/\/?$/, "/"));
}
