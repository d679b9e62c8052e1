import { describe, expect, it } from "vitest";
import { behavior, findingsOf, listOf, media, summary } from "../../support/small-distributions.ts";

describe("error pages", () => {
  it.each([
    ["403.html", ["likely error-page-restricted E1 *"]],
    ["/403.html", ["likely error-page-restricted E1 *"]],
    ["errors/403.html", []],
    ["/errors/403.html", []],
  ])("are found at the root of the distribution: %s", async (ResponsePagePath, expected) => {
    const distribution = summary("E1", "media.example.com", {
      CacheBehaviors: { Items: [behavior(undefined, { PathPattern: "/errors/*" })] },
      CustomErrorResponses: { Items: [{ ErrorCode: 403, ResponsePagePath }] },
    });
    const documents = [listOf(distribution)];
    expect(await findingsOf({ documents, urls: [`${media}/a`] })).toEqual(expected);
  });

  it.each([
    [403, "200", ["proven error-page-hides-denial E1"]],
    [403, "302", ["proven error-page-hides-denial E1"]],
    [403, "403", []],
    [403, "404", []],
    [403, "", []],
    [404, "200", []],
  ])("that turn a %s into %j", async (ErrorCode, ResponseCode, expected) => {
    const distribution = summary("E1", "media.example.com", {
      CacheBehaviors: { Items: [behavior(undefined, { PathPattern: "/index.html" })] },
      CustomErrorResponses: { Items: [{ ErrorCode, ResponseCode, ResponsePagePath: "/index.html" }] },
    });
    const documents = [listOf(distribution)];
    expect(await findingsOf({ documents, urls: [`${media}/a`] })).toEqual(expected);
  });
});
