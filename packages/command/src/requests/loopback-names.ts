const names: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** The ports on which people run servers of their own: those of this command, Node.js frameworks, Vite and LocalStack. */
const commonPorts: readonly string[] = ["8080", "3000", "8081", "5173", "4566", "8000"];

/** The other names of this machine, with the port of a URL on it or a common one: a signature is for one of them alone. */
export function otherLoopbackNames(url: string | undefined): string[] {
  if (url === undefined || !URL.canParse(url)) return [];
  const { hostname, port } = new URL(url);
  if (!names.includes(hostname)) return [];
  const otherNames = names.filter((name) => name !== hostname);
  return [
    ...otherNames.map((name) => (port === "" ? name : `${name}:${port}`)),
    ...commonPorts.filter((other) => other !== port).map((other) => `${hostname}:${other}`),
    ...(port === "" ? [] : [hostname]),
  ];
}
