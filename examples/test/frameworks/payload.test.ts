import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { run } from "@cloudfront-sign-webcrypto/testing/run";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exampleEnvironment, settings } from "./support/environment.ts";
import { type ExampleFolder, installExample } from "./support/example-folder.ts";
import { keyPairId, type LocalCdn, startCdn } from "./support/local-cdn.ts";
import { Viewer } from "./support/viewer.ts";

/** The parts of the example that the tests call. Payload itself does not run: it needs a database. */
interface PrivateFiles {
  addSignedUrl(args: { doc: object; req: object }): Promise<{ signedUrl?: string }>;
}
interface CourseCookies {
  setCourseCookies(req: object): Promise<Response>;
  clearCourseCookies(args: { req: object }): void;
}

const minutes = (count: number): number => count * 60_000;
const user = { id: 1, email: "ada@example.com" };
let example: ExampleFolder;
let cdn: LocalCdn;

/** A module of the example, which Node.js runs as it is: its types are erasable. */
const load = (file: string): Promise<unknown> =>
  import(/* @vite-ignore */ pathToFileURL(join(example.folder, file)).href);

beforeAll(async () => {
  // It has no server to start: "npm run build" compiles it against Payload's types.
  example = await installExample("payload");
  cdn = await startCdn(example.folder);
  Object.assign(process.env, settings(cdn.origin, keyPairId, cdn.privateKey));
}, minutes(10));
afterAll(() => {
  cdn?.end();
  example?.remove();
}, minutes(1));

describe("examples/payload", () => {
  it("compiles against Payload's own types", ({ task }) => {
    const { installSeconds, installMegabytes, buildSeconds } = example;
    expect(buildSeconds).toBeGreaterThan(0);
    const figure = `npm ci ${installSeconds.toFixed(0)} s, ${installMegabytes.toFixed(0)} MB, tsc ${buildSeconds?.toFixed(0)} s`;
    Object.assign(task.meta, { figure });
  });

  it("would not compile with a member that Payload does not have", async () => {
    const wrong = 'import type { CollectionAfterReadHook } from "payload";\n';
    writeFileSync(
      join(example.folder, "src/wrong.ts"),
      `${wrong}export const hook: CollectionAfterReadHook = ({ req }) => req.viewer;\n`,
    );
    const { status, output } = await run("npm", ["run", "build"], {
      cwd: example.folder,
      env: exampleEnvironment(),
    });
    expect([status === 0, output]).toEqual([
      false,
      expect.stringMatching(/wrong\.ts.*'viewer' does not exist/),
    ]);
  });

  it("adds a signed URL, which the CDN answers, for users who are signed in only", async () => {
    const { addSignedUrl } = (await load("src/private-files.ts")) as PrivateFiles;
    const doc = { id: 1, filename: "report.pdf" };
    expect(await addSignedUrl({ doc, req: { user: null } })).toEqual(doc);
    const req: { user: object; responseHeaders?: Headers } = { user };
    const { signedUrl = "" } = await addSignedUrl({ doc, req });
    // Payload adds these headers to its answer.
    expect(req.responseHeaders?.get("Cache-Control")).toBe("private, no-store");
    expect((await fetch(signedUrl)).status).toBe(200);
    expect((await fetch(signedUrl.split("?")[0] ?? "")).status).toBe(403);
    const inFolder = await addSignedUrl({
      doc: { ...doc, prefix: "course", filename: "1.txt" },
      req: { user },
    });
    expect((await fetch(inFolder.signedUrl ?? "")).status).toBe(200);
    // A query may select other fields.
    expect(await addSignedUrl({ doc: { id: 1 }, req: { user } })).toEqual({ id: 1 });
  });

  it("sets cookies for the course, and deletes them at sign-out", async () => {
    const { setCourseCookies, clearCourseCookies } = (await load("src/course-cookies.ts")) as CourseCookies;
    const refused = await setCourseCookies({ user: null });
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([401, []]);

    const viewer = new Viewer();
    const lesson = `${cdn.origin}/course/1.txt`;
    const accept = async (lines: string[]) => {
      for (const line of lines) await viewer.jar.setCookie(line, lesson);
    };
    await accept((await setCourseCookies({ user, headers: new Headers() })).headers.getSetCookie());
    expect((await viewer.fetch(lesson)).status).toBe(200);

    const req: { responseHeaders?: Headers } = {};
    clearCourseCookies({ req });
    // Payload adds these headers to the answer of its own sign-out with this function.
    const { mergeHeaders } = (await load("node_modules/payload/dist/utilities/mergeHeaders.js")) as {
      mergeHeaders(source: Headers | undefined, target: Headers): Headers;
    };
    await accept(mergeHeaders(req.responseHeaders, new Headers()).getSetCookie());
    expect(await viewer.cloudFrontCookies(lesson)).toEqual([]);
    expect((await viewer.fetch(lesson)).status).toBe(403);
  });
});
