import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { run } from "@cloudfront-sign-webcrypto/testing/run";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Bench, urls } from "./support/bench.ts";
import { bulk, moto } from "./support/provided.ts";

const page = readFileSync(join(import.meta.dirname, "../../bulk/README.md"), "utf8");
const commands = Array.from(
  page.matchAll(/^ *((?:zcat .*\| )?node bulk\.js .*)$/gm),
  ([, line = ""]) => line,
);

describe("the README", () => {
  const bench = new Bench();
  beforeAll(() => bench.startRedis());
  afterAll(() => bench.close());

  it("shows each command", () => {
    expect(commands.map((line) => /bulk\.js (\w+)/.exec(line)?.[1])).toEqual([
      "work",
      "add",
      "add",
      "status",
      "report",
      "remove",
    ]);
  });

  it.runIf(moto)("has commands that lead from a list to a complete output", async () => {
    const settings = {
      AWS_ENDPOINT_URL_S3: moto ?? "",
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "test",
      AWS_REGION: "us-east-1",
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
    };
    const env = { ...bench.env, ...settings };
    const { S3Client, CreateBucketCommand, PutObjectCommand } = createRequire(join(bulk, "bulk.js"))(
      "@aws-sdk/client-s3",
    );
    const client = new S3Client({
      endpoint: moto,
      region: "us-east-1",
      credentials: { accessKeyId: "test", secretAccessKey: "test" },
      forcePathStyle: true,
    });
    const Body = `${urls(1500).join("\n")}\n`;
    await client.send(new CreateBucketCommand({ Bucket: "readme" }));
    await client.send(new PutObjectCommand({ Bucket: "readme", Key: "urls.txt", Body }));
    bench.write("urls.gz", gzipSync(Body));
    const [work, ...others] = commands;
    const script = [`${work} & worker=$!`, ...others.slice(0, -1), "wait $worker", others.at(-1)]
      .join("\n")
      .replaceAll("s3://lists/", "s3://readme/")
      .replaceAll("bulk.js", join(bulk, "bulk.js"));
    const { status, output } = await run("bash", ["-ec", script], { cwd: bench.folder, env });
    expect([status, output]).toEqual([0, expect.stringContaining("\nEvery line is signed.\ncomplete\n")]);
    expect(output).toMatch(
      /All lines are added: 1,500, in 2 chunks\.[\s\S]*All lines are added: 1,500, in 2 chunks\./,
    );
    expect(output).toContain("Redis has forgotten the run urls. Its output stays in s3://readme/signed/.");
  });
});

describe("npm start", () => {
  const bench = new Bench();
  afterAll(() => bench.close());
  const start = (env: Record<string, string>) => {
    const { REDIS_URL, ...rest } = bench.env;
    return run(process.execPath, ["bulk.js", "demo"], {
      cwd: bulk,
      env: { ...rest, TMPDIR: bench.folder, ...env },
    });
  };

  it("is the demo: 20,000 signed URLs and a report", async () => {
    const { scripts } = JSON.parse(readFileSync(join(bulk, "package.json"), "utf8"));
    expect(scripts.start).toBe("node bulk.js demo");
    const { status, output } = await start({});
    expect([status, output]).toEqual([0, expect.stringContaining("\nsigned     20,000\nrejected   0\n")]);
    const [, folder = ""] = /the signed URLs in (\S+)\.$/m.exec(output) ?? [];
    const parts = Array.from({ length: 20 }, (_, n) => `part-${String(n).padStart(6, "0")}.txt`);
    const lines = parts.flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n").slice(0, -1));
    expect(new Set(lines).size).toBe(20_000);
    expect((await run("pgrep", ["-f", `${bench.folder}.*redis`])).stdout).toBe("");
  });

  it("says how to install redis-server", async () => {
    const { status, stderr } = await start({ PATH: "/nowhere" });
    expect([status, stderr]).toEqual([
      2,
      "redis-server: is not installed or does not start; install it (Debian, Ubuntu: apt-get install redis-server; macOS: brew install redis), or set REDIS_URL to a running Redis\n",
    ]);
  });
});
