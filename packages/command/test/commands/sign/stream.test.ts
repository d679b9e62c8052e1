import { spawn, spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withoutLifetimeNote } from "@cloudfront-sign-webcrypto/testing/support/lifetime-note.ts";
import { buildCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import keys from "@cloudfront-sign-webcrypto/testing/vectors/keys.json" with { type: "json" };
import { createCloudFrontVerifier, inspectCloudFrontUrl } from "cloudfront-sign-webcrypto/verify";
import { afterAll, describe, expect, it } from "vitest";

/** `cloudfront-sign sign -`: lines of standard input, as many as there are. */

const command = await buildCommand();
const { folder, run, env, main } = command;
afterAll(command.remove);

writeFileSync(join(folder, "key.pem"), Buffer.from(keys["ecp256.pkcs8.pem"], "base64"), { mode: 0o600 });
writeFileSync(join(folder, "public.pem"), Buffer.from(keys["ecp256.pub.spki.pem"], "base64"));
const { verifyUrl } = createCloudFrontVerifier({
  publicKeys: { K2JCJMDEHXQW5F: Buffer.from(keys["ecp256.pub.spki.pem"], "base64") },
});
const usual = ["sign", "-", "--key-pair-id", "K2JCJMDEHXQW5F", "--private-key", "key.pem"];
const hour = [...usual, "--expires-in", "1h"];
const site = "https://d111111abcdef8.cloudfront.net";
const urls = (count: number): string[] => Array.from({ length: count }, (_, i) => `${site}/${i}.jpg`);
const linesOf = (text: string): string[] => {
  const lines = text.split("\n");
  expect(lines.pop()).toBe("");
  return lines;
};
/** The URLs without the signing parameters, after a check of each signature. */
const verified = (lines: string[]): Promise<string[]> =>
  Promise.all(
    lines.map(async (line) => {
      const verdict = await verifyUrl(line);
      return verdict.allowed ? verdict.url : verdict.reason;
    }),
  );

/** Starts the command, and gives its standard input and what it printed when it has ended. */
function start(args: string[]) {
  const child = spawn(process.execPath, [main, ...args], { env, cwd: folder });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (text) => {
    stdout += text;
  });
  child.stderr.on("data", (text) => {
    stderr += text;
  });
  const ended = new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
    child.once("close", (status) => resolve({ status, stdout, stderr }));
  });
  return { child, ended, printed: () => stdout };
}

