import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import keys from "@cloudfront-sign-webcrypto/testing/vectors/keys.json" with { type: "json" };
import { afterAll, describe, expect, it } from "vitest";
import { shellWord } from "../../src/output/shell-word.ts";

/** What `sign` and `cookies` say of what they have signed. It changes neither their output nor their status. */

const { folder, run, remove } = openCommand();
afterAll(remove);

const pem = join(folder, "private.pem");
writeFileSync(pem, Buffer.from(keys["rsa2048.pkcs8.pem"], "base64"), { mode: 0o600 });
const key = ["--key-pair-id", "K2JCJMDEHXQW5F", "--private-key", pem];
const hour = [...key, "--expires-in", "1h"];

const file = "https://cdn.example.com/course/a.jpg";
const folderPattern = "https://cdn.example.com/course/*";
const secondsIn = (days: number) => Math.floor(Date.now() / 1000) + days * 86_400;
const policyFor = (Resource: string, end = secondsIn(1)) =>
  JSON.stringify({ Statement: [{ Resource, Condition: { DateLessThan: { "AWS:EpochTime": end } } }] });

const http =
  "The URL has http. If the distribution redirects to https, it denies the request then: sign the URL with https.";
const allHosts =
  "The pattern covers all hosts: every distribution that trusts the key. For one, write its host, as in https://d111111abcdef8.cloudfront.net/FOLDER/*.";
const lifetime = (days: number) =>
  `Access lasts for up to ${days} days. For less, write a shorter time with its unit, such as 1h. To refuse long times, add --max-lifetime 7d.`;

/** The notes of a command that ends well. */
async function notesOf(args: readonly string[], input = ""): Promise<string[]> {
  const { status, stdout, stderr } = await run(args, { input });
  expect([status, stdout === "", stdout.includes("note:")]).toEqual([0, false, false]);
  const text = stderr.replace(/\s+/g, " ").trim();
  return text === "" ? [] : text.replace(/^note: /, "").split(" note: ");
}

describe("a lifetime above 30 days is noted", () => {
  it.each([
    [["sign", file, "--expires-in", "31d"], 31],
    [["sign", file, "--expires-in", "2592001s"], 31],
    [["cookies", folderPattern, "--expires-in", "400d"], 400],
    [["sign", file, "--expires-in", "30d", "--cache-window", "1d"], 31],
    [["sign", file, "--resource", folderPattern, "--expires-in", "2000h"], 84],
    [["sign", file, "--date-less-than", `${secondsIn(50)}`], 50],
    [["cookies", folderPattern, "--date-less-than", `${secondsIn(50)}`], 50],
    [["sign", file, "--policy", policyFor(folderPattern, secondsIn(50))], 50],
    [["cookies", "--policy", policyFor(folderPattern, secondsIn(50))], 50],
  ])("%j", async (args, days) => {
    expect(await notesOf([...args, ...key])).toEqual([lifetime(days)]);
  });

  it.each([
    [["sign", file, "--expires-in", "30d"]],
    [["cookies", folderPattern, "--expires-in", "30d"]],
    [["sign", file, "--date-less-than", `${secondsIn(30)}`]],
    [["sign", file, "--policy", policyFor(folderPattern, secondsIn(30))]],
  ])("and not one of 30 days: %j", async (args) => {
    expect(await notesOf([...args, ...key])).toEqual([]);
  });

  it("also that of a line of JSON, and that of many lines once", async () => {
    const lines = [
      { url: file },
      ...["40d", "40d", "3d"].map((expiresIn) => ({ url: file, expiresIn })),
      { url: file, dateLessThan: secondsIn(60) },
      { url: file, policy: policyFor("*") },
    ].map((line) => `${JSON.stringify(line)}\n`);
    const args = ["sign", "-", "--json", "--onerror", "skip", ...key, "--date-less-than"];
    const notes = await notesOf([...args, `${secondsIn(2)}`], lines.slice(0, -1).join(""));
    expect(notes).toEqual([lifetime(40), lifetime(60)]);
    expect(await notesOf(["sign", "-", "--json", ...key], lines.at(-1))).toEqual([allHosts]);
  });
});

describe("http to a public host is noted", () => {
  it.each([
    ["sign", "http://d111111abcdef8.cloudfront.net/a.jpg"],
    ["sign", "http://CDN.example.com:8080/a.jpg"],
    ["sign", "http://93.184.215.14/a.jpg"],
    ["cookies", "http://*.example.com/course/*"],
    ["cookies", "--policy", policyFor("http://cdn.example.com/course/*")],
  ])("%s %s %s", async (...args) => {
    expect(await notesOf([...args, ...(args[1] === "--policy" ? key : hour)])).toEqual([http]);
  });

  it.each([
    ["sign", "http://localhost:8080/a.jpg"],
    ["sign", "http://cdn:8080/a.jpg"],
    ["sign", "http://127.0.0.1/a.jpg"],
    ["sign", "http://192.168.1.7:4566/a.jpg"],
    ["sign", "http://[::1]:8080/a.jpg"],
    ["sign", "http://[fd00::1]/a.jpg"],
    ["sign", "http://cdn.localhost/a.jpg"],
    ["sign", "http://nas.local/a.jpg"],
    ["sign", "http://edge.corp.internal/a.jpg"],
    ["sign", "http://cdn.test./a.jpg"],
    ["sign", "https://cdn.example.com/a.jpg?next=http://cdn.example.com/"],
    ["cookies", "http*://cdn.example.com/course/*"],
    ["cookies", "*://cdn.example.com/course/*"],
  ])("and no other: %s %s", async (...args) => {
    expect(await notesOf([...args, ...hour])).toEqual([]);
  });
});

