import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { account, exampleEnvironment, settings } from "./environment.ts";
import { type ExampleFolder, installExample } from "./example-folder.ts";
import { itHidesFailures } from "./hides-failures.ts";
import { keyPairId, type LocalCdn, startCdn } from "./local-cdn.ts";
import { itNeedsSecrets } from "./needs-secrets.ts";
import { freePort, Program } from "./program.ts";
import type { RunningExample, RunningProgram } from "./running-example.ts";
import { itServesViewers } from "./serves-viewers.ts";
import { Viewer } from "./viewer.ts";

/** How to start an example. `env` is added to the environment. */
interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

interface ExampleOptions {
  /**
   * Each way to start it, by its title. Default: `npm start`. It listens on the port; the example's folder is
   * the working directory.
   */
  readonly starts?: Readonly<Record<string, (port: number, folder: string) => Start>>;
  /** Registers further tests, which run with the example installed and started. */
  readonly further?: (example: RunningExample) => void;
}

const startWithNpm = { "npm start": () => ({ command: "npm", args: ["start"] }) };
/** Installing and building may take minutes on a busy machine. */
const minutes = (count: number): number => count * 60_000;

/** Installs examples/NAME, starts it in front of a local CloudFront, and does what a viewer does. */
export function describeExample(name: string, options: ExampleOptions = {}): void {
  const { starts = startWithNpm, further } = options;
  describe(`examples/${name}`, () => {
    let installed: ExampleFolder;
    let cdn: LocalCdn;
    beforeAll(async () => {
      installed = await installExample(name);
      cdn = await startCdn(installed.folder);
    }, minutes(10));
    afterAll(() => {
      cdn?.end();
      installed?.remove();
    }, minutes(1));

    it("installs from its lockfile and builds", ({ task }) => {
      const { installSeconds, installMegabytes, buildSeconds } = installed;
      const built = buildSeconds === undefined ? "" : `, build ${buildSeconds.toFixed(0)} s`;
      const figure = `npm ci ${installSeconds.toFixed(0)} s, ${installMegabytes.toFixed(0)} MB${built}`;
      Object.assign(task.meta, { figure });
    });

    describe.each(Object.entries<(port: number, folder: string) => Start>(starts))("%s", (_, start) => {
      const started: Program[] = [];
      let app = "";
      const startWith = async (variables: Readonly<Record<string, string>>): Promise<RunningProgram> => {
        const port = await freePort();
        const { command, args, env } = start(port, installed.folder);
        const program = new Program({
          command,
          args,
          cwd: installed.folder,
          env: {
            ...exampleEnvironment(),
            ...settings(cdn.origin, keyPairId, cdn.privateKey),
            PORT: String(port),
            ...env,
            ...variables,
          },
        });
        started.push(program);
        const origin = `http://localhost:${port}`;
        await program.listening(origin);
        return { program, origin };
      };
      const signIn = async (): Promise<Viewer> => {
        const viewer = new Viewer();
        expect((await viewer.post(`${app}/login`, account)).status).toBeLessThan(400);
        return viewer;
      };
      beforeAll(async () => {
        app = (await startWith({})).origin;
      }, minutes(2));
      afterAll(() => {
        for (const program of started) program.end();
      });

      const example = { app: () => app, cdn: () => cdn, folder: () => installed.folder, signIn, startWith };
      itServesViewers(example);
      itHidesFailures(example);
      itNeedsSecrets(example);
      further?.(example);

      it("has printed no secret, signature or policy", () => {
        const printed = started.map(({ output }) => output).join("\n");
        expect(printed).not.toMatch(/PRIVATE KEY|Signature=|Policy=|CloudFront-Signature/);
        expect(printed).not.toContain(account.password);
      });
    });
  });
}