describe("cloudfront-sign sign -", () => {
  it("signs 5,000 lines, each in its place", async () => {
    const input = urls(5000);
    const { status, stdout, stderr } = await run(hour, { input: `${input.join("\n")}\n` });
    expect([status, stderr]).toEqual([0, ""]);
    expect(await verified(linesOf(stdout))).toEqual(input);
  });

  it("takes a grant for all of them with --resource", async () => {
    const input = urls(3000);
    const { status, stdout } = await run([...hour, "--resource", `${site}/*`], { input: input.join("\n") });
    expect(status).toBe(0);
    const lines = linesOf(stdout);
    expect(await verified(lines)).toEqual(input);
    expect(new Set(lines.map((line) => line.split("?")[1])).size).toBe(1);
  });

  it("reads lines of Windows, and one without an end", async () => {
    const { stdout } = await run(hour, { input: `${site}/a\r\n${site}/b\r\n${site}/c` });
    expect(await verified(linesOf(stdout))).toEqual([`${site}/a`, `${site}/b`, `${site}/c`]);
  });

  it("reads a character whose bytes come one after the other", async () => {
    const { child, ended } = start(hour);
    for (const byte of Buffer.from(`${site}/ü\n`)) {
      child.stdin.write(Buffer.of(byte));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    child.stdin.end();
    expect(await verified(linesOf((await ended).stdout))).toEqual([`${site}/%C3%BC`]);
  });

  it("answers a line before the next one comes", async () => {
    const { child, ended, printed } = start(hour);
    child.stdin.write(`${site}/first\n`);
    await expect.poll(printed).toMatch(/\/first\?.*\n$/);
    child.stdin.end(`${site}/second\n`);
    expect(await verified(linesOf((await ended).stdout))).toEqual([`${site}/first`, `${site}/second`]);
  });

  it("stops at a wrong line: those before it are printed, none after it", async () => {
    const input = [...urls(700), `${site}/*`, ...urls(700)].join("\n");
    const { status, stdout, stderr } = await run(hour, { input });
    expect(status).toBe(1);
    expect(await verified(linesOf(stdout))).toEqual(urls(700));
    expect(stderr).toBe(
      "ERR_RESOURCE_INVALID\nline 701: has a wildcard; pass the URL of a file, and the pattern as --resource, or sign cookies for the pattern: cloudfront-sign cookies 'https://…/*'; for a real * write %2A\nThe lines before it are signed.\n",
    );
  });

  it("goes on past wrong lines with --onerror skip, and names each", async () => {
    const long = `${site}/${"a".repeat(70_000)}`;
    const input = Buffer.concat([
      Buffer.from(`${site}/a\n\n${long}\nnothing\n${site}/`),
      Buffer.of(0xff),
      Buffer.from(`\n${site}/b\n${long}`),
    ]);
    const { status, stdout, stderr } = await run([...hour, "--onerror", "skip"], { input });
    expect(status).toBe(1);
    expect(await verified(linesOf(stdout))).toEqual([`${site}/a`, `${site}/b`]);
    expect(linesOf(stderr)).toEqual([
      "line 2: is empty; remove it, or go on past such lines with --onerror skip",
      "line 3: is longer than 65,536 characters; CloudFront accepts URLs of 8,192",
      "line 4: is not an absolute URL; write https://, the distribution's host and a /: https://d111111abcdef8.cloudfront.net/… (ERR_URL_INVALID)",
      "line 5: has bytes that are not UTF-8; write it in UTF-8",
      "line 7: is longer than 65,536 characters; CloudFront accepts URLs of 8,192",
      "note: 5 lines were skipped, so the line numbers of the output are not those of",
      "the input. To join both, use --json, with an id in each line.",
    ]);
  });

  it("says that line numbers have changed only if they have", async () => {
    const skip = [...hour, "--onerror", "skip"];
    const { stderr } = await run(skip, { input: `${site}/a\n\n` });
    expect(linesOf(stderr).slice(1).join(" ")).toBe(
      "note: 1 line was skipped, so the line numbers of the output are not those of the input. To join both, use --json, with an id in each line.",
    );
    expect((await run(skip, { input: `${site}/a\n` })).stderr).toBe("");
  });

  it("refuses what is wrong with the flags once, not for each line", async () => {
    const args = [...usual, "--date-less-than", "1", "--onerror", "skip"];
    const { status, stdout, stderr } = await run(args, { input: `${site}/a\n${site}/b\n` });
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr.match(/--date-less-than: the expiry time 1970-01-01T00:00:01Z has passed/g)).toHaveLength(
      1,
    );
  });

  it("gives empty output for empty input, and says so", async () => {
    const { status, stdout, stderr } = await run(hour, { input: "" });
    expect([status, stdout, stderr.replace(/\s+/g, " ").trim()]).toEqual([
      0,
      "",
      "note: Standard input was empty, so nothing was signed. If the output goes to the file that was to be read, the shell empties it first: write to another file. If the program that writes the list failed, bash reports it only after set -o pipefail.",
    ]);
  });

  it.runIf(process.platform !== "win32").each([
    ["< same.txt > same.txt", ", which > empties before it is read"],
    ["< same.txt >> same.txt", ""],
    ["< same.txt >> link.txt", ""],
  ])("refuses a file that is read and written: %s", (redirection, reason) => {
    writeFileSync(join(folder, "same.txt"), `${site}/a.jpg\n`);
    spawnSync("ln", ["-sf", "same.txt", "link.txt"], { cwd: folder });
    for (const name of ["sign", "verify"]) {
      const key = name === "sign" ? hour.slice(2) : ["--public-key", "K2JCJMDEHXQW5F=public.pem"];
      const line = `exec "$0" "$@" ${redirection}`;
      const args = ["-c", line, process.execPath, main, name, "-", ...key];
      const { status, stderr } = spawnSync("sh", args, { cwd: folder, env, encoding: "utf8" });
      expect([status, stderr]).toEqual([
        2,
        `-: standard input and standard output are the same file${reason}; write to another file\n\ncloudfront-sign ${name} --help shows all options.\n`,
      ]);
    }
    expect(readFileSync(join(folder, "same.txt"), "utf8")).toBe(reason === "" ? `${site}/a.jpg\n` : "");
  });

  it.runIf(process.platform !== "win32").each(["< empty.txt > other.txt", "< /dev/null > /dev/null"])(
    "signs nothing, with status 0: %s",
    (redirection) => {
      writeFileSync(join(folder, "empty.txt"), "");
      const args = ["-c", `exec "$0" "$@" ${redirection}`, process.execPath, main, ...hour];
      expect(spawnSync("sh", args, { cwd: folder, env }).status).toBe(0);
    },
  );

  it("ends without an error when its reader stops early", async () => {
    const { child, ended } = start(hour);
    child.stdin.on("error", () => {});
    child.stdin.write(`${urls(20_000).join("\n")}\n`);
    child.stdout.once("data", () => child.stdout.destroy());
    const { status, stderr } = await ended;
    expect([status, stderr]).toEqual([0, ""]);
  });

  it.runIf(process.platform !== "win32")(
    "says where to go on when a disk is full, and leaves whole lines",
    async () => {
      // A limit makes the write short, as a full disk does. A shell counts in blocks of 512 or 1024 bytes.
      const limited = `ulimit -f 40; exec "$0" "$@" > signed.txt`;
      const { status, stderr } = spawnSync("sh", ["-c", limited, process.execPath, main, ...hour], {
        cwd: folder,
        env,
        encoding: "utf8",
        input: `${urls(250).join("\n")}\n`,
      });
      const text = readFileSync(join(folder, "signed.txt"), "utf8");
      const lines = linesOf(text);
      expect([status, stderr]).toEqual([
        1,
        `Cannot write the output (EFBIG). It ends after line ${lines.length}; to go on from there: tail -n +${lines.length + 1} FILE\n`,
      ]);
      expect(text).toMatch(/\n$/);
      expect(lines.length).toBeGreaterThan(10);
      expect(await verified(lines)).toEqual(urls(lines.length));
    },
  );

  it.runIf(process.platform !== "win32")("counts skipped lines when a disk is full", () => {
    const limited = `ulimit -f 40; exec "$0" "$@" > signed.txt`;
    const args = ["-c", limited, process.execPath, main, ...hour, "--onerror", "skip"];
    const input = urls(300).flatMap((url, i) => (i % 3 === 0 ? ["not a URL", url] : [url]));
    const options = { cwd: folder, env, encoding: "utf8", input: `${input.join("\n")}\n` } as const;
    const { status, stderr } = spawnSync("sh", args, options);
    const { length } = linesOf(readFileSync(join(folder, "signed.txt"), "utf8"));
    const line = input.indexOf(urls(300)[length - 1] ?? "") + 1;
    expect(status).toBe(1);
    expect(stderr).toContain(
      `\nCannot write the output (EFBIG). It ends after line ${line}; to go on from there: tail -n +${line + 1} FILE\n`,
    );
  });

  it("writes all of it to a file, after what is there", async () => {
    const signed = join(mkdtempSync(join(folder, "file-")), "signed.txt");
    writeFileSync(signed, "before\n");
    const file = openSync(signed, "a");
    const { status } = spawnSync(process.execPath, [main, ...hour], {
      cwd: folder,
      env,
      input: urls(5000).join("\n"),
      stdio: ["pipe", file, "pipe"],
    });
    closeSync(file);
    const [before, ...lines] = linesOf(readFileSync(signed, "utf8"));
    expect([status, before]).toEqual([0, "before"]);
    expect(await verified(lines)).toEqual(urls(5000));
  });

  it.runIf(process.platform !== "win32").each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("ends after whole lines at %s, and says where to go on", async (name, expected) => {
    const { child, ended, printed } = start(hour);
    child.stdin.write(`${urls(500).join("\n")}\n`);
    await expect.poll(() => printed().endsWith("\n")).toBe(true);
    child.kill(name);
    const { status, stdout, stderr } = await ended;
    const lines = linesOf(stdout);
    expect(status).toBe(expected);
    expect(await verified(lines)).toEqual(urls(500).slice(0, lines.length));
    expect(stderr).toBe(
      `Interrupted after line ${lines.length}; to go on from there: tail -n +${lines.length + 1} FILE\n`,
    );
  });
});

