import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromFragment, names, notesOn, type Texts, toFragment } from "../calculator/address.js";
import { adviceForRates, adviceForTotals } from "../calculator/advice.js";
import {
  busiestRenewals,
  compareRates,
  compareTotals,
  perCore,
  rateOf,
  renewedAfter,
  viewersPerCore,
} from "../calculator/arithmetic.js";
import { type Field, readInput } from "../calculator/read-input.js";
import { inputSentence, loadSentences, monthlyCost, totalCost } from "../calculator/sentences.js";
import {
  busyCores,
  coreTime,
  count,
  duration,
  exact,
  keptBusy,
  measured,
  money,
} from "../calculator/words.js";

const day = 86_400;

// The expected values were calculated by hand.
describe("the arithmetic", () => {
  it("is that of a million viewers on grants of 4 hours, 1,800 URLs each, 648 µs for a signature", () => {
    const { grants, separate } = compareRates({
      viewers: 1_000_000,
      isRenewed: false,
      lifetime: 4 * 3600,
      urls: 1800,
      microseconds: 648,
    });
    expect(grants.perSecond).toBeCloseTo(69.4444, 4); // 1,000,000 / 14,400
    expect(grants.busyCores).toBeCloseTo(0.045, 12); // × 0.000648
    expect(grants.cores).toBe(1);
    expect(grants.coreHoursPerMonth).toBeCloseTo(32.4, 12); // 0.045 × 24 × 30
    expect(separate.perSecond).toBe(125_000);
    expect(separate.busyCores).toBeCloseTo(81, 9);
    expect(separate.cores).toBe(162);
  });

  it("is that of 40,000 viewers whose grants of 15 minutes are renewed", () => {
    const { grants, separate } = compareRates({
      viewers: 40_000,
      isRenewed: true,
      lifetime: 900,
      urls: 225,
      microseconds: 250,
    });
    expect(grants.perSecond).toBeCloseTo(68.376, 3); // 40,000 / (0.65 × 900)
    expect(grants.busyCores).toBeCloseTo(0.017094, 6); // × 0.00025
    // A signed URL is not renewed.
    expect(separate.perSecond).toBe(10_000);
  });

  it("is that of a million viewers of a film with 1,800 segments, once", () => {
    const { grants, separate } = compareTotals({
      viewers: 1_000_000,
      urls: 1800,
      microseconds: 648,
    });
    expect(grants).toEqual({ count: 1_000_000, coreSeconds: 648 });
    expect(separate.count).toBe(1_800_000_000);
    expect(separate.coreSeconds / 3600).toBeCloseTo(324, 9);
  });

  it("is that of a billion grants a day, 691.2 µs for a signature", () => {
    const rate = rateOf({ perSecond: 1e9 / day, microseconds: 691.2 });
    expect(rate.busyCores).toBeCloseTo(8, 12);
    expect(rate.cores).toBe(16);
  });

  it("runs a core for half of its time at most", () => {
    const cores = (perSecond: number) => rateOf({ perSecond, microseconds: 100 }).cores;
    expect([1, 5000, 5001, 10_000, 10_001, 15_000].map(cores)).toEqual([1, 1, 2, 2, 3, 3]);
    expect(perCore(100)).toBe(5000);
  });

  it("says for how many viewers that is enough, also if all of them started together", () => {
    const given = { lifetime: 900, microseconds: 250 };
    expect(viewersPerCore({ ...given, renewals: renewedAfter })).toBeCloseTo(1_170_000, 6); // 2,000 × 900 × 0.65
    expect(viewersPerCore({ ...given, renewals: busiestRenewals })).toBeCloseTo(540_000, 6); // × 0.3
  });
});

