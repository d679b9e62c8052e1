import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CreateBucketCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { CreateSecretCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { integration } from "@cloudfront-sign-webcrypto/testing/folders";
import { libraryFiles } from "@cloudfront-sign-webcrypto/testing/library";
import { pageFile } from "@cloudfront-sign-webcrypto/testing/pipes/page";
import { run } from "@cloudfront-sign-webcrypto/testing/run";
import validate from "asl-validator";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { clientOptions } from "../support/moto.ts";
import { itWithMoto, itWithPython } from "../support/with-programs.ts";
import {
  check,
  commandsOf,
  everyLine,
  keyPairId,
  privateKey,
  urlsOf,
  urlsWithWrong,
} from "./support/stage.ts";

const section = "Step Functions: Distributed Map";
const definition = JSON.parse(pageFile("sign-urls.asl.json"));
const input = JSON.parse(pageFile("input.json"));
const map = definition.States["Sign all URLs"];
const signing = map.ItemProcessor.States["Sign a batch"];

interface Batch {
  readonly BatchInput: Readonly<Record<string, string>>;
  readonly Items: readonly { readonly index: number; readonly url: string }[];
}
type Handler = (batch: Batch) => Promise<{ part: string; lines: number }>;

/** What Step Functions gives to the children: the items, in batches, each with the values of `BatchInput`. */
function batchesOf(urls: readonly string[], output: string): Batch[] {
  const given: Readonly<Record<string, string>> = { ...input, output };
  const { MaxItemsPerBatch, BatchInput: paths } = map.ItemBatcher;
  const BatchInput = Object.fromEntries(
    Object.entries<string>(paths).map(([name, path]) => [name.slice(0, -2), given[path.slice(2)] ?? ""]),
  );
  const items = urls.map((url, index) => ({ index, url }));
  return Array.from({ length: Math.ceil(items.length / MaxItemsPerBatch) }, (_, i) => ({
    BatchInput,
    Items: items.slice(i * MaxItemsPerBatch, (i + 1) * MaxItemsPerBatch),
  }));
}

/** The state machine and the function of docs/pipes.md. */
describe("Step Functions", () => {
  const folder = mkdtempSync(join(integration, ".examples-"));
  const options = clientOptions(inject("moto") ?? "http://127.0.0.1");
  const s3 = new S3Client({ ...options, forcePathStyle: true });
  let handler: Handler;
  beforeAll(async () => {
    if (inject("moto") === undefined) return;
    const variables = {
      AWS_ENDPOINT_URL: inject("moto"),
      AWS_REGION: "us-east-1",
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "test",
    };
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    const secret = `cloudfront-${randomUUID()}`;
    const SecretString = JSON.stringify({ keyPairId, privateKey });
    await new SecretsManagerClient(options).send(new CreateSecretCommand({ Name: secret, SecretString }));
    await s3.send(new CreateBucketCommand({ Bucket: input.bucket })).catch(() => {});
    writeFileSync(
      join(folder, "sign-batch.mjs"),
      pageFile("sign-batch.mjs", { '"cloudfront"': `"${secret}"` }),
    );
    const outfile = join(folder, "bundle.mjs");
    await build({
      entryPoints: [join(folder, "sign-batch.mjs")],
      alias: Object.fromEntries(Object.entries(libraryFiles({})).reverse()),
      external: ["@aws-sdk/*"],
      bundle: true,
      format: "esm",
      platform: "node",
      outfile,
    });
    ({ handler } = await import(outfile));
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  async function partsOf(output: string): Promise<string[]> {
    const list = new ListObjectsV2Command({ Bucket: input.bucket, Prefix: `${output}/` });
    const names = ((await s3.send(list)).Contents ?? []).map(({ Key = "" }) => Key).sort();
    return Promise.all(
      names.map(async (Key) => {
        const { Body } = await s3.send(new GetObjectCommand({ Bucket: input.bucket, Key }));
        return (await Body?.transformToString()) ?? "";
      }),
    );
  }

  it("has a valid state machine, which reads nothing but its input", () => {
    expect(validate(definition)).toMatchObject({ isValid: true, errors: [] });
    const paths = JSON.stringify(definition).match(/"\$\.\w+"/g) ?? [];
    const read = new Set(paths.map((path) => path.slice(3, -1)));
    expect([...read].filter((name) => name !== "Payload").sort()).toEqual(Object.keys(input).sort());
  });

  itWithMoto("signs every line once, in its place, also when a batch runs twice", async () => {
    const urls = urlsOf(2500);
    const batches = batchesOf(urls, "map");
    expect(batches).toHaveLength(3);
    const results = await Promise.all([...batches, batches[1] ?? expect.unreachable()].map(handler));
    expect(results.map(({ lines }) => lines)).toEqual([1000, 1000, 500, 1000]);
    // What a task may return.
    expect(JSON.stringify(results).length).toBeLessThan(256 * 1024);
    const parts = await partsOf("map");
    expect(parts).toHaveLength(3);
    expect(await check(urls, parts.join(""))).toEqual(everyLine(urls));
  });

  itWithMoto("names a wrong line by its number in the whole input, and writes no part", async () => {
    const [, second = expect.unreachable()] = batchesOf(urlsWithWrong(1100, 1042), "map-wrong");
    await expect(handler(second)).rejects.toMatchObject({
      // The state machine does not retry an error with this name.
      name: signing.Retry[0].ErrorEquals[0],
      message: expect.stringMatching(/^line 1042: url: has a \*/),
    });
    expect(await partsOf("map-wrong")).toEqual([]);
  });

  itWithPython("has lines of the AWS CLI that fit the model of the service", async ({ python }) => {
    const program = readFileSync(join(import.meta.dirname, "support/check-aws-lines.py"), "utf8");
    const files = Object.fromEntries(
      ["input.json", "sign-urls.asl.json"].map((name) => [name, pageFile(name)]),
    );
    const given = JSON.stringify({ lines: commandsOf(section).join(""), files });
    const { status, stdout, output } = await run(python, ["-c", program], { input: given });
    expect(status, output).toBe(0);
    expect(stdout.trim().split("\n")).toEqual([
      "lambda create-function",
      "stepfunctions create-state-machine",
      "stepfunctions start-execution",
    ]);
  });
});
