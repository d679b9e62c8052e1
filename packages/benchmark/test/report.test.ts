import { spawnSync } from "node:child_process";
import { createSign, generateKeyPairSync } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { criteria } from "../src/criteria.mjs";
import { cannedPolicy } from "../src/fixture.mjs";
import { goalTable } from "../src/pages/summary.mjs";
import { gains } from "../src/pages/tips.mjs";
import { compared } from "../src/pages/whole-process.mjs";
import { differing } from "../src/pages.mjs";
import { newestRaw } from "../src/raw.mjs";
import { sections } from "../src/sections.mjs";
import { difference, figure, overlap, quotient, ratio } from "../src/stats.mjs";
import { subjectNames } from "../src/subjects.mjs";
import { withSpread } from "../src/text.mjs";
import { verifyRaw, verifyUrl } from "../src/verify.mjs";

const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"));

describe("the benchmark pages", () => {
  it("match the newest raw results (if not: npm run pages, in packages/benchmark)", () => {
    expect(differing()).toEqual([]);
  });

  it("come from a full run with the installed versions of the other libraries", () => {
    const { name, raw } = newestRaw();
    expect(raw.isQuick).toBe(false);
    expect(name).toBe(`${raw.date.slice(0, 10)}-${raw.host.class}.json`);
    expect(raw.commit).toMatch(/^[\da-f]{40}$/);
    const measured = new Set(raw.wholeProcess.results.map(({ subject }) => subject));
    const known = ["startup", ...subjectNames];
    expect([...measured].filter((subject) => !known.includes(subject))).toEqual([]);
    expect(known.filter((subject) => !measured.has(subject))).toEqual([]);
    for (const rival of ["@aws-sdk/cloudfront-signer", "aws-cloudfront-sign"])
      expect(raw.versions[rival]).toBe(dependencies[rival]);
    expect(criteria(raw).length).toBeGreaterThan(70);
  });
});

describe("the measured gains in docs/performance.md", () => {
  const { raw } = newestRaw();
  const at = (median: number) => ({ median, low: median, high: median, n: 9 });
  const tips = (more: object) =>
    gains({ ...raw, tips: { threads: {}, concurrency: {}, ...more } as typeof raw.tips });

  it("state what a window, its offset and a memo save", () => {
    const window = {
      requests: 360,
      without: 360,
      with: 2,
      p256: { without: 359, with: 3 },
      together: { images: 100, without: 99, with: 4 },
    };
    expect(tips({ window }).window).toMatch(
      / 360 different .* 2 with .* key and the window 359, and 3 with .* 99 changed .* 4 at the most/,
    );
    expect(tips({ window, memo: { with: at(4), without: at(140) } }).memo).toMatch(
      / 4\.00 ± 0 µs per URL .* 140 ± 0 µs without/,
    );
  });

  it("say when a run did not measure them", () => {
    const found = tips({ window: { requests: 360, without: 360, with: 2 } });
    expect(found.memo).toBe("Not measured in this run.");
    expect(found.window).toMatch(/2 with one of an hour\.$/);
  });
});

describe.skipIf(process.platform === "win32")("bench.sh", () => {
  const script = join(import.meta.dirname, "../bench.sh");
  const run = (...args: string[]) =>
    spawnSync("bash", [script, ...args], { cwd: tmpdir(), encoding: "utf8" });

  it.each([
    ["a number that is missing", ["--runs"], '--runs needs a whole number from 2 to 999999, not ""'],
    ["an option in a number's place", ["node", "--urls", "--quick"], 'from 1 to 999999, not "--quick"'],
    ["a single run, of which there is no spread", ["--quick", "--runs", "1"], "from 2 to"],
    ["no URL", ["--urls", "0"], "from 1 to"],
    ["what it does not know", ["bun", "nodejs"], 'unknown argument "nodejs"'],
  ])("refuses %s before it measures", (_, args, words) => {
    const { status, stderr, stdout } = run(...args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(words);
  });

  it("prints its usage", () => {
    expect(run("--help")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("[node] [bun] [deno] [--runs N] [--urls N] [--quick]"),
    });
  });
});

describe("the benchmark's subjects", () => {
  it("each have a file", () => {
    const files = [
      "nothing",
      "limit",
      "limit-one",
      "limit-import",
      "aws-cloudfront-sign",
      "aws-sdk",
      "aws-sdk-key-object",
      "ours",
      "ours-grant",
    ];
    for (const file of files) {
      expect(existsSync(join(import.meta.dirname, `../src/subjects/${file}.mjs`)), file).toBe(true);
    }
  });
});

