import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { libraries, published, root } from "../folders.mjs";
import { allRuns, runtimes } from "../matrix/runs.mjs";
import { selectRuns } from "../matrix/select-runs.mjs";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Record<string, unknown>;
  readonly "working-directory"?: string;
}
interface Job {
  readonly container?: string;
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
          ? { "id-token": "write", ...(file === "site.yml" && { pages: "write" }) }
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

it("the release runs in containers that are pinned by their digest", () => {
  const containers = Object.values(release?.jobs ?? {}).map(({ container }) => container);
  expect(containers.length).toBeGreaterThan(0);
  for (const container of containers) expect(container).toMatch(/^[\w./-]+:[\w.-]+@sha256:[\da-f]{64}$/);
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
  const publishCommand = (name: string) =>
    release?.jobs[name]?.steps.flatMap(({ run }) => run ?? []).at(-1) ?? "";

  it("runs on tags only", () => {
    expect(release?.on).toEqual({ push: { tags: ["v*"] } });
  });

  it("publishes with provenance, without scripts, and only a version that equals the tag", () => {
    for (const job of Object.values(release?.jobs ?? {})) {
      const runs = job.steps.flatMap(({ run }) => run ?? []);
      const compared = runs.findIndex((run) => run.includes('test "$GITHUB_REF_NAME" = "v$('));
      const published = runs.findIndex((run) => / publish /.test(run));
      expect(compared).toBeGreaterThanOrEqual(0);
      if (published >= 0) expect(compared).toBeLessThan(published);
    }
    expect(publishCommand("publish")).toMatch(/^npm publish .*--provenance/);
  });

  it("publishes every package, each after those that it needs", () => {
    const packages = Object.keys(published);
    const publishing = release?.jobs.publish?.steps.flatMap(
      ({ run = "" }) => /^npm publish .*/.exec(run) ?? [],
    );
    expect(publishing?.map((run) => run.split("/")[1])).toEqual(packages);
    for (const run of publishing ?? [])
      expect(run).toContain(" --provenance --access public --ignore-scripts");
    const folders = release?.jobs["publish-jsr"]?.steps.flatMap((step) => step["working-directory"] ?? []);
    expect(folders).toEqual(libraries.map(([name]) => `jsr/${name}/jsr`));
  });

  it("publishes on JSR with the Deno that npm run check uses, which adds the provenance by itself", () => {
    const { dependencies } = JSON.parse(
      readFileSync(join(root, "packages/testing/runtimes/package.json"), "utf8"),
    );
    const command = publishCommand("publish-jsr");
    expect(command).toContain(` deno@${dependencies.deno} publish `);
    expect(command).not.toContain("--no-provenance");
  });

  // No checkout, no dependencies of the repository, no scripts of a package.
  it.each(publishing)("runs nothing but the publishing program where there is an identity: %s", (name) => {
    expect(publishCommand(name)).toContain(" --ignore-scripts");
    expect(release?.jobs[name]?.steps.map(({ uses = "" }) => uses.split("@")[0]).filter(Boolean)).toEqual([
      "actions/download-artifact",
    ]);
  });
});
