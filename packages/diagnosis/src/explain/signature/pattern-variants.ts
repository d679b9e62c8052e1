import { originOf, type UrlSections } from "../differences/url-sections.ts";
import { mostVariedFolders } from "../limits.ts";

/** Patterns that people sign in a canned policy, from one for the whole URL up to one for everything. */
export function* patternVariants(url: UrlSections, hostnames: readonly string[]): Iterable<string> {
  const { scheme = "", host = "", path, query } = url;
  const folders = path.split("/", mostVariedFolders);
  const [extension = ""] = /\.\w+$/.exec(path) ?? [];
  const swapped = scheme === "https" ? "http" : "https";
  const valuePattern = query === undefined ? "?*" : `?${query.replace(/=.*/s, "=*")}`;
  for (const name of [host, ...hostnames]) {
    for (const s of [scheme, swapped, "http*", "*"]) {
      const origin = originOf({ scheme: s, host: name });
      for (const tail of ["*", "?*", "*?*", valuePattern]) yield origin + path + tail;
      for (let depth = folders.length - 1; depth > 0; depth--) {
        const folder = folders.slice(0, depth).join("/");
        for (const tail of ["/*", `/*${extension}`, `/*${extension}*`, "*", "/*?*"])
          yield origin + folder + tail;
      }
      yield `${origin}*`;
      yield `${originOf({ scheme: s, host: host.replace(/^[^.]*/, "*") })}/*`;
    }
  }
  for (let depth = folders.length - 1; depth > 0; depth--) yield `${folders.slice(0, depth).join("/")}/*`;
  yield "*";
  yield `${host}/*`;
}
