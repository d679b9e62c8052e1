import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse as parseHcl } from "@cdktf/hcl2json";
import { published } from "@cloudfront-sign-webcrypto/testing/folders";
import { describe, expect, it } from "vitest";
import { codeBlocks } from "../examples/support/code-blocks.ts";
import { allFaults } from "../support/all-faults.ts";
import { packageReadmes } from "./support/package-readmes.ts";

const root = join(import.meta.dirname, "../../..");

type Blocks = Record<string, Record<string, Record<string, unknown>[]>>;

/** The code for Terraform of docs/setup.md, all of it. */
function terraformOfSetup() {
  const page = readFileSync(join(root, "docs/setup.md"), "utf8");
  const codes = Array.from(page.matchAll(/^```hcl\n([\s\S]*?)^```/gm), ([, code = ""]) => code);
  return parseHcl("main.tf", codes.join("\n")) as Promise<{
    resource: Blocks;
    data: Blocks;
    ordered_cache_behavior: object[];
  }>;
}

const pages = [
  "README.md",
  ...packageReadmes,
  "packages/conformance/README.md",
  "packages/integration/signers/README.md",
  "packages/testing/vectors/for-other-signers/README.md",
  "docs/llms.txt",
  ...["docs", "docs/api", ".github", "examples"].flatMap((folder) => markdownIn(folder)),
  ...readdirSync(join(root, "examples"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
    .flatMap(({ name }) => markdownIn(join("examples", name))),
];

function markdownIn(folder: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
}

describe("links", () => {
  /** As GitHub names the headings of a page: headings of one name get numbers. Tables have anchors of their own. */
  function anchors(file: string): string[] {
    const page = readFileSync(file, "utf8").replace(/^```[\s\S]*?^```/gm, "");
    const used = new Map<string, number>();
    const headings = Array.from(page.matchAll(/^#+ (.+)$/gm), ([, text = ""]) => {
      const slug = text
        .toLowerCase()
        .replace(/[^\w\- ]/g, "")
        .replaceAll(" ", "-");
      const number = used.get(slug) ?? 0;
      used.set(slug, number + 1);
      return number === 0 ? slug : `${slug}-${number}`;
    });
    return [...headings, ...Array.from(page.matchAll(/<a id="([^"]+)">/g), ([, id = ""]) => id)];
  }

  it.each(pages)("of %s lead to files and headings", (page) => {
    const text = readFileSync(join(root, page), "utf8").replace(/^```[\s\S]*?^```/gm, "");
    const broken = Array.from(text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)]*))?\)/g)).filter(
      ([, path = "", anchor]) => {
        const file = path ? join(root, dirname(page), path) : join(root, page);
        return !existsSync(file) || (anchor && !anchors(file).includes(anchor));
      },
    );
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});

describe("the samples", () => {
  const width = 88;
  /** What a console.log prints, a long URL, a text: nobody can break it. */
  const unbreakable = /^\s*(?:\/\/ |["'`].*["'`],?$|.*https?:\/\/\S{60}|.*(["'`]).{70,}\1)/;

  const written = pages.filter((page) => !page.startsWith("docs/api/"));
  it.each(written)("of %s have lines that fit the site: 88 characters", (page) => {
    const text = readFileSync(join(root, page), "utf8");
    // Not `typescript`, which is what a command prints.
    const codes = Array.from(text.matchAll(/^```(?:ts|js|tsx)\b[^\n]*\n([\s\S]*?)^```/gm), ([, code = ""]) =>
      // Text of several lines is as it is.
      code.replace(/(?<=[=(,+] ?)`[^`]*\n[^`]*`/g, "``"),
    );
    const lines = codes.flatMap((code) => code.split("\n"));
    expect(lines.filter((line) => line.length > width && !unbreakable.test(line))).toEqual([]);
  });
});

describe("the README of a package", () => {
  it.each(Object.entries(published))("is there, short, and installs %s", (name, folder) => {
    const own = packageReadmes.find((page) => join(root, page).startsWith(`${folder}/`));
    const text = readFileSync(join(root, own ?? "README.md"), "utf8");
    expect(text.startsWith(`# ${name}\n`)).toBe(true);
    expect(text).toMatch(new RegExp(`^npm install (--global )?${name}\\b`, "m"));
    if (own) expect(text.split("\n").length).toBeLessThan(80);
  });
});

