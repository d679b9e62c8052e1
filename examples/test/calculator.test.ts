import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Chromium } from "@cloudfront-sign-webcrypto/testing/chromium";
import { type Served, servePage } from "@cloudfront-sign-webcrypto/testing/serve";
import axe from "axe-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { axeOptions } from "./support/axe-rules.ts";

const scalePage = readFileSync(join(import.meta.dirname, "../../docs/scale.md"), "utf8");

/** The figures in a row of docs/scale.md. */
function documented(row: string): string[] {
  const line = scalePage.split("\n").find((line) => line.startsWith(`| ${row} |`));
  return (
    line
      ?.split(" | ")
      .slice(1)
      .map((cell) => cell.replace(" |", "")) ?? []
  );
}

/** How many cores are busy, from a cell of docs/scale.md or a sentence of the page. */
function coresIn(text: string): number {
  const [, cores] = /([\d.]+) cores/.exec(text) ?? [];
  const [, percent] = /([\d.]+) % of one core/.exec(text) ?? [];
  const [, time, unit = ""] = /one core busy for ([\d.]+) (seconds|minutes) of each hour/.exec(text) ?? [];
  if (cores) return Number(cores);
  return time ? Number(time) / (unit === "minutes" ? 60 : 3600) : Number(percent) / 100;
}

