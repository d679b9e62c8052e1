// Not by an import, which reads every property: sign and cookies ask here, too.
const { BlockList, isIPv4, isIPv6 } = process.getBuiltinModule("node:net");

/** IPv4 addresses that are not of the public internet (IANA, "IPv4 Special-Purpose Address Registry"). */
const special: readonly (readonly [address: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

/** IPv6 addresses that are public (RFC 4291, section 2.4), and those among them that are not or hold another. */
const globalUnicast = ["2000::", 3] as const;
const specialInIpv6: readonly (readonly [address: string, prefix: number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

/** An IPv4 address as it is behind a translator, such as of a mobile network (RFC 6052, section 2.1). */
const translated = /^http:\/\/\[64:ff9b::([\da-f]{1,4}):([\da-f]{1,4})\]\/$/;

/** Whether an IP address is one of the public internet: not of this machine, its network or its cloud. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !listOf(special, "ipv4").check(address, "ipv4");
  // With a zone, it is of a link of this machine.
  if (!isIPv6(address) || address.includes("%")) return false;
  const [, high, low] = translated.exec(new URL(`http://[${address}]/`).href) ?? [];
  if (high !== undefined && low !== undefined) return isPublicAddress(dotted(high, low));
  return (
    listOf([globalUnicast], "ipv6").check(address, "ipv6") &&
    !listOf(specialInIpv6, "ipv6").check(address, "ipv6")
  );
}

/** Names that are no names of the public internet (IANA, "Special-Use Domain Names"; ICANN, .internal). */
const specialName = /(?:^|\.)(?:localhost|local|internal|test|example|invalid|onion|home\.arpa)$/;

/**
 * Whether a host in lower case, or a pattern of hosts, is of the public internet by its address or its name: a name
 * without a dot is of a network of its own.
 */
export function isPublicHost(host: string): boolean {
  const name = host.replace(/^\[|\]$|\.$/g, "");
  if (isIPv4(name) || isIPv6(name)) return isPublicAddress(name);
  return /[.*]/.test(name) && !specialName.test(name);
}

export function isLoopbackAddress(address: string): boolean {
  return isIPv4(address) ? address.startsWith("127.") : address === "::1";
}

function listOf(
  subnets: readonly (readonly [address: string, prefix: number])[],
  type: "ipv4" | "ipv6",
): InstanceType<typeof BlockList> {
  const list = new BlockList();
  for (const [address, prefix] of subnets) list.addSubnet(address, prefix, type);
  return list;
}

function dotted(...words: string[]): string {
  return words
    .map((word) => Number.parseInt(word, 16))
    .flatMap((word) => [word >> 8, word & 255])
    .join(".");
}

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
