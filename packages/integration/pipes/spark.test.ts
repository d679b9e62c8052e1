import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { page, pageFile } from "@cloudfront-sign-webcrypto/testing/pipes/page";
import { SparkCluster } from "@cloudfront-sign-webcrypto/testing/pipes/spark";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { check, everyLine, read, Stage, urlsOf, urlsWithWrong, wrongUrl } from "./support/stage.ts";

// Undefined without Java too. The global setup prints what is missing.
const python = inject("sparkPython");

const date = "2031-01-01T00:00:00Z";
const urls = urlsOf(1000);
/** One compiler and one collector: no Java program here runs long enough to gain from more. */
const javaOptions = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";
const command = "/usr/local/bin/cloudfront-sign sign - --date-less-than {date_less_than}";

/** sign_urls.py of docs/pipes.md on a cluster of a master and two workers, in one application. */
describe.skipIf(python === undefined)("Spark", () => {
  let stage: Stage;
  let folder: string;
  let cluster: SparkCluster;
  let driver: ChildProcessWithoutNullStreams;
  let answers: AsyncIterator<string>;
  let lines: Interface;
  beforeAll(async () => {
    stage = await Stage.build();
    folder = stage.newFolder();
    cluster = await SparkCluster.start(python ?? "", folder, 2, javaOptions);
    const program = join(import.meta.dirname, "support/run-programs.py");
    driver = spawn(python ?? "", [program], { env: cluster.env, stdio: "pipe" });
    driver.stderr.resume();
    lines = createInterface(driver.stdout);
    answers = lines[Symbol.asyncIterator]();
    expect((await answers.next()).value).toBe("ready");
  });
  afterAll(async () => {
    lines?.close();
    driver?.kill("SIGKILL");
    await cluster?.stop();
    stage?.remove();
  });

  const installed = () => ({ "/usr/local/bin/cloudfront-sign": join(stage.folder, "cloudfront-sign") });
  const key = () => ({ "/etc/cloudfront/private.pem": join(folder, "private.pem") });

  let numRuns = 0;
  /** Runs the program of the page, perhaps with further changes. `answer` is "done" or the error. */
  function sign(input: readonly string[], more: Readonly<Record<string, string>> = {}) {
    const name = `run-${++numRuns}`;
    const [program, source, target] = [`${name}.py`, `${name}.txt`, name].map((file) => join(folder, file));
    writeFileSync(
      program ?? "",
      pageFile("sign_urls.py", { ...more, ...(command in more ? {} : installed()), ...key() }),
    );
    writeFileSync(source ?? "", `${input.join("\n")}\n`);
    driver.stdin.write(`${JSON.stringify([program, `file://${source}`, `file://${target}`, date, "8"])}\n`);
    const files = () => (existsSync(target ?? "") ? readdirSync(target ?? "") : []);
    return {
      answer: answers.next().then(({ value }) => value as string),
      files,
      /** The parts that are signed, before all of them are. */
      numTasks: () => {
        const committed = join(target ?? "", "_temporary/0");
        return existsSync(committed)
          ? readdirSync(committed).filter((task) => task.startsWith("task_")).length
          : 0;
      },
      signed: () =>
        files()
          .filter((file) => file.startsWith("part-"))
          .sort()
          .map((file) => read(target ?? "", file))
          .join(""),
    };
  }
  const executorErrors = () =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /^worker-\d\/.*\/stderr$/.test(file))
      .map((file) => readFileSync(join(folder, file), "utf8"))
      .join("");

  it("signs every line once, in its place", async () => {
    const { answer, files, signed } = sign(urls);
    expect(await answer).toBe("done");
    expect(files()).toContain("_SUCCESS");
    expect(await check(urls, signed())).toEqual(everyLine(urls));
  });

  it("fails at a wrong line, leaves no part, and has the message in the log of the executor", async () => {
    const { answer, files } = sign(urlsWithWrong(1000, 550));
    expect(await answer).toMatch(/PIPE_FUNCTION_EXITED[\s\S]*error code 1/);
    expect(files()).toEqual([]);
    expect(executorErrors()).toMatch(/^line \d+: has a wildcard/m);
  });

  it("loses lines without checkCode, as the page says", async () => {
    const { answer, signed } = sign(urlsWithWrong(1000, 550), { "checkCode=True": "checkCode=False" });
    expect(await answer).toBe("done");
    const { lost, wrong, twice } = await check(urls, signed());
    expect([wrong, twice]).toEqual([0, 0]);
    expect(lost).toBeGreaterThan(1);
  });

  it("goes on past a wrong line with --onerror skip, and gives the id of each signed line", async () => {
    const [, skipping = ""] = /`(sh -c 'cloudfront-sign .*?')`/.exec(page) ?? [];
    const shell = skipping.replaceAll("\\|", "|").replace("… ", "--date-less-than {date_less_than} ");
    const input = urls
      .slice(0, 200)
      .map((url, id) => JSON.stringify({ id, url: id === 42 ? wrongUrl : url }));
    const { answer, signed } = sign(input, {
      [command]: shell.replace("cloudfront-sign", join(stage.folder, "cloudfront-sign")),
    });
    expect(await answer).toBe("done");
    const ids = signed()
      .split("\n")
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { id: number }).id);
    expect(ids).toEqual(Array.from(input.keys()).filter((id) => id !== 42));
  });

  it("ends at an error of a Python function in another stage", async () => {
    const failing = "urls.map(lambda url: 1 / 0 if url.endswith('/77.jpg') else url).repartition(4).pipe(";
    expect(await sign(urls, { "urls.pipe(": failing }).answer).toContain("ZeroDivisionError");
  });

  it("signs every line once when a worker is killed with kill -9 in the middle", async ({ task }) => {
    const many = urlsOf(4000);
    const { answer, numTasks, signed } = sign(many);
    await expect.poll(numTasks, { interval: 20 }).toBeGreaterThan(1);
    await cluster.killWorker();
    const before = numTasks();
    expect(await answer).toBe("done");
    expect(before).toBeLessThan(8);
    expect(await check(many, signed())).toEqual(everyLine(many));
    task.meta.figure = `killed after ${before} of 8 parts`;
  });
});
