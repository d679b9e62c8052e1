import { describe, expect, it } from "vitest";
import { allRuns } from "../matrix/runs.mjs";
import { selectRuns } from "../matrix/select-runs.mjs";

const runs = allRuns("app");
const selected = (...words: string[]): string[] => selectRuns(runs, words).map(({ name }) => name);
const onRequest = runs.filter(({ isOnRequest }) => isOnRequest).map(({ name }) => name);

describe("the runs of the matrix", () => {
  it("have names of their own", () => {
    const names = runs.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });

  it("are on request for the examples with frameworks, and for what plays in real time", () => {
    expect(onRequest).toEqual(
      expect.arrayContaining(["examples express", "examples hono", "real-time players"]),
    );
    for (const name of onRequest) expect(name).toMatch(/^(examples|real-time) /);
  });

  it("leave those out with all, and with words that are in their names by chance", () => {
    expect(selected("all")).toHaveLength(runs.length - onRequest.length);
    for (const word of ["example", "express", "edge", "next", "node", "players", "worker"])
      expect(selected(word).filter((name) => onRequest.includes(name))).toEqual([]);
  });

  it("are all of those with the word examples or real-time, and one of them with its name", () => {
    expect([...selected("examples"), ...selected("real-time")].sort()).toEqual(onRequest.sort());
    expect(selected("examples express")).toEqual(["examples express"]);
    expect(selected("real-time players")).toEqual(["real-time players"]);
  });

  it("without words need Node.js only", () => {
    expect(selected()).toEqual(
      expect.arrayContaining([`node${process.versions.node.split(".")[0]} packed esm`, "node-only testing"]),
    );
    for (const { name, runtime = "node", packages = [] } of selectRuns(runs, []))
      expect([name, runtime, name.startsWith("node-only") || packages.length === 0]).toEqual([
        name,
        expect.stringMatching(/^node/),
        true,
      ]);
    expect(selected("all")).toEqual(expect.arrayContaining(selected()));
  });

  it("leave out the tests of words, but in this Node.js and in another engine", () => {
    const portable = runs.filter(({ runtime }) => runtime);
    const having = portable.filter(({ hasWords }) => hasWords).map(({ name }) => name);
    expect(having.sort()).toEqual(
      ["firefox packed esm", `node${process.versions.node.split(".")[0]} packed esm`].sort(),
    );
    for (const { env, hasWords } of portable) expect(env?.WITHOUT_WORDS === "1").toBe(!hasWords);
  });

  it("are selected by any of the words", () => {
    expect(selected("example worker", "node-only testing")).toEqual(["node-only testing", "example worker"]);
  });
});
