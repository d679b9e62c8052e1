import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { published } from "../folders.mjs";

/** What the word does as the first argument of `cloudfront-sign`. */
function command(...words: string[]) {
  const program = join(published["cloudfront-sign-cli"], "dist/main.js");
  const { status, stderr } = spawnSync(process.execPath, [program, ...words], { encoding: "utf8" });
  return { status, message: stderr.split("\n")[0] };
}

describe("npm start -- bulk", () => {
  it("hides nothing: cloudfront-sign has no command of this name, and does not take it for a URL", () => {
    const { status, message } = command("bulk");
    expect(status).toBe(2);
    expect(message).toMatch(/^bulk: no such command; commands are sign, cookies, /);
  });
});
