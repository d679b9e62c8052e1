import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "@cloudfront-sign-webcrypto/testing/run";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exampleEnvironment } from "./support/environment.ts";
import { type ExampleFolder, installExample } from "./support/example-folder.ts";
import { media } from "./support/local-cdn.ts";
import { freePort, Program } from "./support/program.ts";

const page = readFileSync(join(import.meta.dirname, "../../frameworks.md"), "utf8");
const blocks = Array.from(page.matchAll(/^```sh\n([\s\S]*?)^```/gm), ([, text = ""]) => text);

describe("the commands in examples/frameworks.md", () => {
  let example: ExampleFolder;
  let server: Program;
  beforeAll(async () => {
    example = await installExample("express");
    cpSync(media, join(example.folder, "../media"), { recursive: true });
  });
  afterAll(() => {
    server?.end();
    example?.remove();
  });

  it("are those that this test runs, and those that start this test", () => {
    const [build, start = "", , test] = blocks;
    expect(build).toBe("npm run build\n");
    expect(start).toMatch(/^cd examples\/express\nnpm ci\n/);
    expect(test).toBe('npm test -- examples\nnpm test -- "examples express"\n');
    expect(blocks).toHaveLength(4);
  });

  it("lead to a signed URL and to the first lesson", async () => {
    const [app, cdn] = [await freePort(), await freePort()];
    const [, start = "", viewer = ""] = blocks.map((text) =>
      text
        .replaceAll("8080", String(app))
        .replaceAll("8081", String(cdn))
        // The copy of the folder has the command installed.
        .replaceAll(/^cloudfront-sign(?= )/gm, "npx cloudfront-sign-cli"),
    );
    const env = { ...exampleEnvironment(), PORT: String(app) };
    const lines = start.replace("cd examples/express\n", "");
    const cwd = example.folder;
    server = new Program({ command: "bash", args: ["-ec", lines], cwd, env });
    for (const port of [app, cdn]) await server.listening(`http://localhost:${port}`);
    expect(viewer).toMatch(/^cd examples\/express\n/);
    const requests = viewer.replace("cd examples/express\n", "").replaceAll("curl ", "curl -sS ");
    const { output } = await run("bash", ["-ec", requests], { cwd, env });
    const [answer = "", lesson] = output.trim().split(/(?<=\})/);
    expect(lesson).toBe("Lesson 1");
    const { url } = JSON.parse(answer);
    expect([(await fetch(url)).status, (await fetch(url.split("?")[0])).status]).toEqual([200, 403]);
  });
});
