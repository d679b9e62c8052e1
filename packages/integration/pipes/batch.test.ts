import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutBucketVersioningCommand,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { integration } from "@cloudfront-sign-webcrypto/testing/folders";
import { pageFile } from "@cloudfront-sign-webcrypto/testing/pipes/page";
import { run } from "@cloudfront-sign-webcrypto/testing/run";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { clientOptions } from "../support/moto.ts";
import { itWithMoto, itWithPython } from "../support/with-programs.ts";
import {
  check,
  commandsOf,
  everyLine,
  keyPairId,
  privateKey,
  read,
  Stage,
  urlsOf,
  urlsWithWrong,
} from "./support/stage.ts";

const [awsLines = "", ...others] = commandsOf("AWS Batch");
const definition = JSON.parse(pageFile("job-definition.json"));

/** The programs of docs/pipes.md with the variables of AWS Batch, and S3 in moto. */
describe("AWS Batch", () => {
  let stage: Stage;
  /** In the package, so that the clients of AWS are found. */
  const folder = mkdtempSync(join(integration, ".examples-"));
  const bucket = "example-urls";
  const s3 = new S3Client({ ...clientOptions(inject("moto") ?? "http://127.0.0.1"), forcePathStyle: true });
  beforeAll(async () => {
    stage = await Stage.build();
    writeFileSync(join(folder, "sign-slice.sh"), pageFile("sign-slice.sh"));
    for (const name of ["get-slice.mjs", "put-part.mjs"]) await writeBundle(name);
    if (inject("moto") === undefined) return;
    await s3.send(new CreateBucketCommand({ Bucket: bucket }));
    const VersioningConfiguration = { Status: "Enabled" } as const;
    await s3.send(new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration }));
  });
  afterAll(() => {
    stage.remove();
    rmSync(folder, { recursive: true });
  });

  /** A program of the page with its client of S3, in one file: Node.js takes long to load hundreds of them. */
  async function writeBundle(name: string): Promise<void> {
    await build({
      stdin: { contents: pageFile(name), resolveDir: folder },
      // What is CommonJS in the client.
      banner: {
        js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
      },
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node20",
      outfile: join(folder, name),
      logLevel: "silent",
    });
  }

  async function put(name: string, body: string): Promise<string> {
    const command = new PutObjectCommand({ Bucket: bucket, Key: name, Body: body });
    return (await s3.send(command)).VersionId ?? "";
  }

  const environment = (
    index: number,
    count: number,
    variables: Readonly<Record<string, string | undefined>>,
  ) => ({
    AWS_ENDPOINT_URL: inject("moto"),
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
    AWS_BATCH_JOB_ARRAY_INDEX: String(index),
    AWS_BATCH_JOB_ARRAY_SIZE: String(count),
    BUCKET: bucket,
    ...variables,
  });

  /** The container of a child. */
  function runChild(index: number, count: number, variables: Readonly<Record<string, string | undefined>>) {
    return stage.run("sh sign-slice.sh", folder, {
      ...environment(index, count, variables),
      CLOUDFRONT_KEY_PAIR_ID: keyPairId,
      CLOUDFRONT_PRIVATE_KEY: privateKey,
      DATE_LESS_THAN: "2031-01-01T00:00:00Z",
    });
  }

  async function partsOf(output: string): Promise<string[]> {
    const { Contents = [] } = await s3.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: `${output}/` }),
    );
    const names = Contents.map(({ Key = "" }) => Key).sort();
    return Promise.all(
      names.map(async (Key) => {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key }));
        return (await Body?.transformToString()) ?? "";
      }),
    );
  }

  itWithMoto("signs every line once, in its place, also when a child runs twice", async () => {
    const urls = urlsOf(900);
    const version = await put("urls.txt", urls.join("\n"));
    await put("urls.txt", "https://d111111abcdef8.cloudfront.net/another-input.jpg\n");
    for (const index of [0, 2, 1, 2]) {
      const variables = { INPUT: "urls.txt", INPUT_VERSION: version, OUTPUT: "signed" };
      const { status, stderr } = await runChild(index, 3, variables);
      expect(status, stderr).toBe(0);
    }
    const parts = await partsOf("signed");
    expect(parts).toHaveLength(3);
    expect(await check(urls, parts.join(""))).toEqual(everyLine(urls));
  });

  itWithMoto("writes no part for a slice with a wrong line", async () => {
    await put("wrong.txt", urlsWithWrong(300, 251).join("\n"));
    const { status, stderr } = await runChild(0, 1, { INPUT: "wrong.txt", OUTPUT: "wrong" });
    // The job definition does not run a child with this status again.
    expect(String(status)).toBe(definition.retryStrategy.evaluateOnExit[0].onExitCode);
    expect(stderr).toMatch(/^line 251: has a wildcard/m);
    expect(await partsOf("wrong")).toEqual([]);
  });

  /** What get-slice.mjs writes; a thread starts faster than a process. */
  async function slice(index: number, count: number, name: string): Promise<string> {
    const env = environment(index, count, { INPUT: name });
    const file = join(folder, `slice-${index}.txt`);
    const worker = new Worker(join(folder, "get-slice.mjs"), { env, argv: [file] });
    await once(worker, "exit");
    return readFileSync(file, "utf8");
  }

  itWithMoto("cuts an object into whole lines, wherever the bounds are", async () => {
    const lines = ["a\n", "\n", "bcd\r\n", "é\n", "ef"];
    await put("short.txt", lines.join(""));
    // Some slices have one byte, some have none.
    const count = 16;
    const slices = await Promise.all(
      Array.from({ length: count }, (_, index) => slice(index, count, "short.txt")),
    );
    expect(slices.join("")).toBe(lines.join(""));
    const { length: size } = Buffer.from(lines.join(""));
    const expected = Array<string>(count).fill("");
    let start = 0;
    for (const line of lines) {
      const index = Array.from({ length: count }).findIndex(
        (_, i) => start < Math.floor((size * (i + 1)) / count),
      );
      expected[index] += line;
      start += Buffer.byteLength(line);
    }
    expect(slices).toEqual(expected);
  });

  itWithMoto("writes nothing of an empty object", async () => {
    await put("empty.txt", "");
    expect(await slice(1, 2, "empty.txt")).toBe("");
  });

  itWithMoto("signs nothing outside of an array job", async () => {
    await put("alone.txt", urlsOf(2).join("\n"));
    const variables = { INPUT: "alone.txt", OUTPUT: "alone", AWS_BATCH_JOB_ARRAY_SIZE: undefined };
    const { status, stderr } = await runChild(0, 1, variables);
    expect(status).toBe(1);
    expect(stderr).toContain("Batch sets them for a child of an array job");
    expect(await partsOf("alone")).toEqual([]);
  });

  it("joins the parts in their order", async () => {
    const [join = ""] = commandsOf("The parts in S3");
    const cwd = stage.newFolder();
    mkdirSync(`${cwd}/parts`);
    for (const name of ["000010", "000002", "000000"])
      writeFileSync(`${cwd}/parts/part-${name}.txt`, `${name}\n`);
    // The CLI has nothing to download here.
    const { status, stdout } = await stage.run(`aws() { :; }\n${join}`, cwd);
    expect([status, stdout]).toEqual([0, "3\n"]);
    expect(read(cwd, "signed.txt")).toBe("000000\n000002\n000010\n");
  });

  itWithPython(
    "has a job definition and lines of the AWS CLI that fit the model of the service",
    async ({ python }) => {
      expect(others).toEqual([]);
      const input = JSON.stringify({
        lines: awsLines,
        files: Object.fromEntries(["job-definition.json", "run.json"].map((name) => [name, pageFile(name)])),
      });
      const program = readFileSync(join(import.meta.dirname, "support/check-aws-lines.py"), "utf8");
      const { status, stdout, output } = await run(python, ["-c", program], { input });
      expect(status, output).toBe(0);
      expect(stdout.trim().split("\n")).toEqual([
        "s3 head-object",
        "batch register-job-definition",
        "batch submit-job",
      ]);
    },
  );
});
