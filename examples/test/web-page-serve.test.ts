import { join } from "node:path";
import { run } from "@cloudfront-sign-webcrypto/testing/run";
import { expect, it } from "vitest";

/** What examples/serve.mjs says before it serves a page. */

const serve = async (page: string, PORT: string) => {
  const program = join(import.meta.dirname, "../serve.mjs");
  const env = { ...process.env, PORT };
  const { status, stdout, stderr } = await run(process.execPath, [program, page], { env });
  return [status, stdout, stderr];
};

it.each(["player", "upload", "one-time-link"])("leads to the server of %s", async (name) => {
  expect(await serve(name, "0")).toEqual([
    2,
    "",
    `${name}: has a server of its own; run node examples/${name}/server.mjs\n`,
  ]);
});

it.each(["test", "express", ".."])("has no page for %s", async (name) => {
  expect(await serve(name, "0")).toEqual([
    2,
    "",
    `${name}: no such page; write one of calculator, inspector, web-page\n`,
  ]);
});

it.each(["8080tcp", "65536", "-1", "8e3"])("refuses the port %s", async (port) => {
  expect(await serve("web-page", port)).toEqual([
    2,
    "",
    "PORT: is not usable; set it to a free port from 1 to 65535, such as 8080, or leave it out\n",
  ]);
});
