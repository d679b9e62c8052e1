import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type BuiltCommand, buildCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RotationStep } from "../../../src/commands/rotate/steps.ts";
import { exampleFolder } from "../../support/example-folder.ts";
import {
  createKeyGroupServer,
  type KeyGroupServer,
  keyGroupId,
  oldKeyPairId,
} from "../../support/key-group-server.ts";

const hasAwsCli = process.platform !== "win32" && spawnSync("aws", ["--version"]).status === 0;
if (!hasAwsCli) console.log("Not run: the lines of rotate in the AWS CLI, which is not installed.");

/** All lines for a shell that `rotate` prints, in the real AWS CLI, against a model of CloudFront's API. */
describe.skipIf(!hasAwsCli)("the lines of rotate", () => {
  let command: BuiltCommand;
  let api: KeyGroupServer;
  let example: ReturnType<typeof exampleFolder>;
  beforeAll(async () => {
    command = await buildCommand();
    example = exampleFolder(command.main, true);
    api = createKeyGroupServer(readFileSync(join(example.folder, "public.pem"), "utf8"));
    api.server.listen(0, "127.0.0.1");
    await once(api.server, "listening");
  });
  afterAll(() => {
    api.server.close();
    example.remove();
    command.remove();
  });

  /** Runs lines in one shell, as somebody does who pastes them there. */
  async function paste(lines: string): Promise<{ status: number; stdout: string; stderr: string }> {
    const { port } = api.server.address() as AddressInfo;
    const env = {
      ...example.env,
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: "AKIAIOSFODNN7EXAMPLE",
      AWS_SECRET_ACCESS_KEY: "secret",
      AWS_DEFAULT_REGION: "us-east-1",
      OLD_KEY_PAIR_ID: oldKeyPairId,
      URL: `http://127.0.0.1:${port}/media/private/a.jpg`,
      PYTHONWARNINGS: "ignore",
    };
    const child = spawn("sh", ["-ec", lines], { cwd: example.folder, env, stdio: "pipe" });
    const [[status], stdout, stderr] = await Promise.all([
      once(child, "close"),
      text(child.stdout),
      text(child.stderr),
    ]);
    return { status, stdout, stderr };
  }

  async function stepsOf(...flags: readonly string[]): Promise<RotationStep[]> {
    const { status, stdout } = await command.run(["rotate", "--json", "--longest-lifetime", "7d", ...flags]);
    expect(status).toBe(0);
    return JSON.parse(stdout).steps;
  }

  function shellLines(steps: readonly RotationStep[]): string {
    return steps
      .flatMap(({ code }) => code)
      .filter(({ language, text }) => language === "sh" && !text.includes("--fetch"))
      .map(({ text }) => text)
      .join("\n");
  }

  it("add the new key, keep the old one until its step, and remove and delete it", async () => {
    const first = await stepsOf("--from", "2026-12-01T09:00Z");
    const before = await paste(shellLines(first.slice(0, 4)));
    expect(before.status, before.stderr).toBe(0);
    const newKeyPairId = [...api.keys.keys()].find((id) => id !== oldKeyPairId) ?? "";
    expect(before.stdout).toContain(`The new key pair ID is ${newKeyPairId}\n`);
    expect(api.history).toEqual([[oldKeyPairId, newKeyPairId]]);
    expect(api.keys.get(newKeyPairId)).toBe(
      readFileSync(join(example.folder, "keys/viewers-2026-12-01.public.pem"), "utf8"),
    );

    const ids = ["--old-key-pair-id", oldKeyPairId, "--new-key-pair-id", newKeyPairId];
    const later = await stepsOf("--from", "2026-12-01T09:00Z", ...ids, "--key-group", keyGroupId);
    const tooEarly = await paste(shellLines(later.slice(6)));
    expect(tooEarly.status).not.toBe(0);
    expect(tooEarly.stderr).toContain("(PublicKeyInUse)");
    expect([...api.keys.keys()]).toEqual([oldKeyPairId, newKeyPairId]);

    const after = await paste(shellLines(later.slice(4)));
    expect(after.status, after.stderr).toBe(0);
    expect(api.history).toEqual([[oldKeyPairId, newKeyPairId], [newKeyPairId]]);
    expect([...api.keys.keys()]).toEqual([newKeyPairId]);
  });
});
