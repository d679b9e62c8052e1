import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { integration } from "@cloudfront-sign-webcrypto/testing/folders";
import { pageFile } from "@cloudfront-sign-webcrypto/testing/pipes/page";
import { findPython } from "@cloudfront-sign-webcrypto/testing/python";
import { run } from "@cloudfront-sign-webcrypto/testing/run";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { check, everyLine, read, Stage, urlsOf, urlsWithWrong } from "./support/stage.ts";

// PySpark has 400 MB and is built here: not where Spark cannot start.
const hasJava = spawnSync("java", ["-version"]).status === 0;
const { python, problem } = hasJava
  ? await findPython([join(integration, "pipes/requirements.txt")])
  : { problem: "there is no Java: apt-get install default-jdk-headless" };
if (problem !== undefined) console.log(`Not run: the recipe for Spark. ${problem}`);

const urls = urlsOf(400);
const withWrong = urlsWithWrong(400, 250);

/** sign_urls.py of examples/bulk/README.md, on two cores of this machine. */
describe.skipIf(python === undefined)("Spark", () => {
  let stage: Stage;
  let temporary: string;
  beforeAll(async () => {
    stage = await Stage.build();
    temporary = mkdtempSync(join(tmpdir(), "spark-"));
  });
  afterAll(() => {
    stage?.remove();
    rmSync(temporary, { recursive: true, force: true });
  });

  /** Runs the program of the page, perhaps with further changes. */
  async function sign(input: readonly string[], more: Readonly<Record<string, string>> = {}) {
    const folder = stage.newFolder();
    const [program, source, target] = ["sign_urls.py", "urls.txt", "signed"].map((name) =>
      join(folder, name),
    );
    if (!program || !source || !target) return expect.unreachable();
    const here = {
      "/usr/local/bin/cloudfront-sign": join(stage.folder, "cloudfront-sign"),
      "/etc/cloudfront/private.pem": join(folder, "private.pem"),
    };
    writeFileSync(program, pageFile("sign_urls.py", { ...more, ...here }));
    writeFileSync(source, `${input.join("\n")}\n`);
    const args = [`file://${source}`, `file://${target}`, "2031-01-01T00:00:00Z", "4"];
    // Spark leaves out addresses that a machine may not have, and one collector is enough.
    const env = {
      ...stage.env,
      PYSPARK_PYTHON: python,
      PYSPARK_SUBMIT_ARGS: "--master local[2] --conf spark.ui.enabled=false pyspark-shell",
      SPARK_LOCAL_IP: "127.0.0.1",
      SPARK_LOCAL_HOSTNAME: "127.0.0.1",
      SPARK_LOCAL_DIRS: temporary,
    };
    const { status, output } = await run(python ?? "", [program, ...args], {
      cwd: folder,
      env,
      seconds: 300,
    });
    const files = existsSync(target) ? readdirSync(target) : [];
    const parts = files.filter((file) => file.startsWith("part-")).sort();
    return { status, output, files, signed: parts.map((file) => read(target, file)).join("") };
  }

  it("signs every line once, in its place", async () => {
    const { status, output, files, signed } = await sign(urls);
    expect(status, output).toBe(0);
    expect(files).toContain("_SUCCESS");
    expect(await check(urls, signed)).toEqual(everyLine(urls));
  });

  it("fails at a wrong line, and leaves no part", async () => {
    const { status, output, files } = await sign(withWrong);
    expect(status).not.toBe(0);
    expect(output).toMatch(/line \d+: has a wildcard/);
    expect(files.filter((file) => file.startsWith("part-") || file === "_SUCCESS")).toEqual([]);
  });

  it("loses lines without checkCode, as the page says", async () => {
    const { status, signed } = await sign(withWrong, { "checkCode=True": "checkCode=False" });
    expect(status).toBe(0);
    const { lost, wrong, twice } = await check(urls, signed);
    expect([wrong, twice]).toEqual([0, 0]);
    expect(lost).toBeGreaterThan(1);
  });
});