describe("the calculator in Chromium", () => {
  let server: Served;
  let page: Chromium;
  beforeAll(async () => {
    server = await servePage("calculator");
    page = await Chromium.open(server.address);
    await page.evaluate(axe.source);
  });
  afterAll(async () => {
    await page?.close();
    server?.close();
  });
  beforeEach(async () => {
    await page.send("Emulation.setDeviceMetricsOverride", {
      width: 1280,
      height: 900,
      deviceScaleFactor: 1,
      mobile: false,
    });
    await open("");
  });

  const text = (selector: string): Promise<string> =>
    page.evaluate(
      `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.innerText.trim()).join("\\n")`,
    );
  /** Enters what a link holds, as a shared link does in a page that is open. */
  async function open(fragment: string): Promise<void> {
    const entered: Record<string, string> = {
      traffic: "viewers",
      viewers: "2,000,000",
      lifetime: "5m",
      urls: "75",
      key: "RSA-2048",
      cost: "",
      time: "",
      ...Object.fromEntries(new URLSearchParams(fragment)),
    };
    // An address that is there already would be no change.
    await page.evaluate("history.replaceState(null, '', '#viewers=7')");
    await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
    await page.until(
      `Object.entries(${JSON.stringify(entered)}).every(([id, value]) => (document.getElementById(id) ?? { value }).value === value)`,
    );
  }
  const chooseKey = (key: string): Promise<void> =>
    page.evaluate(
      `document.querySelector("#key").value = "${key}"; document.querySelector("#key").dispatchEvent(new Event("change", { bubbles: true }))`,
    );
  /** The cells of a row of the result: with grants, and with one signature for each URL. */
  async function result(row: string): Promise<{ grants: string; separate: string }> {
    const [grants = "", separate = ""] = await page.evaluate(
      `[...document.querySelectorAll("#result tr")].filter((one) => one.querySelector("th")?.innerText === ${JSON.stringify(row)}).flatMap((one) => [...one.querySelectorAll("td")].map((cell) => cell.innerText))`,
    );
    return { grants, separate };
  }
  const perSecond = "Signatures per second";
  const coresToRun = "Cores to run";
  const timeOfOneCore = "Time of one core";
  const leave = (): Promise<void> => page.evaluate("document.activeElement.blur()");

  it.each([
    ["A live match", "2 million viewers, grants of 5 minutes that are renewed"],
    ["40,000 viewers", "40,000 viewers, grants of 15 minutes that are renewed"],
    ["A million viewers", "1 million viewers, grants of 15 minutes that are renewed"],
    ["Grants of 4 hours", "1 million viewers, grants of 4 hours that are not renewed"],
    ["A billion grants a day", "1 billion grants a day, if they come evenly"],
  ])("has the rates of docs/scale.md for %s", async (example, row) => {
    const [count, rsaBusy = "", rsaCores, p256Busy = "", p256Cores] = documented(row);
    for (const [key, busy, cores] of [
      ["RSA-2048", rsaBusy, rsaCores],
      ["P-256", p256Busy, p256Cores],
    ] as const) {
      await chooseKey(key);
      await page.press(example);
      expect(await result(perSecond)).toMatchObject({ grants: count });
      expect(await result(coresToRun)).toMatchObject({ grants: cores });
      const [load = ""] = (await text("#result p")).split(". ");
      expect(coresIn(load) / coresIn(busy)).toBeCloseTo(1, 2);
    }
  });

  const film = "1 million viewers of a film with 1,800 segments";
  const views = "10 million page views with 50 images each";
  it.each([
    ["viewers=1000000&urls=1800", "separate", `${film}: a signature for each segment`],
    ["viewers=1000000&urls=1800", "grants", `${film}: a grant of 4 hours for each viewer`],
    ["viewers=40000&urls=1", "grants", "40,000 viewers who all come at once, a grant each"],
    ["viewers=100000000&urls=1", "grants", "100 million links in emails"],
    ["viewers=10000000&urls=50", "separate", `${views}: a signature for each image`],
    ["viewers=10000000&urls=50", "grants", `${views}: a grant for each page view`],
  ] as const)("has the totals of docs/scale.md for %s, %s", async (fragment, way, row) => {
    const [count, ...expected] = documented(row);
    expect(expected).toHaveLength(2);
    const found: string[] = [];
    for (const key of ["RSA-2048", "P-256"]) {
      await open(`traffic=once&${fragment}&key=${key}`);
      expect((await result("Signatures"))[way]).toBe(count);
      found.push((await result(timeOfOneCore))[way]);
    }
    expect(found).toEqual(expected);
  });

  it("calculates with your own time and cost", async () => {
    await open("traffic=visits&viewers=1000000&lifetime=4h&urls=1800");
    await page.fill("Cost per core-hour optional", "$0.04");
    await page.fill("Your own time per signature µs, optional", "648");
    expect(await text("#result tbody th")).toBe([perSecond, coresToRun, "Core-hours a month"].join("\n"));
    // 1,000,000 / 14,400 s × 648 µs = 0.045 cores; × 24 × 30 × 0.04 = 1.296 a month
    expect(await text("#result tr td:nth-child(2)")).toBe("69.4\n1\n32.4");
    expect(await text("#result tr td:nth-child(3)")).toBe("125,000\n162\n58,300");
    expect(await text("#result p")).toBe(
      [
        "On average, grants keep one core busy for 2.7 minutes of each hour. One signature for each URL keeps 81 cores busy.",
        "At $0.04 per core-hour, grants cost $1.30 a month. One signature for each URL costs $2,330 a month.",
      ].join("\n"),
    );
    expect(await text("#basis")).toContain("One signature takes 648 µs of one core, as you entered.");
    expect(await text("#basis")).not.toContain("renews");
    expect(await text("#advice .sentence")).toBe(
      "With grants, one process on one core is enough. With one signature for each URL, you need 162 cores.",
    );
  });

  it("counts the renewals of viewers who stay", async () => {
    await open("viewers=1000000&lifetime=10m&urls=1000&time=250");
    // 1,000,000 / 600 s / 0.65 × 250 µs = 0.641 cores
    expect((await result(perSecond)).grants).toBe("2,564");
    expect(await text("#result p")).toBe(
      "On average, grants keep one core busy for 38.5 minutes of each hour. One signature for each URL keeps 417 cores busy.",
    );
    expect((await result(coresToRun)).grants).toBe("2");
    expect(await text("#basis")).toContain(
      "renewingGrant renews a grant after 65 % of its lifetime, on average.",
    );
  });

  it("repeats in the answer how it read the fields", async () => {
    await open("traffic=visits&viewers=1m&lifetime=1m&urls=20");
    expect(await text("#advice")).toContain("Your input: 1,000,000 viewers within 1 minute, 20 URLs each.");
    expect(await text("#lifetimeHint")).toBe(
      "The time in which they come, such as 1m (a minute), 4h, 1d or 30d (a month).",
    );
  });

  it("says how long one core takes for a rush, and asks for no lifetime", async () => {
    expect(await text("#lifetimeLabel")).toBe("Lifetime of a grant");
    await open("traffic=once&viewers=40000&urls=1&time=250&cost=3.6&lifetime=nonsense");
    expect(await page.evaluate("document.querySelector('#lifetime').checkVisibility()")).toBe(false);
    expect(await text("#advice .sentence")).toBe("One core signs them all within 10 seconds.");
    expect(await page.evaluate("document.querySelector('.advice').className")).toBe("advice enough");
    expect(await text("#result tbody tr")).toBe("Signatures\t40,000\nTime of one core\t10 core-seconds");
    expect(await text("#result p")).toBe("At 3.6 per core-hour, signing costs 0.01.");
    expect(await text("#result thead th")).toBe("One signature for each viewer");
    expect(await text("#basis")).not.toMatch(/month|Cores to run/);
    await page.evaluate(
      "document.querySelector('#traffic').value = 'visits'; document.querySelector('#traffic').dispatchEvent(new Event('change', { bubbles: true }))",
    );
    expect(await text("#lifetimeLabel")).toBe("Time");
    expect(await text("#lifetimeProblem")).toContain("“nonsense” is not a length of time.");
  });

  it("says in the sentence when there is nothing to build, and when there is", async () => {
    await open("viewers=1000&time=250");
    expect(await text("#advice .sentence")).toBe(
      "One process on one core is enough, even with one signature for each URL.",
    );
    await open("traffic=visits&viewers=1e9&lifetime=1d&urls=1&time=300");
    expect(await text("#advice .sentence")).toBe("You need 7 cores.");
    expect(await page.evaluate("document.querySelector('[role=status] .advice').className")).toBe("advice");
    expect(await text("#basis")).not.toContain("signUrl");
  });

  it("says beside each field what is wrong with it, once it is left, and shows no answer until then", async () => {
    await page.fill("Viewers", "many");
    expect(await text("#viewersProblem")).toBe("");
    expect(
      await page.evaluate("[...document.querySelectorAll('#result, #how')].map(({ hidden }) => hidden)"),
    ).toEqual([true, true]);
    await page.fill("Lifetime of a grant", "4");
    expect(await text("#viewersProblem")).toBe("“many” is not a number. Write digits, such as 1000000.");
    await page.fill("URLs per viewer within this time", "0");
    await page.fill("Cost per core-hour optional", "0,05");
    await page.fill("Your own time per signature µs, optional", "0.25");
    await leave();
    expect(await text(".problem:not(:empty)")).toBe(
      [
        "“many” is not a number. Write digits, such as 1000000.",
        "“4” has no unit. Write 4s, 4m, 4h or 4d.",
        "This is zero. Enter 1 or more.",
        "“0,05” has a comma. Write a point: 0.05.",
        "No signature takes less than a microsecond. If this is milliseconds, write 250.",
      ].join("\n"),
    );
    expect(await text("#advice")).toBe("");
    expect(await text("#empty")).toBe("The answer appears here as soon as the page can read every field.");
    const invalid: string[] = await page.evaluate(
      "[...document.querySelectorAll('[aria-invalid=true]')].map((one) => one.id + ' ' + one.getAttribute('aria-describedby'))",
    );
    expect(invalid).toEqual(
      ["viewers", "lifetime", "urls", "cost", "time"].map((id) => `${id} ${id}Hint ${id}Problem`),
    );
    // The problem ends while the right text is typed.
    await page.fill("Lifetime of a grant", "4h");
    expect(await text("#lifetimeProblem")).toBe("");
    expect(await page.evaluate("document.querySelector('#lifetime').ariaInvalid")).toBe(null);
  });

  it("holds the input in its address, and takes it from there", async () => {
    await page.fill("Viewers", "3,000,000");
    await page.fill("Lifetime of a grant", "1h");
    await leave();
    await chooseKey("P-256");
    expect(await page.evaluate("location.hash")).toBe(
      "#traffic=viewers&viewers=3%2C000%2C000&lifetime=1h&urls=75&key=P-256",
    );
    const shared: string = await page.evaluate("location.href");
    const expected = await text("#result");
    await page.press("A million viewers");
    await chooseKey("RSA-2048");
    expect(await text("#result")).not.toBe(expected);
    await page.goTo(server.address.replace(/\/$/, "/index.html"));
    await page.goTo(shared);
    await page.until("document.querySelector('#viewers').value === '3,000,000'");
    expect(await text("#result")).toBe(expected);
    await page.evaluate(axe.source);
  });

  it("reads nonsense in the address as input of somebody else", async () => {
    await page.evaluate(
      "location.hash = 'viewers=<b>x</b>&lifetime=%E0%A4&key=DSA&traffic=no&urls=-1&more=1'",
    );
    await page.until("document.querySelector('#viewers').value === '<b>x</b>'");
    expect(await text(".problem:not(:empty)")).toMatch(
      /^“<b>x<\/b>” is not a number\.[^\n]*\n“[^\n]*” is not a length of time\.[^\n]*\nThis is negative\.[^\n]*$/,
    );
    expect(await page.evaluate("document.querySelector('#key').value")).toBe("RSA-2048");
    expect(await page.evaluate("document.querySelector('#traffic').value")).toBe("viewers");
    expect(page.complaints).toEqual([]);
  });

  it("says what an address lacks, and keeps it until a field changes", async () => {
    await open("traffic=viewers&viewers=40000&lifet=");
    expect(await text("#note")).toBe(
      "The address has “lifet”, which this page does not know. The address has no lifetime, urls and key: the page shows 5m, 75 and RSA-2048.",
    );
    expect(await page.evaluate("location.hash")).toBe("#traffic=viewers&viewers=40000&lifet=");
    await page.fill("Lifetime of a grant", "15m");
    await leave();
    expect(await text("#note")).toBe("");
    expect(await page.evaluate("location.hash")).toBe(
      "#traffic=viewers&viewers=40000&lifetime=15m&urls=75&key=RSA-2048",
    );
    await open("viewers=1000");
    expect(await text("#note")).toContain("The address has no ");
    await page.press("A million viewers");
    expect(await text("#note")).toBe("");
  });

  it.each([
    ["$700", "$700 for one hour of one core is the price of a machine: divide it by its cores."],
    ["30 EUR", "30 EUR for one hour of one core is the price of a machine: divide it by its cores."],
    ["$0.05", ""],
    ["¥700", ""],
    ["700", ""],
  ])("says of the cost %s per core-hour: %s", async (cost, note) => {
    await page.fill("Cost per core-hour optional", cost);
    await leave();
    expect(await text("#result p:nth-of-type(3)")).toBe(note);
  });

  it("requests only its own files, and its policy refuses fetch()", async () => {
    const before = page.requests.length;
    await page.press("All viewers at once");
    await page.fill("Viewers", "5");
    expect(page.requests.slice(before)).toEqual([]);
    const urls = page.requests
      .map((request) => request.split(" ")[1] ?? "")
      .filter((url) => !url.startsWith("data:"));
    expect(urls.filter((url) => !url.startsWith(server.address))).toEqual([]);
    expect(page.complaints).toEqual([]);
    expect(
      await page.evaluate(`fetch("${server.address}page.css").then(() => "sent", () => "refused")`),
    ).toBe("refused");
    expect(
      await page.evaluate("[localStorage.length, sessionStorage.length, document.cookie.length].join()"),
    ).toBe("0,0,0");
    page.complaints.length = 0;
  });

  it("works with the keyboard alone", async () => {
    async function key(name: string, code: number, more = {}): Promise<void> {
      for (const type of ["keyDown", "keyUp"])
        await page.send("Input.dispatchKeyEvent", {
          type,
          key: name,
          code: name,
          windowsVirtualKeyCode: code,
          ...more,
        });
    }
    await page.evaluate("document.querySelector('#examples button').focus()");
    const path: string[] = [];
    for (let i = 0; i < 15; i++) {
      path.push(await page.evaluate("document.activeElement.id || document.activeElement.innerText"));
      const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
      // The script focused the first one, not the keyboard.
      if (i > 0) expect(outline).toBe("solid");
      if (path.at(-1) === "Grants of 4 hours") await key("Enter", 13, { text: "\r" });
      await key("Tab", 9);
    }
    expect(path).toEqual([
      ...[
        "A live match",
        "40,000 viewers",
        "A million viewers",
        "Grants of 4 hours",
        "A billion grants a day",
      ],
      ...["A shop with images", "All viewers at once", "Links in emails"],
      ...["traffic", "viewers", "lifetime", "urls", "key", "cost", "time"],
    ]);
    expect(await page.evaluate("document.querySelector('#lifetime').value")).toBe("4h");
    await page.evaluate("document.querySelector('#key').focus()");
    await page.send("Input.dispatchKeyEvent", { type: "char", text: "P" });
    await page.until("document.querySelector('#key').value === 'P-256'");
    await page.evaluate("document.querySelector('#viewers').select()");
    await page.send("Input.insertText", { text: "14400" });
    await key("Enter", 13, { text: "\r" });
    expect((await result(perSecond)).grants).toBe("1");
    expect(await page.evaluate("location.hash")).toBe(
      "#traffic=visits&viewers=14400&lifetime=4h&urls=1%2C800&key=P-256",
    );
  });

  it("opens with a case in which one core is not enough", async () => {
    await page.goTo(server.address.replace(/\/$/, "/index.html"));
    expect(await text("#advice .sentence")).toBe(
      "With grants, 6 cores are enough. With one signature for each URL, you need 267 cores.",
    );
    await page.goTo(server.address);
    await page.evaluate(axe.source);
  });

  /** Where elements are on the page. */
  const places = (
    selector: string,
  ): Promise<{ top: number; left: number; right: number; bottom: number }[]> =>
    page.evaluate(
      `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.getBoundingClientRect().toJSON())`,
    );

  it("shows whole examples on a desktop, and the answer beside the fields", async () => {
    const examples = await places("#examples button");
    expect(examples).toHaveLength(8);
    expect(examples.filter(({ left, right }) => left < 0 || right > 1280)).toEqual([]);
    const [[viewers], [answer]] = await Promise.all([places("#viewers"), places("#advice")]);
    expect(answer?.left).toBeGreaterThan(viewers?.right ?? Number.POSITIVE_INFINITY);
  });

  it("shows the answer above the end of the fields on a phone, and brings it into view for an example", async () => {
    await page.send("Emulation.setDeviceMetricsOverride", {
      width: 390,
      height: 844,
      deviceScaleFactor: 1,
      mobile: true,
    });
    const [[urls], [answer], [key]] = await Promise.all([places("#urls"), places("#advice"), places("#key")]);
    expect([urls?.bottom, answer?.top, answer?.bottom, key?.top]).toEqual(
      [urls?.bottom, answer?.top, answer?.bottom, key?.top].sort((a = 0, b = 0) => a - b),
    );
    await page.press("A million viewers");
    await page.until("document.querySelector('#advice').getBoundingClientRect().bottom <= innerHeight");
  });

  describe.each([
    ["phone", 320, "light"],
    ["phone", 320, "dark"],
    ["phone", 390, "dark"],
    ["desktop", 1280, "light"],
    ["desktop", 1280, "dark"],
  ])("on a %s %i px wide in %s mode", (device, width, scheme) => {
    beforeEach(async () => {
      await page.send("Emulation.setDeviceMetricsOverride", {
        width,
        height: 844,
        deviceScaleFactor: 1,
        mobile: device === "phone",
      });
      await page.send("Emulation.setEmulatedMedia", {
        features: [{ name: "prefers-color-scheme", value: scheme }],
      });
    });

    it.each([
      ["an example", ""],
      ["more than one core", "viewers=10000000000&lifetime=1s&urls=1000000&cost=1000"],
      ["one URL", "traffic=visits&viewers=1e9&lifetime=1d&urls=1"],
      ["a rush", "traffic=once&viewers=1e9&urls=200&cost=1"],
      ["an address that was cut off", "viewers=1000&lifet=5"],
      ["nonsense", `viewers=${"x".repeat(200)}&lifetime=4&urls=1.000&cost=$5,0&time=0.2`],
    ])("fits the screen and passes axe: %s", async (state, fragment) => {
      await open(fragment);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
      const paper: number[] = (await page.evaluate("getComputedStyle(document.body).backgroundColor"))
        .match(/\d+/g)
        .map(Number);
      expect(paper.every((value) => (scheme === "dark" ? value < 40 : value > 220))).toBe(true);
      const violations: axe.Result[] = await page.evaluate(
        `axe.run(${axeOptions(scheme)}).then(({ violations }) => violations)`,
      );
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      if (process.env.SCREENSHOTS)
        writeFileSync(
          join(
            process.env.SCREENSHOTS,
            `calculator-${device}-${width}-${scheme}-${state.replaceAll(" ", "-")}.png`,
          ),
          await page.screenshot(),
        );
    });
  });
});
