const suffix = ".cloudfront.net";

/** The URL with the host name of a distribution whole that ends within `.cloudfront.net`; any other URL as it is. */
export function withWholeHost(url: string): string {
  const [start = "", label = "", end = ""] =
    /^(https?:\/\/d[a-z\d]{12,13})((?:\.[a-z]{0,10}){0,2})(?:\u2026|\.{3})?(?=[/?#]|$)/i.exec(url) ?? [];
  const isWhole = end.length >= suffix.length || !suffix.startsWith(end.toLowerCase());
  return start === "" || isWhole ? url : label + suffix + url.slice(start.length);
}
