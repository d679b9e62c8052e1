import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { core, libraries, published, root } from "../folders.mjs";
import { pack } from "../pack.mjs";
import { endWithThis, npm, run } from "../run.mjs";
import { hosts } from "../runtimes.mjs";
import { JsrRegistry } from "./support/jsr-registry.ts";
import { Registry } from "./support/registry.ts";

/** A release, rehearsed: `.ci/publish.mjs` and the tarballs as they are, and a registry on this machine. */

const names = Object.keys(published);
const { version } = JSON.parse(readFileSync(join(core, "package.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "release-"));
const tarballs = join(folder, "tarballs");
/** The program of an installed verdaccio, to rehearse with what many registries run. */
const { VERDACCIO: verdaccio } = process.env;

beforeAll(async () => {
  const files = await pack(folder);
  for (const [i, name] of names.entries()) {
    const file = files[i] ?? "";
    cpSync(file, join(tarballs, name, basename(file)));
  }
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function startVerdaccio(program: string): Promise<{ address: string; stop(): void }> {
  const storage = mkdtempSync(join(folder, "verdaccio-"));
  const config = join(storage, "config.yaml");
  const packages = '"**": { access: $all, publish: $all }';
  writeFileSync(
    config,
    `storage: ${storage}/packages\nuplinks: {}\npackages: { ${packages} }\nlog: { type: stdout, level: fatal }\nmax_body_size: 100mb\n`,
  );
  const address = `http://127.0.0.1:${await freePort()}/`;
  const child = spawn(process.execPath, [program, "--config", config, "--listen", address], {
    stdio: "ignore",
  });
  endWithThis(child);
  await expect
    .poll(
      () =>
        fetch(address).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
  return { address, stop: () => void child.kill() };
}

const registries: readonly (readonly [string, (() => ReturnType<typeof startVerdaccio>) | undefined])[] = [
  ["a registry in this process", undefined],
  ...(verdaccio === undefined ? [] : [["verdaccio", () => startVerdaccio(verdaccio)] as const]),
];

describe.each(registries)("a release on %s", { timeout: 300_000 }, (_, start) => {
  let upstream: Awaited<ReturnType<typeof startVerdaccio>> | undefined;
  let registry: Registry;
  let address: string;

  beforeEach(async () => {
    upstream = await start?.();
    registry = new Registry(upstream?.address);
    address = await registry.listen();
  });
  afterEach(() => {
    registry.close();
    upstream?.stop();
  });

  /** npm's settings of somebody who has logged in. */
  function as(user: string): NodeJS.ProcessEnv {
    const settings = join(folder, `${user}.npmrc`);
    const { host } = new URL(address);
    writeFileSync(settings, `registry=${address}\n//${host}/:_authToken=${user}\ncache=${folder}/cache\n`);
    const inherited = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
    return { ...Object.fromEntries(inherited), NPM_CONFIG_USERCONFIG: settings };
  }

  /** Somebody else publishes a package under the name. */
  async function publishAsStranger(name: string, others: string): Promise<void> {
    const own = join(folder, "stranger");
    rmSync(own, { recursive: true, force: true });
    mkdirSync(own);
    writeFileSync(
      join(own, "package.json"),
      JSON.stringify({ name, version: others, bin: { cfsign: "a.js" } }),
    );
    writeFileSync(join(own, "a.js"), "");
    const { status, output } = await npm(["publish"], own, as("stranger"));
    expect([status, output]).toEqual([0, expect.stringContaining(`+ ${name}@${others}`)]);
  }

  async function release(...flags: string[]) {
    const program = join(root, ".ci/publish.mjs");
    const args = [program, tarballs, "--version", `v${version}`, "--owners", "maintainer,second", ...flags];
    const { status, stdout } = await run(process.execPath, args, { cwd: folder, env: as("maintainer") });
    const lines = stdout.matchAll(/^([\w-]+)@[\d.]+: (.+)$/gm);
    const outcomes: Record<string, string> = {};
    for (const [, name = "", outcome = ""] of lines) outcomes[name] = outcome;
    return { status, outcomes };
  }

  it("publishes beside no stranger, fails in the middle, goes on where it stopped, and can be installed", async () => {
    const [core = "", media = "", diagnosis = "", command = ""] = names;
    await publishAsStranger(media, "0.1.9");
    registry.failing.add(diagnosis);
    const strangers = "not published: the package is somebody else's, not of maintainer,second";
    expect(await release("--by-hand")).toEqual({
      status: 1,
      outcomes: {
        [core]: "published",
        [media]: strangers,
        [diagnosis]: `npm publish of ${diagnosis} failed; run this again`,
        [command]: `not published: it needs ${diagnosis}`,
      },
    });
    const same = "is there already, and is the same";
    expect(await release("--by-hand")).toEqual({
      status: 1,
      outcomes: { [core]: same, [media]: strangers, [diagnosis]: "published", [command]: "published" },
    });
    registry.passOn(media, "maintainer");
    expect(await release("--by-hand")).toEqual({
      status: 0,
      outcomes: { [core]: same, [media]: "published", [diagnosis]: same, [command]: same },
    });
    expect(await release()).toEqual({
      status: 0,
      outcomes: Object.fromEntries(names.map((name) => [name, same])),
    });
    expect(registry.published).toEqual([media, core, diagnosis, command, media]);
    // Of the two bins, npx takes the one with the name of the package.
    const args = [
      "exec",
      "--yes",
      "--prefix",
      join(folder, "empty"),
      `${command}@${version}`,
      "--",
      "--version",
    ];
    mkdirSync(join(folder, "empty"), { recursive: true });
    const { stdout, output } = await npm(args, folder, as("reader"));
    expect([stdout, output]).toEqual([`${version}\n`, expect.anything()]);
  });

  it("publishes nothing that needs a stranger's package, also if he has this version", async () => {
    const [core = "", ...others] = names;
    await publishAsStranger(core, version);
    const { status, outcomes } = await release("--by-hand");
    expect(status).toBe(1);
    for (const name of others) expect(outcomes[name]).toMatch(/^not published: it needs /);
    expect(registry.published).toEqual([core]);
  });

  it("publishes nothing if a version of ours has other content", async () => {
    const [, , , command = ""] = names;
    await publishAsStranger(command, version);
    registry.passOn(command, "second");
    const { status, outcomes } = await release("--by-hand");
    expect(status).toBe(1);
    expect(outcomes[command]).toMatch(/^is there already, and is NOT the same/);
    expect(registry.published).toEqual([command]);
  });

  it("creates no package without --by-hand: npm would not let a workflow do so", async () => {
    const { status, outcomes } = await release();
    expect(status).toBe(1);
    for (const name of names)
      expect(outcomes[name]).toMatch(/^not published: (npm creates no package|it needs)/);
    expect(registry.published).toEqual([]);
  });
});

const deno = hosts.find(({ name }) => name === "deno")?.path ?? "";

// On request, with verdaccio: Deno checks the types of each package twice.
describe.skipIf(verdaccio === undefined)("a release on JSR", { timeout: 300_000 }, () => {
  let registry: JsrRegistry;
  let address: string;
  beforeEach(async () => {
    registry = new JsrRegistry(mkdtempSync(join(folder, "jsr-registry-")));
    address = await registry.listen();
  });
  afterEach(() => registry.close());

  const source = join(folder, "jsr");
  beforeAll(() => {
    for (const [name] of libraries)
      cpSync(join(folder, "staged", name, "jsr"), join(source, name), { recursive: true });
  });

  async function release() {
    const program = join(root, ".ci/publish-jsr.mjs");
    // The workflow has an identity instead of a token.
    const wrapper = join(folder, "deno");
    writeFileSync(wrapper, `#!/bin/sh\nexec '${deno}' "$@" --token test --no-provenance\n`, { mode: 0o755 });
    const args = [program, source, "--version", `v${version}`, "--deno", wrapper];
    const env = { ...process.env, JSR_URL: address, DENO_DIR: mkdtempSync(join(folder, "deno-cache-")) };
    const { status, output } = await run(process.execPath, args, { cwd: folder, env });
    return { status, output, lines: output.match(/^@cloudfront-sign.*: .*$/gm) ?? [] };
  }

  it("publishes each package after those that it needs, skips what is the same, and fails for what is not", async () => {
    const outcomes = (outcome: string) =>
      ["webcrypto", "diagnosis", "media"].map((name) => `@cloudfront-sign/${name}@${version}: ${outcome}`);
    expect(await release()).toMatchObject({ status: 0, lines: outcomes("published") });
    expect(await release()).toMatchObject({
      status: 0,
      lines: outcomes("is there already, and is the same"),
    });
    writeFileSync(join(source, "cloudfront-sign-media/README.md"), "Another.\n");
    const { status, output } = await release();
    expect([status, output]).toEqual([1, expect.stringContaining("is NOT the same: /README.md")]);
  });
});