describe("figures as text", () => {
  it.each([
    [measured(0.41482), "0.415"],
    [measured(22_401.2), "22,400"],
    [measured(0.0000123), "0.0000123"],
    [exact(69.444), "69.4"],
    [exact(11_574.07), "11,574"],
    [count(1), "1"],
    [count(999_999), "999,999"],
    [count(1_800_000_000), "1.8 billion"],
    [count(1e14), "100 trillion"],
    [coreTime(59.94), "59.9 core-seconds"],
    [coreTime(1), "1 core-second"],
    [coreTime(59.99), "1 core-minute"],
    [coreTime(248.9), "4.15 core-minutes"],
    [coreTime(3600), "1 core-hour"],
    [coreTime(447_840), "124 core-hours"],
    [duration(9.96), "9.96 seconds"],
    [duration(3600), "1 hour"],
    [money(7.468), "7.47"],
    [money(7.468, "$#"), "$7.47"],
    [money(1.2, "$#"), "$1.20"],
    [money(99.996), "100.00"],
    [money(124.4), "124"],
    [money(2330, "# EUR"), "2,330 EUR"],
    [money(0.00083, "$#"), "less than $0.01"],
    [money(0, "$#"), "$0"],
    [busyCores(0.0173), "1.73 % of one core"],
    [busyCores(0.9999), "1 core"],
    [busyCores(1), "1 core"],
    [busyCores(31.11), "31.1 cores"],
    [keptBusy(0.0000228), "one core busy for less than a second of each hour"],
    [keptBusy(0.000278), "one core busy for 1 second of each hour"],
    [keptBusy(0.02), "one core busy for 1.2 minutes of each hour"],
    [keptBusy(0.455), "one core busy for 27.3 minutes of each hour"],
    [keptBusy(0.9994), "one core busy"],
    [keptBusy(1), "one core busy"],
    [keptBusy(2.73), "2.73 cores busy"],
  ])("%s", (text, expected) => {
    expect(text).toBe(expected);
  });
});

describe("the sentence about the input", () => {
  it.each([
    ["visits", "1m", "1m", "20", "Your input: 1,000,000 viewers within 1 minute, 20 URLs each."],
    ["visits", "1", "30d", "1", "Your input: 1 viewer within 30 days, 1 URL each."],
    ["visits", "40k", "1w", "1800", "Your input: 40,000 viewers within 7 days, 1,800 URLs each."],
    ["visits", "40k", "90m", "1", "Your input: 40,000 viewers within 1.5 hours, 1 URL each."],
    [
      "viewers",
      "2m",
      "300s",
      "75",
      "Your input: 2,000,000 viewers at the same time, grants of 5 minutes, 75 URLs each.",
    ],
    [
      "viewers",
      "2",
      "1.5s",
      "75",
      "Your input: 2 viewers at the same time, grants of 1.5 seconds, 75 URLs each.",
    ],
    ["once", "40k", "nonsense", "1", "Your input: 40,000 viewers at once, 1 URL each."],
  ] as const)("says how %s, %s, %s and %s were read", (traffic, viewers, lifetime, urls, sentence) => {
    const read = readInput({ traffic, viewers, lifetime, urls, cost: "", time: "" });
    if (!("values" in read)) throw new Error(JSON.stringify(read));
    expect(inputSentence(read.values, traffic)).toBe(sentence);
  });
});

