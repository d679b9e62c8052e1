import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { streamed } from "@cloudfront-sign-webcrypto/testing/support/dash.ts";
import { end, rsaSigner } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { outcome, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { createDashSigningStream, signDashManifest } from "cloudfront-sign-media/dash";
import type { Grant } from "cloudfront-sign-webcrypto";
import { XMLParser } from "fast-xml-parser";
import { parse } from "mpd-parser";
import { beforeAll, describe, expect, it } from "vitest";

/**
 * Manifests as packagers and players' tests have them: those that mpd-parser carries, and those in
 * media/dash (see NOTICE there). What two parsers make of them, before and after they are signed,
 * differs by the query alone, and CloudFront would allow what is then asked for.
 */

const folders = [
  join(dirname(createRequire(import.meta.url).resolve("mpd-parser/package.json")), "test/manifests"),
  join(import.meta.dirname, "media/dash"),
];
const manifests = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".mpd"))
    .map((name) => [basename(name, ".mpd"), onOneDomain(readFileSync(join(folder, name), "utf8"))] as const),
);

/** A manifest with all its hosts in one domain, so that one grant may cover them. */
function onOneDomain(xml: string): string {
  return xml.replaceAll(
    /(>\s*|="|CDATA\[)(https?:)?\/\/([\w.-]+)(?::\d+)?(?=[^"<]*\/)/g,
    "$1$2//$3.media.example.com",
  );
}

const host = "https://live.media.example.com";
const manifestUrl = `${host}/live/manifest.mpd`;
/** Whoever wrote the manifests wrote their patches, too. */
const trusted = ["*.media.example.com"];
const verifier = verifierOf();
const everything = await rsaSigner().grant({ resource: "http*://*.media.example.com/*", dateLessThan: end });
const ownHost = await rsaSigner().grant({ resource: `${host}/live/*`, dateLessThan: end });

type Attributes = Record<string, string>;
/** An element as fast-xml-parser gives it with `preserveOrder`, or text. */
type Node = Record<string, Node[] | string> & { readonly ":@"?: Attributes };

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
});
const nameOf = (node: Node): string => Object.keys(node).find((key) => key !== ":@") ?? "";
const childrenOf = (node: Node | undefined, name?: string): Node[] => {
  const all = (node?.[nameOf(node)] ?? []) as Node[];
  return name ? all.filter((child) => nameOf(child) === name) : all;
};
const textOf = (node: Node): string =>
  childrenOf(node, "#text")
    .map((text) => String(text["#text"]))
    .join("");
const attributesOf = (node: Node | undefined): Attributes => node?.[":@"] ?? {};

/**
 * Every URL that a player may ask for, one segment of each template: an own resolver, that knows the whole
 * tree at once.
 */
function requests(xml: string): string[] {
  const urls: string[] = [];
  const root = (parser.parse(xml) as Node[]).find((node) => nameOf(node) === "MPD");
  const under = (bases: string[], node: Node | undefined): string[] => {
    const own = childrenOf(node, "BaseURL").map(textOf);
    return own.length > 0
      ? own.flatMap((reference) => bases.map((base) => new URL(reference, base).href))
      : bases;
  };
  const add = (bases: string[], reference: string | undefined): void => {
    if (reference !== undefined) urls.push(...bases.map((base) => new URL(reference, base).href));
  };
  for (const name of ["Location", "PatchLocation"])
    for (const node of childrenOf(root, name)) add([manifestUrl], textOf(node));
  const top = under([manifestUrl], root);
  for (const period of childrenOf(root, "Period"))
    for (const set of childrenOf(period, "AdaptationSet"))
      for (const representation of childrenOf(set, "Representation")) {
        const bases = [period, set, representation].reduce(under, top);
        const levels = [representation, set, period];
        const { id = "", bandwidth = "" } = attributesOf(representation);
        const fill = (template: string | undefined) =>
          template
            ?.replaceAll("$RepresentationID$", id)
            .replaceAll("$Bandwidth$", bandwidth)
            .replace(/\$(Number|Time)(%0\d+d)?\$/g, "00042");
        const template = levels.flatMap((level) => childrenOf(level, "SegmentTemplate"));
        const inheritedValue = (name: string) =>
          template.map((node) => attributesOf(node)[name]).find((value) => value !== undefined);
        for (const name of ["media", "initialization", "index"]) add(bases, fill(inheritedValue(name)));
        const info = levels.flatMap((level) => [
          ...childrenOf(level, "SegmentList"),
          ...childrenOf(level, "SegmentBase"),
          ...childrenOf(level, "SegmentTemplate"),
        ]);
        for (const node of info.flatMap((level) => childrenOf(level))) {
          const { media, index, sourceURL } = attributesOf(node);
          for (const reference of [media, index, sourceURL]) add(bases, reference);
        }
        if (template.length === 0)
          urls.push(...bases.filter((base) => !base.endsWith("/") && base !== manifestUrl));
      }
  return urls;
}

