import { badIpAddresses } from "@cloudfront-sign-webcrypto/testing/support/bad-sign-options.ts";
import { refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { describe, expect, it } from "vitest";

/** `ipAddress`: an IPv4 address or CIDR, in the one spelling that CloudFront is known to read. */

const url = `${host}/image.jpg`;

async function sourceIp(ipAddress: unknown): Promise<unknown> {
  const { signer, policies } = recorder();
  await signer.signUrl(url, { dateLessThan: end, ipAddress: ipAddress as string });
  const condition = JSON.parse(policies[0] ?? "").Statement[0].Condition;
  expect(Object.keys(condition)).toEqual(["DateLessThan", "IpAddress"]);
  return condition.IpAddress["AWS:SourceIp"];
}

describe("ipAddress", () => {
  it.each([
    ["192.0.2.10", "192.0.2.10/32"],
    ["192.0.2.10/32", "192.0.2.10/32"],
    ["192.0.2.0/24", "192.0.2.0/24"],
    ["192.0.2.77/24", "192.0.2.77/24"],
    ["8.0.0.0/8", "8.0.0.0/8"],
    ["0.0.0.0/0", "0.0.0.0/0"],
    ["0.0.0.0", "0.0.0.0/32"],
    ["255.255.255.255", "255.255.255.255/32"],
    ["203.0.113.7/31", "203.0.113.7/31"],
  ])("%s becomes %s", async (given, expected) => {
    expect(await sourceIp(given)).toBe(expected);
  });

  it.each(badIpAddresses)("refuses %j", async (ipAddress) => {
    expect(await refusedAs(() => sourceIp(ipAddress))).toBe("ERR_IP_ADDRESS_INVALID ipAddress");
  });

  it.each([null, 0, 3221225985, true, {}, new Uint8Array([192, 0, 2, 1])])(
    "refuses %j, which is not text",
    async (ipAddress) => {
      expect(await refusedAs(() => sourceIp(ipAddress))).toBe("ERR_IP_ADDRESS_INVALID ipAddress");
    },
  );

  // A forgotten variable must not become access for everyone.
  it("refuses undefined instead of dropping it", async () => {
    expect(await refusedAs(() => sourceIp(undefined))).toBe("ERR_OPTION_INVALID ipAddress");
  });
});
