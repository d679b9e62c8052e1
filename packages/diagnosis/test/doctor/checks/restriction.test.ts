import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { diagnoseCloudFrontDistributions } from "cloudfront-sign-diagnosis/doctor";
import { describe, expect, it } from "vitest";
import {
  admins,
  behavior,
  findingsOf,
  groupOf,
  listOf,
  media,
  summary,
  viewers,
} from "../../support/small-distributions.ts";

describe("several cache behaviors", () => {
  const items = [
    behavior(admins, { PathPattern: "/admin/*" }),
    behavior(undefined, { PathPattern: "/open/*" }),
    behavior(undefined, { PathPattern: "*.css" }),
  ];
  const documents = [
    listOf(summary("E1", "media.example.com", { CacheBehaviors: { Items: items } })),
    groupOf(viewers, keyPairId),
    groupOf(admins, "K3D5EWEUDCCXON"),
  ];

  it("with the same fault share a finding", async () => {
    expect(await findingsOf({ documents, keyPairId })).toEqual([
      "possible behavior-open E1 /open/* *.css",
      "possible key-not-in-group E1 /admin/*",
    ]);
  });

  it("are compared with the URLs that are signed", async () => {
    expect(await findingsOf({ documents, keyPairId, urls: [`${media}/a`] })).toEqual([]);
    const urls = [`${media}/a`, `${media}/admin/a`, `${media}/open/a`];
    expect(await findingsOf({ documents, keyPairId, urls })).toEqual([
      "proven url-not-restricted E1 /open/*",
      "proven key-not-in-group E1 /admin/*",
    ]);
  });

  it("an open one that takes requests of a restricted one is named whatever URLs are passed", async () => {
    const rules = [
      behavior(undefined, { PathPattern: "*.mp4" }),
      behavior(viewers, { PathPattern: "/private/*" }),
    ];
    const changes = { CacheBehaviors: { Items: rules }, DefaultCacheBehavior: behavior(undefined) };
    const options = { documents: [listOf(summary("E1", "media.example.com", changes))] };
    const urls = [`${media}/private/report.pdf`];
    const { findings } = await diagnoseCloudFrontDistributions({ ...options, urls });
    expect(findings).toEqual([
      {
        id: "behavior-open",
        certainty: "possible",
        summary:
          "The cache behavior requires no signature, and comes before a restricted one that matches some of the same paths.",
        distribution: "E1",
        pathPatterns: ["*.mp4"],
        evidence: "the restricted one is /private/*",
        fix: "If a private file matches both path patterns, move the restricted cache behavior up, above the one without a restriction (Behaviors tab).",
      },
    ]);
    expect(await findingsOf(options)).toEqual([
      "possible behavior-open E1 *.mp4",
      "possible behavior-open E1 *",
    ]);
    expect(await findingsOf({ ...options, urls: [`${media}/private/film.mp4`] })).toEqual([
      "proven url-not-restricted E1 *.mp4",
    ]);
  });

  it.each([
    ["*.mp4", "/private/*", true],
    ["/a/?.mp4", "/a/*.mp?", true],
    ["/*/public/*", "/private/*", true],
    ["/private/index.html", "*.html", false],
    ["/thumbnails/*", "/private/*", false],
    ["*.jpg", "*.mp4", false],
    ["/a", "/ab", false],
    ["/a?", "/a", false],
    ["/a/*", "/a/b/*", false],
    ["/a//*", "/a*", false],
  ])(
    "%s open in front of %s: opens part of it, by no exception: %s",
    async (first, second, isOpenedInPart) => {
      const rules = [behavior(undefined, { PathPattern: first }), behavior(viewers, { PathPattern: second })];
      const distribution = summary("E1", "media.example.com", { CacheBehaviors: { Items: rules } });
      const found = await findingsOf({ documents: [listOf(distribution)], urls: [`${media}/z`] });
      expect(found.includes(`possible behavior-open E1 ${first}`)).toBe(isOpenedInPart);
    },
  );

  it("are compared with the URLs of their own distribution alone", async () => {
    const rules = { CacheBehaviors: { Items: [behavior(undefined, { PathPattern: "/open/*" })] } };
    const other = summary("E2", "other.example.com", rules);
    const all = { documents: [listOf(summary("E1", "media.example.com"), other)] };
    expect(await findingsOf({ ...all, urls: [`${media}/a`] })).toEqual(["possible behavior-open E2 /open/*"]);
    expect(await findingsOf({ ...all, urls: ["https://other.example.com/a"] })).toEqual([]);
  });

  it.each([
    ["/a/*", "/a/b/*", true],
    ["a/*", "/a/b?.jpg", true],
    ["*", "/a", true],
    ["/a*", "/a", true],
    ["/a/*", "/b/*", false],
    ["/a/?*", "/a/b/*", false],
    ["/a/*.jpg", "/a/b.jpg", true],
    ["/a/b/*", "/a/*", false],
  ])("%s in front of %s takes all of its requests: %s", async (first, second, isUnreachable) => {
    const rules = [behavior(undefined, { PathPattern: first }), behavior(viewers, { PathPattern: second })];
    const distribution = summary("E1", "media.example.com", { CacheBehaviors: { Items: rules } });
    const found = await findingsOf({ documents: [listOf(distribution)], urls: [] });
    expect(found.some((text) => text.startsWith(`proven behavior-unreachable E1 ${second}`))).toBe(
      isUnreachable,
    );
  });

  it.each([
    [["/a/b* open", "/a* restricted", "/a/b/c* open"], []],
    [["/a/b* open", "/a* restricted", "/a/b/c open", "/a/c restricted"], []],
    [["/a/b* open", "/a* restricted", "/a/b/c* restricted"], ["/a/b/c* behind /a/b*, open"]],
    [["/a* open", "/a/b* restricted", "/a/b/c* restricted"], ["/a/b* /a/b/c* behind /a*, open"]],
    [["/a* open", "a* restricted", "/a/b* restricted"], ["a* /a/b* behind /a*, open"]],
  ])("%j: the first pattern that matches all paths of another takes them", async (rules, expected) => {
    const Items = rules.map((rule) => {
      const [PathPattern, access] = rule.split(" ");
      return behavior(access === "open" ? undefined : viewers, { PathPattern });
    });
    const documents = [listOf(summary("E1", "media.example.com", { CacheBehaviors: { Items } }))];
    const { findings } = await diagnoseCloudFrontDistributions({ documents, urls: [] });
    const found = findings
      .filter(({ id }) => id === "behavior-unreachable")
      .map(({ pathPatterns, evidence }) => {
        const [, pattern, access] = /^(\S+) comes first, .* requires (no|a) signature$/.exec(evidence) ?? [];
        return `${pathPatterns.join(" ")} behind ${pattern}, ${access === "no" ? "open" : "restricted"}`;
      });
    expect(found).toEqual(expected);
  });
});
