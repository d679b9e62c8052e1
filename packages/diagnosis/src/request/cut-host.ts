const suffix = ".cloudfront.net";

/** The URL with the host name of a distribution whole that ends within `.cloudfront.net`; any other URL as it is. */
export function withWholeHost(url: string): string {
  const [start = "", end = ""] =
    /^https?:\/\/d[a-z\d]{12,13}((?:\.[a-z]{0,10}){0,2})(?=[/?#]|$)/i.exec(url) ?? [];
  if (start === "" || end.length >= suffix.length || !suffix.startsWith(end.toLowerCase())) return url;
  return start.slice(0, start.length - end.length) + suffix + url.slice(start.length);
}
