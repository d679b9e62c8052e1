import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type KeyFile, keyText, passphrase } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import otherSuite from "@cloudfront-sign-webcrypto/testing/vectors/aws-cloudfront-sign-suite.json";
import sdkSuite from "@cloudfront-sign-webcrypto/testing/vectors/aws-sdk-suite.json";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { table, withSection } from "../support/generated-tables.ts";
import { awsCloudFrontSignDifferences } from "./support/aws-cloudfront-sign-differences.ts";
import { type Difference, kinds } from "./support/difference.ts";
import { sdkDifferences } from "./support/sdk-differences.ts";
import {
  type Outcome,
  type SignedThreeWays,
  signLikeAwsCloudFrontSign,
  signLikeSdk,
} from "./support/signed-three-ways.ts";

/**
 * The tables of docs/migrating.md. Each row runs through the old library, its entry here and a signer. The test
 * writes the tables when Vitest updates its snapshots:
 * `npx vitest run --project node migration/differences -u`.
 */

const page = join(import.meta.dirname, "../../../docs/migrating.md");
const folder = mkdtempSync(join(tmpdir(), "differences-"));
const keyFile = join(folder, "key.pem");
writeFileSync(keyFile, keyText("rsa2048.pkcs8.pem"));
beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-01-01T00:00:00Z") });
});
afterAll(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const verifier = createCloudFrontVerifier({ publicKeys: { [keyPairId]: keyText("rsa2048.pub.spki.pem") } });
const privateKey = keyText("rsa2048.pkcs8.pem");
const key = (name: string): string =>
  name === "passphrase" ? passphrase : name === "path" ? keyFile : keyText(name as KeyFile);

const libraries = [
  {
    name: "@aws-sdk/cloudfront-signer",
    entry: "/aws-sdk",
    suite: sdkSuite,
    rows: sdkDifferences(key),
    sign: (row: Difference) =>
      signLikeSdk(row, { keyPairId, privateKey, dateLessThan: "2030-01-01T00:00:00Z" }),
  },
  {
    name: "aws-cloudfront-sign",
    entry: "/aws-cloudfront-sign",
    suite: otherSuite,
    rows: awsCloudFrontSignDifferences(key),
    sign: (row: Difference) =>
      signLikeAwsCloudFrontSign(row, {
        keypairId: keyPairId,
        privateKeyString: privateKey,
        expireTime: Date.parse("2030-01-01T00:00:00Z"),
      }),
  },
];

const isEqual = (one: Outcome, other: Outcome): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Decoded, because aws-cloudfront-sign writes `~` as `%7E`. */
function signatureOf(outcome: Outcome): unknown {
  if (!("signed" in outcome)) return undefined;
  const { signed } = outcome;
  return typeof signed === "string"
    ? new URL(signed).searchParams.get("Signature")
    : signed["CloudFront-Signature"];
}

/** The text of a cell. What a row says itself counts only for something else than before. */
function cellOf(said: string | undefined, outcome: Outcome, isSame: boolean): string {
  if (said === "-") return "–";
  if ("error" in outcome) return `throws \`${outcome.error}\``;
  return said ?? (isSame ? "the same" : "UNDESCRIBED");
}

function cells(row: Difference, { before, entry, signer }: SignedThreeWays): string[] {
  const isSameText = isEqual(entry, before);
  const isSameSignature = signatureOf(signer) === signatureOf(before);
  return [
    row.given,
    row.before,
    cellOf(row.entry, entry, isSameText),
    cellOf(row.signer, signer, isSameSignature),
    row.remedy,
  ];
}

/** The tests of an old library itself; one that has another result in the entry names a row. */
function ownTests(suite: typeof sdkSuite | typeof otherSuite): { readonly difference?: string }[] {
  return suite.suites.flatMap((file) => file.tests as { readonly difference?: string }[]);
}

describe.each(libraries)("$name", ({ rows, sign, suite }) => {
  it("has a row for each difference that its own tests show", () => {
    const shown = new Set(ownTests(suite).flatMap(({ difference = [] }) => difference));
    const rowsShown = rows.filter(({ given }) => shown.has(given));
    expect(rowsShown).toHaveLength(shown.size);
  });

  it.each(rows)("does what the page says for $given", async (row) => {
    const { before, entry, signer } = await sign(row);
    expect("error" in before).toBe(row.before.startsWith("throws"));
    if (row.entry !== undefined) expect(entry).toHaveProperty("signed");
    if (row.entry !== undefined) expect(entry).not.toEqual(before);
    if (row.signer !== undefined && row.signer !== "-") expect(signer).toHaveProperty("signed");
    expect(cells(row, { before, entry, signer })).not.toContain("UNDESCRIBED");

    // What clients send is what URL makes of the text.
    const allowed = async (outcome: Outcome) =>
      "signed" in outcome &&
      typeof outcome.signed === "string" &&
      (await verifier.verifyUrl(new URL(outcome.signed).href, { ipAddress: "203.0.113.7" })).allowed;
    const isUrl = (outcome: Outcome) => "signed" in outcome && typeof outcome.signed === "string";
    if (isUrl(before) && row.before.includes("403")) expect(await allowed(before)).toBe(false);
    // A URL that is not that of the old library works.
    if (isUrl(entry) && !row.given.startsWith("an EC key"))
      expect(await allowed(entry)).toBe(!isEqual(entry, before) || (await allowed(before)));
  });
});

describe("docs/migrating.md", () => {
  it("says how many of the libraries' own tests have the same result", () => {
    const [sdk, other] = libraries.map(({ suite }) => {
      const tests = ownTests(suite);
      return { all: tests.length, same: tests.filter(({ difference }) => difference === undefined).length };
    });
    expect(readFileSync(page, "utf8").replace(/\s+/g, " ")).toContain(
      `${sdk?.same} of the ${sdk?.all} tests of \`@aws-sdk/cloudfront-signer\` and ${other?.same} of the ${other?.all} of \`aws-cloudfront-sign\` have the same result.`,
    );
  });

  it("has each row", async () => {
    let expected = readFileSync(page, "utf8");
    for (const { name, entry, rows, sign } of libraries) {
      const header = ["given", name, `\`${entry}\``, "signer", "what to do"];
      const tables: string[] = [];
      for (const [kind, heading] of Object.entries(kinds)) {
        const ofKind = rows.filter((row) => row.kind === kind);
        const content = await Promise.all(ofKind.map(async (row) => cells(row, await sign(row))));
        tables.push(`### ${heading}\n\n${table(header, content)}`);
      }
      expected = withSection(expected, `Every difference from ${name}`, tables.join("\n\n"));
    }
    await expect(expected).toMatchFileSnapshot(page);
  });
});