describe("a pattern that covers all hosts is noted", () => {
  it.each([
    ...[
      "*",
      "**",
      "*/videos/*",
      "*/a.mp4",
      "*://*/videos/*",
      "https://*/videos/*",
      "https://*",
      "http*://*.*/a/*",
    ],
    ...["https://*:8443/videos/*", "https://*?v=*", "*?v=*", "*?*"],
  ])("%s", async (pattern) => {
    const notes = [allHosts];
    expect(await notesOf(["cookies", pattern, ...hour])).toEqual(notes);
    expect(await notesOf(["cookies", "--policy", policyFor(pattern), ...key])).toEqual(notes);
  });

  it.each([
    "*.example.com/videos/*",
    "https://*.example.com/videos/*",
    "*?.example.com/videos/*",
    "*.mp4",
    "https://cdn*/a",
    folderPattern,
  ])("and no other: %s", async (pattern) => {
    expect(await notesOf(["cookies", pattern, ...hour])).toEqual([]);
    expect(await notesOf(["cookies", "--policy", policyFor(pattern), ...key])).toEqual([]);
  });

  it("in --resource, once for all URLs", async () => {
    const args = ["sign", file, `${file}?2`, "--resource", "https://*/course/*", ...hour];
    expect(await notesOf(args)).toEqual([allHosts]);
  });
});

it("nothing is noted of a policy that is refused", async () => {
  for (const args of [
    ["sign", file, "--resource", "https://*/b", "--expires-in", "400d", "--date-less-than", "2040-01-01"],
    ["sign", file, "--expires-in", "400d", "--max-lifetime", "7d"],
    ["cookies", "*", "--expires-in", "400d", "--max-lifetime", "7d"],
  ]) {
    const { status, stderr } = await run([...args, ...key]);
    expect([status, stderr.includes("note:")]).toEqual([2, false]);
  }
});

