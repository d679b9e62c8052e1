import { matchesWildcards } from "cloudfront-sign-webcrypto/internals";
import type { ComparedTexts } from "../findings/comparison.ts";

/** The sections of a resource, which CloudFront compares one by one. */
export type ResourceSection = "protocol" | "domain" | "path" | "query";

/** Where a resource does not cover a URL. */
export interface ResourceDifference {
  /** The sections that are not covered, the first of which is compared. */
  readonly sections: readonly [ResourceSection, ...ResourceSection[]];
  readonly compared: ComparedTexts;
}

/** Compares a resource with a URL that it does not cover, section by section as CloudFront does. */
export function resourceDifference(resource: string, url: string): ResourceDifference {
  const [patterns, requested] = [sectionsOf(resource, patternSections), sectionsOf(url, urlSections)];
  // Only a domain that starts with * may lack its protocol.
  const missing = resource.slice(0, 1);
  const [section = "query", ...more] = sectionNames.filter(
    (name) => !sectionCovers(patterns[name] ?? missing, requested[name] ?? ""),
  );
  // Without a protocol, and with the two readings of ?, the others follow from the first.
  const others = patterns.protocol === undefined ? [] : more.filter((name) => name !== "query");
  const [pattern, text] = [patterns[section] ?? "", requested[section] ?? ""];
  const parting = partingOf(pattern, text);
  // The backslash of an escaped ? is in no section.
  const numEscapes = section === "query" && /^[^?]*\\\?/.test(resource) ? 1 : 0;
  return {
    sections: [section, ...others],
    compared: {
      signed: resource,
      requested: url,
      from: {
        signed: startOf(section, patterns) + numEscapes + parting.signed,
        requested: startOf(section, requested) + parting.requested,
      },
    },
  };
}

const sectionNames: readonly ResourceSection[] = ["protocol", "domain", "path", "query"];

type Sections = Readonly<Record<ResourceSection, string | undefined>>;

const urlSections = /^(?:([^/]*):\/\/)?([^/?]*)([^?]*)(.*)$/s;

/** By the reading in which the first ? behind the domain starts the query of a pattern; it may be escaped. */
const patternSections = /^(?:([^/]*):\/\/)?([^/]*)((?:(?!\\?\?).)*)\\?(.*)$/s;

function sectionsOf(text: string, form: RegExp): Sections {
  const [, protocol, domain, path, query] = form.exec(text) ?? [];
  return { protocol, domain, path, query };
}

function startOf(section: ResourceSection, { protocol, domain = "", path = "" }: Sections): number {
  const startOfDomain = protocol === undefined ? 0 : protocol.length + "://".length;
  switch (section) {
    case "protocol":
      return 0;
    case "domain":
      return startOfDomain;
    case "path":
      return startOfDomain + domain.length;
    case "query":
      return startOfDomain + domain.length + path.length;
  }
}

/** Compares one section as if it were a whole query, in which every ? is one character. */
function sectionCovers(pattern: string, text: string): boolean {
  return matchesWildcards(pattern, text);
}

/**
 * Where a pattern no longer fits a text: each part between two * is looked for behind the one before; the last
 * one has to be at the end.
 */
function partingOf(pattern: string, text: string): { signed: number; requested: number } {
  const parts = pattern.split("*");
  let [signed, requested] = [0, 0];
  for (const [i, part] of parts.entries()) {
    const isLast = i > 0 && i === parts.length - 1;
    const start = isLast ? startOfEnd(part, text, requested) : startOfPart(part, text, requested, i === 0);
    const equal = lengthOfEqual(part, text.slice(start));
    if (equal < part.length || (i === parts.length - 1 && start + equal < text.length))
      return { signed: signed + equal, requested: start + equal };
    signed += part.length + 1;
    requested = start + part.length;
  }
  return { signed: pattern.length, requested: text.length };
}

function startOfPart(part: string, text: string, from: number, isFirst: boolean): number {
  return isFirst ? from : Math.max(from, text.indexOf(part, from));
}

/** Where the last part of a pattern would start, or its first character where the text ends otherwise: `.ts`. */
function startOfEnd(part: string, text: string, from: number): number {
  const start = Math.max(from, text.length - part.length);
  if (text.startsWith(part.charAt(0), start)) return start;
  const similar = text.lastIndexOf(part.charAt(0));
  return similar >= from ? similar : start;
}

/** How many characters of a pattern without * fit the beginning of a text. */
function lengthOfEqual(part: string, text: string): number {
  let at = 0;
  while (at < part.length && at < text.length && (part[at] === text[at] || part[at] === "?")) at++;
  return at;
}
