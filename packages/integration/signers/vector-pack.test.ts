import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { casesJson, keysJson } from "../support/interoperability/vector-pack.ts";

/**
 * `packages/testing/vectors/for-other-signers` has the cases of `peers.json` for signers in other languages. This test writes them there when Vitest
 * updates its snapshots: `npx vitest run --project node vector-pack -u`.
 */

const folder = join(import.meta.dirname, "../../testing/vectors/for-other-signers");
const read = (file: string) => readFileSync(join(folder, file), "utf8");

function succeeds(program: string, ...args: string[]): boolean {
  return spawnSync(program, args).status === 0;
}

describe("the vectors for other signers", () => {
  it("has every case as this package signs it, and the keys", async () => {
    await expect(await casesJson()).toMatchFileSnapshot(join(folder, "cases.json"));
    await expect(keysJson()).toMatchFileSnapshot(join(folder, "keys.json"));
  });

  it("has cases that fit the JSON Schema, which allows no other members", async () => {
    const validate = new Ajv2020({ allErrors: true }).compile(JSON.parse(read("cases.schema.json")));
    const pack = JSON.parse(await casesJson());
    validate(pack);
    expect(validate.errors).toBeNull();
    expect(validate({ ...pack, cases: [{ ...pack.cases[0], signature: "" }] })).toBe(false);
  });

  const canRun = succeeds("python3", "--version") && succeeds("openssl", "version");
  it.skipIf(!canRun)("has a program that builds, signs and verifies every case", () => {
    const { status, stdout, stderr } = spawnSync("python3", [join(folder, "check.py")], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    const { cases } = JSON.parse(read("cases.json")) as { cases: { expected: { error?: string } }[] };
    const signed = cases.filter(({ expected }) => expected.error === undefined).length;
    expect(stdout).toContain(`${signed} cases are right, 0 are wrong\n`);
  });
});
