import { ipv4 } from "cloudfront-sign-webcrypto/internals";

/** Networks whose addresses no server on the internet sees (RFC 1918, 6598, 1122 and 3927). */
const privateNetworks = [
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
];

/** The private network that has all addresses of a CIDR. */
export function privateNetworkOf(cidr: string): string | undefined {
  return privateNetworks.find((network) => isWithin(cidr, network));
}

function isWithin(cidr: string, network: string): boolean {
  const [address = "", bits = "32"] = cidr.split("/");
  const [, networkBits] = network.split("/");
  return Number(bits) >= Number(networkBits) && ipv4.contains(network, address);
}