describe("the benchmark's goals", () => {
  const { raw } = newestRaw();
  const at = (median: number) => ({ median, low: median, high: median, n: 9 });
  const seen = (subject: string, ratio: number) => ({
    subject,
    microseconds: at(ratio * 20),
    ratio: at(ratio),
  });
  /**
   * A run in which verifying costs so much, so much of the raw rate is left, and the floors were measured.
   */
  const run = (verify: number, share: number) => {
    const costs = [
      seen("raw", 1),
      seen("raw again", 1),
      seen("by hand", 1.1),
      seen("cloudfront-sign-webcrypto", verify),
    ];
    const overhead = [
      {
        runtime: "node24",
        grant: at(0.5),
        results: { "verify, P-256, SHA-256": { serial: costs, parallel: costs } },
      },
    ];
    const growth = [1000, 1_000_000].map((count) => ({
      runtime: "node24",
      mode: "signUrls",
      count,
      microseconds: at(20),
      peakBytes: 1e8,
    }));
    Object.assign(growth[1] ?? {}, { raw: { microseconds: at(20 * share), share: at(share) } });
    const node = raw.wholeProcess.results.filter(({ runtime }) => runtime === "node");
    const floors = ["limit-one", "limit-import", "limit-import --parallel"].map((subject) => ({
      ...(node[0] as (typeof node)[number]),
      subject,
      times: [0.5, 0.5, 0.5],
    }));
    return criteria({
      ...raw,
      overhead,
      growth,
      wholeProcess: { ...raw.wholeProcess, results: [...node, ...floors] },
    });
  };
  const of = (found: ReturnType<typeof run>, words: string) =>
    found.filter(({ what }) => what.includes(words));

  it("compare verifying with crypto.subtle.verify, serial and parallel", () => {
    expect(of(run(1.2, 1), "verify").map(({ met, limit }) => [met, limit])).toEqual([
      [true, "≤ 1.2x"],
      [true, "≤ 1.2x"],
    ]);
    expect(of(run(1.21, 1), "verify").map(({ met, floor }) => [met, floor])).toEqual([
      [false, "by hand 1.100 [1.100, 1.100]x"],
      [false, "by hand 1.100 [1.100, 1.100]x"],
    ]);
  });

  it("ask for 85 % of the raw rate in a stream of a million", () => {
    expect(of(run(1, 0.85), "raw rate")).toMatchObject([
      { what: expect.stringContaining("1,000,000"), limit: "≥ 0.85x", met: true },
    ]);
    expect(of(run(1, 0.84), "raw rate")).toMatchObject([{ met: false }]);
  });

  it("say whether the floor misses them too", () => {
    expect(of(run(1.21, 1), "verify").map(({ isFloorMet }) => isFloorMet)).toEqual([true, true]);
    expect(of(run(1, 1), "--grant beyond")[0]).toMatchObject({ met: false, isFloorMet: false });
  });

  it("are a table with one row each, in which a missed goal is bold", () => {
    const [, , row] = goalTable(of(run(1.21, 1), "verify")).split("\n");
    expect(row).toBe("| verify, P-256, SHA-256, serial | ≤ 1.2x | **missed**: 1.210 ± 0.000x |");
  });

  it("name the floor of each row that was measured in the same run", () => {
    const found = run(1, 1);
    expect(of(found, "--grant beyond")[0]?.floor).toContain("`limit-one` 500.0 ms");
    expect(of(found, "ours ahead of aws-cloudfront-sign")[0]?.floor).toContain("`limit-import` 500.0 ms");
    expect(of(found, "ours --parallel ahead of aws-cloudfront-sign")[0]?.floor).toContain(
      "`limit-import --parallel` 500.0 ms",
    );
    expect(of(found, "--parallel --cache against")[0]?.floor).toMatch(/^`limit` \d/);
  });
});

describe("the benchmark's sections that stand alone", () => {
  it("have unique names, and rows as long as their headings", () => {
    expect(new Set(sections.map(({ name }) => name)).size).toBe(sections.length);
    const { raw } = newestRaw();
    for (const { name, head, rows } of sections) {
      for (const { result } of raw.sections?.[name] ?? [])
        for (const row of rows(result)) expect(row).toHaveLength(head.length);
    }
  });

  it("compare the steps of a cold process with those of the raw operation", () => {
    const figureOf = (median: number) => ({ median, low: median, high: median, n: 3 });
    const cold = sections.find(({ name }) => name === "cold");
    expect(
      cold?.rows({
        raw: { "read the key": figureOf(1) },
        ours: { "load the package": figureOf(3), "read the key": figureOf(2.5) },
      }),
    ).toEqual([
      ["load the package", "–", "3.00 ± 0", "3.00 ± 0"],
      ["read the key", "1.00 ± 0", "2.50 ± 0", "1.50 ± 0"],
    ]);
  });
});

