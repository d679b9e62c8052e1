const names: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** The other names of this machine, with the port of a URL on it: a signature is for one of them alone. */
export function otherLoopbackNames(url: string | undefined): string[] {
  if (url === undefined || !URL.canParse(url)) return [];
  const { hostname, port } = new URL(url);
  if (!names.includes(hostname)) return [];
  return names.filter((name) => name !== hostname).map((name) => (port === "" ? name : `${name}:${port}`));
}

/** Whether a host name stands for this machine, in the form in which URL parsers write it; without brackets too. */
export function isLoopback(hostname: string): boolean {
  return ["localhost", "::1", "[::1]"].includes(hostname) || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
