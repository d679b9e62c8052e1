import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import {
  newKey,
  opening,
  recordOf,
  recordsOf,
  site,
  standardLog,
  verifierOf,
} from "@cloudfront-sign-webcrypto/testing/support/access-logs.ts";
import { healthyTraffic, rotationTooEarly } from "@cloudfront-sign-webcrypto/testing/support/incidents.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import {
  type BuiltCommand,
  buildCommand,
  type CommandInput,
} from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { RunningServer } from "@cloudfront-sign-webcrypto/testing/support/running-server.ts";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { parquetWriteFile } from "hyparquet-writer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** `cloudfront-sign explain --log`, and the logs of `cloudfront-sign serve --log`. */

type Row = Readonly<Record<string, string>>;

let command: BuiltCommand;
let rows: readonly Row[];
let answer: string;
const write = (name: string, content: string | Uint8Array) =>
  writeFileSync(join(command.folder, name), content);
const explain = (args: readonly string[], input: CommandInput = {}) =>
  command.run(["explain", ...args], input);

beforeAll(async () => {
  command = await buildCommand();
  rows = await recordsOf(await rotationTooEarly());
  write("all.log", standardLog(rows));
  write("public.pem", keyText("rsa2048-b.pub.spki.pem"));
  answer = (await explain(["--log", "all.log"])).stdout;
});
afterAll(() => command.remove());