describe("the benchmark's check of outputs", () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const url = "https://d111111abcdef8.cloudfront.net/a.jpg";
  const claim = {
    url,
    keyPairId: "K2JCJMDEHXQW5F",
    dateLessThan: 2_000_000_000,
    publicKey,
    hash: "SHA1" as const,
  };
  const made = createSign("SHA1").update(cannedPolicy(url, claim.dateLessThan)).sign(privateKey, "base64");
  const signature = made.replace(/\+/g, "-").replace(/=/g, "_").replace(/\//g, "~");
  const signed = `${url}?Expires=${claim.dateLessThan}&Signature=${signature}&Key-Pair-Id=${claim.keyPairId}`;

  it("accepts a correct URL", () => {
    expect(() => verifyUrl(signed, claim)).not.toThrow();
  });

  it.each([
    ["another key ID", signed.replace("K2JC", "K3JC")],
    ["the prior art's undefined key ID", signed.replace(claim.keyPairId, "undefined")],
    ["another end", signed.replace("2000000000", "2000000001")],
    ["another URL", signed.replace("a.jpg", "b.jpg")],
    ["no signature", signed.replace(/Signature=[^&]+/, "Signature=")],
    [
      "another signature",
      signed.replace(/Signature=./, (found) => (found.endsWith("A") ? "Signature=B" : "Signature=A")),
    ],
    ["an unsigned URL", url],
    ["nothing", undefined],
  ])("refuses %s", (_, wrong) => {
    expect(() => verifyUrl(wrong, claim)).toThrow("wrong output");
  });

  it("accepts raw signatures of both kinds of key, and refuses those of another text", () => {
    const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const ec = {
      ...claim,
      publicKey: String(pair.publicKey.export({ type: "spki", format: "pem" })),
      hash: "SHA256" as const,
    };
    const ecMade = createSign("SHA256")
      .update("text")
      .sign({ key: pair.privateKey, dsaEncoding: "ieee-p1363" });
    const rsaMade = createSign("SHA1").update("text").sign(privateKey);
    for (const [made, about] of [
      [ecMade, ec],
      [rsaMade, claim],
    ] as const) {
      const bytes = Uint8Array.from(made).buffer;
      expect(() => verifyRaw(bytes, "text", about)).not.toThrow();
      expect(() => verifyRaw(bytes, "texts", about)).toThrow("wrong output");
      expect(() => verifyRaw(bytes.slice(1), "text", about)).toThrow();
    }
  });

  it("refuses a hash that the URL does not name", () => {
    expect(() => verifyUrl(signed, { ...claim, hash: "SHA256" })).toThrow("Hash-Algorithm");
  });
});

describe("the benchmark's figures", () => {
  const values = Array.from({ length: 100 }, (_, i) => i + 1);

  it("are medians with the 95 % interval of order statistics", () => {
    expect(figure(values)).toEqual({ median: 50.5, low: 40, high: 61, n: 100 });
    expect(figure([3, 1, 2])).toEqual({ median: 2, low: 1, high: 3, n: 3 });
  });

  it("have an interval that holds the median with 95 % probability from six measurements on", () => {
    for (let n = 6; n <= 1000; n++) {
      const below = figure(Array.from({ length: n }, (_, i) => i)).low;
      // Of n values, so many or fewer lie below the true median, and as many above: binomial, p = 1/2.
      let logarithm = -n * Math.LN2;
      let tail = Math.exp(logarithm);
      for (let k = 1; k <= below; k++) {
        logarithm += Math.log((n - k + 1) / k);
        tail += Math.exp(logarithm);
      }
      expect(1 - 2 * tail, `${n} values`).toBeGreaterThanOrEqual(0.95);
    }
  });

  it("keep their spread in differences and quotients", () => {
    const at = (median: number, side: number) => ({ median, low: median - side, high: median + side, n: 9 });
    expect(difference(at(10, 3), at(4, 4))).toEqual({ median: 6, low: 1, high: 11, n: 9 });
    const { median, low, high, n } = quotient(at(10, 0), { median: 4, low: 2, high: 8, n: 7 });
    expect([median, n]).toEqual([2.5, 7]);
    expect(low).toBeCloseTo(1.25);
    expect(high).toBeCloseTo(5);
  });

  it("are written with their spread, or as measured once", () => {
    const at = (median: number, side: number, n = 9) => ({
      median,
      low: median - side,
      high: median + side,
      n,
    });
    expect(withSpread(at(12.34, 0.5))).toBe("12.3 ± 0.50");
    expect(withSpread(at(0.68, 0.0012))).toBe("0.68 ± < 0.01");
    expect(withSpread(at(13, 0))).toBe("13.0 ± 0");
    expect(withSpread(at(28, 0, 1))).toBe("28.0 (once)");
    expect(withSpread(figure([]))).toBe("–");
  });

  it("overlap when they share a point, and are compared in words", () => {
    const at = (low: number, high: number) => ({ median: (low + high) / 2, low, high, n: 9 });
    expect(overlap(at(1, 2), at(2, 3))).toBe(true);
    expect(overlap(at(1, 2), at(2.1, 3))).toBe(false);
    expect(compared(at(1, 2), at(2, 3))).toBe("no difference seen");
    expect(compared(at(1, 1), at(2, 2))).toBe("2.0× [2.0, 2.0] as fast");
    expect(compared(at(2, 2), at(1, 1))).toBe("**slower**, 2.0× [2.0, 2.0] the time");
    expect(compared(at(1, 1), at(30, 60))).toBe("45× [30, 60] as fast");
  });

  it("compare interleaved measurements block by block", () => {
    const twice = values.map((value) => value * 2);
    expect(ratio(twice, values)).toMatchObject({ median: 2, low: 2, high: 2, n: 20 });
  });
});