describe.runIf(process.platform !== "win32")(
  "cloudfront-sign sign - into a program that stops reading",
  () => {
    /** The pipe takes less than the first lines that the command writes at once. */
    function startStalled() {
      const child = spawn(process.execPath, [main, ...hour], { env, cwd: folder });
      let stderr = "";
      child.stderr.on("data", (text) => {
        stderr += text;
      });
      const isWritten = new Promise((resolve) => {
        child.stdout.once("readable", resolve);
      });
      child.stdin.on("error", () => {});
      child.stdin.end(`${urls(20_000).join("\n")}\n`);
      const ended = new Promise<[status: number | null, stderr: string]>((resolve) => {
        child.once("exit", (status) => resolve([status, stderr]));
      });
      return { child, isWritten, ended };
    }

    it.each([
      ["SIGINT", 130],
      ["SIGTERM", 143],
    ] as const)("ends at %s, and says what to keep", async (name, expected) => {
      const { child, isWritten, ended } = startStalled();
      await isWritten;
      child.kill(name);
      const [status, stderr] = await ended;
      expect(status).toBe(expected);
      expect(stderr).toMatch(/^Interrupted (?:before|while) the program that reads the output .*\.?\n$/);
      child.stdout.destroy();
    });
  },
);

describe("cloudfront-sign sign - --json", () => {
  const json = [...hour, "--json", "--onerror", "skip"];
  const line = (value: object): string => `${JSON.stringify(value)}\n`;

  it("gives the id and the URL back beside the signed URL", async () => {
    const { stdout } = await run(json, {
      input: `${line({ id: "a-1", url: `${site}/a` })}{"url":"${site}/b","id":1.50}\n${line({ url: `${site}/c` })}`,
    });
    const lines = linesOf(stdout);
    const signed = lines.map((text) => (JSON.parse(text) as { signedUrl: string }).signedUrl);
    expect(await verified(signed)).toEqual([`${site}/a`, `${site}/b`, `${site}/c`]);
    expect(lines.map((text, i) => text.replace(signed[i] as string, "…"))).toEqual([
      `{"id":"a-1","url":"${site}/a","signedUrl":"…"}`,
      `{"id":1.50,"url":"${site}/b","signedUrl":"…"}`,
      `{"url":"${site}/c","signedUrl":"…"}`,
    ]);
  });

  it("takes the terms of a line before those of the flags", async () => {
    const { stdout, stderr } = await run([...json, "--ip-address", "192.0.2.0/24"], {
      input: [
        line({ url: `${site}/a`, dateLessThan: 1_893_456_000 }),
        line({ url: `${site}/a`, dateLessThan: "2030-01-01T00:00:00Z", ipAddress: "198.51.100.7" }),
        line({ url: `${site}/a`, resource: `${site}/*`, expiresIn: "2h" }),
      ].join(""),
    });
    expect(withoutLifetimeNote(stderr)).toBe("");
    const policies = linesOf(stdout).map(
      (text) => inspectCloudFrontUrl((JSON.parse(text) as { signedUrl: string }).signedUrl).policy,
    );
    expect(policies).toMatchObject([
      { dateLessThan: 1_893_456_000, ipAddress: "192.0.2.0/24", resource: `${site}/a` },
      { dateLessThan: 1_893_456_000, ipAddress: "198.51.100.7/32", resource: `${site}/a` },
      { ipAddress: "192.0.2.0/24", resource: `${site}/*` },
    ]);
  });

  it.each([
    [
      "no JSON",
      `${site}/a`,
      'is not JSON: "h" at position 0 is unexpected; without --json each line is a URL',
    ],
    [
      "JSON that is cut off",
      '{"url":',
      "is JSON that ends early; write each object on one line, as jq -c '.[]' does",
    ],
    ["text", `"${site}/a"`, 'is text; write an object: {"url":"https://…"}'],
    ["an array", "[]", "is a JSON array; write each object on one line, as jq -c '.[]' does"],
    ["nested JSON", "[".repeat(60), "has JSON that is nested too deep; write only url, id and options"],
    ["no URL", '{"id":1}', 'has no "url"; write {"url":"https://…"}'],
    ["a URL that is a number", '{"url":1}', 'has a "url" that is not text; write {"url":"https://…"}'],
    [
      "a name twice",
      `{"url":"${site}/a","expiresIn":"1s","expiresIn":"9d"}`,
      'has "expiresIn" twice; keep one',
    ],
    [
      "an object",
      `{"url":"${site}/a","policy":{}}`,
      'has "policy" that is an object; write text or a number',
    ],
    ["null", `{"url":"${site}/a","ipAddress":null}`, 'has "ipAddress" that is null; write text or a number'],
    [
      "a misspelt restriction",
      `{"url":"${site}/a","ipAdress":"192.0.2.1"}`,
      "ipAdress: no such option; did you mean ipAddress? (ERR_OPTION_UNKNOWN)",
    ],
    [
      "an end in the past",
      `{"url":"${site}/a","dateLessThan":1}`,
      "dateLessThan: the expiry time 1970-01-01T00:00:01Z has passed; check the unit: seconds, milliseconds or a duration (ERR_DATE_PAST)",
    ],
    ["__proto__", `{"url":"${site}/a","__proto__":"x"}`, "__proto__: no such option"],
  ])("refuses a line with %s, and goes on", async (_, wrong, message) => {
    const { status, stdout, stderr } = await run(json, { input: `${wrong}\n${line({ url: `${site}/b` })}` });
    expect(status).toBe(1);
    expect(linesOf(stdout)).toHaveLength(1);
    expect(stderr.startsWith(`line 1: ${message}`)).toBe(true);
    expect(linesOf(stderr)).toHaveLength(1);
  });

  it("needs an end for each line when the flags have none, and names the line and its id", async () => {
    const { status, stdout, stderr } = await run([...usual, "--json", "--onerror", "skip"], {
      input: `${line({ id: "a", url: `${site}/a` })}${line({ url: `${site}/b`, dateLessThan: "2040-01-01T00:00:00Z" })}`,
    });
    expect(status).toBe(1);
    expect(stdout).toContain("Expires=2208988800&");
    expect(withoutLifetimeNote(stderr)).toBe(
      'line 1 (id "a"): dateLessThan: there is no expiry; pass dateLessThan or expiresIn (ERR_OPTION_MISSING)\n',
    );
  });

  it("stops at a wrong line, and names it by its id too: its number is that in a part of a larger input", async () => {
    const { status, stdout, stderr } = await run([...hour, "--json"], {
      input: `${line({ id: 41, url: `${site}/a` })}${line({ id: "row 42", url: `${site}/*` })}`,
    });
    expect([status, linesOf(stdout).length]).toEqual([1, 1]);
    expect(stderr).toBe(
      `ERR_RESOURCE_INVALID\nline 2 (id "row 42"): has a wildcard; pass the URL of a file, and the pattern as --resource, or sign cookies for the pattern: cloudfront-sign cookies 'https://…/*'; for a real * write %2A\nThe lines before it are signed.\n`,
    );
  });

  it.each(['"', "'"])("says so when a URL is in quotes: %s", async (quote) => {
    const { status, stderr } = await run(hour, { input: `${quote}${site}/a${quote}\n` });
    expect([status, stderr]).toEqual([1, "line 1: has quotes around the URL; write the URL alone\n"]);
  });

  it.each([
    ...["# list", "#EXTM3U"].map((line): [string, string] => [
      line,
      "is a comment, not a URL; remove it, or go on past such lines with --onerror skip",
    ]),
    ...[
      `${site}/a ${site}/b`,
      `${site}/a.jpg,${site}/b.jpg`,
      `${site}/a?1 ${site}/b?1`,
      `${site}/a.jpg\tb.jpg\tc.jpg`,
      `${site}/a\t${site}/b`,
      `42,${site}/a`,
      `42,"${site}/a"`,
      ...["label", "42", '"my label"', ""].map((label) => `${site}/a.jpg,${label}`),
      `${site}/a.jpg label`,
    ].map((line): [string, string] => [
      line,
      'has more than a URL; write each URL on a line of its own, or if all of it is the URL, as JSON: {"url":"https://…"} with --json',
    ]),
  ])("says so when a line has more than a URL, or none: %j", async (line, problem) => {
    const { status, stdout, stderr } = await run(hour, { input: `${line}\n` });
    expect([status, stdout, stderr]).toEqual([1, "", `line 1: ${problem}\n`]);
  });

  it("signs URLs that only look like several", async () => {
    const lines = [
      `${site}/Smith,John.pdf`,
      `${site}/a,b/c.jpg`,
      `${site}/fetch/${site}/b.jpg`,
      `${site}/a?next=1,${site}/b`,
      `${site}/v1.2%20final`,
      `${site}/a.jpg?size=1,2`,
    ];
    const { status, stdout, stderr } = await run(hour, { input: lines.join("\n") });
    expect([status, stderr]).toEqual([0, ""]);
    expect(await verified(linesOf(stdout))).toEqual(lines);
  });

  it("takes what --json gives for one URL", async () => {
    const { stdout } = await run([...hour, "--json"], { input: line({ url: `${site}/a.jpg,v` }) });
    expect(await verified([JSON.parse(stdout).signedUrl])).toEqual([`${site}/a.jpg,v`]);
  });

  it("reads long lines of separators", async () => {
    const input = [", ", "\t", ",", " ;", "a.", "a.bc,"].map((text) => text.repeat(15_000)).join("\n");
    expect((await run([...hour, "--onerror", "skip"], { input })).status).toBe(1);
  });

  it("warns once of S3 presigned URLs", async () => {
    const presigned = `${site}/a?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=abc`;
    const { status, stdout, stderr } = await run(hour, { input: `${presigned}\n${presigned}&b\n` });
    expect([status, linesOf(stdout).length, stderr]).toEqual([
      0,
      2,
      "warning: the URL has the signature of an S3 presigned URL (X-Amz-Signature); S3 refuses it if CloudFront forwards it with a signature of its own (origin access control); sign the URL without its X-Amz- parameters\n",
    ]);
  });

  it("says so when JSON comes without --json", async () => {
    const { status, stderr } = await run(hour, { input: line({ url: `${site}/a` }) });
    expect([status, stderr]).toEqual([1, "line 1: is JSON, not a URL; pass --json to read JSON lines\n"]);
  });

  it("refuses own terms under one policy for all lines", async () => {
    const { stderr } = await run([...json, "--resource", `${site}/films/*`], {
      input: line({ url: `${site}/a`, expiresIn: "1s" }),
    });
    expect(stderr).toBe(
      "line 1: has options of its own; --resource and --policy make one policy for all lines\n",
    );
  });
});
