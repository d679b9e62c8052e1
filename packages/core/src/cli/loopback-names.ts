const names: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** The other names of this machine, with the port of a URL on it: a signature is for one of them alone. */
export function otherLoopbackNames(url: string | undefined): string[] {
  if (url === undefined || !URL.canParse(url)) return [];
  const { hostname, port } = new URL(url);
  if (!names.includes(hostname)) return [];
  return names.filter((name) => name !== hostname).map((name) => (port === "" ? name : `${name}:${port}`));
}