describe("explain --log", () => {
  it("answers with a table, and each cause that stands out, in 80 columns", async () => {
    expect(await explain(["--log", "all.log"])).toEqual({
      status: 1,
      stderr: "",
      stdout: `54 of 450 requests (12%) were denied, most of them: 50 × key not trusted since
09:10, all with key K2JCJMDEHXQW5F. Was it rotated too early?

Requests  Share  First (UTC)  Last (UTC)   Cause
      50  11.1%  11-24 09:10  11-24 09:29  key-not-trusted
       2   0.4%  11-24 08:48  11-24 09:24  expired (usual)
       2   0.4%  11-24 08:44  11-24 09:14  no-credentials (usual)

50 × key not trusted since 09:10, all with key K2JCJMDEHXQW5F. Was it rotated
too early?
Likely (key-not-trusted): CloudFront does not trust this key here: the log has
status 403, result Error, content type text/xml, a body of 106 bytes.
Fix: Put the public key of K2JCJMDEHXQW5F back into the key group, until the
last URL and cookie that it signed have expired (cloudfront-sign rotate plans
the dates).
Paths      /course/*.mp4 (50)
Key IDs    K2JCJMDEHXQW5F (50)
Clients    Firefox (17), Safari (17), Chrome (16)
Addresses  about 50
Such as    2026-11-24T09:10:00Z 403 GET
           https://cdn.example.com/course/*.mp4?Expires=1795591800 &Signature=…
           &Key-Pair-Id=K2JCJMDEHXQW5F &Hash-Algorithm=… from 198.51.x.x,
           Firefox

note: The log holds no cookies. If you use signed cookies, switch on cookie
logging (IncludeCookies, or the field cs(Cookie)).
note: The log has no countries: c-country is a field of version 2 and of
real-time logs.
note: Pass the public keys: they can prove what was changed after signing.
`,
    });
  });

  it("proves the cause with public keys", async () => {
    const { stdout } = await explain([
      "--log",
      "all.log",
      "--public-key",
      `${newKey.keyPairId}=public.pem`,
      "--json",
    ]);
    expect(JSON.parse(stdout).causes[0]).toMatchObject({
      id: "key-not-trusted",
      count: 50,
      pattern: "rotated-too-early",
    });
  });

  it("proves with --hostname that the old domain is still signed", async () => {
    const signer = createCloudFrontSigner({
      keyPairId: newKey.keyPairId,
      privateKey: keyText("rsa2048-b.pkcs8.pem"),
      now: () => new Date(opening),
    });
    const url = await signer.signUrl("https://media.example.org/a.pdf", { expiresIn: "1h" });
    const moved = url.replace(".org", ".com");
    write("moved.log", standardLog([await recordOf({ time: opening, url: moved }, verifierOf(newKey))]));
    const args = ["--log", "moved.log", "--public-key", `${newKey.keyPairId}=public.pem`];
    const causeOf = async (...flags: string[]) => {
      const { stdout } = await explain([...args, ...flags, "--json"]);
      const [{ id, certainty }] = JSON.parse(stdout).causes;
      return [id, certainty];
    };
    expect(await causeOf()).toEqual(["signature-mismatch", "proven"]);
    expect(await causeOf("--hostname", "media.example.org")).toEqual(["url-host-changed", "proven"]);
  });

  it("ends with 0 if nothing stands out", async () => {
    write("healthy.log", standardLog(await recordsOf(await healthyTraffic())));
    const { status, stdout } = await explain(["--log", "healthy.log"]);
    expect([status, stdout.split("\n")[0]]).toEqual([
      0,
      "Nothing stands out: 9 of 800 requests (1.1%) were denied.",
    ]);
  });

  it("reads several files, a folder, and gzip by its first bytes, also of several parts", async () => {
    const half = Math.floor(rows.length / 2);
    const [first, second] = [standardLog(rows.slice(0, half)), standardLog(rows.slice(half))];
    mkdirSync(join(command.folder, "logs/2026/11"), { recursive: true });
    write("logs/2026/11/E2.2026-11-24-08.abc.gz", gzipSync(first));
    write("logs/2026/11/E2.2026-11-24-09.abc", second.trimEnd());
    write("parts.gz", Buffer.concat([gzipSync(first), gzipSync(second)]));
    const both = ["logs/2026/11/E2.2026-11-24-08.abc.gz", "logs/2026/11/E2.2026-11-24-09.abc"];
    expect((await explain(["--log", "logs"])).stdout).toBe(answer);
    expect((await explain(["--log", ...both])).stdout).toBe(answer);
    expect((await explain(["--log", "parts.gz"])).stdout).toBe(answer);
  });

  it("reads standard input", () => {
    for (const input of [readFileSync(join(command.folder, "all.log")), gzipSync(standardLog(rows))])
      expect(command.runProcess(["explain", "--log", "-"], { input }).stdout).toBe(answer);
  });

  it("reads Parquet, with the names and the types of its columns", async () => {
    const names = Object.keys(rows[0] ?? {});
    const columnData = names.map((name) => ({
      name: name
        .replace(/[()-]+/g, "_")
        .replace(/_$/, "")
        .toLowerCase(),
      data: rows.map((row) => row[name] ?? "-"),
      type: "STRING" as const,
    }));
    const filename = join(command.folder, "log.parquet");
    parquetWriteFile({ filename, columnData, rowGroupSize: 100 });
    expect((await explain(["--log", filename])).stdout).toBe(answer);
  });

  it("counts what stands before the damage of a file, and warns", async () => {
    const whole = gzipSync(standardLog(rows));
    write("cut.gz", whole.subarray(0, whole.length - 2000));
    const { stdout, stderr } = await explain(["--log", "cut.gz"]);
    expect(stderr).toBe(
      "warning: --log cut.gz: is damaged or cut off (Z_BUF_ERROR); what stands before it is counted\n",
    );
    expect(stdout).toContain("requests");
    write("cut-healthy.gz", gzipSync(standardLog(await recordsOf(await healthyTraffic()))).subarray(0, -9));
    expect((await explain(["--log", "cut-healthy.gz"])).status).toBe(1);
    write("bad.parquet", "PAR1 and no more");
    expect((await explain(["--log", "bad.parquet"])).stderr).toMatch(
      /^warning: --log bad\.parquet: cannot be read \(.+\); what stands before it is counted\n/,
    );
  });

  it("reads a real-time log with its fields", async () => {
    write(
      "real-time.log",
      rows
        .map((row) => {
          const time = Date.parse(`${row.date}T${row.time}Z`) / 1000;
          return [
            time,
            row["c-ip"],
            row["sc-status"],
            row["x-host-header"],
            `${row["cs-uri-stem"]}?${row["cs-uri-query"]}`,
            row["cs(User-Agent)"],
          ].join("\t");
        })
        .join("\n"),
    );
    const fields = "timestamp,c-ip,sc-status,cs-host,cs-uri-stem,cs-user-agent";
    const { stdout } = await explain(["--log", "real-time.log", "--log-fields", fields, "--json"]);
    expect(JSON.parse(stdout).causes[0]).toMatchObject({ id: "key-not-trusted", count: 50 });
    const fewer = await explain([
      "--log",
      "real-time.log",
      "--log-fields",
      "timestamp,c-ip,sc-status,cs-uri-stem",
    ]);
    expect([fewer.status, fewer.stdout.replace(/\s+/g, " ")]).toEqual([
      1,
      expect.stringMatching(
        /note: 450 lines could not be read\. 4 fields are given, and the lines have 6 columns\. Give the field of each column, in order: 1: \d+, 2: [\d.x]+, 3: \d+, 4: host name, 5: path, 6: text $/,
      ),
    ]);
  });

  it.each<[readonly string[], string]>([
    [["--log", "nothing.log"], "--log nothing.log: there is no such file; check the path"],
    [
      ["--log", "all.log", "--fetch"],
      "--fetch: is for a single request, and --log reads many; leave one of them out",
    ],
    [
      ["--log", "all.log", "--hostname", "media.example.org"],
      "--hostname: works only with a public key; add --public-key ID=FILE, or leave it out",
    ],
    [["--html", site], "--html: works only with --log; add --log FILE, or leave it out"],
    [
      ["--log", "all.log", "--html", "--json"],
      "--html: --json asks for another form of the report; leave one of them out",
    ],
    [
      ["--log", "all.log", "--status", "0"],
      '--status: "0" is not an HTTP status; write its three digits, such as 403',
    ],
    [
      ["--log", "all.log", "--log-fields", "date,time"],
      "ERR_OPTION_INVALID\n--log-fields: has no cs-uri-stem; give all fields of the log in their order, and add this one to the log if it is missing there",
    ],
  ])("refuses %j", async (args, message) => {
    const { status, stderr, stdout } = await explain(args);
    expect([status, stderr.split("\n\n")[0], stdout]).toEqual([2, message, ""]);
  });
});

