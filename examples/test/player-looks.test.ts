import { writeFileSync } from "node:fs";
import { join } from "node:path";
import axe from "axe-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeOptions, expectedRules } from "./support/axe-rules.ts";
import { FilmPage, video } from "./support/film-page.ts";

let page: FilmPage;

beforeAll(async () => {
  page = await FilmPage.open();
});
afterAll(() => page?.close());

describe("the pages of the film", () => {
  it("work with the keyboard alone", async () => {
    const key = async (name: string, code: number, more = {}): Promise<void> => {
      for (const type of ["keyDown", "keyUp"])
        await page.browser.send("Input.dispatchKeyEvent", {
          type,
          key: name,
          code: name,
          windowsVirtualKeyCode: code,
          ...more,
        });
    };
    await page.openForm();
    await page.browser.evaluate("document.querySelector('#password').focus()");
    await key("Enter", 13, { text: "\r" });
    await page.browser.until(`${video}?.currentTime > 0.5`);
    await page.browser.evaluate("document.querySelector('[value=query]').focus()");
    await key("ArrowRight", 39);
    await page.browser.until("document.querySelector('[value=cookies]').checked");
    expect(await page.browser.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe(
      "solid",
    );
    await page.browser.until(
      "[...document.querySelectorAll('#requests td:nth-child(2)')].some((one) => one.innerText === 'index.m3u8')",
    );
    await page.browser.evaluate("document.querySelector('.chapters li:nth-child(4) button').focus()");
    await key("Enter", 13, { text: "\r" });
    await page.browser.until(`${video}.currentTime > 30.5`);
  });

  const resize = (width: number): Promise<void> =>
    page.browser.send("Emulation.setDeviceMetricsOverride", {
      width,
      height: 844,
      deviceScaleFactor: 1,
      mobile: width < 600,
    });
  interface Place {
    readonly top: number;
    readonly left: number;
    readonly right: number;
    readonly bottom: number;
  }
  /** Where the film, the ring, the buttons that break access, and the chapters are. */
  async function places(): Promise<[film: Place, ring: Place, first: Place, last: Place, chapters: Place]> {
    await page.browser.evaluate("scrollTo(0, 0)");
    return page.browser.evaluate(`["video", ".ring", "#experiments li:first-child button", "#experiments li:last-child button", "#chapters"]
      .map((selector) => document.querySelector(selector).getBoundingClientRect().toJSON())`);
  }

  it("have the buttons that break access beside the film and the ring, on one screen", async () => {
    await resize(1280);
    await page.signIn();
    const [film, ring, first, last] = await places();
    for (const one of [ring, first, last]) expect(one.left).toBeGreaterThan(film.right);
    expect(first.top).toBeGreaterThan(ring.bottom);
    expect(first.bottom).toBeLessThan(film.bottom);
    expect(last.bottom).toBeLessThan(844);
  });

  it("have these buttons next to the ring and the film on a phone, too", async () => {
    await resize(390);
    const [film, ring, first, last, chapters] = await places();
    expect(ring.top).toBeGreaterThan(film.bottom);
    expect(first.top).toBeGreaterThan(ring.bottom);
    expect(chapters.top).toBeGreaterThan(last.bottom);
    expect(first.bottom - film.top).toBeLessThan(844);
    expect(last.bottom - ring.top).toBeLessThan(844);
  });

  it("start no film for those who prefer reduced motion", async () => {
    const features = [{ name: "prefers-reduced-motion", value: "reduce" }];
    await page.browser.send("Emulation.setEmulatedMedia", { features });
    await page.openForm();
    await page.browser.press("Sign in");
    await page.browser.until(`${video}?.readyState > 2`);
    expect(await page.browser.evaluate(`${video}.paused`)).toBe(true);
  });

  describe.each([
    ["phone", 320, "light"],
    ["phone", 390, "dark"],
    ["desktop", 1280, "light"],
    ["desktop", 1280, "dark"],
  ])("on a %s %i px wide in %s mode", (device, width, scheme) => {
    beforeAll(async () => {
      await resize(width);
      await page.browser.send("Emulation.setEmulatedMedia", {
        features: [{ name: "prefers-color-scheme", value: scheme }],
      });
    });

    it.each([
      [
        "signing in",
        async () => {
          await page.openForm();
        },
      ],
      ["the film", () => page.signIn()],
      [
        "a denied request",
        async () => {
          await page.browser.press("Request a segment without a signature");
          await page.browser.press("Ask for a film that is not yours");
          await page.browser.until("document.querySelectorAll('.outcome:not(:empty)').length === 2");
        },
      ],
      [
        "signed out",
        async () => {
          await page.browser.press("Sign out in another tab");
          await page.stateIs("Refused");
        },
      ],
    ])("fit the screen and pass axe: %s", async (state, show) => {
      await show();
      await page.browser.evaluate(axe.source);
      const { violations, passes }: axe.AxeResults = await page.browser.evaluate(
        `axe.run(${axeOptions(scheme)}).then(({ violations, passes }) => ({ violations, passes }))`,
      );
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      expect(passes.map(({ id }) => id)).toEqual(expect.arrayContaining(expectedRules(scheme, "region")));
      expect(await page.browser.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
      // For the one who looks: SCREENSHOTS=folder npm test -- example.
      const name = `player-${device}-${width}-${scheme}-${state.replaceAll(" ", "-")}.png`;
      if (process.env.SCREENSHOTS)
        writeFileSync(join(process.env.SCREENSHOTS, name), await page.browser.screenshot());
    });
  });
});