/** All strings in what a parser gives, by their places. */
function strings(value: unknown, place = "", all: Record<string, string> = {}): Record<string, string> {
  if (typeof value === "string") all[place] = value;
  else if (value && typeof value === "object" && !ArrayBuffer.isView(value))
    for (const [key, inner] of Object.entries(value)) strings(inner, `${place}/${key}`, all);
  return all;
}

const without = (text: string, { query }: Grant): string =>
  text.replaceAll(`?${query}`, "").replaceAll(`&${query}`, "");
const xmlWithout = (xml: string, { query }: Grant): string => {
  const escaped = query.replaceAll("&", "&amp;");
  return xml.replaceAll(`?${escaped}`, "").replaceAll(`&amp;${escaped}`, "");
};

it("finds at least 29 manifests to test with", () => {
  expect(manifests.length).toBeGreaterThanOrEqual(29);
});

let segmentsOfParser = 0;

describe.each(manifests)("%s", (_, xml) => {
  let signed = "";
  beforeAll(() => {
    signed = signDashManifest(xml, everything, { manifestUrl, trusted });
  });

  it("gains the query on covered URLs and changes nothing else, as a text and as a stream", async () => {
    expect(xmlWithout(signed, everything)).toBe(xml);
    const bytes = new TextEncoder().encode(xml);
    const chunks = Array.from({ length: Math.ceil(bytes.length / 997) }, (_, i) =>
      bytes.slice(i * 997, (i + 1) * 997),
    );
    expect(await streamed(createDashSigningStream(everything, { manifestUrl, trusted }), chunks)).toEqual({
      text: signed,
      isBytes: true,
    });
    if (/<Location>https:/.test(xml)) return;
    const own = signDashManifest(xml, ownHost, {
      manifestUrl,
      uncovered: "leave",
      trusted: ["live.media.example.com"],
    });
    expect(xmlWithout(own, ownHost)).toBe(xml);
    for (const url of requests(own))
      expect([url.split("?")[0], url.includes(ownHost.query)]).toEqual([
        url.split("?")[0],
        ownHost.covers(without(url, ownHost)),
      ]);
  });

  it("verifies every URL that a player resolves", async () => {
    const before = requests(xml);
    const after = requests(signed);
    expect(before.length).toBeGreaterThan(0);
    expect(after.map((url) => without(url, everything))).toEqual(before);
    for (const url of new Set(after)) expect(outcome(await verifier.verifyUrl(url))).toBe("allowed");
  });

  it("is read the same by mpd-parser, apart from the signatures", async () => {
    const attempt = (text: string): unknown => {
      try {
        return parse(text, { manifestUri: manifestUrl, NOW: Date.parse("2030-01-01") });
      } catch (error) {
        return { error: (error as Error).message };
      }
    };
    const before = strings(attempt(xml));
    const after = strings(attempt(signed));
    expect(
      Object.fromEntries(Object.entries(after).map(([place, text]) => [place, without(text, everything)])),
    ).toEqual(before);
    const resolved = Object.entries(after).filter(
      ([place, text]) => /\/(segments\/\d+|map|sidx)\/resolvedUri$/.test(place) && /^https?:/.test(text),
    );
    segmentsOfParser += resolved.length;
    for (const [place, url] of resolved)
      expect([place, outcome(await verifier.verifyUrl(url))]).toEqual([place, "allowed"]);
  });
});

it("mpd-parser resolves more than 1,000 segments in all", () => {
  expect(segmentsOfParser).toBeGreaterThan(1000);
});
