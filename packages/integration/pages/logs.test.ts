import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { entriesOf, table, withSection } from "../support/generated-tables.ts";

/**
 * The table of patterns in `docs/logs.md` is made from the source. This test writes it there when Vitest updates its
 * snapshots: `npx vitest run --project node pages/logs -u`.
 */

const page = join(import.meta.dirname, "../../../docs/logs.md");
const patterns = entriesOf("diagnosis/src/logs/patterns.ts").filter(({ source }) => source !== undefined);

describe("docs/logs.md", () => {
  it("shows each pattern as the source has it", async () => {
    const rows = patterns.map(({ entry, comment }) => [`\`${entry}\``, comment]);
    const expected = withSection(
      readFileSync(page, "utf8"),
      "Patterns",
      table(["`pattern`", "what happened"], rows),
    );
    await expect(expected).toMatchFileSnapshot(page);
  });
});

it("docs/logs.md counts 403s by hour and host name, or by file and address, without this command", () => {
  const text = readFileSync(page, "utf8");
  const [, program = ""] = /^```sh\n(find logs[\s\S]*?)^```/m.exec(text) ?? [];
  const [, other = ""] = /end its third line with `([^`]+)`/.exec(text) ?? [];
  const line = (time: string, status: number, host: string): string =>
    `2026-03-02\t${time}\tFRA56-P1\t192.0.2.7\t/a.jpg\t${status}\t${host}\n`;
  const log = [
    "#Version: 1.0\n#Fields: date time x-edge-location c-ip cs-uri-stem sc-status x-host-header\n",
    line("08:10:00", 200, "media.example.org"),
    line("09:10:00", 403, "media.example.com"),
    line("09:50:00", 403, "media.example.com"),
    line("10:00:00", 403, "media.example.org"),
  ].join("");
  const folder = mkdtempSync(join(tmpdir(), "logs-"));
  try {
    mkdirSync(join(folder, "logs/2026"), { recursive: true });
    for (const name of ["one", "2026/two"]) writeFileSync(join(folder, `logs/${name}.gz`), gzipSync(log));
    const counted = (input: string): string => {
      const { stdout, stderr } = spawnSync("sh", [], { cwd: folder, input, encoding: "utf8" });
      expect(stderr).toBe("");
      return stdout.replace(/^ +/gm, "");
    };
    expect(counted(program)).toBe("4 2026-03-02 09h media.example.com\n2 2026-03-02 10h media.example.org\n");
    expect(counted(program.replace(/\{ print .*\}/, () => other))).toBe("6 /a.jpg 192.0.2.7\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe("the patterns", () => {
  it("each say what happened, and the page that shows the rule", () => {
    expect(patterns.length).toBeGreaterThan(10);
    expect(
      patterns.filter(({ comment, source = "" }) => comment.length < 15 || !/^https:\/\/\S+$/.test(source)),
    ).toEqual([]);
  });
});
