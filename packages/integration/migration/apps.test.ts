import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { integration, root } from "@cloudfront-sign-webcrypto/testing/folders";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { afterAll, describe, expect, it } from "vitest";
import { codemodCases } from "./support/cases.ts";
import { runCodemod } from "./support/codemod.ts";
import { askApp, bundleOf, bundlePrograms } from "./support/running-app.ts";

const page = readFileSync(join(root, "docs/migrating.md"), "utf8");
/** Inside the package, so that the apps find Express and the old libraries. */
const folder = mkdtempSync(join(integration, ".examples-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keyFile = join(folder, "key.pem");
writeFileSync(keyFile, keyText("rsa2048.pkcs8.pem"));
const env = {
  PATH: process.env.PATH,
  API_TOKEN: "sesame",
  CDN_ORIGIN: "https://d111111abcdef8.cloudfront.net",
  CLOUDFRONT_KEY_PAIR_ID: keyPairId,
  CLOUDFRONT_PRIVATE_KEY: keyText("rsa2048.pkcs8.pem"),
  CLOUDFRONT_PRIVATE_KEY_FILE: keyFile,
};
const authorization = { headers: { authorization: "Bearer sesame" } };
const requests = [
  ["/url?file=report.pdf", {}],
  ["/url?file=report.pdf", authorization],
  ["/url", authorization],
  ["/gallery", authorization],
  ["/cookies", { method: "POST", ...authorization }],
] as const;

const apps = codemodCases("apps.md").map(({ title, file, before, expected }) => {
  const place = (name: string) => join(folder, name, file);
  /** The person's version, where the codemod needs one. */
  const prepared = expected || before;
  for (const [name, code] of Object.entries({ before, prepared, after: prepared, refused: before })) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(place(name), code);
  }
  return { title, file, before, prepared, place };
});

/** Lines that differ, and the difference as the page shows it. */
function difference(before: string, after: string): { lines: number; shown: string } {
  const { stdout } = spawnSync("git", ["diff", "--no-index", "--unified=0", before, after], {
    encoding: "utf8",
  });
  const shown = stdout.split("\n").filter((line) => /^[-+](?![-+]{2} )/.test(line));
  return { lines: shown.filter((line) => line.startsWith("+")).length, shown: shown.join("\n") };
}

describe.each(apps)("the sample app of $title", ({ title, file, before, prepared, place }) => {
  const first = runCodemod(join(folder, "refused"), [file]);
  const run = runCodemod(join(folder, "after"), [file]);

  it("has 25 lines", () => {
    expect(before.trimEnd().split("\n")).toHaveLength(25);
  });

  it("is left to a person if it needs one", () => {
    expect(first.reports.length > 0).toBe(before !== prepared);
    if (before !== prepared) expect(readFileSync(place("refused"), "utf8")).toBe(before);
  });

  it("moves without a mark, in as many lines as docs/migrating.md says", () => {
    expect(run).toMatchObject({ status: 0, reports: [] });
    expect(runCodemod(join(folder, "after"), [file])).toMatchObject({ status: 0, reports: [] });
    const byHand = difference(place("before"), place("prepared")).lines;
    const byCodemod = difference(place("prepared"), place("after")).lines;
    expect(page).toContain(`| \`${title}\` | ${byCodemod} | ${byHand} |`);
  });

  it("answers as before", async () => {
    // One clock for both: the signatures depend on it.
    const clock = "Date.now = () => Date.UTC(2037, 0, 1);";
    const programs = [place("before"), place("after")];
    await bundlePrograms(folder, programs, clock);
    const [old, now] = await Promise.all(programs.map((program) => askApp(bundleOf(program), env, requests)));
    expect(now).toEqual(old);
    expect(now?.[0]?.status).toBe(401);
    expect(now?.[1]?.body).toMatch(/report\.pdf\?.*Signature=/);
  });
});

it("docs/migrating.md shows what changes in the first app", () => {
  const [{ place } = { place: () => "" }] = apps;
  expect(page).toContain(`\`\`\`diff\n${difference(place("before"), place("after")).shown}\n\`\`\``);
});
