import { documentsOf, rightCases } from "@cloudfront-sign-webcrypto/testing/support/distributions.ts";
import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { diagnoseCloudFrontDistributions } from "cloudfront-sign-diagnosis/doctor";
import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Documents come from files: whatever JSON they hold, there are findings or an error of this package. */

const seed = 20261122;

async function expectTyped(documents: readonly unknown[]): Promise<void> {
  try {
    const { findings } = await diagnoseCloudFrontDistributions({ documents, keyPairId, ipAddress: true });
    for (const { evidence, distribution, pathPatterns } of findings)
      for (const text of [evidence, distribution ?? "", ...pathPatterns]) expect(text).toMatch(/^[ -~]*$/);
  } catch (error) {
    if (!isCloudFrontSignError(error)) throw error;
    expect(error.cause).toBeUndefined();
    expect(error.message).toMatch(/^documents(?:\[\d+\])?: [ -~]+; [ -~]+$/);
  }
}

/** Each value in a JSON value, as the function that replaces it. */
function places(value: unknown): ((replacement: unknown) => void)[] {
  if (typeof value !== "object" || value === null) return [];
  const members = value as Record<string, unknown>;
  return Object.keys(members).flatMap((name) => [
    (replacement: unknown) => {
      members[name] = replacement;
    },
    ...places(members[name]),
  ]);
}

const names = [
  ...["Distribution", "DistributionConfig", "DistributionList", "KeyGroup", "KeyGroupConfig", "KeyGroupList"],
  ...["PublicKey", "PublicKeyConfig", "PublicKeyList", "CachePolicyList", "OriginAccessControlList"],
  ...["Id", "Items", "Quantity", "DefaultCacheBehavior", "CacheBehaviors", "Origins", "TrustedKeyGroups"],
  ...[
    "DistributionTenant",
    "DistributionTenantList",
    "ConnectionGroup",
    "Domains",
    "Parameters",
    "TenantConfig",
  ],
  ...["Policy", "Statement", "Principal", "Action", "Resource", "Condition", "CORSRules", "AllowedMethods"],
  ...["Enabled", "EncodedKey", "PathPattern", "Aliases", "DomainName", "__proto__", "constructor"],
];

describe("documents", () => {
  it("of any JSON give findings or an error of this package", async () => {
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(null, true, false, 0, -1, 1e300, "", "*", "K2JCJMDEHXQW5F", "\u001b[2J\u202e\ud800"),
        fc.array(tie("json"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...names), tie("json"), { maxKeys: 4 }),
      ),
    }));
    await fc.assert(fc.asyncProperty(fc.array(json, { maxLength: 3 }), expectTyped), runs(seed, 300));
  });

  it("with any value in the place of another give findings or an error of this package", async () => {
    const values = fc.constantFrom<unknown>(null, true, 7, "", "\u001b[2J\n", [], {}, [[]], [{}], {
      Items: [{}],
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...rightCases), fc.nat(), values, async (name, at, value) => {
        const documents: unknown[] = structuredClone(documentsOf(name));
        const replace = places(documents);
        replace[at % replace.length]?.(value);
        await expectTyped(documents);
      }),
      runs(seed, 300),
    );
  });

  it("with values that no JSON has are refused", async () => {
    for (const document of [
      () => 0,
      Symbol("x"),
      1n,
      new Date(),
      new Proxy({}, { get: () => expect.fail() }),
    ])
      await expect(diagnoseCloudFrontDistributions({ documents: [document] })).rejects.toSatisfy(
        isCloudFrontSignError,
      );
  });
});

describe("large documents", () => {
  const many = 20_000;

  it("have all their resources read", async () => {
    const items = Array.from({ length: many }, (_, i) => `K${i}`);
    const publicKeys = {
      Id: "c88311fc-e0de-50c7-a123-7fa4a6b10610",
      KeyGroupConfig: { Name: "viewers", Items: items },
    };
    const { findings } = await diagnoseCloudFrontDistributions({
      documents: [documentsOf("right")[0], { KeyGroup: publicKeys }, { PublicKeyList: { Items: [] } }],
      keyPairId,
    });
    expect(findings).toHaveLength(many + 1);
  });

  it("have all their distributions read", async () => {
    const distribution = {
      Origins: { Items: [] },
      DefaultCacheBehavior: { TrustedKeyGroups: { Enabled: true, Items: [] } },
    };
    const numDistributions = many / 4;
    const list = Array.from({ length: numDistributions }, (_, i) => ({ Id: `E${i}`, ...distribution }));
    const { distributions } = await diagnoseCloudFrontDistributions({
      documents: [{ DistributionList: { Items: list } }],
    });
    expect(distributions).toHaveLength(numDistributions);
  });
});
