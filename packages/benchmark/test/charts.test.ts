import { describe, expect, it } from "vitest";
import { charts } from "../src/charts.mjs";
import { newestRaw } from "../src/raw.mjs";

describe("the benchmark's charts", async () => {
  const { raw } = newestRaw();
  const files = await charts(raw);

  it("are six, each in a light and a dark theme", () => {
    const names = ["whole-process", "per-url", "growth", "server", "server-load", "other-endpoint"];
    expect(Object.keys(files)).toEqual(names.flatMap((name) => [`${name}-light.svg`, `${name}-dark.svg`]));
  });

  it("are the same bytes each time", async () => {
    expect(await charts(raw)).toEqual(files);
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

  it("show the value of every row of a whole process", () => {
    const svg = files["whole-process-light.svg"] ?? "";
    for (const label of [
      "startup",
      "limit",
      "@aws-sdk, KeyObject",
      "ours --parallel --cache",
      "ours --grant",
    ])
      expect(svg.split(`>${label}<`)).toHaveLength(4);
    expect(svg.match(/>[\d.,]+ ms</g)).toHaveLength(3 * 11);
  });

  it("differ in their colors only", () => {
    const withoutColors = (svg = "") => svg.replace(/#[\da-f]{6}/g, "");
    for (const [name, svg] of Object.entries(files))
      expect(withoutColors(svg)).toBe(withoutColors(files[name.replace("-light", "-dark")]));
  });
});
