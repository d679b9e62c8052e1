import { type OpenedCommand, openCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RotationStep } from "../../../src/commands/rotate/steps.ts";
import { infrastructureTools } from "../../../src/foreign/infrastructure.ts";

const help = "\n\ncloudfront-sign rotate --help shows all options.\n";
const keyGroup = "0f6d4f0e-8a5b-4d53-9a3c-7f1f3f5a2b10";
const week = ["--longest-lifetime", "7d"];
const start = ["--from", "2026-12-01T09:00Z"];
const oldKey = ["--old-key-pair-id", "K2JCJMDEHXQW5F"];

describe("rotate", () => {
  let command: OpenedCommand;
  beforeAll(async () => {
    command = openCommand();
  });
  afterAll(() => command.remove());

  async function rotate(...args: readonly string[]) {
    return await command.run(["rotate", ...args]);
  }

  async function stepsOf(
    ...args: readonly string[]
  ): Promise<(Omit<RotationStep, "notBefore"> & { notBefore: string })[]> {
    const { status, stdout, stderr } = await rotate("--json", ...oldKey, ...args);
    expect([status, stderr]).toEqual([0, ""]);
    return JSON.parse(stdout).steps;
  }

  async function datesOf(...args: readonly string[]): Promise<Record<string, string>> {
    return Object.fromEntries((await stepsOf(...args)).map(({ id, notBefore }) => [id, notBefore]));
  }

  it("adds up what can be late", async () => {
    expect(await datesOf(...week, ...start, "--reload-after", "10m")).toEqual({
      "make-key-pair": "2026-12-01T09:00:00Z",
      "add-public-key": "2026-12-01T09:00:00Z",
      "wait-for-deployment": "2026-12-01T09:35:00Z",
      "switch-signers": "2026-12-01T09:35:00Z",
      "check-signers": "2026-12-01T09:45:00Z",
      "remove-public-key": "2026-12-08T09:50:00Z",
      "delete-public-key": "2026-12-08T10:25:00Z",
    });
  });

  it.each([
    [["--reload-after", "0"], "2026-12-08T09:40:00Z"],
    [["--cache-window", "3600s"], "2026-12-08T11:40:00Z"],
    [["--clock-margin", "0s"], "2026-12-08T10:35:00Z"],
    [["--deploy-time", "2h"], "2026-12-08T12:05:00Z"],
    [["--switched", "2026-12-03T00:00:00Z"], "2026-12-10T00:05:00Z"],
  ])("with %j removes the old key at %s", async (flags, date) => {
    expect((await datesOf(...week, ...start, ...flags))["remove-public-key"]).toBe(date);
  });

  it("starts now if --from is not given, and counts from now", async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const { "add-public-key": added = "", "switch-signers": switched = "" } = await datesOf(...week);
    const after = Date.now();
    expect(Date.parse(added)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(added)).toBeLessThan(after + 60_000);
    expect(Date.parse(switched) - Date.parse(added)).toBe(35 * 60_000);
    const { stdout } = await rotate(...week, ...oldKey);
    expect(stdout).toMatch(/^ {3}[\d:TZ-]+, now$/m);
    expect(stdout).toMatch(/^ {3}[\d:TZ-]+, in 35 minutes$/m);
  });

  it("plans a rotation that has begun", async () => {
    const { status, stdout } = await rotate(...week, ...oldKey, "--from", "2020-01-01T00:00:00Z");
    expect(status).toBe(0);
    expect(stdout).toContain("2020-01-08T01:40:00Z, 7 days 1 hour after the start\n");
  });

  it("has the IDs in every line that is to be pasted, and no variable", async () => {
    const steps = await stepsOf(...week, "--new-key-pair-id", "K3D5EWEUDCCXON", "--key-group", keyGroup);
    const lines = steps.flatMap(({ code }) => code.map(({ text }) => text)).join("\n");
    expect(lines.match(/\$[A-Z]\w+/g)).toEqual(["$URL"]);
    for (const id of ["K2JCJMDEHXQW5F", "K3D5EWEUDCCXON", keyGroup]) expect(lines).toContain(id);
    expect(lines).not.toContain("create-public-key");
    expect(lines).not.toContain("keygen");
  });

  it("changes every key group, and waits for every distribution that is named", async () => {
    const other = "11111111-2222-3333-4444-555555555555";
    const named = ["--distribution", "EDFDVBD632BHDS", "--distribution", "E2QWRUHAPOMQZL"];
    const steps = await stepsOf(...week, "--key-group", keyGroup, "--key-group", other, ...named);
    const code = (id: string) => steps.find((step) => step.id === id)?.code.map(({ text }) => text) ?? [];
    for (const id of ["add-public-key", "remove-public-key"])
      for (const group of [keyGroup, other])
        expect(
          code(id).filter((text) => text.startsWith(`aws cloudfront update-key-group --id "${group}"`)),
        ).toHaveLength(1);
    expect(code("wait-for-deployment")[0]).toMatch(/^for id in EDFDVBD632BHDS E2QWRUHAPOMQZL; do\n/);
  });

  it.each([
    ["terraform", "NEW_KEY_PAIR_ID=$(terraform output -raw new_key_pair_id)"],
    ["cdk", "# Set NEW_KEY_PAIR_ID to the output KeyPairId20261201."],
    ["console", "# Set NEW_KEY_PAIR_ID to the ID that the console shows for the new public key."],
    [
      "cloudformation",
      `NEW_KEY_PAIR_ID=$(aws cloudformation describe-stacks --stack-name "\${STACK_NAME:?the name of the stack}" \\`,
    ],
    ["sst", "# Set NEW_KEY_PAIR_ID to the output viewersKeyPairId20261201."],
    ["pulumi", "NEW_KEY_PAIR_ID=$(pulumi stack output viewersKeyPairId20261201)"],
  ])("sets every variable that the lines for %s need", async (tool, line) => {
    const steps = await stepsOf(...week, ...start, "--for", tool);
    const lines = steps.flatMap(({ code }) => code.map(({ text }) => text)).join("\n");
    expect(new Set(lines.match(/\$[A-Z]\w+/g))).toEqual(
      new Set(["$KEY_GROUP_ID", "$NEW_KEY_PAIR_ID", "$URL"]),
    );
    expect(lines).toContain("\nKEY_GROUP_ID=$(aws cloudfront list-key-groups ");
    expect(lines).toContain(`\n${line}\n`);
  });

  it.each(infrastructureTools)("says for %s how each step is done that changes CloudFront", async (tool) => {
    const steps = await stepsOf(...week, ...start, "--for", tool);
    const [add, remove, last] = ["add-public-key", "remove-public-key", "delete-public-key"].map((wanted) =>
      steps.find(({ id }) => id === wanted),
    );
    const texts = [add, remove, last].map((step) =>
      [...(step?.notes ?? []), ...(step?.code ?? []).map(({ text }) => text)].join("\n"),
    );
    const apply: Readonly<Record<string, string>> = {
      console: "Open CloudFront in the AWS console",
      "aws-cli": "aws cloudfront",
      terraform: "terraform apply",
      cdk: "npx cdk deploy",
      cloudformation: "aws cloudformation deploy",
      sst: "npx sst deploy",
      pulumi: "pulumi up",
    };
    for (const text of texts) expect(text).toContain(apply[tool]);
    expect(texts[0]).toContain("keys/viewers-2026-12-01.public.pem");
  });

  it.each(infrastructureTools)("asks for no ID for %s that is given", async (tool) => {
    const steps = await stepsOf(...week, "--new-key-pair-id", "K3D5EWEUDCCXON", "--for", tool);
    expect(JSON.stringify(steps)).not.toContain("NEW_KEY_PAIR_ID");
  });

  it("makes a key pair with the name and the day of the start", async () => {
    const { stdout } = await rotate(...week, ...start, ...oldKey, "--name", "shop");
    expect(stdout).toContain("     cloudfront-sign keygen --out keys/shop-2026-12-01\n");
  });

  it("asks for the ID of the old key if the lines need it", async () => {
    expect((await rotate(...week)).stderr).toBe(
      "note: set OLD_KEY_PAIR_ID in the shell to the ID that signs now, or give\n--old-key-pair-id\n",
    );
  });

  it.each([
    [
      [],
      "--longest-lifetime: is missing; pass the longest time from a signature to its expiry in all your programs, such as 7d",
    ],
    [["--longest-lifetime", "0"], "--longest-lifetime: is 0; pass seconds, at least 1"],
    [
      ["--longest-lifetime", "7"],
      "--longest-lifetime: is 7 seconds without a unit; write the unit: 7d, 7h, 7m, or 7s if that is meant",
    ],
    [
      [...week, "--reload-after", "1"],
      "--reload-after: is 1 second without a unit; write the unit: 1d, 1h, 1m, or 1s if that is meant",
    ],
    [
      ["--longest-lifetime", "2030-01-01T00:00:00Z"],
      "--longest-lifetime: is a point in time, not a length of time; write one such as 7d",
    ],
    [[...week, "--from", "7d"], "--from: is a length of time; write a date such as 2030-01-01T00:00:00Z"],
    [
      [...week, "--switched", "2020-01-01T00:00:00Z"],
      "--switched: is before the start; check --from, which is now if it is not given",
    ],
    [
      [...week, ...oldKey, "--new-key-pair-id", "K2JCJMDEHXQW5F"],
      "--new-key-pair-id: is the same as --old-key-pair-id; pass the ID that CloudFront gave to the new public key, or leave it out",
    ],
    [
      [...week, "--old-key-pair-id", keyGroup],
      "--old-key-pair-id: looks like the ID of a key group; pass the ID of the public key, such as K2JCJMDEHXQW5F: aws cloudfront list-public-keys",
    ],
    [
      [...week, "--new-key-pair-id", "K2JC; rm -rf ~"],
      "--new-key-pair-id: is not an ID of CloudFront; pass the ID of the public key, such as K2JCJMDEHXQW5F: aws cloudfront list-public-keys",
    ],
    [[...week, "--old-key-pair-id", ""], "--old-key-pair-id: is empty; is a variable of the shell not set?"],
    [
      [...week, "--key-group", "K2JCJMDEHXQW5F"],
      "--key-group: looks like the ID of a public key; pass the ID of the key group, a UUID: aws cloudfront list-key-groups",
    ],
    [
      [...week, "--distribution", "d111111abcdef8.cloudfront.net"],
      "--distribution: is not an ID of CloudFront; pass the ID of the distribution, such as EDFDVBD632BHDS: aws cloudfront list-distributions",
    ],
    [
      ["7d"],
      "rotate accepts only options; write --longest-lifetime 7d, with the longest lifetime of your URLs",
    ],
    [["--longest", "7d"], "--longest: no such option; did you mean --longest-lifetime?"],
    [["--lifetime", "7d"], "--lifetime: no such option; did you mean --longest-lifetime?"],
    [["--group", keyGroup], "--group: no such option; did you mean --key-group?"],
  ])("refuses %j", async (args, message) => {
    expect(await rotate(...args)).toEqual({ status: 2, stdout: "", stderr: message + help });
  });
});
