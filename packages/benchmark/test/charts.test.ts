import { describe, expect, it } from "vitest";
import { short } from "../src/charts/labels.mjs";
import { fontSize } from "../src/charts/theme.mjs";
import { sayWaits, thousandUrls, waits } from "../src/charts/times.mjs";
import { charts } from "../src/charts.mjs";
import { meaning } from "../src/pages/scripts.mjs";
import { storedRaw, storedSizes } from "../src/raw.mjs";
import { digits } from "../src/text.mjs";

/** Pixels that a phone of 390 has for an image in the text. */
const phone = 358;

describe("the benchmark's charts", async () => {
  const raw = storedRaw();
  const files = await charts(raw, storedSizes());

  it("are four, each in a light and a dark theme", () => {
    const names = ["whole-process", "thousand-urls", "other-requests", "sizes"];
    expect(Object.keys(files)).toEqual(names.flatMap((name) => [`${name}-light.svg`, `${name}-dark.svg`]));
  });

  it("are the same bytes each time", async () => {
    expect(await charts(raw, storedSizes())).toEqual(files);
  });

  it.each(Object.entries(files))("%s is an image with a title and a description", (_, svg) => {
    expect(svg).toMatch(/^<svg role="img" aria-labelledby="title desc" /);
    expect(svg).toMatch(/<title id="title">[^<]{20,}<\/title><desc id="desc">[^<]{40,}<\/desc>/);
  });

  it.each(Object.entries(files))("%s says below its title which bars are better", (_, svg) => {
    expect(svg).toContain(">shorter is better");
  });

  it.each(Object.entries(files))("%s names no font of one system and loads nothing", (_, svg) => {
    expect(new Set(svg.match(/font-family="[^"]*"/g))).toEqual(
      new Set(['font-family="system-ui, sans-serif"']),
    );
    expect(svg).not.toMatch(/href|url\(|<script|<image/);
  });

  it.each(Object.entries(files))(
    "%s has no more than two decimals, because engines differ in the last ones",
    (_, svg) => {
      expect(svg).not.toMatch(/\d\.\d{3}/);
    },
  );

  it("show the value of each script of the table on the page, and of an empty program", () => {
    const svg = files["whole-process-light.svg"] ?? "";
    for (const label of [...Object.values(meaning), short("startup")])
      expect(svg.split(`>${label.replaceAll("`", "")}<`)).toHaveLength(2);
    expect(svg.match(/>[\d.,]+ ms</g)).toHaveLength(Object.keys(meaning).length + 1);
  });

  it("show the size and the dependencies of each library", () => {
    const svg = files["sizes-light.svg"] ?? "";
    for (const { name, bytes, gzipped, dependencies } of storedSizes().packages) {
      expect(svg).toContain(`>${short(name)}: ${dependencies.length || "no"} dependencies<`);
      for (const size of [bytes, gzipped]) expect(svg).toContain(`>${digits(size / 1000)} kB<`);
    }
  });

  it("show the time of each library and of a grant, as the tables have it", () => {
    const svg = files["thousand-urls-light.svg"] ?? "";
    const rows = thousandUrls(raw);
    expect(rows).toHaveLength(5);
    for (const { label, value } of rows) {
      expect(svg).toContain(`>${label}<`);
      expect(svg, label).toMatch(new RegExp(`>${digits(value.median)} ms(?: \\(too short to draw\\))?<`));
    }
  });

  it("show what other requests wait before and where users notice the AWS SDK, on one scale", () => {
    const svg = files["other-requests-light.svg"] ?? "";
    const panels = waits(raw);
    expect(panels.map(({ rate }) => rate)).toEqual([400, 800]);
    for (const { rate, rows } of panels) {
      expect(rows).toHaveLength(4);
      expect(svg).toContain(`>${rate} signed URLs per second<`);
      for (const { label, value } of rows) {
        expect(svg.split(`>${label}<`)).toHaveLength(panels.length + 1);
        expect(svg, label).toMatch(new RegExp(`>${digits(value.median)} ms(?: \\(too short to draw\\))?<`));
        expect(sayWaits(raw)).toContain(`${label} ${digits(value.median)} ms`);
      }
    }
    const axes = Array.from(svg.matchAll(/role-axis-label"[\s\S]*?<\/g>/g), ([axis]) =>
      axis.match(/>[\d,.]+</g),
    );
    expect(axes[1]).toEqual(axes[0]);
    expect(svg).toContain(">Up to 400 signed URLs per second: no difference.<");
  });

  it.each(Object.entries(files))("%s has an axis that is longer than each bar and its interval", (_, svg) => {
    const right = (part: string): number[] =>
      Array.from(svg.matchAll(new RegExp(`mark-${part} role-mark[\\s\\S]*?</g>`, "g")), ([mark]) =>
        Array.from(mark.matchAll(/M?[\d.]+,[\d.]+h([\d.]+)|x2="([\d.]+)"/g), ([, wide, x2]) =>
          Number(wide ?? x2),
        ),
      ).flat();
    for (const end of [...right("rect"), ...right("rule")]) expect(end).toBeLessThanOrEqual(360);
  });

  it("are drawn on the page itself, without a box", () => {
    for (const svg of Object.values(files)) expect(svg).not.toMatch(/class="background"[^>]*fill="#/);
  });

  it.each(Object.entries(files))("%s has room between the labels of an axis", (_, svg) => {
    for (const [group] of svg.matchAll(/role-axis-label"[\s\S]*?<\/g>/g)) {
      const labels = Array.from(
        group.matchAll(
          /text-anchor="(\w+)" transform="translate\((\S+),(\S+)\)" [^>]*size="(\d+)px"[^>]*>([^<]+)</g,
        ),
        ([, anchor, x, y, size, text = ""]) => {
          const width = 0.6 * Number(size) * text.length;
          const left = Number(x) - width * ({ start: 0, middle: 0.5, end: 1 }[anchor ?? ""] ?? 0);
          return { left, right: left + width, y };
        },
      );
      expect(labels.length).toBeGreaterThan(2);
      for (const [i, { left, y }] of labels.entries())
        if (labels[i - 1]?.y === y) expect(left - (labels[i - 1]?.right ?? 0)).toBeGreaterThan(12);
    }
  });

  it.each(Object.entries(files))("%s has only bars that begin at zero", (_, svg) => {
    const bars = Array.from(svg.matchAll(/mark-rect role-mark[\s\S]*?<\/g>/g), ([bar]) => bar);
    for (const [, left] of bars.flatMap((bar) => [...bar.matchAll(/ d="M([\d.]+),/g)]))
      expect(left).toBe("0");
  });

  it.each(Object.entries(files))("%s is so narrow that a phone shows its text in 10 pixels", (_, svg) => {
    const width = Number(/ width="(\d+)"/.exec(svg)?.[1]);
    expect((fontSize * phone) / width).toBeGreaterThanOrEqual(10);
  });

  it("differ in their colors only", () => {
    const withoutColors = (svg = "") => svg.replace(/#[\da-f]{6}/g, "");
    for (const [name, svg] of Object.entries(files))
      expect(withoutColors(svg)).toBe(withoutColors(files[name.replace("-light", "-dark")]));
  });
});
