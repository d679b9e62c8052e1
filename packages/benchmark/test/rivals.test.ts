import { generateKeyPairSync } from "node:crypto";
import oldLibrary from "aws-cloudfront-sign";
import { describe, expect, it } from "vitest";
import {
  answersTable,
  inputsTable,
  missingInputs,
  payloadsTable,
  platformsTable,
  rivalsPage,
  storedRivals,
} from "../src/pages/rivals.mjs";
import { storedBuild } from "../src/raw.mjs";
import { ours, sdk } from "../src/subjects.mjs";

describe("the report of the other libraries", () => {
  const all = storedRivals();
  const [main] = all;
  if (!main) throw new Error("there are no results");
  const page = rivalsPage(all, storedBuild());
  const rowsOf = (table: string) => table.split("\n").slice(2);

  it("has each kind of input for each library that supports it, in three runtimes", () => {
    for (const { results } of main.inputs) {
      expect(Object.keys(results)).toHaveLength(5);
      for (const [kind, costs] of Object.entries(results)) {
        const subjects = costs.map(({ subject }) => subject);
        expect(subjects.slice(0, 3), kind).toEqual([ours, sdk, `${sdk}, KeyObject`]);
        for (const { microseconds } of costs) expect(microseconds.median).toBeGreaterThan(0);
      }
    }
    expect(rowsOf(inputsTable(main))).toHaveLength(5 * main.inputs.length);
    expect(rowsOf(inputsTable(main, "node24"))).toHaveLength(5);
  });

  it("has no figure for what aws-cloudfront-sign cannot sign: a start time, and a URL that it changes", () => {
    const lines = rowsOf(inputsTable(main, "node24")).filter((line) => line.includes("| – |"));
    expect(lines.map((line) => line.split(" | ")[0])).toEqual([
      "| URL, a start time",
      "| URL of 2,000 characters with escapes",
    ]);
    expect(page).toContain(missingInputs);
    const url = "https://d111111abcdef8.cloudfront.net/a.ts?title=one%20and%20two";
    const { privateKey: privateKeyString } = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    const made = oldLibrary.getSignedUrl(url, {
      keypairId: "K2JCJMDEHXQW5F",
      privateKeyString,
      expireTime: Date.UTC(2030, 0),
    });
    expect(made).toContain("?title=one+and+two&");
  });

  it("counts objects and bytes of signing, verifying and importing", () => {
    for (const group of ["import a key", "sign", "cookies", "verify"]) {
      const rows = main.allocations.filter((row) => row.group === group);
      expect(rows.length, group).toBeGreaterThan(2);
      for (const { objects, bytes } of rows) {
        expect(objects).toBeGreaterThan(5);
        expect(bytes).toBeGreaterThan(10 * objects);
      }
    }
  });

  it("compares each server with the one of its runtime that does not sign", () => {
    const rows = rowsOf(payloadsTable(main));
    expect(rows).toHaveLength(main.payloads.length);
    const without = main.payloads.filter(({ variant }) => variant === "off");
    expect(rows.filter((row) => / %\s\|/.test(row))).toHaveLength(rows.length - without.length);
    for (const { average, median, p95, p99, samples } of main.payloads) {
      expect(median).toBeLessThanOrEqual(p95);
      expect(p95).toBeLessThanOrEqual(p99);
      expect(average).toBeLessThanOrEqual(p99);
      expect(samples).toBeGreaterThan(0);
    }
    const off = { ...main.payloads[0], runtime: "node24", bytes: 1000, variant: "off", average: 2 };
    const slower = { ...off, variant: "ours, RSA", average: 2.5 };
    const faster = { ...off, variant: "aws-sdk", average: 1 };
    const some = payloadsTable({ ...main, payloads: [off, slower, faster] as typeof main.payloads });
    expect(some).toContain("| +25.0 % |");
    expect(some).toContain("| −50.0 % |");
    const wide = answersTable({ ...main, payloads: [off, slower, faster] as typeof main.payloads }, "node24");
    expect(rowsOf(wide).map((row) => row.split(" | ").at(-1))).toEqual([" |", "+25.0 % |", "−50.0 % |"]);
    expect(rowsOf(answersTable(main, "node24"))).toHaveLength(
      new Set(main.payloads.map((row) => row.variant)).size,
    );
  });

  it("has a row for each machine and runtime, and says when there is only one machine", () => {
    const other = { ...main, host: { ...main.host, class: "darwin-arm64-8-cores" } };
    expect(rowsOf(platformsTable([main, other]))).toHaveLength(2 * main.inputs.length);
    const words = "Only one machine was measured so far.";
    expect(rivalsPage([main], storedBuild())).toContain(words);
    expect(rivalsPage([main, other], storedBuild())).not.toContain(words);
  });

  it("names each dependency, and says whether it is a quick run", () => {
    for (const { dependencies } of storedBuild().sizes.packages)
      for (const { name } of dependencies) expect(page).toContain(`\`${name}\` (`);
    expect(rivalsPage([{ ...main, isQuick: true }], storedBuild())).toContain("**A quick run");
    expect(rivalsPage([{ ...main, isQuick: false }], storedBuild())).not.toContain("**A quick run");
  });
});