/** The first timeline of a page, as an image of its own with the page's colors in one theme. */
function timelineImage(page: string, theme: "light" | "dark"): string {
  const [, viewBox = "", label = "", bars = ""] =
    /<svg viewBox="([^"]+)"[^>]* aria-label="([^"]+)">(.*?)<\/svg>/s.exec(page) ?? [];
  const times = Array.from(page.matchAll(/<span>([^<]+)<\/span>/g), ([, text = ""]) => text).slice(0, 3);
  const colorsOf = Array.from(page.matchAll(/--(all|denied|soft): (#\w+);/g), ([, name, color]) => [
    name,
    color,
  ]);
  const colors = Object.fromEntries(theme === "light" ? colorsOf.slice(0, 3) : colorsOf.slice(3));
  const [, , width = 0] = viewBox.split(" ").map(Number);
  const labels = times.map((text, i) => {
    const anchor = ["start", "middle", "end"][i];
    return `<text x="${(i * width) / 2}" y="122" text-anchor="${anchor}" fill="${colors.soft}">${text}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 130" font-family="system-ui, sans-serif" font-size="14" role="img" aria-label="${label}">
${bars.replace(/class="(all|denied)"/g, (_, name: string) => `fill="${colors[name]}"`).replaceAll("/><", "/>\n<")}
${labels.join("\n")}
</svg>
`;
}

describe("explain --log --html", () => {
  it.each(["light", "dark"] as const)("has the timeline that docs/logs.md shows (%s)", async (theme) => {
    const { stdout } = await explain(["--log", "all.log", "--html"]);
    const image = join(import.meta.dirname, `../../../../../../docs/charts/log-timeline-${theme}.svg`);
    await expect(timelineImage(stdout, theme)).toMatchFileSnapshot(image);
  });

  it("is a page that loads and runs nothing, with what strangers sent as text", async () => {
    const row = await recordOf({ time: opening, url: `${site}/a.jpg` }, verifierOf(newKey));
    const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
    write(
      "hostile.log",
      JSON.stringify({
        ...row,
        "x-host-header": hostile,
        "cs-method": hostile,
        "sc-content-type": hostile,
        "x-edge-detailed-result-type": hostile,
      }),
    );
    const { stdout } = await explain(["--log", "hostile.log", "--html"]);
    expect(stdout).toMatch(/^<!DOCTYPE html>\n<html lang="en">/);
    expect(stdout).toContain("default-src 'none'; style-src 'sha256-");
    expect(stdout).not.toMatch(/<script|<img|<link|<iframe|javascript:|url\(|@import|style="|\son\w+=/i);
  });
});

describe("serve --log", () => {
  it("writes CloudFront's format, which explain --log reads and proves", async () => {
    mkdirSync(join(command.folder, "media"), { recursive: true });
    write("media/film.mp4", "film");
    write("rsa.pem", keyText("rsa2048.pub.spki.pem"));
    const keyPairId = "K2JCJMDEHXQW5F";
    const keys = ["--public-key", `${keyPairId}=rsa.pem`];
    const server = await RunningServer.start(command, "media", ...keys, "--log", "access.log");
    const signer = createCloudFrontSigner({ keyPairId, privateKey: keyText("rsa2048.pkcs8.pem") });
    const get = async (url: string, headers: Record<string, string> = {}) =>
      (await fetch(url, { headers })).status;
    const url = await signer.signUrl(server.url("/film.mp4?width=640&format=webp"), { expiresIn: "1h" });
    const sorted = new URL(url);
    sorted.searchParams.sort();
    expect(await get(url)).toBe(200);
    for (let i = 0; i < 6; i++)
      expect(await get(sorted.href, { "User-Agent": "Mozilla/5.0 (a\tb) Firefox/145.0" })).toBe(403);
    const cookies = await signer.signCookies({ resource: server.url("/*"), expiresIn: "1h" });
    expect(await get(server.url("/film.mp4"), { Cookie: `a=b c; ${cookies.toCookieHeader()}` })).toBe(200);
    await server.stop();

    const path = join(command.folder, "access.log");
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
    const [version, fields, ...lines] = readFileSync(path, "utf8").trimEnd().split("\n");
    expect([version, fields]).toEqual(standardLog([]).split("\n").slice(0, 2));
    expect(lines.map((line) => line.split("\t").length)).toEqual(lines.map(() => 33));
    const { stdout } = await explain(["--log", "access.log", ...keys, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      requests: 8,
      denied: 6,
      unreadable: 0,
      causes: [{ id: "url-parameters-reordered", certainty: "proven", pattern: "query-sorted", count: 6 }],
    });
  });

  it("adds to a log that is there, and refuses a file that it cannot write", async () => {
    const before = readFileSync(join(command.folder, "access.log"), "utf8");
    const keys = ["--public-key", "K2JCJMDEHXQW5F=rsa.pem"];
    const server = await RunningServer.start(
      command,
      "media",
      ...keys,
      "--log",
      "access.log",
      "--ip-address",
      "203.0.113.7",
    );
    await fetch(server.url("/film.mp4"));
    await server.stop();
    const after = readFileSync(join(command.folder, "access.log"), "utf8");
    expect(after.startsWith(before)).toBe(true);
    expect(after.slice(before.length).split("\t")[4]).toBe("203.0.113.7");
    mkdirSync(join(command.folder, "folder.log"));
    await expect(RunningServer.start(command, "media", ...keys, "--log", "folder.log")).rejects.toThrow(
      "--log folder.log: cannot be written (EISDIR); check the path",
    );
  });
});
