/**
 * Whether the server answers to the host of a URL. An address, localhost and the names below it can be no name of
 * another site: a page there could let its own name lead to this machine, and read what the server answers (DNS
 * rebinding). All other names have to be given.
 */
export function isKnownHost(url: string, names: readonly string[]): boolean {
  // A dot behind a name makes it absolute, and no other one.
  const hostname = new URL(url).hostname.replace(/\.$/, "");
  return (
    hostname.startsWith("[") ||
    /^[\d.]+$/.test(hostname) ||
    /(?:^|\.)localhost$/.test(hostname) ||
    names.includes(hostname)
  );
}
