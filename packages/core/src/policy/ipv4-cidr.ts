const ipv4CidrText =
  /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?=\d)|(?=\/|$))){4}(?:\/(?:3[0-2]|[12]?\d))?$/;

/** Whether a value is an IPv4 address or CIDR in the one spelling that CloudFront is known to read. */
export function isIpv4Cidr(value: unknown): value is string {
  return typeof value === "string" && ipv4CidrText.test(value);
}

/** A single address as the CIDR of itself. */
export function withMask(address: string): string {
  return address.includes("/") ? address : `${address}/32`;
}

/** Whether an IPv4 CIDR, as {@link ipv4Cidr} gives it, contains an IPv4 address. */
export function cidrContains(cidr: string, address: string): boolean {
  const [network = "", bits] = cidr.split("/");
  const blockSize = 2 ** (32 - Number(bits));
  return Math.floor(addressNumber(network) / blockSize) === Math.floor(addressNumber(address) / blockSize);
}

function addressNumber(address: string): number {
  return address.split(".").reduce((sum, octet) => sum * 256 + Number(octet), 0);
}
