import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { blocks, filledIn } from "../src/pages/blocks.mjs";
import { readmeBlock } from "../src/pages/readme.mjs";
import { gains } from "../src/pages/tips.mjs";
import { differing } from "../src/pages.mjs";
import { resultsFolder, storedRaw } from "../src/raw.mjs";
import { ours, rows, sdk } from "../src/subjects.mjs";

const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"));
const raw = storedRaw();
const at = (median: number, side = 0) => ({ median, low: median - side, high: median + side, n: 9 });

describe("the benchmark pages", () => {
  it("match the stored results (if not: npm run pages, in packages/benchmark)", async () => {
    expect(await differing()).toEqual([]);
  });

  it("come from a machine that did nothing else", () => {
    for (const load of raw.host.load) expect(load).toBeLessThan(2 * raw.host.cores);
  });

  it("come from a full run with all rows and the installed versions of the other libraries", () => {
    expect(raw.isQuick).toBe(false);
    expect(raw.commit).toMatch(/^[\da-f]{40}$/);
    const measured = new Set(raw.wholeProcess.results.map(({ subject }) => subject));
    expect([...measured]).toEqual(["startup", ...Object.keys(rows)]);
    for (const rival of ["@aws-sdk/cloudfront-signer", "aws-cloudfront-sign"])
      expect(raw.versions[rival]).toBe(dependencies[rival]);
  });
});

describe("every committed result", () => {
  const results = readdirSync(resultsFolder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => ({ file, text: readFileSync(join(resultsFolder, file), "utf8") }));

  it.each(results)("is of a full run: $file", ({ file, text }) => {
    const { isQuick } = JSON.parse(text);
    expect(
      isQuick === true,
      `${file} is of a quick run: measure again on a quiet machine, without --quick`,
    ).toBe(false);
  });

  it.each(results)("has no path of the machine: $file", ({ text }) => {
    expect(text.match(/"\/[\w.-]+\/[^"]*"/g) ?? []).toEqual([]);
  });
});

describe("the blocks between markers", () => {
  it("fill in several blocks of several pages, and leave the rest of each page as it is", () => {
    const hand: Record<string, string> = {
      "a.md":
        "# A\n<!-- measured:one -->\nold\n<!-- /measured -->\n<!-- measured:two --><!-- /measured -->\nend\n",
      "b.md": "<!-- measured:one -->\n<!-- /measured -->",
      "c.md": "none",
    };
    const list = [
      { page: "a.md", marker: "two", content: "2" },
      { page: "b.md", marker: "one", content: "b" },
      { page: "a.md", marker: "one", content: "1" },
    ];
    expect(filledIn(list, (page) => hand[page] ?? "")).toEqual({
      "a.md":
        "# A\n<!-- measured:one -->\n1\n<!-- /measured -->\n<!-- measured:two -->\n2\n<!-- /measured -->\nend\n",
      "b.md": "<!-- measured:one -->\nb\n<!-- /measured -->",
    });
  });

  it("name the page that lacks a marker", () => {
    const list = [{ page: "a.md", marker: "one", content: "1" }];
    for (const text of ["", "<!-- measured:one -->", "<!-- /measured --><!-- measured:one -->"])
      expect(() => filledIn(list, () => text)).toThrow(
        "a.md lacks the markers <!-- measured:one --> and <!-- /measured -->, between which the results belong",
      );
  });

  it("have a source for every marker in every page, and a marker for every block", () => {
    const root = join(import.meta.dirname, "../../..");
    const pages = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
      cwd: root,
      encoding: "utf8",
    }).split("\n");
    const found = pages.filter(Boolean).flatMap((page) => {
      const text = readFileSync(join(root, page), "utf8");
      const names = Array.from(text.matchAll(/<!-- measured:(.*?) -->/g), ([, marker]) => marker);
      expect([page, text.split("<!-- /measured -->").length - 1]).toEqual([page, names.length]);
      return names.map((marker) => `${page} ${marker}`);
    });
    const made = blocks(raw).map(({ page, marker }) => `${page} ${marker}`);
    expect(new Set(made).size).toBe(made.length);
    expect(found.sort()).toEqual(made.sort());
  });
});

