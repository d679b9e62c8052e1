import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { core } from "@cloudfront-sign-webcrypto/testing/folders";
import { hosts } from "@cloudfront-sign-webcrypto/testing/runtimes";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { afterAll, describe, expect, it } from "vitest";

/** What docs/performance.md says of the built files. */

const page = readFileSync(join(core, "../../docs/performance.md"), "utf8");
const built = (name: string): string => JSON.stringify(pathToFileURL(join(core, "dist", name)).href);
const folder = mkdtempSync(join(tmpdir(), "performance-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runProgram(path: string, file: string, env: NodeJS.ProcessEnv = {}) {
  const { NODE_OPTIONS, NODE_COMPILE_CACHE, ...clean } = process.env;
  return spawnSync(path, [join(folder, file)], { encoding: "utf8", env: { ...clean, ...env } });
}

describe("the compile cache", () => {
  const [, code = ""] = /^```js file=start\.mjs\n([\s\S]*?)^```/m.exec(page) ?? [];
  writeFileSync(join(folder, "start.mjs"), code);
  writeFileSync(
    join(folder, "app.mjs"),
    `import { createCloudFrontSigner } from ${built("index.js")};
    const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: ${JSON.stringify(keyText("rsa2048.pkcs8.pem"))} });
    console.log(await signer.signUrl("https://d111111abcdef8.cloudfront.net/image.jpg", { dateLessThan: "2035-01-01T00:00:00Z" }));`,
  );
  const nodes = hosts.flatMap(({ name, path }) => (path && /^node\d/.test(name) ? [{ name, path }] : []));

  it.each(nodes)("is filled in $name from version 22.8, and the program runs in all", ({ name, path }) => {
    const temporary = join(folder, name);
    mkdirSync(temporary);
    const env = { TMPDIR: temporary, TEMP: temporary, TMP: temporary };
    const [first, second] = [runProgram(path, "start.mjs", env), runProgram(path, "start.mjs", env)];
    expect([first.stderr, second.stderr]).toEqual(["", ""]);
    expect(first.stdout).toContain("&Key-Pair-Id=K2JCJMDEHXQW5F");
    expect(second.stdout).toBe(first.stdout);
    const cached = readdirSync(temporary, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    if (name === "node20") expect(cached).toEqual([]);
    else expect(cached.length).toBeGreaterThanOrEqual(3);
  });
});

describe("a stack trace", () => {
  const sources = readdirSync(join(core, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(core, "src", name), "utf8"));
  const isOfSource = (name: string): boolean => sources.some((text) => text.includes(`function ${name}`));
  const namesIn = (trace: string): string[] =>
    Array.from(trace.matchAll(/^ {4}at (\w+) \(.*\bdist\b/gm), ([, name = ""]) => name);

  it.each(["index.js", "index.cjs"])("of %s names functions of the source", (file) => {
    writeFileSync(
      join(folder, "throw.mjs"),
      `import { createCloudFrontSigner } from ${built(file)};
      createCloudFrontSigner({ keyPairID: "K2JCJMDEHXQW5F", privateKey: "" });`,
    );
    const { stderr } = runProgram(process.execPath, "throw.mjs");
    expect(stderr).toContain("CloudFrontSignError: keyPairID: no such option; did you mean keyPairId?");
    const names = namesIn(stderr);
    expect(names).toEqual(expect.arrayContaining(["fail", "copyOptions", "createCloudFrontSigner"]));
    const unknown = names.filter((name) => !isOfSource(name));
    expect(unknown, "an old build? Run: npm run --silent build:code in packages/core").toEqual([]);
    // Node.js prints the line that threw.
    for (const line of stderr.split("\n")) expect(line.length).toBeLessThan(400);
  });

  it("on the page has only functions of the source", () => {
    const names = namesIn(page);
    expect(names.length).toBeGreaterThan(2);
    expect(names.filter((name) => !isOfSource(name))).toEqual([]);
  });
});
