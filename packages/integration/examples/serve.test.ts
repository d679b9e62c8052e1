import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

/** The server of the pages among the examples. */

const program = join(import.meta.dirname, "../../../examples/serve.mjs");

it.each(["webpage", "..", "constructor"])("names the pages that there are instead of %s", (page) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, page], {
    encoding: "utf8",
    env: { ...process.env, PORT: "0" },
  });
  expect([status, stdout, stderr]).toEqual([2, "", `${page}: no such page; write one of inspector\n`]);
});