describe("what may be meant otherwise is noted, and signed", () => {
  const course = "https://cdn.example.com/course";
  const variable = (name: string) =>
    `${name} is signed as it is written: a shell replaces no variable in single quotes. For its value, write the URL in double quotes.`;
  const empty =
    "The path has an empty part (//), which is signed as it is. Is a variable of the shell not set?";
  const placeholder = (text: string) =>
    `${text} in the path is signed as it is written. If it stands for a value, write the value.`;
  const everything = (host: string) =>
    `The pattern covers every path of ${host}. For one folder, write it in front of the *, as in /FOLDER/*. Is a variable of the shell not set?`;
  const longer = (name: string, folder: string) =>
    `The pattern ends with ${name}*, so it covers longer names, too, such as ${name}2. For the folder ${name} alone, write ${shellWord(folder)}.`;
  const root =
    "The URL has no path, so it is the root of the distribution alone. For a file, add its path. Is a variable of the shell not set?";
  const names =
    "The path has several file names with a space between them, and is signed as one URL. If they are several files, give each a URL of its own.";
  const plus = "The path has a +, which S3 reads as a space. If the object key has a +, write %2B.";
  const wide = (cidr: string, count: number) =>
    `${cidr} allows ${count} addresses, all with the same first ${cidr.split("/")[1]} bits. For fewer, write a larger number after the /.`;
  const alone = `The cookies are for ${course} alone. For everything below it, write ${shellWord(`${course}/*`)}.`;

  it.each([
    [["cookies", course], alone],
    [["cookies", file], undefined],
    [["cookies", `${course}/:id/*`], placeholder(":id")],
    [["sign", `${course}/{courseId}/a.jpg`], placeholder("{courseId}")],
    [["sign", `${course}/<id>`], placeholder("<id>")],
    [["sign", `${course}/a:b/x{1}/{a,b}.jpg?to=/:id`], undefined],
    [
      ["sign", `${course}/a.jpg?a=1&amp;b=2`],
      "The URL has &amp;, as HTML writes a &, and is signed as it is. Write & alone.",
    ],
    [["sign", `${course}/a.jpg`, "--ip-address", "203.0.113.0/8"], wide("203.0.113.0/8", 16_777_216)],
    [["sign", `${course}/a.jpg`, "--ip-address", "203.0.113.7/24"], wide("203.0.113.7/24", 256)],
    [["sign", `${course}/a.jpg`, "--ip-address", "203.0.113.0/24"], undefined],
    [["cookies", `${course}/$COURSE/*`], variable("$COURSE")],
    [["sign", `${course}/$A.jpg`, "--resource", `${course}/*`], variable("$A")],
    [["sign", `${course}/https://a.example/b`], undefined],
    [["cookies", `${course}//a/b.jpg`], empty],
    [["sign", "https://cdn.example.com//a.jpg"], empty],
    [["sign", `${course}/a.jpg?next=https://a.example//b`], undefined],
    [["sign", `${course}/costs$9.jpg`], undefined],
    [["sign", "http://localhost:8080/a.jpg", "--ip-address", "127.0.0.1"], undefined],
    [["sign", "http://cdn:8080/a.jpg", "--ip-address", "172.18.0.1"], undefined],
    [["sign", `${course}/a.jpg`, "--ip-address", "203.0.113.7"], undefined],
    [
      ["sign", `${course}/index.m3u8`],
      `The playlist is signed alone, and not its segments. Cookies cover all of them: cloudfront-sign cookies '${course}/*'`,
    ],
    [["sign", `${course}/index.m3u8`, "--resource", `${course}/*`], undefined],
    [["cookies", "https://cdn.example.com/*"], everything("cdn.example.com")],
    [["sign", `${course}/a.jpg`, "--resource", "https://cdn.example.com/*"], everything("cdn.example.com")],
    [["cookies", "https://*.example.com/*"], everything("*.example.com")],
    [["cookies", "http://localhost:8080/*"], undefined],
    [["cookies", "https://cdn.example.com/acme*"], longer("acme", "https://cdn.example.com/acme/*")],
    [["sign", `${course}/a.jpg`, "--resource", `${course}*`], longer("course", `${course}/*`)],
    ...["video-*", "v_*", "a.jpg*", "*/a*", "a/*"].map((end) => [["cookies", `${course}/${end}`], undefined]),
    [["sign", "https://cdn.example.com/"], root],
    [["sign", "https://cdn.example.com"], root],
    [["sign", "https://cdn.example.com/?id=1"], undefined],
    [["sign", "http://localhost:8080/"], undefined],
    [["sign", `${course}/A+B.pdf`], plus],
    [["cookies", `${course}/a+b/*`], plus],
    [["sign", `${course}/A%2BB.pdf?q=a+b`], undefined],
    [["sign", `${course}/a.jpg b.jpg c.jpg`], names],
    [["sign", `${course}/My film v2.1 final.mp4`], undefined],
    [["sign", `${course}/a.jpg?title=a.jpg b.jpg`], undefined],
  ] as [string[], string | undefined][])("%j", async (args, note) => {
    expect(await notesOf([...args, ...hour])).toEqual(note === undefined ? [] : [note]);
  });

  it.each([
    [[...hour, `${file}?width=800`], /with one parameter\. If it has more, put the URL in single quotes/],
    [[...hour, `${file}?width=800&height=600`], /^$/],
    [[`${file}?width=800`, ...hour], /^$/],
    [[...hour, file], /^$/],
  ])("a URL that a shell may have cut, as the last argument of %j", async (args, note) => {
    expect((await notesOf(["sign", ...args])).join(" ")).toMatch(note);
  });

  it("once for all lines of standard input", async () => {
    const urls = ["a/1.m3u8", "a/2.m3u8"].map((name) => `{"url":"${course}/${name}"}\n`).join("");
    const input = `${urls}{"url":"${course}/b.m3u8","resource":"${course}/*"}\n`;
    expect(await notesOf(["sign", "-", "--json", ...hour], input)).toHaveLength(1);
  });
});

describe("the length of a number without a unit is shown", () => {
  it.each([
    [["sign", file, "--expires-in", "30000"], "--expires-in 30000", "8 hours 20 minutes"],
    [["cookies", file, "--expires-in", "30"], "--expires-in 30", "30 seconds"],
    [["sign", file, "--expires-in", "1h", "--cache-window", "600"], "--cache-window 600", "10 minutes"],
    [["sign", file, "--expires-in", "1h", "--max-lifetime", "7200"], "--max-lifetime 7200", "2 hours"],
    [
      ["cookies", file, "--expires-in", "4h", "--format", "set-cookie", "--max-age", "4"],
      "--max-age 4",
      "4 seconds",
    ],
    [["rotate", "--longest-lifetime", "30000"], "--longest-lifetime 30000", "8 hours 20 minutes"],
  ])("%j", async (args, flag, words) => {
    expect(await notesOf(args[0] === "rotate" ? args : [...args, ...key])).toContain(
      `${flag} has no unit, so it is in seconds: ${words}.`,
    );
  });
});

it("that browsers delete the cookies is said", async () => {
  const deleted = ["cookies", file, "--expires-in", "4h", "--format", "set-cookie", "--max-age", "0", ...key];
  expect(await notesOf(deleted)).toEqual([
    "With --max-age 0, browsers delete the cookies. Leave it out to keep them until the browser is closed.",
  ]);
});
