import { describe, expect, it } from "vitest";
import { short } from "../src/charts/labels.mjs";
import { charts } from "../src/charts.mjs";
import { newestRaw, storedBuild } from "../src/raw.mjs";

describe("the benchmark's charts", async () => {
  const { raw } = newestRaw();
  const files = await charts(raw, storedBuild());

  it("are seven, each in a light and a dark theme", () => {
    const names = ["whole-process", "per-url", "growth", "server", "server-load", "other-endpoint", "sizes"];
    expect(Object.keys(files)).toEqual(names.flatMap((name) => [`${name}-light.svg`, `${name}-dark.svg`]));
  });

  it("are the same bytes each time", async () => {
    expect(await charts(raw, storedBuild())).toEqual(files);
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
    const { packages } = storedBuild().sizes;
    for (const { name, dependencies } of packages) {
      expect(svg.split(`>${short(name)}<`).length).toBeGreaterThanOrEqual(3);
      for (const dependency of dependencies) expect(svg).toContain(`>of it ${dependency.name}<`);
    }
  });

  it.each(["whole-process", "per-url", "server"])("%s has ten bars at most", (name) => {
    const values = files[`${name}-light.svg`]?.match(/>(?:≥ )?[\d.,]+(?: (?:ms|µs))?</g) ?? [];
    expect(values.length).toBeGreaterThan(5);
    expect(values.length).toBeLessThanOrEqual(10);
  });

  it("server says of a bar that ends at the highest offered rate that it may be longer", () => {
    const svg = files["server-light.svg"] ?? "";
    expect(svg.match(/>≥ 6,400</g)?.length).toBeGreaterThan(0);
    expect(svg).toContain("≥: no higher rate was offered");
  });

  it.each(["server-load", "other-endpoint"])(
    "%s has four lines, and a label at the end of the axis",
    (name) => {
      const svg = files[`${name}-light.svg`] ?? "";
      for (const line of ["no signing", "AWS SDK", "this package", "AWS SDK, KeyObject", "6.4k"])
        expect(svg).toContain(`>${line}<`);
    },
  );

  it("differ in their colors only", () => {
    const withoutColors = (svg = "") => svg.replace(/#[\da-f]{6}/g, "");
    for (const [name, svg] of Object.entries(files))
      expect(withoutColors(svg)).toBe(withoutColors(files[name.replace("-light", "-dark")]));
  });
});