describe("the sentences", () => {
  const rates = (perSecond: number, urls: number) => ({
    grants: rateOf({ perSecond, microseconds: 648 }),
    separate: rateOf({ perSecond: perSecond * urls, microseconds: 648 }),
  });

  it("say how busy the cores are", () => {
    // 1,000,000 / 14,400 × 648 µs = 0.045 cores, which is 162 seconds of each hour
    expect(loadSentences(rates(1e6 / 14_400, 1800))).toBe(
      "On average, grants keep one core busy for 2.7 minutes of each hour. One signature for each URL keeps 81 cores busy.",
    );
    expect(loadSentences(rates(1e6 / 14_400, 1))).toBe(
      "On average, signing keeps one core busy for 2.7 minutes of each hour.",
    );
  });

  it("say what they cost in a month", () => {
    // 0.045 × 24 × 30 × 0.04 = 1.296, and 1,800 times that
    expect(monthlyCost(rates(1e6 / 14_400, 1800), { perCoreHour: 0.04, currency: "$#" })).toBe(
      "At $0.04 per core-hour, grants cost $1.30 a month. One signature for each URL costs $2,330 a month.",
    );
    expect(monthlyCost(rates(1e6 / 14_400, 1), { perCoreHour: 0.0004, currency: "# EUR" })).toBe(
      "At 0.0004 EUR per core-hour, signing costs 0.01 EUR a month.",
    );
  });

  it("say what work costs that is done once", () => {
    const totals = compareTotals({ viewers: 1_000_000, urls: 1800, microseconds: 648 });
    // 648 s and 324 h, × 0.04
    expect(totalCost(totals, { perCoreHour: 0.04, currency: "#" })).toBe(
      "At 0.04 per core-hour, grants cost less than 0.01. One signature for each URL costs 12.96.",
    );
    expect(
      totalCost({ grants: totals.grants, separate: totals.grants }, { perCoreHour: 4, currency: "$#" }),
    ).toBe("At $4 per core-hour, signing costs $0.72.");
  });
});

describe("the advice", () => {
  const text = ({ sentence, next }: { sentence: string; next: string[] }): string =>
    [sentence, ...next].join(" | ");
  /** In core-microseconds: RSA 250, P-256 50. */
  function adviceFor(perSecond: number, urls: number, { isP256 = false, isRenewed = false } = {}): string {
    const given = { viewers: perSecond * 1000, isRenewed, lifetime: 1000, urls };
    const p256 = compareRates({ ...given, microseconds: 50 });
    const rates = isP256 ? p256 : compareRates({ ...given, microseconds: 250 });
    return text(adviceForRates(rates, p256, isRenewed ? "viewers" : "visits"));
  }
  const nothing =
    "There is nothing to build: sign in the process that answers your requests. Run a second one on another machine, because a machine may fail.";
  const cores =
    "Use all cores of one machine first. Processes that sign share no state, so a load balancer can spread the requests over more machines.";
  const longer = "Grants that are valid for twice as long need half of the cores.";

  it.each([
    [10, 1, {}, `One process on one core is enough. | ${nothing}`],
    [10, 200, {}, `One process on one core is enough, even with one signature for each URL. | ${nothing}`],
    [
      10,
      300,
      {},
      `With grants, one process on one core is enough. With one signature for each URL, you need 2 cores. | Sign one grant, or one set of cookies, for each viewer. ${nothing} | With a P-256 key and one signature for each URL, one process on one core is enough.`,
    ],
    [4000, 1, {}, `You need 2 cores. | With a P-256 key, one process on one core is enough. | ${cores}`],
    [
      20_000,
      10,
      {},
      `With grants, 10 cores are enough. With one signature for each URL, you need 100 cores. | With a P-256 key, 2 cores are enough. | ${cores}`,
    ],
    [
      20_000,
      10,
      { isP256: true },
      `With grants, 2 cores are enough. With one signature for each URL, you need 20 cores. | ${cores}`,
    ],
    [
      // 20,000 / 0.65 × 250 µs = 7.69 cores
      20_000,
      10,
      { isRenewed: true },
      `With grants, 16 cores are enough. With one signature for each URL, you need 100 cores. | ${longer} | With a P-256 key, 4 cores are enough. | ${cores}`,
    ],
    // One URL within the lifetime needs fewer signatures than a grant that is renewed.
    [
      4000,
      1,
      { isRenewed: true },
      `You need 2 cores. | With a P-256 key, one process on one core is enough. | ${cores}`,
    ],
    [
      10_000_000,
      10,
      { isP256: true },
      `With grants, 1,000 cores are enough. With one signature for each URL, you need 10,000 cores. | ${cores}`,
    ],
    [
      10_010_000,
      10,
      { isP256: true },
      `With grants, 1,001 cores are enough. With one signature for each URL, you need 10,010 cores. | More than 1,000 cores are rare: check your figures. | ${cores}`,
    ],
  ])("for %i viewers per second with %i URLs each, %o", (perSecond, urls, options, expected) => {
    expect(adviceFor(perSecond, urls, options)).toBe(expected);
  });

  const rest =
    "Four cores need a quarter of this time. If all viewers come at once, the last one waits for as long.";
  it.each([
    // 40,000 × 250 µs, 50 µs
    [
      40_000,
      1,
      `One core signs them all within 10 seconds. | With a P-256 key, one core signs them all within 2 seconds. | ${rest}`,
    ],
    [
      40_000,
      300,
      `With grants, one core signs them all within 10 seconds. One signature for each URL takes one core 50 minutes. | With a P-256 key, one core signs them all within 2 seconds. | ${rest}`,
    ],
  ])("for %i viewers with %i URLs who come once", (viewers, urls, expected) => {
    const [rsa, p256] = [250, 50].map((microseconds) => compareTotals({ viewers, urls, microseconds }));
    if (!rsa || !p256) throw new Error("nothing was calculated");
    expect(text(adviceForTotals(rsa, p256))).toBe(expected);
    expect(text(adviceForTotals(p256, p256))).not.toContain("P-256");
  });
});

