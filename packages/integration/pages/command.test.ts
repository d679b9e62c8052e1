import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type AwsCliShell,
  openAwsCliShell,
} from "@cloudfront-sign-webcrypto/testing/support/aws-cli-shell.ts";
import { withoutLifetimeNote } from "@cloudfront-sign-webcrypto/testing/support/lifetime-note.ts";
import vectors from "@cloudfront-sign-webcrypto/testing/vectors/aws-cli.json" with { type: "json" };
import { commandNames } from "cloudfront-sign-cli/commands.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/**
 * `docs/command.md` ends with every difference from the AWS CLI and with the help of every command. This test
 * writes them there when Vitest updates its snapshots: `npx vitest run --project node command-page -u`.
 */

const page = join(import.meta.dirname, "../../../docs/command.md");
const differencesHeading = "### Every difference\n";
const note =
  "The last column shows what this command does. Text that starts with `--` or `url:` is the error message that it prints.";
const helpHeading = "## Every command's help\n";

type Difference = (typeof vectors.different)[number];

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

describe.skipIf(process.platform === "win32")("docs/command.md", () => {
  let shell: AwsCliShell;
  beforeAll(() => {
    shell = openAwsCliShell();
  });
  afterAll(() => shell.remove());

  /** What the page says of our result: a note for a person, or the message. */
  async function ourResult({ what, line, ours, output }: Difference): Promise<string> {
    const { status, stdout, stderr } = await shell.paste(line);
    if (status === 0) {
      expect(stdout.replace(/(?<=Signature=)[\w~-]{9,}/, "…"), what).not.toBe(`${output}\n`);
      expect([what, typeof ours]).toEqual([what, "string"]);
      expect(withoutLifetimeNote(stderr), what).toMatch(
        what === "no path" ? /^note: The URL has no path, / : /^$/,
      );
      return ours ?? "";
    }
    expect([what, status, stdout]).toEqual([what, 2, ""]);
    const [message = ""] = stderr.split("\n\n");
    return ours ?? message.replace(/^ERR_\w+\n/, "");
  }

  async function differences(): Promise<string> {
    const groups = [...new Set(vectors.different.map(({ group }) => group))];
    const tables = groups.map(async (group) => {
      const rows = vectors.different
        .filter((one) => one.group === group)
        .map(
          async (one) =>
            `| \`\` ${cell(one.pasted)} \`\` | ${cell(one.aws)} | ${cell(await ourResult(one))} |`,
        );
      const head = `| ${group} | \`aws cloudfront sign\` ${vectors.version} | \`cloudfront-sign sign\` |`;
      return [head, "|---|---|---|", ...(await Promise.all(rows)), ""].join("\n");
    });
    return (await Promise.all(tables)).join("\n");
  }

  async function help(): Promise<string> {
    const texts = [[], ...commandNames.map((name) => [name])].map(async (command) => {
      const { status, stdout } = await shell.run([...command, "--help"]);
      expect([command, status]).toEqual([command, 0]);
      // An example is one line, so that it can be copied into every shell.
      const [text = ""] = stdout.split("\nExamples\n");
      expect(text.split("\n").filter((line) => line.length > 100)).toEqual([]);
      return `### ${["cloudfront-sign", ...command].join(" ")}\n\n\`\`\`text\n${stdout.trimEnd()}\n\`\`\`\n`;
    });
    return (await Promise.all(texts)).join("\n");
  }

  it("shows every difference from the AWS CLI, and the help of every command", async () => {
    const [written = ""] = readFileSync(page, "utf8").split(differencesHeading);
    await expect(
      `${written}${differencesHeading}\n${note}\n\n${await differences()}\n${helpHeading}\n${await help()}`,
    ).toMatchFileSnapshot(page);
  });
});
