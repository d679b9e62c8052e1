import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { root } from "../folders.mjs";
import { allRuns, runtimes } from "../matrix/runs.mjs";
import { selectRuns } from "../matrix/select-runs.mjs";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Record<string, unknown>;
  readonly env?: Record<string, string>;
}
interface Job {
  readonly container?: string;
  readonly needs?: string | string[];
  readonly permissions?: Record<string, string>;
  readonly strategy?: { readonly matrix: { readonly include: Record<string, string>[] } };
  readonly steps: Step[];
}
interface Workflow {
  readonly on: Record<string, unknown>;
  readonly permissions?: Record<string, string>;
  readonly jobs: Record<string, Job>;
}

const folder = join(root, ".github/workflows");
const files = readdirSync(folder);
const workflows = Object.fromEntries(
  files.map((file) => [file, parse(readFileSync(join(folder, file), "utf8"), { strict: true }) as Workflow]),
);
const publishing = ["publish", "publish-jsr"];
const [ci, release] = [workflows["ci.yml"], workflows["release.yml"]];

describe.each(Object.entries(workflows))("%s", (file, { permissions, jobs }) => {
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it("pins every action by its commit, with the version in a comment", () => {
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[\da-f]{40}$/.test(action))).toEqual([]);
    // With the version behind it, for people and for tools that keep it up to date.
    expect(readFileSync(join(folder, file), "utf8").match(/uses: \S+@\S+ # v\d+\.\d+\.\d+$/gm)).toHaveLength(
      used.length,
    );
  });

  it("may only read; only the jobs that publish have an identity", () => {
    expect(permissions).toEqual({ contents: "read" });
    for (const [name, job] of Object.entries(jobs)) {
      expect([name, job.permissions]).toEqual([
        name,
        publishing.includes(name)
          ? { "id-token": "write", ...(file === "site.yml" ? { pages: "write" } : { contents: "read" }) }
          : name === "github-release"
            ? { contents: "write" }
            : undefined,
      ]);
    }
  });

  it("keeps no credentials in a checkout, and expands no expression in a script", () => {
    for (const { uses, run, with: options } of steps) {
      if (uses?.startsWith("actions/checkout@"))
        expect(options).toMatchObject({ "persist-credentials": false });
      expect(run ?? "").not.toContain("$" + "{{");
    }
  });
});

describe("the workflow of each commit", () => {
  const rows = ci?.jobs.test?.strategy?.matrix.include ?? [];

  it("has a job for each runtime, and runs node20 in it for comparison", () => {
    const covered = ({ name }: { name: string }) => rows.some(({ runtime = "" }) => name.includes(runtime));
    expect(runtimes.filter((runtime) => !covered(runtime)).map(({ name }) => name)).toEqual([]);
    expect(rows.map(({ runtime }) => runtime)).toContain("node-only");
    for (const { runtime, also } of rows) {
      if (runtimes.some(({ name }) => name === runtime) && runtime !== "node20")
        expect([runtime, also]).toEqual([runtime, expect.stringContaining("node20")]);
    }
  });

  const runs = allRuns("app");
  const selected = rows.map(({ runtime = "", also = "", packages = "" }) => ({
    runtime,
    runs: selectRuns(runs, [runtime, ...also.split(" ").filter(Boolean)]),
    packages: packages.split(" "),
  }));

  it("has a job for each run, and the check", () => {
    const names = new Set(selected.flatMap((row) => row.runs.map(({ name }) => name)));
    const wanted = runs.filter(({ isOnRequest }) => !isOnRequest).map(({ name }) => name);
    expect(wanted.filter((name) => !names.has(name))).toEqual([]);
    expect(ci?.jobs.check?.steps.map(({ run }) => run)).toContain("npm run check");
  });

  it.each(selected)("installs what the runs of the job $runtime need", ({ runs: some, packages }) => {
    const lacking = some
      .map(({ name, packages: needed = [] }) => [name, needed.filter((one) => !packages.includes(one))])
      .filter(([, missing]) => missing?.length);
    expect(lacking).toEqual([]);
  });

  it("needs nothing that .ci/run does not install", () => {
    const script = readFileSync(join(root, ".ci/run"), "utf8");
    const installed = [...script.matchAll(/packages\+?=\((.*?)\)/g)].flatMap(([, list = ""]) =>
      list.split(" "),
    );
    const needed = new Set(
      runs.filter(({ isOnRequest }) => !isOnRequest).flatMap(({ packages = [] }) => packages),
    );
    expect([...needed].filter((name) => !installed.includes(name))).toEqual([]);
  });
});

it("each commit runs the examples with frameworks, in the Node.js that they run in", () => {
  expect(ci?.jobs.examples?.container).toMatch(/^node:24-/);
  expect(ci?.jobs.examples?.steps.map(({ run }) => run)).toContain("npm test -- examples");
});

it("each commit runs the command's tests on Windows", () => {
  expect(ci?.jobs.windows?.steps.map(({ run }) => run)).toContain("npm test -- windows");
});