describe("the fields", () => {
  const good = { traffic: "viewers", viewers: "1000", lifetime: "4h", urls: "1", cost: "", time: "" };
  const read = (field: Field, text: string) => {
    const result = readInput({ ...good, [field]: text });
    return "values" in result ? result.values[field] : result.problems[field];
  };

  it.each<[Field, string, number | undefined]>([
    ["viewers", "1000000", 1_000_000],
    ["viewers", " 1,000,000 ", 1_000_000],
    ["viewers", "1 000 000", 1_000_000],
    ["viewers", "1.000.000", 1_000_000],
    ["viewers", "1’000’000", 1_000_000],
    ["viewers", "1_000", 1000],
    ["viewers", "1e6", 1_000_000],
    ["viewers", "1.5e6", 1_500_000],
    ["viewers", "2.3M", 2_300_000],
    ["viewers", "1.1 million", 1_100_000],
    ["viewers", "5k", 5000],
    ["viewers", "1 billion", 1_000_000_000],
    ["urls", "1800", 1800],
    ["lifetime", "90s", 90],
    ["lifetime", "30 min", 1800],
    ["lifetime", "4h", 14_400],
    ["lifetime", "1.5 Hours", 5400],
    ["lifetime", "7d", 604_800],
    ["lifetime", "2 weeks", 1_209_600],
    ["cost", "", undefined],
    ["cost", "0", 0],
    ["cost", "0.05", 0.05],
    ["cost", ".05", 0.05],
    ["cost", "$0.05", 0.05],
    ["cost", "0.05 EUR", 0.05],
    ["time", "", undefined],
    ["time", "250", 250],
    ["time", "43.7", 43.7],
  ])("%s %j is read as %s", (field, text, value) => {
    expect(read(field, text)).toBe(value);
  });

  it.each<[Field, string, string]>([
    ["viewers", "", "Enter a number, such as 1000000."],
    ["viewers", "-5", "This is negative. Enter 1 or more."],
    ["viewers", "0", "This is zero. Enter 1 or more."],
    ["viewers", "2.5", "“2.5” is not a whole number."],
    ["viewers", "1.000", "“1.000” can mean two numbers. Write it without the point, such as 1000."],
    ["viewers", "many", "“many” is not a number. Write digits, such as 1000000."],
    ["viewers", "1,00", "“1,00” is not a number. Write digits, such as 1000000."],
    ["viewers", "1.2.3", "“1.2.3” is not a number. Write digits, such as 1000000."],
    ["viewers", "5 constructor", "“5 constructor” is not a number. Write digits, such as 1000000."],
    ["viewers", "x".repeat(30), `“${"x".repeat(24)}…” is not a number. Write digits, such as 1000000.`],
    ["viewers", "1e12", "This is too large. Enter at most 10,000,000,000."],
    ["viewers", "1e99", "This is too large. Enter at most 10,000,000,000."],
    ["urls", "", "Enter a number, such as 1800."],
    ["urls", "2e9", "This is too large. Enter at most 1,000,000."],
    ["lifetime", "", "Enter a length of time, such as 4h."],
    ["lifetime", "-4h", "This is negative. Enter a length of time, such as 4h."],
    ["lifetime", "0h", "This is zero. Enter a length of time, such as 4h."],
    ["lifetime", "3600", "“3600” has no unit. Write 3600s, 3600m, 3600h or 3600d."],
    [
      "lifetime",
      "PT4H",
      "“PT4H” is not a length of time. Write one number and one unit, such as 90m, 4h or 30d.",
    ],
    [
      "lifetime",
      "1h 30m",
      "“1h 30m” is not a length of time. Write one number and one unit, such as 90m, 4h or 30d.",
    ],
    [
      "lifetime",
      "20 years",
      "“20 years” is not a length of time. Write one number and one unit, such as 90m, 4h or 30d.",
    ],
    ["lifetime", "6M", "“6M” can mean minutes or months. Write 6m, or 180d."],
    ["lifetime", "1.5 M", "“1.5 M” can mean minutes or months. Write 1.5m, or 45d."],
    ["lifetime", "9999d", "This is longer than ten years. Enter a shorter time, such as 7d."],
    ["cost", "-1", "This is negative. Enter a number, such as 0.05."],
    ["cost", "0,05", "“0,05” has a comma. Write a point: 0.05."],
    ["cost", "$0,05", "“0,05” has a comma. Write a point: 0.05."],
    ["cost", "0.05 dollars", "“0.05 dollars” is not a number. Write digits, such as 0.05."],
    ["cost", "cheap", "“cheap” is not a number. Write digits, such as 0.05."],
    [
      "cost",
      "1001",
      "This is more than 1,000 for one hour of one core. Divide the price of a machine by its cores.",
    ],
    ["time", "-1", "This is negative. Enter a number, such as 250."],
    ["time", "0", "This is zero. Enter a number of microseconds, such as 250."],
    ["time", "0.25", "No signature takes less than a microsecond. If this is milliseconds, write 250."],
    ["time", "250000000", "This is more than a second. If this is nanoseconds, write 250000."],
    ["time", "0.25 ms", "“0.25 ms” has a unit. Write it in microseconds: 250."],
    ["time", "250 µs", "“250 µs” has a unit. Write it in microseconds: 250."],
    ["time", "43700ns", "“43700ns” has a unit. Write it in microseconds: 43.7."],
    ["time", "fast", "“fast” is not a number. Write digits, such as 250."],
  ])("%s %j is refused", (field, text, problem) => {
    expect(read(field, text)).toBe(problem);
  });

  it.each([
    ["", "#"],
    ["0.05", "#"],
    ["$0.05", "$#"],
    ["0.05 EUR", "# EUR"],
    ["EUR 0.05", "EUR #"],
  ])("the cost %j has the currency %j", (cost, currency) => {
    expect(readInput({ ...good, cost })).toHaveProperty("values.currency", currency);
  });

  it("have no lifetime for work that is done once", () => {
    expect(readInput({ ...good, traffic: "once", lifetime: "nonsense" })).toEqual({
      values: { viewers: 1000, urls: 1, currency: "#" },
    });
  });

  it("are read or refused whatever they hold, and at once", () => {
    const piece = fc.constantFrom("1", "000", ",", ".", "e9", " ", "-", "h", "million", "$", "µs", "\n", "’");
    const text = fc.array(fc.oneof(piece, fc.string()), { maxLength: 10 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(
        fc.constantFrom<Field>("viewers", "lifetime", "urls", "cost", "time"),
        text,
        (field, one) => {
          const value = read(field, one);
          if (typeof value === "number") expect(Number.isFinite(value) && value >= 0).toBe(true);
          else if (value !== undefined) expect(value).toMatch(/\.$/);
        },
      ),
      { seed: 20260101, numRuns: 3000 },
    );
    for (const part of ["1", "1,", "1 ", "000 ", "1.", "µ", "-"]) read("viewers", part.repeat(100_000));
  });
});

describe("the address", () => {
  it("holds the fields that are filled in", () => {
    const texts = {
      traffic: "visits",
      viewers: "1,000,000",
      lifetime: "4 h",
      urls: "1800",
      key: "P-256",
      cost: "",
      time: " ",
    };
    expect(toFragment(texts)).toBe("#traffic=visits&viewers=1%2C000%2C000&lifetime=4+h&urls=1800&key=P-256");
    expect(fromFragment("#viewers=5&nonsense=1&key=P-256")).toEqual({ viewers: "5", key: "P-256" });
    expect(fromFragment("")).toEqual({});
  });

  const shown: Texts = {
    traffic: "viewers",
    viewers: "2,000,000",
    lifetime: "5m",
    urls: "75",
    key: "RSA-2048",
    cost: "",
    time: "",
  };
  const options = { traffic: ["viewers", "visits", "once"], key: ["RSA-2048", "P-256"] };
  const whole = "traffic=viewers&viewers=40000&lifetime=15m&urls=225&key=P-256";
  it.each([
    ["", []],
    ["#", []],
    ["#how", []],
    [`#${whole}`, []],
    [`#${whole}&cost=0.05&time=250`, []],
    ["#traffic=once&viewers=40000&urls=1&key=P-256", []],
    [
      "#traffic=viewers&viewers=40000&lifet",
      [
        "The address has “lifet”, which this page does not know.",
        "The address has no lifetime, urls and key: the page shows 5m, 75 and RSA-2048.",
      ],
    ],
    [
      "#viewer=40000&lifetime=15m&urls=225&key=p256",
      [
        "The address has “viewer”, which this page does not know.",
        "The address has no traffic and viewers: the page shows viewers and 2,000,000.",
        "The address has the key “p256”, and this page knows RSA-2048 and P-256: it shows RSA-2048.",
      ],
    ],
    [
      `#${whole.replace("=viewers", "=visitors")}`,
      [
        "The address has the traffic “visitors”, and this page knows viewers, visits and once: it shows viewers.",
      ],
    ],
    [
      "#viewers=40000&traffic=viewers&lifetime=15m&key=P-256",
      ["The address has no urls: the page shows 75."],
    ],
    [`#${whole}&viewers=7`, ["The address has viewers twice: the page shows the first."]],
    [
      `#${whole.replaceAll("&", "&amp;")}`,
      ["The address has &amp; between its parts, as HTML source has: the page reads it as &."],
    ],
    [
      `#${whole}&${"x".repeat(40)}=1`,
      [`The address has “${"x".repeat(24)}…”, which this page does not know.`],
    ],
  ])("of %j has these notes", (fragment, notes) => {
    expect(notesOn(fragment, shown, options)).toEqual(notes);
  });

  it("is read with &amp; as with &", () => {
    expect(fromFragment(`#${whole.replaceAll("&", "&amp;")}`)).toEqual(fromFragment(`#${whole}`));
  });

  it("gives back whatever was entered", () => {
    const texts = fc.record(Object.fromEntries(names.map((name) => [name, fc.string({ unit: "grapheme" })])));
    fc.assert(
      fc.property(texts, (entered) => {
        const filled = Object.entries(entered).flatMap(([name, text = ""]) =>
          text.trim() ? [[name, text.trim()]] : [],
        );
        expect(fromFragment(toFragment(entered as Texts))).toEqual(Object.fromEntries(filled));
      }),
      { seed: 20260101 },
    );
  });
});

it("renewingGrant renews when docs/scale.md says", () => {
  const page = (name: string) => readFileSync(join(import.meta.dirname, "../../docs", name), "utf8");
  expect(page("grants.md")).toContain("after 50% to 80% of its lifetime");
  expect(page("scale.md")).toContain(
    "on average, a page renews each grant [after 65% of its lifetime](grants.md#how-it-works)",
  );
  expect([renewedAfter, busiestRenewals]).toEqual([0.65, expect.closeTo(0.3)]);
});
