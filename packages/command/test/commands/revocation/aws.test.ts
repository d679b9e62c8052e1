import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import {
  createFunctionServer,
  type FunctionServer,
  functionArn,
  storeArn,
} from "@cloudfront-sign-webcrypto/testing/support/function-server.ts";
import { type OpenedCommand, openCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { functionCode } from "../../../src/commands/revocation/function-code.ts";
import type { RevocationStep } from "../../../src/commands/revocation/revocation.ts";

const { status, stdout: version } = spawnSync("aws", ["--version"], { encoding: "utf8" });
const hasAwsCli = process.platform !== "win32" && status === 0;
if (!hasAwsCli) console.log("Not run: the lines of revocation in the AWS CLI, which is not installed.");
// AWS CLI version 2 brings awscrt, which signs the calls of the key value store; for version 1 it is extra.
const isVersion2 = hasAwsCli && version.startsWith("aws-cli/2");
const canUseStore = isVersion2 || spawnSync("python3", ["-c", "import awscrt"]).status === 0;
if (hasAwsCli && !canUseStore)
  console.log("Not run: the lines for the key value store, which need AWS CLI version 2 or awscrt.");

/** The lines for a shell that `revocation` prints, in the real AWS CLI, against a model of the APIs. */
describe.skipIf(!hasAwsCli)("the lines of revocation", () => {
  let command: OpenedCommand;
  let api: FunctionServer;
  beforeAll(async () => {
    command = openCommand();
    api = createFunctionServer();
    api.server.listen(0, "127.0.0.1");
    await once(api.server, "listening");
  });
  afterAll(() => {
    api.server.close();
    command.remove();
  });

  async function paste(lines: string, variables: Readonly<Record<string, string>> = {}) {
    const { port } = api.server.address() as AddressInfo;
    const env = {
      ...command.env,
      AWS_ENDPOINT_URL: `http://api.example:${port}`,
      // The endpoint of a key value store has the account in its host name.
      http_proxy: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: "AKIAIOSFODNN7EXAMPLE",
      AWS_SECRET_ACCESS_KEY: "secret",
      AWS_DEFAULT_REGION: "us-east-1",
      PYTHONWARNINGS: "ignore",
      ...variables,
    };
    const child = spawn("sh", ["-ec", lines], { cwd: command.folder, env, stdio: "pipe" });
    const [[status], stdout, stderr] = await Promise.all([
      once(child, "close"),
      text(child.stdout),
      text(child.stderr),
    ]);
    return { status, stdout, stderr };
  }

  async function linesOf(ids: readonly RevocationStep["id"][], ...flags: readonly string[]): Promise<string> {
    const { status, stdout } = await command.run([
      "revocation",
      "--out",
      "deny-grants.js",
      "--json",
      ...flags,
    ]);
    expect(status).toBe(0);
    const steps = JSON.parse(stdout).steps as RevocationStep[];
    return steps
      .filter(({ id }) => ids.includes(id))
      .flatMap(({ code }) => code.map((one) => one.text))
      .join("\n");
  }

  const ours = { FunctionARN: functionArn, EventType: "viewer-request" };
  const theirs = {
    FunctionARN: "arn:aws:cloudfront::123456789012:function/headers",
    EventType: "viewer-response",
  };

  it("make the function with its store, and attach it beside another one", async () => {
    const flags = ["--distribution", "EDFDVBD632BHDS", "--path-pattern", "/private/*"];
    const { status, stdout, stderr } = await paste(
      await linesOf(["create-function", "attach-function"], ...flags),
    );
    expect(status, stderr).toBe(0);
    expect(stdout.trim().split(/\s+/)).toEqual([theirs.FunctionARN, functionArn]);
    expect(api.created?.code).toBe(functionCode);
    expect(api.created?.config).toEqual({
      Comment: "denies grants by ID",
      Runtime: "cloudfront-js-2.0",
      KeyValueStoreAssociations: {
        Quantity: "1",
        Items: { KeyValueStoreAssociation: { KeyValueStoreARN: storeArn } },
      },
    });
    expect(api.isPublished).toBe(true);
    expect(api.associations).toEqual({
      byDefault: { Quantity: "0" },
      ofPrivatePath: { Quantity: "2", Items: { FunctionAssociation: [theirs, ours] } },
    });
  });

  it("attach it to the default cache behavior", async () => {
    const lines = await linesOf(["attach-function"]);
    const variables = { DISTRIBUTION_ID: "EDFDVBD632BHDS", FUNCTION_ARN: functionArn };
    const { status, stdout, stderr } = await paste(lines, variables);
    expect(status, stderr).toBe(0);
    expect(stdout.trim()).toBe(functionArn);
    expect(api.associations.byDefault).toEqual({ Quantity: "1", Items: { FunctionAssociation: ours } });
  });

  it.skipIf(!canUseStore)("deny IDs, and remove those that have expired", async () => {
    const deny = await linesOf(["deny-grant"], "--longest-lifetime", "15m");
    const start = Math.floor(Date.now() / 1000);
    for (const GRANT_ID of ["a1", "-b_2"]) {
      const { status, stderr } = await paste(deny, { GRANT_ID });
      expect(status, stderr).toBe(0);
    }
    expect([...api.keys.keys()]).toEqual(["a1", "-b_2"]);
    for (const value of api.keys.values()) {
      expect(Number(value)).toBeGreaterThanOrEqual(start + 900);
      expect(Number(value)).toBeLessThanOrEqual(Date.now() / 1000 + 900);
    }
    api.keys.set("-b_2", "1700000000");
    const { status, stderr } = await paste(await linesOf(["remove-ids"]));
    expect(status, stderr).toBe(0);
    expect([...api.keys.keys()]).toEqual(["a1"]);
  });
});
