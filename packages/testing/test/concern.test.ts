import { basename } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { readConcerns } from "../changed/concern.mjs";
import { allFiles, importsOf } from "../changed/files.mjs";

let files: string[];
let concerns: Awaited<ReturnType<typeof readConcerns>>;
beforeAll(async () => {
  files = await allFiles();
  concerns = await readConcerns(files);
});

const pathOf = (end: string): string => files.find((file) => file.endsWith(end)) ?? "";
/** Without this file, which names the others. */
const testsOf = async (end: string): Promise<string[]> =>
  (await concerns.of(pathOf(end)))
    .map(({ test }) => basename(test))
    .filter((test) => end.endsWith(test) || test !== basename(import.meta.filename));

describe("the tests that concern a file", () => {
  it.each([
    ["src/url/object-url.ts", "object-url.test.ts"],
    ["media/src/client/players/dash.ts", "client-dash.test.ts"],
    ["command/src/keygen/key-files.ts", "command-keygen.test.ts"],
  ])("begin with its own: %s", async (source, test) => {
    const [first] = await testsOf(source);
    expect(first).toBe(test);
  });

  it("are those of what an entry point passes on, not of all that it exports", async () => {
    const of = await testsOf("src/url/object-url.ts");
    expect(of).toContain("url.test.ts");
    expect(of.length).toBeLessThan(files.filter((file) => file.endsWith(".test.ts")).length / 2);
  });

  it("are the file itself if it is a test", async () => {
    expect(await testsOf("test/concern.test.ts")).toEqual(["concern.test.ts"]);
  });

  it("are those that use a file for tests, or read a page", async () => {
    expect(await testsOf("matrix/select-runs.mjs")).toContain("runs.test.ts");
    expect(await testsOf("docs/keys.md")).toContain("documented.test.ts");
  });

  it("are none for a file that no test uses", async () => {
    expect(await testsOf(".editorconfig")).toEqual([]);
  });
});

describe("the imports of a module", () => {
  it("have the names that they take, whatever they are called here", () => {
    expect(
      importsOf(`import { type A, b as c } from "./x.ts";
export {
  d,
} from "./y.ts";
import "./z.ts";
await import("./w.ts");`),
    ).toEqual([
      { specifier: "./x.ts", names: ["A", "b"], passesOn: false },
      { specifier: "./y.ts", names: ["d"], passesOn: true },
      { specifier: "./z.ts", names: undefined, passesOn: false },
      { specifier: "./w.ts", names: undefined, passesOn: false },
    ]);
  });
});
