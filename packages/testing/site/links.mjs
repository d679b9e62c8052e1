// Links in Markdown lead to files of the repository, as GitHub reads them. In the site they lead to its pages, and
// for all other files to GitHub.
import { posix } from "node:path";
import { addressOf, isPage, tools } from "./navigation.mjs";

export const repository = "https://github.com/cloudfront-sign-webcrypto/cloudfront-sign-webcrypto";

/** As GitHub names a heading. @param {string} text */
export const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");

/**
 * @param {string} link as it is in the page
 * @param {string} source the file of the page
 * @param {string} base the folder of the site, with a slash at both ends
 * @returns {{ href: string, isTool?: boolean, isElsewhere?: boolean }}
 */
export function linkInSite(link, source, base) {
  if (/^(?:[a-z]+:|#)/i.test(link)) return { href: link, isElsewhere: !link.startsWith("#") };
  const [path = "", anchor] = link.split("#");
  const target = posix.join(posix.dirname(source), path);
  const fragment = anchor === undefined ? "" : `#${anchor}`;
  const [, tool = ""] = /^examples\/(\w+)\/(?:index\.html|server\.mjs)$/.exec(target) ?? [];
  if (tool in tools) return { href: `${base}${tool}/${fragment}`, isTool: true };
  // GitHub shows how to start it.
  if (target === "examples/README.md" && Object.hasOwn(tools, anchor ?? ""))
    return { href: `${base}${anchor}/`, isTool: true };
  if (isPage(target)) return { href: `${base}${addressOf(target).slice(1)}${fragment}` };
  return { href: `${repository}/blob/main/${target}${fragment}`, isElsewhere: true };
}
