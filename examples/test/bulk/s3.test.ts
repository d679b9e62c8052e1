import { createServer, request } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Bench, lines, unsigned, urls } from "./support/bench.ts";
import { bulk, moto } from "./support/provided.ts";

describe.runIf(moto)("input and output in S3", () => {
  const bench = new Bench();
  const list = urls(3000);
  /** Cuts the body of the first answers with the input. */
  let cuts = 2;
  const proxy = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const upstream = request(`${moto}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      if (method !== "GET" || !url?.includes("urls.txt") || cuts === 0) return answer.pipe(outgoing);
      cuts -= 1;
      return answer.once("data", (data: Buffer) =>
        outgoing.write(data.subarray(0, 20_011), () => outgoing.destroy()),
      );
    });
    incoming.pipe(upstream);
  });
  // biome-ignore lint/suspicious/noExplicitAny: the SDK is a package of the example alone
  let sdk: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  let client: any;

  beforeAll(async () => {
    await bench.startRedis();
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const settings = {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "secret-of-aws",
      AWS_REGION: "us-east-1",
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
    };
    bench.env = { ...bench.env, ...settings };
    sdk = createRequire(join(bulk, "bulk.js"))("@aws-sdk/client-s3");
    client = new sdk.S3Client({
      endpoint: moto,
      region: "us-east-1",
      credentials: { accessKeyId: "test", secretAccessKey: "secret-of-aws" },
      forcePathStyle: true,
    });
    await client.send(new sdk.CreateBucketCommand({ Bucket: "lists" }));
    await client.send(new sdk.PutObjectCommand({ Bucket: "lists", Key: "urls.txt", Body: list.join("\n") }));
  });
  afterAll(async () => {
    proxy.close();
    await bench.close();
  });

  const add = (input: string, output: string, run: string) =>
    bench.run(["add", "--input", input, "--output", output, "--run", run, "--expires-in", "7d"]);
  const get = async (Key: string): Promise<string> =>
    (await client.send(new sdk.GetObjectCommand({ Bucket: "lists", Key }))).Body.transformToString();

  it("signs each line once, also if the connection to the input breaks", async () => {
    const [added, ...workers] = await Promise.all([
      add("s3://lists/urls.txt", "s3://lists/signed", "s3"),
      bench.work("--run", "s3"),
      bench.work("--run", "s3"),
    ]);
    expect([added, ...workers].map(({ status }) => status)).toEqual([0, 0, 0]);
    expect(cuts).toBe(0);
    const parts = await Promise.all([0, 1, 2].map((part) => get(`signed/part-00000${part}.txt`)));
    expect(parts.flatMap(lines).map((line) => unsigned(line)?.url)).toEqual(list);
    expect(await bench.report("--run", "s3")).toMatchObject({
      status: 0,
      report: { output: "s3://lists/signed/" },
    });
  });

  it("replaces no part: what exists is only recorded", async () => {
    const before = await get("signed/part-000001.txt");
    await client.send(new sdk.DeleteObjectCommand({ Bucket: "lists", Key: "signed/part-000002.txt" }));
    expect((await bench.report("--run", "s3")).report).toMatchObject({ missingChunks: [2] });
    await bench.inRedis((redis) => redis.flushall());
    const [added, worked] = await Promise.all([
      add("s3://lists/urls.txt", "s3://lists/signed/", "s3"),
      bench.work("--run", "s3"),
    ]);
    expect(added.status).toBe(0);
    expect(worked.stderr).toMatch(/Ended\. Signed 1,000 lines, in 3 chunks\.\n$/);
    expect(await get("signed/part-000001.txt")).toBe(before);
    expect((await bench.report("--run", "s3")).status).toBe(0);
  });

  it("names the bucket and the remedy", async () => {
    const missing =
      "S3 answers 404 NoSuchBucket for the bucket none; create the bucket, or correct its name\n";
    expect((await add("s3://none/urls.txt", "s3://lists/a", "none")).stderr).toBe(`--input: ${missing}`);
    expect((await add("s3://lists/urls.txt", "s3://none/a", "none")).stderr).toBe(`--output: ${missing}`);
    expect((await add("s3://lists/none.txt", "s3://lists/a", "none")).stderr).toBe(
      "--input: S3 answers 404 NoSuchKey for the bucket lists; correct the name of the object\n",
    );
  });
});