describe("docs/performance.md", () => {
  /** The worst run for its length: another library is as fast everywhere. */
  const slow = {
    ...raw,
    wholeProcess: {
      ...raw.wholeProcess,
      results: raw.wholeProcess.results.map((row) => ({ ...row, times: [1] })),
    },
  };
  const stored = readFileSync(join(import.meta.dirname, "../../../docs/performance.md"), "utf8");
  const page = (of: typeof raw) => {
    const own = blocks(of).filter(({ page }) => page === "docs/performance.md");
    return filledIn(own, () => stored)["docs/performance.md"] ?? "";
  };

  it("has at most 250 lines, whatever a run shows", () => {
    expect(page(raw).split("\n").length).toBeLessThanOrEqual(250);
    expect(page(slow).split("\n").length).toBeLessThanOrEqual(250);
  });

  it("has the seven tables that users ask for", () => {
    const [, comparison = ""] = page(raw).split("\n## Compared with other libraries\n");
    const heads = comparison.split("\n").filter((_, i, all) => /^\| ---/.test(all[i + 1] ?? ""));
    expect(heads.map((head) => head.split(" | ")[0])).toEqual([
      "| this package",
      "| URLs",
      "| kind of input",
      "| signing",
      "| signing",
      "| a new process, RSA-2048",
      "| package",
    ]);
  });

  it("names the libraries that are as fast or faster", () => {
    expect(page(slow)).toContain(
      "| a script of 100 URLs, one grant for all URLs | aws-cloudfront-sign (Node.js 24, Bun, Deno);",
    );
    const node = raw.libraries.find(({ runtime }) => runtime === "node24");
    const costs = (sdkTime: number) => [
      { subject: ours, microseconds: at(200, 1) },
      { subject: `${sdk}, KeyObject`, microseconds: at(sdkTime, 1) },
    ];
    const withSdk = (sdkTime: number) =>
      page({
        ...raw,
        libraries: node
          ? [{ ...node, results: { URL: { serial: costs(sdkTime), parallel: costs(1) } } }]
          : [],
      });
    expect(withSdk(150)).toContain(
      "warm process, RSA-2048 | – | AWS SDK, KeyObject (Node.js 24: 150 against 200 µs) |",
    );
    expect(withSdk(250)).not.toContain("warm process");
  });
});

describe("the README's block", () => {
  /** A run in which others wait for the AWS SDK from 3,200 URLs per second on. */
  const server = ["aws-sdk", "ours, RSA"].map((variant) => ({
    runtime: "node24",
    variant,
    rates: [800, 1600, 3200, 6400].map((offered) => {
      const wait = variant === "aws-sdk" && offered > 1600 ? 700 : 2;
      return { offered, answered: at(offered), p50: at(wait), p99: at(wait), health: at(wait, 1) };
    }),
  }));

  it("is one chart and a few lines, whatever a run shows", () => {
    for (const block of [readmeBlock(raw), readmeBlock({ ...raw, server })]) {
      expect(block.match(/<picture>/g)).toHaveLength(1);
      expect(block.split("\n").length).toBeLessThanOrEqual(5);
    }
  });

  it("says from which rate on users notice the AWS SDK, and what they wait then", () => {
    expect(readmeBlock({ ...raw, server })).toContain(
      "**From 3,200 signed URLs per second on, users can notice that the AWS SDK signs:** the slowest 1% of the server's other requests took 700 ms (95% interval: 699 to 701 ms), and 2.00 ms with this package.",
    );
  });

  it("says so if no delay was seen at any rate", () => {
    const quick = server.filter(({ variant }) => variant !== "aws-sdk");
    expect(readmeBlock({ ...raw, server: quick })).toContain("No delay was seen that users would notice.");
  });
});

describe("the measured gains in docs/performance.md", () => {
  it("state what a window, its offset and a memo save", () => {
    const window = {
      requests: 360,
      without: 360,
      with: 2,
      p256: { without: 359, with: 3 },
      together: { images: 100, without: 99, with: 4 },
    };
    const memo = { with: at(4), without: at(140) };
    const concurrency = { 1: at(300), 8: at(200), 64: at(150) };
    const found = gains({ ...raw, tips: { threads: {}, concurrency, window, memo } });
    expect(found.window).toContain(
      '360 requests for one image within an hour got 360 different URLs, and 2 with `cacheWindow: "1h"`',
    );
    expect(found.window).toContain("and the same window they got 359, and 3 if a signature cache was set");
    expect(found.window).toMatch(/ 99 of 100 images changed .* at most 4 did/);
    expect(found.steps).toContain("(#sign-nothing-twice-signaturecachesize) | 4.00 µs |");
    expect(found.steps).toContain("| 150 µs |");
    expect(found.steps).toMatch(/^Up to 400 signed URLs .* about 3% of one core, and 6% with the AWS SDK\./);
    expect(found.concurrency).toContain("200 ± 0 µs with 8, 150 ± 0 µs with 64");
    expect(found.concurrency).not.toContain("300 ± 0");
  });
});
