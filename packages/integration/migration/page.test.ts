import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { core, integration, published, root } from "@cloudfront-sign-webcrypto/testing/folders";
import { install, pack } from "@cloudfront-sign-webcrypto/testing/pack";
import { afterAll, describe, expect, it } from "vitest";
import { codemodCases } from "./support/cases.ts";
import { astGrep } from "./support/codemod.ts";

/** It publishes the codemod. */
const command = published["cloudfront-sign-cli"];
const page = readFileSync(join(root, "docs/migrating.md"), "utf8");
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const manifest = manifestOf(core);
const commands = Array.from(page.matchAll(/^```sh\n([\s\S]*?)^```/gm), ([, text = ""]) =>
  text.trim().split("\n"),
).flat();

const folder = mkdtempSync(join(tmpdir(), "migrating-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the commands of docs/migrating.md", () => {
  it("install the packages, run the codemod and remove the old libraries", () => {
    const [library, rules, codemod, uninstall, ...others] = commands;
    // Only these three need a registry. The smoke test installs the tarballs.
    expect(library).toBe(`npm install ${manifest.name}`);
    expect(rules).toBe(`npm install --save-dev ${manifestOf(command).name}`);
    expect(uninstall).toBe("npm uninstall @aws-sdk/cloudfront-signer aws-cloudfront-sign");
    expect(codemod).toMatch(/^npx --yes --package=@ast-grep\/cli@\S+ ast-grep scan /);
    expect(others).toEqual([]);
  });

  it("name the version of ast-grep that the rules are tested with", () => {
    expect(commands[2]).toContain(
      `@ast-grep/cli@${manifestOf(integration).devDependencies["@ast-grep/cli"]} `,
    );
  });

  it("move a project that has installed what npm publishes", async () => {
    const project = join(folder, "project");
    await install(await pack(folder), project);
    mkdirSync(join(project, "src"));
    const [{ file, expected } = { file: "", expected: "" }] = codemodCases("apps.md");
    writeFileSync(join(project, "src", file), expected);
    const [, options = ""] = /ast-grep (scan .*)$/.exec(commands[2] ?? "") ?? [];
    const { status, stderr } = spawnSync(astGrep, options.split(" "), { cwd: project, encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "Applied 7 changes\n" });
    expect(readFileSync(join(project, "src", file), "utf8")).toContain(`from "${manifest.name}/aws-sdk"`);
  });
});

it("docs/migrating.md explains each rule that leaves a file unchanged", () => {
  const rules = readFileSync(join(command, "codemod/rules/report.yml"), "utf8");
  const ids = Array.from(rules.matchAll(/^id: (.*)$/gm), ([, id]) => id);
  const [, section = ""] = page.split("\n## What the codemod changes\n");
  const [text = ""] = section.split("\n## ");
  const rows = Array.from(text.matchAll(/^\| `([a-z-]+)` \| .* \| .* \|$/gm), ([, id]) => id);
  expect([...rows, "check-callers"].sort()).toEqual(ids.sort());
});
