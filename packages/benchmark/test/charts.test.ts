import { describe, expect, it } from "vitest";
import { short } from "../src/charts/labels.mjs";
import { comparedLoads, rateOf, servedRate } from "../src/charts/server.mjs";
import { charts } from "../src/charts.mjs";
import { storedRaw, storedSizes } from "../src/raw.mjs";
import { digits } from "../src/text.mjs";

describe("the benchmark's charts", async () => {
  const raw = storedRaw();
  const files = await charts(raw, storedSizes());

  it("are three, each in a light and a dark theme", () => {
    const names = ["whole-process", "other-endpoint", "sizes"];
    expect(Object.keys(files)).toEqual(names.flatMap((name) => [`${name}-light.svg`, `${name}-dark.svg`]));
  });

  it("are the same bytes each time", async () => {
    expect(await charts(raw, storedSizes())).toEqual(files);
  });

  it.each(Object.entries(files))("%s is an image with a title and a description", (_, svg) => {
    expect(svg).toMatch(/^<svg role="img" aria-labelledby="title desc" /);
    expect(svg).toMatch(/<title id="title">[^<]{20,}<\/title><desc id="desc">[^<]{40,}<\/desc>/);
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

  it("show the value of each row of a whole process, with its flags in words", () => {
    const svg = files["whole-process-light.svg"] ?? "";
    for (const label of [
      "the runtime starts and exits",
      "WebCrypto alone",
      "AWS SDK, KeyObject",
      "this package, all at once, same key object",
      "this package, grant",
    ])
      expect(svg.split(`>${label}<`)).toHaveLength(2);
    expect(svg.match(/>[\d.,]+ ms</g)).toHaveLength(9);
  });

  it("show the dependencies that a library installs", () => {
    const svg = files["sizes-light.svg"] ?? "";
    const { packages } = storedSizes();
    for (const { name, dependencies } of packages) {
      expect(svg.split(`>${short(name)}<`).length).toBeGreaterThanOrEqual(3);
      for (const dependency of dependencies) expect(svg).toContain(`>of which ${dependency.name}<`);
    }
  });

  it("compare at the highest rate that every variant of the server serves", () => {
    const loads = comparedLoads(raw);
    const offered = servedRate(loads);
    const answers = (at: number) => loads.map((load) => (rateOf(load, at)?.answered.median ?? 0) / at);
    expect(Math.min(...answers(offered))).toBeGreaterThan(0.99);
    for (const { offered: higher } of loads[0]?.rates ?? [])
      if (higher > offered) expect(Math.min(...answers(higher)), `${higher}`).toBeLessThan(0.99);
    const svg = files["other-endpoint-light.svg"] ?? "";
    expect(svg).toContain(`>${offered.toLocaleString("en")} signed URLs per second, `);
    const labels = Array.from(svg.matchAll(/text-anchor="end"[^>]*>([^<]+)</g), ([, label]) => label);
    expect(labels).toEqual(["AWS SDK", "AWS SDK, KeyObject", "this package", "this package, grant"]);
    for (const load of loads)
      expect(svg).toContain(`>${digits(rateOf(load, offered)?.health.median ?? 0)} ms<`);
  });

  it.each(Object.entries(files))("%s has only bars that begin at zero", (_, svg) => {
    expect(svg).not.toMatch(/mark-line|mark-symbol role-mark/);
    const bars = Array.from(svg.matchAll(/mark-rect role-mark[\s\S]*?<\/g>/g), ([bar]) => bar);
    expect(bars.length).toBeGreaterThan(0);
    for (const [, left] of bars.flatMap((bar) => [...bar.matchAll(/ d="M([\d.]+),/g)]))
      expect(left).toBe("0");
  });

  it("differ in their colors only", () => {
    const withoutColors = (svg = "") => svg.replace(/#[\da-f]{6}/g, "");
    for (const [name, svg] of Object.entries(files))
      expect(withoutColors(svg)).toBe(withoutColors(files[name.replace("-light", "-dark")]));
  });
});
