import { documentsOf } from "@cloudfront-sign-webcrypto/testing/support/distributions.ts";
import { describe, expect, it } from "vitest";
import { findingsOf, listOf, summary } from "../../support/small-distributions.ts";

describe("origins", () => {
  const right = documentsOf("right");
  const controls = (...items: object[]) => ({ OriginAccessControlList: { Items: items } });
  const withoutControls = right.filter(
    (document) => !JSON.stringify(document).startsWith('{"OriginAccessControlList"'),
  );

  it.each([
    ["does not exist", controls()],
    [
      "is for another kind of origin",
      controls({ Id: "E2QWRUHAPOMQZL", OriginAccessControlOriginType: "lambda" }),
    ],
  ])("whose origin access control %s", async (_, document) => {
    expect(await findingsOf({ documents: [...withoutControls, document] })).toEqual([
      "proven origin-access-control-wrong EDFDVBD632BHDS",
    ]);
  });

  it.each([
    ["media.s3.amazonaws.com", "s3-origin-open"],
    ["media.s3.eu-central-1.amazonaws.com", "s3-origin-open"],
    ["media.s3-eu-west-1.amazonaws.com", "s3-origin-open"],
    ["media.s3.cn-north-1.amazonaws.com.cn", "s3-origin-open"],
    ["a.b.s3-website-us-east-1.amazonaws.com", "s3-website-origin"],
    ["media.s3-website.eu-central-1.amazonaws.com", "s3-website-origin"],
    ["origin.example.com", undefined],
    ["media.s3.example.com", undefined],
    // Each hyphen was a choice of the pattern that reads host names: 2^60 ways to fail.
    [`media.s3${"-a-".repeat(30)}.amazonaws.com!`, undefined],
    ["mediastore.eu-central-1.amazonaws.com", undefined],
  ])("%s: %s", async (domainName, id) => {
    const Origins = { Items: [{ Id: "web", DomainName: domainName }] };
    const distribution = summary("E1", "media.example.com", { Origins });
    expect(await findingsOf({ documents: [listOf(distribution)] })).toEqual(
      id === undefined ? [] : [`proven ${id} E1`],
    );
  });

  it("of a group are looked at each", async () => {
    const Origins = {
      Items: [
        { Id: "a", DomainName: "a.s3.amazonaws.com" },
        { Id: "b", DomainName: "b.example.com" },
      ],
    };
    const OriginGroups = {
      Items: [{ Id: "web", Members: { Items: [{ OriginId: "b" }, { OriginId: "a" }] } }],
    };
    const distribution = summary("E1", "media.example.com", { Origins, OriginGroups });
    expect(await findingsOf({ documents: [listOf(distribution)] })).toEqual(["proven s3-origin-open E1"]);
  });
});
