import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { addProgram } from "@cloudfront-sign-webcrypto/testing/support/aws-cli-folder.mjs";
import { buildCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { runConformance } from "../src/conformance.ts";
import mainTf from "../src/stack/templates/main.tf?raw";
import {
  type ConformanceEdge,
  keyPairIds,
  privateKeys,
  publicKeys,
  startConformanceEdge,
} from "./support/conformance-edge.ts";

const { folder, main, env, run, remove } = await buildCommand({
  folder: join(import.meta.dirname, ".."),
  run: runConformance,
});
const help = "\n\nnpm run conformance -- --help shows all options.\n";
/** Questions of both kinds that need no waiting: 9 of them. */
const few = ["--question", "cookie-no", "--question", "no-", "--question", "address-o"];

/** A call of the stand-in for Terraform. */
interface TerraformCall {
  readonly step: string;
  readonly rest: readonly string[];
  readonly folder: string;
}

let [count, cwd] = [0, ""];
let edge: ConformanceEdge;
/** The edge of a stack that --apply makes: it trusts the keys in Terraform's folder. */
const edges: ConformanceEdge[] = [];

afterAll(() => {
  for (const one of edges) one.close();
  remove();
});

beforeEach(async () => {
  cwd = join(folder, `run-${++count}`);
  mkdirSync(cwd);
  edge = await startConformanceEdge(() => {
    const stack = existsSync(join(cwd, "bin/log")) ? (calls().at(-1)?.folder ?? "") : "";
    const read = (name: "rsa" | "ec"): string => readFileSync(join(stack, `${name}.public.pem`), "utf8");
    return stack === "" ? publicKeys : { [keyPairIds.rsa]: read("rsa"), [keyPairIds.ec]: read("ec") };
  });
  edges.push(edge);
});

function calls(): TerraformCall[] {
  const lines = readFileSync(join(cwd, "bin/log"), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

const steps = (): string[] => calls().map(({ step }) => step);

/** Puts the stand-in for Terraform into the folder of programs. */
function addTerraform(ends: Readonly<Record<string, string>> = {}): void {
  mkdirSync(join(cwd, "bin"));
  const script = join(cwd, "bin/stand-in-terraform.sh");
  copyFileSync(join(import.meta.dirname, "programs/stand-in-terraform.sh"), script);
  const variables = Object.entries({ origin: edge.origin, ...ends });
  writeFileSync(join(cwd, "bin/stand-in"), variables.map(([name, value]) => `${name}=${value}\n`).join(""));
  addProgram(cwd, "terraform", `sh '${script}'`);
}

const variables = () => ({ PATH: `${join(cwd, "bin")}:${process.env.PATH}`, TMPDIR: cwd });

/** Starts a process, which gets signals. */
function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [main, ...args], {
    cwd,
    env: { ...env, ...variables() },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function ended(child: ChildProcess) {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error("no pipes");
  const [[status], out, err] = await Promise.all([once(child, "close"), text(stdout), text(stderr)]);
  return { status, stdout: out, stderr: err };
}

const conformance = (...args: string[]) => run([...args], { cwd, env: variables() });

/** Resolves when the child has said something on standard error. */
async function said(child: ChildProcess, words: string): Promise<void> {
  let heard = "";
  for await (const [chunk] of on(child)) {
    heard += chunk;
    if (heard.includes(words)) return;
  }
}

async function* on({ stderr }: ChildProcess): AsyncGenerator<[string]> {
  while (stderr) {
    const [chunk] = await once(stderr, "data");
    yield [String(chunk)];
  }
}

function writeStack(origin = edge.origin): void {
  for (const key of ["rsa", "ec"] as const) writeFileSync(join(cwd, `${key}.private.pem`), privateKeys[key]);
  const outputs = { origin, rsa_key_pair_id: keyPairIds.rsa, ec_key_pair_id: keyPairIds.ec };
  const values = Object.entries(outputs).map(([name, value]) => [name, { sensitive: false, value }]);
  writeFileSync(join(cwd, "outputs.json"), JSON.stringify(Object.fromEntries(values)));
}

const result = () => JSON.parse(readFileSync(join(cwd, "conformance.json"), "utf8"));

describe("conformance without --apply", () => {
  it("says what it would do, and does nothing", async () => {
    const { status, stdout, stderr } = await run([], { cwd, env: { PATH: "" } });
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Nothing is made and nothing is sent without --apply or\n--outputs.");
    expect(stdout).toContain("less than 0.01 US dollars");
    expect(stdout).toMatch(/To do it\n {2}npm run conformance -- --apply\n$/);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it.each([
    [["file"], "conformance takes only options; to ask a stack that exists, give --outputs FILE"],
    [
      ["--apply", "--outputs", "o"],
      "--outputs: names a stack that exists, and --apply makes a new one; leave one of them out",
    ],
    [["--keep"], "--keep: is for a stack that is made; add --apply, or leave it out"],
    [["--keys", "."], "--keys: is for a stack that exists; add --outputs FILE, or leave it out"],
    [
      ["--question", "cokie"],
      "--question: no ID starts with cokie; packages/conformance/README.md lists them",
    ],
    [
      ["--question", "no-signatur", "--question", "no-signaturee"],
      "--question: no ID starts with no-signaturee; did you mean no-signature?",
    ],
    [["--outputs", "none.json"], "--outputs none.json: cannot read that file (ENOENT); check the path"],
  ])("refuses %j", async (args, message) => {
    const { status, stdout, stderr } = await run([...args], { cwd });
    expect([status, stdout, stderr]).toEqual([2, "", `${message}${help}`]);
  });

  it("refuses to overwrite a result", async () => {
    writeFileSync(join(cwd, "conformance.md"), "");
    const { status, stderr } = await run(["--outputs", "outputs.json"], { cwd });
    expect([status, stderr]).toEqual([
      2,
      `--out: conformance.md exists; move it away, or give another folder${help}`,
    ]);
  });
});

describe("conformance --outputs", () => {
  it.each([
    ["{", "--outputs: is not JSON; write it with: terraform output -json > outputs.json"],
    ["{}", "--outputs: the output origin is missing; write it with: terraform output -json > outputs.json"],
  ])("refuses the outputs %j", async (outputs, message) => {
    writeFileSync(join(cwd, "outputs.json"), outputs);
    const { status, stderr } = await run(["--outputs", "outputs.json"], { cwd });
    expect([status, stderr]).toEqual([2, `${message}${help}`]);
  });

  it.each(["http://example.com", "https://example.com/", "d111111abcdef8.cloudfront.net"])(
    "refuses the origin %s",
    async (origin) => {
      writeStack(origin);
      const { status, stderr } = await run(["--outputs", "outputs.json"], { cwd });
      expect([status, stderr]).toEqual([
        2,
        `--outputs: the output origin is ${origin}; expected https:// and the distribution's domain name${help}`,
      ]);
    },
  );

  it("refuses a folder without the private keys", async () => {
    writeStack();
    const { status, stderr } = await run(["--outputs", "outputs.json", "--keys", "nowhere"], {
      cwd,
    });
    expect(status).toBe(2);
    expect(stderr).toContain(`cannot read ${join("nowhere", "rsa.private.pem")} (ENOENT); check the path`);
  });

  it("asks a stack, and writes results that name nothing of it", async () => {
    writeStack();
    const { status, stdout, stderr } = await conformance("--outputs", "outputs.json", ...few);
    expect([status, stderr]).toEqual([
      0,
      "Asking 9 questions.\nWritten: conformance.json and conformance.md.\n",
    ]);
    expect(stdout).toContain("  agrees     no-signature           MalformedSignature\n");
    expect(stdout.replace(/\s+/g, " ")).toContain(
      "CloudFront and the verifier agree in 9 of 9 questions. 0 differ, 0 are undecided.",
    );
    const { date, runtime, questions, ...rest } = result();
    expect([Date.parse(date) > 0, runtime, questions.length]).toEqual([
      true,
      `Node.js ${process.versions.node}`,
      9,
    ]);
    expect(rest).toEqual({
      schema: 1,
      package: { name: "cloudfront-sign-webcrypto", version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
      edgeLocations: ["LHR3-P1"],
      counts: { agrees: 9, differs: 0, undecided: 0 },
    });
    const written = ["conformance.json", "conformance.md"].map((name) =>
      readFileSync(join(cwd, name), "utf8"),
    );
    for (const secret of ["127.0.0.1", "localhost", keyPairIds.rsa, keyPairIds.ec, "PRIVATE KEY", cwd])
      expect(
        written.filter((one) => one.includes(secret)),
        secret,
      ).toEqual([]);
  });

  it("prints and writes what differs, with status 1", async () => {
    writeStack();
    edge.deviation = {
      decide: (_, one) => (one.reason === "signature-missing" ? { ...one, code: "AccessDenied" } : one),
    };
    const args = ["--outputs", "outputs.json", "--question", "no-", "--out", "results"];
    const { status, stdout, stderr } = await conformance(...args);
    expect(status).toBe(1);
    expect(stdout).toContain(
      "  differs    no-signature    CloudFront: AccessDenied; verifier:\n                             MalformedSignature\n",
    );
    expect(stderr).toContain(
      "Please send conformance.json, which names nothing of your account:\nhttps://github.com/",
    );
    const page = readFileSync(join(cwd, "results/conformance.md"), "utf8");
    expect(page).toContain("## CloudFront and the verifier differ\n");
    expect(page).toContain(
      "| `no-signature` | What is the answer without Signature? | undocumented | AccessDenied | MalformedSignature (signature-missing) | 403 (Error from cloudfront) |\n",
    );
  });

  it("prints the result as JSON with --json", async () => {
    writeStack();
    const { stdout } = await conformance("--outputs", "outputs.json", "--question", "no-signature", "--json");
    expect(JSON.parse(stdout)).toEqual(result());
  });

  it("asks nothing if the distribution is not ready", async () => {
    writeStack();
    edge.deviation = { decide: (_, one) => ({ ...one, isAllowed: false, code: "InvalidKey" }) };
    const { status, stdout, stderr } = await conformance("--outputs", "outputs.json", ...few);
    expect([status, stdout, stderr]).toEqual([
      1,
      "",
      "The distribution is not ready: the control request (rsa) was answered with status 403 (InvalidKey). No question was asked. Check that it is deployed and is the one of the stack.\n",
    ]);
    expect(existsSync(join(cwd, "conformance.json"))).toBe(false);
  });
});

const hasTerraform = spawnSync("terraform", ["version"]).status === 0;
if (!hasTerraform) console.log("Not run: the format of the configuration. Terraform is not installed.");

it.skipIf(!hasTerraform)("the configuration is as terraform fmt writes it", () => {
  const { status, stdout } = spawnSync("terraform", ["fmt", "-"], { input: mainTf, encoding: "utf8" });
  expect([status, stdout]).toEqual([0, mainTf]);
});

describe.skipIf(process.platform === "win32")("conformance --apply", () => {
  it("makes the stack, asks it, and removes it with its folder and keys", async () => {
    addTerraform();
    const { status, stdout, stderr } = await conformance("--apply", ...few, "--region", "eu-central-1");
    expect(stderr).toContain("The stack is gone, and its folder with the keys.\n");
    expect(status).toBe(0);
    expect(stdout).toContain("CloudFront and the verifier agree in 9 of 9 questions.");
    expect(calls().map(({ step, rest }) => [step, ...rest].join(" "))).toEqual([
      "version -json",
      "init -no-color",
      "apply -no-color -auto-approve",
      "output -json",
      "destroy -no-color -auto-approve",
    ]);
    expect(readdirSync(cwd).sort()).toEqual(["bin", "conformance.json", "conformance.md"]);
  });

  it("writes variables and private keys that only the user can read, and keeps them with --keep", async () => {
    addTerraform();
    const { status, stderr } = await conformance("--apply", ...few, "--stack", "stack", "--keep");
    expect(status).toBe(0);
    expect(steps()).not.toContain("destroy");
    expect(stderr).toContain("  npm run conformance -- --outputs stack/outputs.json\n");
    expect(stderr).toContain("  terraform -chdir=stack destroy && rm -r stack\n");
    const { prefix, region } = JSON.parse(readFileSync(join(cwd, "stack/terraform.tfvars.json"), "utf8"));
    expect([prefix, region]).toEqual([
      expect.stringMatching(/^cloudfront-sign-conformance-[0-9a-f]{8}$/),
      undefined,
    ]);
    // The longest prefix of a bucket's name that Terraform takes.
    expect(`${prefix}-`.length).toBeLessThanOrEqual(37);
    for (const key of ["rsa", "ec"])
      expect(statSync(join(cwd, `stack/${key}.private.pem`)).mode & 0o777).toBe(0o600);
    const again = await conformance("--outputs", "stack/outputs.json", ...few, "--out", "again");
    expect(again.status).toBe(0);
  });

  it("makes nothing without a program terraform, or with one that is too old", async () => {
    const PATH = join(cwd, "bin");
    const none = await run(["--apply"], { cwd, env: { ...variables(), PATH } });
    expect([none.status, none.stderr]).toEqual([
      2,
      `--apply: there is no program terraform; install Terraform 1.5 or newer, from https://developer.hashicorp.com/terraform/install${help}`,
    ]);
    addTerraform({ version: "1.4.9" });
    const old = await conformance("--apply");
    expect([old.status, old.stderr]).toEqual([
      2,
      `--apply: this is Terraform 1.4; install 1.5 or newer${help}`,
    ]);
    expect(readdirSync(cwd)).toEqual(["bin"]);
  });

  it("refuses a folder for the stack that has files in it", async () => {
    addTerraform();
    const { status, stderr } = await conformance("--apply", "--stack", "bin");
    expect([status, stderr]).toEqual([
      2,
      `--stack: bin has files in it; give a new folder, or ask a stack that exists: --outputs bin/outputs.json${help}`,
    ]);
  });

  it("removes its folder if terraform init fails, since nothing was made", async () => {
    addTerraform({ init: "fails" });
    const { status, stdout, stderr } = await conformance("--apply", "--stack", "stack");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(
      "terraform init failed (status 1).\nNothing was made in AWS. Correct what Terraform says above, then run the command again.\n",
    );
    expect(existsSync(join(cwd, "stack"))).toBe(false);
  });

  it("removes what terraform apply has made before it failed, also with --keep", async () => {
    addTerraform({ apply: "fails" });
    const { status, stderr } = await conformance("--apply", "--stack", "stack", "--keep");
    expect(status).toBe(1);
    expect(stderr).toContain("terraform apply failed (status 1).\n");
    expect(steps()).toEqual(["version", "init", "apply", "destroy"]);
    expect(existsSync(join(cwd, "stack"))).toBe(false);
  });

  it("says what is left and how to remove it if terraform destroy fails", async () => {
    addTerraform({ destroy: "fails" });
    const { status, stderr } = await conformance("--apply", ...few, "--stack", "stack");
    expect(status).toBe(1);
    expect(stderr).toContain(
      [
        "terraform destroy failed (status 1).",
        "",
        "The stack is not removed. It costs almost nothing, but it is in your account:",
        "  aws_cloudfront_distribution.conformance",
        "Run this until it succeeds, then delete the folder, which has the private keys:",
        "  terraform -chdir=stack destroy",
        "",
      ].join("\n"),
    );
    expect(existsSync(join(cwd, "stack/rsa.private.pem"))).toBe(true);
    expect(result().counts.agrees).toBe(9);
  });

  it("removes the stack after Ctrl-C while it waits for the distribution", async () => {
    addTerraform();
    edge.deviation = { decide: (_, one) => ({ ...one, isAllowed: true }) };
    const child = start(["--apply", ...few]);
    const end = ended(child);
    await said(child, "Terraform's folder is");
    while (edge.requests < 4) await new Promise((resolve) => setTimeout(resolve, 10));
    child.kill("SIGINT");
    const { status, stderr } = await end;
    expect([status, steps().at(-1)]).toEqual([130, "destroy"]);
    expect(stderr).toContain("Interrupted. The stack is removed first.\n");
  });

  it("removes the stack after Ctrl-C while terraform apply runs", async () => {
    addTerraform({ apply: "hangs" });
    const child = start(["--apply", ...few, "--stack", "stack"]);
    const end = ended(child);
    await said(child, "apply hangs");
    child.kill("SIGINT");
    const { status, stdout } = await end;
    expect([status, stdout]).toEqual([130, ""]);
    expect(steps()).toEqual(["version", "init", "apply", "apply interrupted", "destroy"]);
    expect(existsSync(join(cwd, "stack"))).toBe(false);
  });

  it("interrupts the removal at the second Ctrl-C, and says what is left", async () => {
    addTerraform({ apply: "hangs", destroy: "hangs" });
    const child = start(["--apply", ...few, "--stack", "stack"]);
    const end = ended(child);
    await said(child, "apply hangs");
    child.kill("SIGINT");
    await said(child, "destroy hangs");
    child.kill("SIGINT");
    const { status, stderr } = await end;
    expect(status).toBe(130);
    expect(steps().slice(-3)).toEqual(["destroy", "destroy interrupted", "state"]);
    expect(stderr).toContain("  terraform -chdir=stack destroy\n");
  });

  it("ends at the third Ctrl-C, even if Terraform does not", async () => {
    addTerraform({ apply: "stubborn" });
    const child = start(["--apply", ...few, "--stack", "stack"]);
    const end = ended(child);
    await said(child, "apply hangs");
    for (const count of [1, 2]) {
      child.kill("SIGINT");
      await expect.poll(() => steps().filter((step) => step === "apply interrupted")).toHaveLength(count);
    }
    child.kill("SIGINT");
    const { status, stderr } = await end;
    expect(status).toBe(130);
    expect(stderr).toMatch(/everything whose name starts with cloudfront-sign-conformance-[0-9a-f]{8}\n/);
    expect(stderr).toContain("  terraform -chdir=stack destroy\n");
  });
});
