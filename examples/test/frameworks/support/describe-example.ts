import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { account, exampleEnvironment, settings } from "./environment.ts";
import { type ExampleFolder, installExample } from "./example-folder.ts";
import { keyPairId, type LocalCdn, media, startCdn } from "./local-cdn.ts";
import { freePort, Program } from "./program.ts";
import { Viewer } from "./viewer.ts";

/** How to start an example. `env` is added to the environment. */
interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface ExampleOptions {
  /** Further environment of `npm ci` and `npm run build`. */
  readonly buildEnvironment?: Readonly<Record<string, string>>;
  /**
   * Each way to start it, by its title. Default: `npm start`. It listens on the port; the example's folder is
   * the working directory.
   */
  readonly starts?: Readonly<Record<string, (port: number, folder: string) => Start>>;
  /** Registers further tests, which run with the example installed and started. */
  readonly further?: (example: RunningExample) => void;
}

/** What tests may use once the example runs. */
export interface RunningExample {
  readonly app: () => string;
  readonly cdn: () => LocalCdn;
  readonly folder: () => string;
  readonly output: () => string;
  readonly signIn: () => Promise<Viewer>;
}

const startWithNpm = { "npm start": () => ({ command: "npm", args: ["start"] }) };
/** Installing and building may take minutes on a busy machine. */
const minutes = (count: number): number => count * 60_000;
const report = readFileSync(join(media, "report.pdf"));

