import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type KeyFile, keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import {
  type PeerCase,
  peerCases,
  requestOf,
  signCase,
} from "@cloudfront-sign-webcrypto/testing/support/peer-signing.ts";
import { type Expectation, expectations } from "@cloudfront-sign-webcrypto/testing/vectors/expectations.ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { kindGroups } from "../support/interoperability/kinds.ts";

/**
 * The cases of `peers.json` for signers in other languages, as `docs/vectors/cases.json` has them. Left out are the
 * outputs of other signers, and cases about the types that a JavaScript function takes as a date.
 */

function expectationFor(id: string): Expectation {
  const expectation = expectations[id];
  if (!expectation) throw new Error(`no expectation for ${id}`);
  return expectation;
}

function about(id: string): string {
  const group = kindGroups.find(({ kinds }) => kinds.some(({ cases }) => cases.includes(id)));
  const kind = group?.kinds.find(({ cases }) => cases.includes(id));
  return `${group?.title}: ${kind?.title}`.replaceAll("`", "");
}

async function expected(one: PeerCase): Promise<object> {
  const expectation = expectationFor(one.id);
  if (expectation.as === "refused") return { error: expectation.because };
  const { credentials, request } = requestOf(one, await signCase(one));
  return {
    kind: credentials.kind,
    ...(one.kind === "url" && { request }),
    policy: credentials.policy,
    // ECDSA makes another signature each time.
    ...(one.key.startsWith("rsa") && { signature: credentials.signature }),
    ...(expectation.as === "consensus" ? { signers: one.consensus?.by } : { because: expectation.because }),
  };
}

async function packed(one: PeerCase): Promise<object> {
  const { rawPolicy, dateInput: _, ...input } = one.input;
  return {
    id: one.id,
    about: about(one.id),
    type: one.kind,
    privateKey: one.key,
    publicKey: one.publicKey,
    ...(one.passphrase !== undefined && { passphrase: one.passphrase }),
    keyPairId: one.keyPairId,
    hashAlgorithm: one.hash,
    input: { ...input, ...(rawPolicy !== undefined && { policy: rawPolicy }) },
    expected: await expected(one),
  };
}

const packedCases = peerCases.filter(({ input }) => input.dateInput === undefined);

/** The text of `cases.json`: one case a line, so that a difference shows the case. */
async function casesJson(): Promise<string> {
  const lines = (await Promise.all(packedCases.map(packed))).map((one) => JSON.stringify(one));
  return `{\n"$schema": "cases.schema.json",\n"cases": [\n${lines.join(",\n")}\n]\n}\n`;
}

/** The text of `keys.json`: each key file that a case names. */
function keysJson(): string {
  const names = new Set(packedCases.flatMap(({ key, publicKey }) => [key, publicKey]));
  const lines = [...names]
    .sort()
    .map((name) => `${JSON.stringify(name)}: ${JSON.stringify(keyText(name as KeyFile))}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}

/**
 * `docs/vectors` has the cases of `peers.json` for signers in other languages. This test writes them there when Vitest
 * updates its snapshots: `npx vitest run --project node vector-pack -u`.
 */

const folder = join(import.meta.dirname, "../../../docs/vectors");
const read = (file: string) => readFileSync(join(folder, file), "utf8");

function succeeds(program: string, ...args: string[]): boolean {
  return spawnSync(program, args).status === 0;
}

describe("docs/vectors", () => {
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
