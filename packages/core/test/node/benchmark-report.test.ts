import { createSign, generateKeyPairSync } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { criteria } from "../../../benchmark/src/criteria.mjs";
import { cannedPolicy } from "../../../benchmark/src/fixture.mjs";
import { compared, differing } from "../../../benchmark/src/pages.mjs";
import { newestRaw } from "../../../benchmark/src/raw.mjs";
import { figure, overlap, ratio } from "../../../benchmark/src/stats.mjs";
import { subjectNames } from "../../../benchmark/src/subjects.mjs";
import { verifyUrl } from "../../../benchmark/src/verify.mjs";

const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, "../../../benchmark/package.json"), "utf8"));

describe("the benchmark pages", () => {
  it("say what the newest raw results say: npm run pages, in packages/benchmark", () => {
    expect(differing()).toEqual([]);
  });

  it("come from a whole run of this package and of the rivals' versions that are installed", () => {
    const { name, raw } = newestRaw();
    expect(raw.isQuick).toBe(false);
    expect(name).toBe(`${raw.date.slice(0, 10)}-${raw.host.class}.json`);
    expect(raw.commit).toMatch(/^[\da-f]{40}$/);
    expect(new Set(raw.wholeProcess.results.map(({ subject }) => subject))).toEqual(new Set(["startup", ...subjectNames]));
    for (const rival of ["@aws-sdk/cloudfront-signer", "aws-cloudfront-sign"]) expect(raw.versions[rival]).toBe(dependencies[rival]);
    expect(criteria(raw).length).toBeGreaterThan(70);
  });
});

describe("the benchmark's subjects", () => {
  it("each have a file of their own", () => {
    for (const file of ["nothing", "limit", "aws-cloudfront-sign", "aws-sdk", "ours", "ours-grant"]) {
      expect(existsSync(join(import.meta.dirname, `../../../benchmark/src/subjects/${file}.mjs`)), file).toBe(true);
    }
  });
});

describe("the benchmark's check of outputs", () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const url = "https://d111111abcdef8.cloudfront.net/a.jpg";
  const claim = { url, keyPairId: "K2JCJMDEHXQW5F", dateLessThan: 2_000_000_000, publicKey, hash: "SHA1" as const };
  const made = createSign("SHA1").update(cannedPolicy(url, claim.dateLessThan)).sign(privateKey, "base64");
  const signature = made.replace(/\+/g, "-").replace(/=/g, "_").replace(/\//g, "~");
  const signed = `${url}?Expires=${claim.dateLessThan}&Signature=${signature}&Key-Pair-Id=${claim.keyPairId}`;

  it("takes what is right", () => {
    expect(() => verifyUrl(signed, claim)).not.toThrow();
  });

  it.each([
    ["another key ID", signed.replace("K2JC", "K3JC")],
    ["the prior art's undefined key ID", signed.replace(claim.keyPairId, "undefined")],
    ["another end", signed.replace("2000000000", "2000000001")],
    ["another URL", signed.replace("a.jpg", "b.jpg")],
    ["no signature", signed.replace(/Signature=[^&]+/, "Signature=")],
    ["another signature", signed.replace(/Signature=./, (found) => (found.endsWith("A") ? "Signature=B" : "Signature=A"))],
    ["an unsigned URL", url],
    ["nothing", undefined],
  ])("refuses %s", (_, wrong) => {
    expect(() => verifyUrl(wrong, claim)).toThrow("wrong output");
  });

  it("refuses a hash that the URL does not name", () => {
    expect(() => verifyUrl(signed, { ...claim, hash: "SHA256" })).toThrow("Hash-Algorithm");
  });
});

describe("the benchmark's figures", () => {
  const values = Array.from({ length: 100 }, (_, i) => i + 1);

  it("are medians with the 95 % interval of order statistics", () => {
    expect(figure(values)).toEqual({ median: 50.5, low: 41, high: 60, n: 100 });
    expect(figure([3, 1, 2])).toEqual({ median: 2, low: 1, high: 3, n: 3 });
  });

  it("overlap when one point is common", () => {
    const at = (low: number, high: number) => ({ median: (low + high) / 2, low, high, n: 9 });
    expect(overlap(at(1, 2), at(2, 3))).toBe(true);
    expect(overlap(at(1, 2), at(2.1, 3))).toBe(false);
    expect(compared(at(1, 2), at(2, 3))).toBe("no difference seen");
    expect(compared(at(1, 1), at(2, 2))).toBe("2.00× as fast");
    expect(compared(at(2, 2), at(1, 1))).toBe("**slower**, 2.00× the time");
  });

  it("compare what was measured in turns block by block", () => {
    const twice = values.map((value) => value * 2);
    expect(ratio(twice, values)).toMatchObject({ median: 2, low: 2, high: 2, n: 20 });
  });
});