/** Installs examples/NAME, starts it in front of a local CloudFront, and does what a viewer does. */
export function describeExample(name: string, options: ExampleOptions = {}): void {
  const { buildEnvironment = {}, starts = startWithNpm, further } = options;
  describe(`examples/${name}`, () => {
    let installed: ExampleFolder;
    let cdn: LocalCdn;
    beforeAll(async () => {
      installed = await installExample(name, buildEnvironment);
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
      const startApp = async (origin: string, privateKey = cdn.privateKey) => {
        const port = await freePort();
        const { command, args, env } = start(port, installed.folder);
        const program = new Program({
          command,
          args,
          cwd: installed.folder,
          env: {
            ...exampleEnvironment(),
            ...settings(origin, keyPairId, privateKey),
            PORT: String(port),
            ...env,
          },
        });
        started.push(program);
        return { program, origin: `http://localhost:${port}` };
      };
      let app = "";
      let program: Program;
      beforeAll(async () => {
        ({ program, origin: app } = await startApp(cdn.origin));
        await program.listening(app);
      }, minutes(2));
      afterAll(() => {
        for (const one of started) one.end();
      });

      const signIn = async (): Promise<Viewer> => {
        const viewer = new Viewer();
        expect((await viewer.post(`${app}/login`, account)).status).toBeLessThan(400);
        return viewer;
      };
      const course = () => `${cdn.origin}/course/1.txt`;

      it("answers 401 before sign-in, without a signature", async () => {
        const viewer = new Viewer();
        for (const response of [
          await viewer.fetch(`${app}/url?file=report.pdf`),
          await viewer.post(`${app}/cookies`),
        ]) {
          expect(response.status).toBe(401);
          expect(await response.text()).not.toMatch(/Signature|Policy/);
          expect(response.headers.getSetCookie().join("\n")).not.toContain("CloudFront-");
        }
      });

      it("answers 401 to a wrong password, a wrong user and an empty form", async () => {
        const viewer = new Viewer();
        const attempts = [
          { ...account, password: "wrong" },
          { ...account, user: "bob@example.com" },
          { user: account.user },
          {},
        ];
        for (const attempt of attempts)
          expect((await viewer.post(`${app}/login`, attempt as Record<string, string>)).status).toBe(401);
        expect((await viewer.post(`${app}/login`, new URLSearchParams())).status).toBe(401);
        expect((await viewer.fetch(`${app}/url?file=report.pdf`)).status).toBe(401);
      });

      it.each(["{", "null", "[]", '{"user":["ada@example.com"],"password":{}}'])(
        "does not fail at the body %s",
        async (body) => {
          const headers = { "Content-Type": "application/json" };
          const response = await new Viewer().fetch(`${app}/login`, { method: "POST", headers, body });
          expect([400, 401]).toContain(response.status);
          expect(response.headers.getSetCookie()).toEqual([]);
        },
      );

      it("gives a signed URL, which the CDN answers with the file; without the signature it denies", async () => {
        const viewer = await signIn();
        const response = await viewer.fetch(`${app}/url?file=report.pdf`);
        expect([response.status, response.headers.get("Cache-Control")]).toEqual([
          200,
          expect.stringContaining("no-store"),
        ]);
        const { url } = await response.json();
        const [signed, unsigned] = [await fetch(url), await fetch(url.split("?")[0])];
        expect([signed.status, unsigned.status]).toEqual([200, 403]);
        expect(Buffer.from(await signed.arrayBuffer()).equals(report)).toBe(true);
      });

      it.each(["", "?file=", "?file=salaries.pdf", "?file=../report.pdf", "?file=*", "?file=course/*"])(
        "signs nothing for /url%s",
        async (query) => {
          const response = await (await signIn()).fetch(`${app}/url${query}`);
          expect(response.status).toBe(404);
          expect(await response.text()).not.toContain("Signature");
        },
      );

      it("takes the form of a page for sign-in", async () => {
        const viewer = new Viewer();
        const response = await viewer.post(`${app}/login`, new URLSearchParams(account));
        expect(response.status).toBeLessThan(400);
        expect((await viewer.fetch(`${app}/url?file=report.pdf`)).status).toBe(200);
      });

      it("sets cookies for the course, and deletes them at sign-out", async () => {
        const viewer = await signIn();
        expect((await viewer.fetch(course())).status).toBe(403);
        const response = await viewer.post(`${app}/cookies`);
        expect(response.status).toBe(204);
        const lines = response.headers.getSetCookie().filter((line) => line.startsWith("CloudFront-"));
        expect(lines).toHaveLength(3);
        for (const line of lines) expect(line).toMatch(/; Path=\/course\/;.*Secure.*HttpOnly/);
        const opened = await viewer.fetch(course());
        expect([opened.status, (await opened.text()).trim()]).toEqual([200, "Lesson 1"]);
        // The cookies open this folder alone.
        expect((await viewer.fetch(`${cdn.origin}/report.pdf`)).status).toBe(403);

        expect((await viewer.post(`${app}/logout`)).status).toBeLessThan(400);
        expect(await viewer.cloudFrontCookies(course())).toEqual([]);
        expect((await viewer.fetch(course())).status).toBe(403);
        expect((await viewer.fetch(`${app}/url?file=report.pdf`)).status).toBe(401);
        expect((await viewer.post(`${app}/cookies`)).status).toBe(401);
      });

      it("answers 500 without details if signing fails, and logs the code", {
        timeout: minutes(1),
      }, async () => {
        // A common mistake: the bucket's address instead of the distribution's.
        const wrong = await startApp("https://bucket.s3.eu-west-1.amazonaws.com");
        await wrong.program.listening(wrong.origin);
        const viewer = new Viewer();
        await viewer.post(`${wrong.origin}/login`, account);
        for (const response of [
          await viewer.fetch(`${wrong.origin}/url?file=report.pdf`),
          await viewer.post(`${wrong.origin}/cookies`),
        ]) {
          expect(response.status).toBe(500);
          expect(await response.text()).not.toMatch(/ERR_|S3|amazonaws|distribution|node_modules| at /);
        }
        expect(wrong.program.output).toMatch(/ERR_\w+/);
      });

      further?.({
        app: () => app,
        cdn: () => cdn,
        folder: () => installed.folder,
        output: () => program.output,
        signIn,
      });

      it("has printed no secret, signature or policy", () => {
        const printed = started.map(({ output }) => output).join("\n");
        expect(printed).not.toMatch(/PRIVATE KEY|Signature=|Policy=|CloudFront-Signature/);
        expect(printed).not.toContain(account.password);
      });
    });
  });
}
