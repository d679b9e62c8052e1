import { generateKeyPairSync } from "node:crypto";
import oldLibrary from "aws-cloudfront-sign";
import { describe, expect, it } from "vitest";
import { answersTable, inputsTable, missingInputs, runtimesTable } from "../src/pages/libraries.mjs";
import { reportPage } from "../src/pages/report.mjs";
import { storedRaw, storedSizes } from "../src/raw.mjs";
import { ours, sdk } from "../src/subjects.mjs";

const raw = storedRaw();
const rowsOf = (table: string) => table.split("\n").slice(2);

describe("this package beside the other libraries", () => {
  it("is measured for each kind of input with each library that supports it", () => {
    const kinds = raw.libraries.find(({ runtime }) => runtime === "node24")?.results ?? {};
    expect(Object.keys(kinds)).toHaveLength(7);
    for (const [kind, { serial }] of Object.entries(kinds)) {
      const subjects = serial.map(({ subject }) => subject);
      if (kind !== "URL of a grant")
        expect(subjects, kind).toEqual(expect.arrayContaining([ours, sdk, `${sdk}, KeyObject`]));
      for (const { microseconds } of serial) expect(microseconds.median).toBeGreaterThan(0);
    }
    expect(rowsOf(inputsTable(raw, "node24"))).toHaveLength(7);
  });

  it("is measured in every version of Node.js, in Bun and Deno, with both keys, one at a time and 100 at once", () => {
    const rows = rowsOf(runtimesTable(raw));
    expect(rows).toHaveLength(6 * 2 * 2);
    for (const row of rows) expect(row.split(" | ")[3], "WebCrypto alone").toMatch(/^\d/);
  });

  it("has no figure for what aws-cloudfront-sign cannot sign", () => {
    const without = rowsOf(inputsTable(raw, "node24")).filter((line) => line.endsWith("| – |"));
    expect(without.map((line) => line.split(" | ")[0])).toEqual([
      "| URL, only an expiry time, P-256",
      "| URL, a start time",
      "| URL of 2,000 characters with escapes",
      "| URL of a grant",
    ]);
    const { privateKey: privateKeyString } = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    const made = oldLibrary.getSignedUrl("https://d111111abcdef8.cloudfront.net/a.ts?title=one%20and%20two", {
      keypairId: "K2JCJMDEHXQW5F",
      privateKeyString,
      expireTime: Date.UTC(2030, 0),
    });
    expect(made).toContain("?title=one+and+two&");
    expect(missingInputs).toContain("rewrites the query");
  });

  it("calls a difference within the noise that", () => {
    const costs = [
      [ours, 300, 320],
      [sdk, 600, 620],
      [`${sdk}, KeyObject`, 315, 330],
    ] as const;
    const serial = costs.map(([subject, low, high]) => ({
      subject,
      microseconds: { median: low, low, high, n: 9 },
    }));
    const libraries = [{ runtime: "bun", version: "1", results: { URL: { serial, parallel: [] } } }];
    expect(rowsOf(inputsTable({ ...raw, libraries }, "bun"))).toEqual([
      "| URL | 300 ± 20.0 | 600 ± 20.0 | 315 ± 15.0: no difference seen | – |",
    ]);
  });

  it("counts objects and bytes of signing, verifying and importing", () => {
    for (const group of ["import a key", "sign", "cookies", "verify"]) {
      const rows = raw.allocations.filter((row) => row.group === group);
      expect(rows.length, group).toBeGreaterThan(2);
      for (const { objects, bytes } of rows) {
        expect(objects).toBeGreaterThan(5);
        expect(bytes).toBeGreaterThan(10 * objects);
      }
    }
  });

  it("compares each server with the one of its runtime that does not sign", () => {
    const off = { ...raw.payloads[0], runtime: "node24", bytes: 1000, variant: "off", average: 2 };
    const slower = { ...off, variant: "ours, RSA", average: 2.5 };
    const faster = { ...off, variant: "aws-sdk", average: 1 };
    const payloads = [off, slower, faster] as typeof raw.payloads;
    const wide = answersTable({ payloads }, "node24");
    expect(rowsOf(wide).map((row) => row.split(" | ").at(-1))).toEqual([
      "2.00 |",
      "2.50 (+25.0%) |",
      "1.00 (−50.0%) |",
    ]);
  });
});

describe("the report of a run", () => {
  const report = reportPage(raw, storedSizes());

  it("has every table that docs/performance.md has not", () => {
    const sections = Array.from(report.matchAll(/^## (.*)$/gm), ([, title]) => title);
    expect(sections).toEqual([
      "How it was measured",
      "Whole processes",
      "Versions of Node.js, other runtimes, batches",
      "By kind of input",
      "Operations",
      "What an operation allocates",
      "A server with another endpoint",
      "A server by the size of its answer",
      "From one URL to a million",
      "Dependencies",
    ]);
    for (const text of report.split("\n## ").slice(2, -1)) expect(text).toMatch(/^\| ---/m);
  });

  it("names each dependency, and says whether it is a quick run", () => {
    for (const { dependencies } of storedSizes().packages)
      for (const { name } of dependencies) expect(report).toContain(`\`${name}\` (`);
    expect(reportPage({ ...raw, isQuick: true }, storedSizes())).toContain("**A quick run");
    expect(report).not.toContain("**A quick run");
  });
});