describe("docs/llms.txt", () => {
  it("has a link to every page", () => {
    const text = readFileSync(join(root, "docs/llms.txt"), "utf8");
    const linked = Array.from(text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): .+$/gm), ([, path]) => path);
    const pages = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" });
    expect(linked.sort()).toEqual(["../README.md", ...pages.filter((name) => name.endsWith(".md"))].sort());
  });
});

describe("docs/players.md", () => {
  it("names the versions of the players that the tests run", () => {
    const [, named = ""] =
      /^\| (hls\.js \d[^|]*) \|/m.exec(readFileSync(join(root, "docs/players.md"), "utf8")) ?? [];
    const { devDependencies } = JSON.parse(
      readFileSync(join(root, "packages/integration/package.json"), "utf8"),
    );
    const players = ["hls.js", "dashjs", "shaka-player", "video.js"];
    expect(named.match(/\d+\.\d+\.\d+/g)).toEqual(players.map((name) => devDependencies[name]));
  });
});

describe("docs/setup.md", () => {
  it("has a distribution for Terraform whose cache behaviors all need a signature and allow the page", async () => {
    const { resource, data, ordered_cache_behavior: live } = await terraformOfSetup();
    const [distribution] = resource.aws_cloudfront_distribution?.media ?? [];
    const behaviors = [...((distribution?.default_cache_behavior as object[] | undefined) ?? []), ...live];
    expect(behaviors).toHaveLength(2);
    for (const behavior of behaviors)
      expect(behavior).toMatchObject({
        trusted_key_groups: [`\${aws_cloudfront_key_group.viewers.id}`],
        response_headers_policy_id: `\${aws_cloudfront_response_headers_policy.players.id}`,
      });
    expect(resource.aws_cloudfront_response_headers_policy?.players?.[0]?.cors_config).toMatchObject([
      {
        access_control_allow_credentials: true,
        access_control_allow_origins: [{ items: ["https://app.example.com"] }],
      },
    ]);

    const defined = [resource, data].flatMap((blocks) =>
      Object.entries(blocks).flatMap(([type, names]) => Object.keys(names).map((name) => `${type}.${name}`)),
    );
    const used = JSON.stringify([resource, data]).match(/(?<=\$\{(?:data\.)?)aws_\w+\.\w+/g) ?? [];
    expect(used.filter((one) => !defined.includes(one))).toEqual([]);
    expect(used.length).toBeGreaterThan(6);
  });
});

describe("docs/keys.md", () => {
  const page = readFileSync(join(root, "docs/keys.md"), "utf8");
  const folder = join(root, "packages/integration/keys/loaders");

  it.each(readdirSync(folder))("shows %s as the tests run it", (name) => {
    const shown = codeBlocks("docs/keys.md", page).find((block) => block.name === name);
    expect(shown?.code).toBe(readFileSync(join(folder, name), "utf8"));
  });

  it("has permissions that are JSON", () => {
    const policies = Array.from(page.matchAll(/^```json\n([\s\S]*?)^```/gm), ([, json = ""]) =>
      JSON.parse(json),
    );
    expect(policies.filter(({ Statement }) => Statement !== undefined)).toHaveLength(3);
  });
});

describe("the place in the documentation that a message names", () => {
  const places = allFaults.flatMap(
    ({ message }) => message.match(/(?<=\()docs\/[\w-]+\.md(?:, "[^"]+")?(?=\))/g) ?? [],
  );

  it.each([...new Set(places)])("exists: %s", (place) => {
    const [, path = "", section] = /^([^,]+)(?:, "(.+)")?$/.exec(place) ?? [];
    const text = readFileSync(join(root, path), "utf8");
    if (section) expect(text).toContain(`\n## ${section}\n`);
  });
});
