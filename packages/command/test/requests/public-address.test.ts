import { expect, it } from "vitest";
import { isLoopbackAddress, isPublicAddress } from "../../src/requests/public-address.ts";

it.each([
  ...["1.1.1.1", "13.32.0.1", "100.63.255.255", "172.15.0.1", "172.32.0.1", "198.20.0.1", "223.255.255.255"],
  ...["2600:9000::1", "2a00:1450::1", "64:ff9b::d20:1", "64:ff9b::13.32.0.1"],
])("%s is a public address", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each([
  ...["0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254"],
  ...["172.16.0.1", "172.31.255.255", "192.0.0.1", "192.168.1.1", "198.18.0.1", "224.0.0.1", "240.0.0.1"],
  ...[
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:1.1.1.1",
    "::7f00:1",
    "fc00::1",
    "fd00:ec2::254",
  ],
  ...["fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1", "2001:db8::1", "2001::1", "2002:7f00:1::", "3fff::1"],
  ...["64:ff9b::7f00:1", "64:ff9b::10.0.0.1", "64:ff9b:1::1", "100::1", "4000::1", "localhost", ""],
])("%s is not a public address", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each([
  ["127.0.0.1", true],
  ["127.9.9.9", true],
  ["::1", true],
  ["128.0.0.1", false],
  ["::ffff:127.0.0.1", false],
  ["127.0.0.1.example.com", false],
])("%s is of this machine alone: %s", (address, expected) => {
  expect(isLoopbackAddress(address)).toBe(expected);
});