describe("the workflow of a release", () => {
  const jobs = release?.jobs ?? {};
  const runsOf = (name: string) => jobs[name]?.steps.flatMap(({ run }) => run ?? []) ?? [];
  const lock = readFileSync(join(root, "pnpm-lock.yaml"), "utf8");

  it("runs on tags only", () => {
    expect(release?.on).toEqual({ push: { tags: ["v*"] } });
  });

  it("builds a version that equals the tag, in a job without tests", () => {
    expect(runsOf("build")).toEqual([
      expect.stringContaining('test "$GITHUB_REF_NAME" = "v$('),
      "npm run pack -- release",
    ]);
    expect(runsOf("test")).toEqual([".ci/run"]);
  });

  it("publishes what was built after the test has passed, and then makes the release on GitHub", () => {
    for (const name of publishing) {
      expect(jobs[name]?.needs).toEqual(["test", "build"]);
      expect(runsOf(name).at(-1)).toContain(' --version "$GITHUB_REF_NAME"');
    }
    expect(jobs["github-release"]?.needs).toEqual(publishing);
    expect(runsOf("github-release").join()).toContain("gh release create");
  });

  it("publishes on JSR with the Deno that npm run check uses, with the hash that the lockfile has", () => {
    const { dependencies } = JSON.parse(
      readFileSync(join(root, "packages/testing/runtimes/package.json"), "utf8"),
    );
    const name = "@deno/linux-x64-glibc";
    const found = jobs["publish-jsr"]?.steps.find(({ run }) => run?.includes("npm pack"));
    expect(found?.run).toContain(`npm pack --silent ${name}@${dependencies.deno}\n`);
    expect(found?.run).toContain("sha512sum --check --strict\n");
    const resolution = lock.slice(lock.indexOf(`'${name}@${dependencies.deno}':`));
    const [, integrity = ""] = /integrity: sha512-([^}]+)\}/.exec(resolution) ?? [];
    expect(found?.env?.SHA512).toBe(Buffer.from(integrity, "base64").toString("hex"));
  });

  // No dependencies of the repository, and of its own files the one that publishes.
  it.each([
    ["publish", ".ci/publish.mjs"],
    ["publish-jsr", ".ci/publish-jsr.mjs"],
  ])("runs only what is pinned by a hash where there is an identity: %s", (name, program) => {
    const used = jobs[name]?.steps.flatMap(({ uses = "" }) => uses.split("@")[0] || []);
    expect(used).toEqual(["actions/checkout", "actions/download-artifact"]);
    expect(jobs[name]?.steps[0]?.with).toMatchObject({
      "sparse-checkout": program,
      "sparse-checkout-cone-mode": false,
    });
    expect(jobs[name]?.container).toMatch(/^[\w./-]+:[\w.-]+@sha256:[\da-f]{64}$/);
    expect(runsOf(name).at(-1)).toMatch(new RegExp(`^node ${program} `));
    expect(runsOf(name).join("\n")).not.toMatch(/npx|npm (?:exec|install|ci)/);
    const text = readFileSync(join(root, program), "utf8");
    expect(text.match(/^import .*(?<! from "node:[^"]+");$/gm)).toBeNull();
  });
});

describe("pnpm", () => {
  const pinned = readFileSync(join(root, "package.json"), "utf8");
  const { integrity } = JSON.parse(readFileSync(join(root, ".ci/pnpm.json"), "utf8"));

  it("is pinned by hashes of the version in package.json, also the program for the runners of CI", () => {
    expect(Object.keys(integrity)).toEqual(expect.arrayContaining(["pnpm", "@pnpm/exe.linux-x64"]));
    for (const hash of Object.values(integrity)) expect(hash).toMatch(/^sha512-[\w+/]{86}==$/);
  });

  it("with another hash is not started", () => {
    const folder = mkdtempSync(join(tmpdir(), "another-pnpm-"));
    try {
      mkdirSync(join(folder, ".ci"));
      for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml"]) writeFileSync(join(folder, file), "");
      const changed = Object.entries(integrity).map(([name, hash]) => [
        name,
        `${hash}`.replace(/.{4}==$/, "AAAA=="),
      ]);
      writeFileSync(
        join(folder, ".ci/pnpm.json"),
        JSON.stringify({ integrity: Object.fromEntries(changed) }),
      );
      writeFileSync(join(folder, "package.json"), pinned);
      cpSync(join(root, ".ci/bootstrap.mjs"), join(folder, ".ci/bootstrap.mjs"));
      const { status, stderr } = spawnSync(process.execPath, [join(folder, ".ci/bootstrap.mjs"), "pack"], {
        encoding: "utf8",
      });
      expect([status, stderr]).toEqual([1, expect.stringContaining("nothing was installed")]);
      expect(readdirSync(folder).sort()).toEqual([
        ".ci",
        "package.json",
        "pnpm-lock.yaml",
        "pnpm-workspace.yaml",
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
