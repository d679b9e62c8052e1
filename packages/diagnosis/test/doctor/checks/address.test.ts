import { describe, expect, it } from "vitest";
import { findingsOf, listOf, summary } from "../../support/small-distributions.ts";

describe("addresses", () => {
  const documents = [listOf(summary("E1", "media.example.com", { IsIPV6Enabled: true }))];

  it.each([
    [true, []],
    ["203.0.113.7", []],
    ["172.31.0.0/16", ["proven ip-address-private"]],
    ["172.0.0.0/8", []],
    ["0.0.0.0/0", []],
  ])("%s", async (ipAddress, expected) => {
    expect(await findingsOf({ documents, ipAddress })).toEqual([
      "proven ipv6-with-ip-address E1",
      ...expected,
    ]);
    expect(await findingsOf({ documents, ipAddress: false })).toEqual([]);
  });
});
