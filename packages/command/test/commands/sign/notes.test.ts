import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import keys from "@cloudfront-sign-webcrypto/testing/vectors/keys.json" with { type: "json" };
import { afterAll, describe, expect, it } from "vitest";

/** What `sign` and `cookies` say of a policy that they have signed. It changes neither their output nor their status. */

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
