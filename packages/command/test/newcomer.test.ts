import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { type OpenedCommand, openCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shellWord } from "../src/output/shell-word.ts";

/** What somebody types who has not read the help. The first line of the answer says what to type instead. */

const id = "K2JCJMDEHXQW5F";
const url = "https://d111111abcdef8.cloudfront.net/a.jpg";
const signing = ["--key-pair-id", id, "--private-key", "private.pem", "--expires-in", "1h"];

describe("a mistake of a newcomer", () => {
  let command: OpenedCommand;
  let signed: string;
  let cookies: Readonly<Record<string, string>>;
  beforeAll(async () => {
    command = openCommand();
    writeFileSync(join(command.folder, "signed.txt"), `${url}\n`);
    writeFileSync(join(command.folder, "public.pem"), keyText("rsa2048.pub.spki.pem"));
    writeFileSync(join(command.folder, "private.pem"), keyText("rsa2048.pkcs8.pem"), { mode: 0o600 });
    const signer = createCloudFrontSigner({ keyPairId: id, privateKey: keyText("rsa2048.pkcs8.pem") });
    signed = await signer.signUrl(url, { expiresIn: "1h" });
    cookies = (await signer.signCookies({ resource: url.replace("a.jpg", "*"), expiresIn: "1h" })).values;
  });
  afterAll(() => command.remove());

  it.each([
    [["sign", url, ...signing.slice(0, 4), "-e", "1h"], "-e: no such option; did you mean --expires-in?"],
    [["sign", url, ...signing, "--format", "json"], "--format: no such option; for JSON write --json"],
    [
      ["verify", "SIGNED", "--private-key", "private.pem"],
      `--private-key: no such option; a public key checks a signature: openssl pkey -in private.pem -pubout -out public.pem, then --public-key ${id}=public.pem`,
    ],
    [
      ["inspect", "SIGNED", "--private-key", "private.pem"],
      "--private-key: no such option; remove it, because this command needs no key",
    ],
    [
      ["verify", "SIGNED", "--key-pair-id", id],
      `--key-pair-id: no such option; write the ID in front of its file: --public-key ${id}=public.pem`,
    ],
    [
      ["explain", "SIGNED", "--public-key", id, "public.pem"],
      `--public-key: has no file; write it after the ID with a =: --public-key ${id}=public.pem`,
    ],
    [
      ["verify", "SIGNED", "--public-key", id],
      `--public-key: has no file; write it after the ID with a =: --public-key ${id}=public.pem`,
    ],
    [
      ["verify", "SIGNED", "--key-group", "0f6d4f0e-8a5b-4d53-9a3c-7f1f3f5a2b10"],
      `--key-group: accepts a folder of public keys, not the ID of a key group; put their files into one, named by their IDs: keys/${id}.pem`,
    ],
    ...[[], ["--public-key", "public.pem"]].map((key): [string[], string] => [
      ["verify", ...key, `${url}?Expires=1900000000`],
      "url: ends at its first signing parameter; put the URL in single quotes, because a shell ends a command at &",
    ]),
    [
      ["sign", `${url}?width=100`],
      "url: has one parameter, and there is no expiry; pass --expires-in 1h, or if the URL has more, put the URL in single quotes, because a shell ends a command at &",
    ],
    [["sign", `${url}?Expires=1900000000`, ...signing], "ERR_URL_ALREADY_SIGNED"],
    [
      ["sign", `${url}*`, ...signing, "--resource", `${url}*`],
      "url: has a wildcard; pass the URL of a file, and the pattern as --resource, or sign cookies for the pattern: cloudfront-sign cookies 'https://…/*'; for a real * write %2A",
    ],
    [
      ["verify", "signed.txt", "--public-key", "public.pem"],
      "signed.txt: is a file, not a URL; to read it, write cloudfront-sign verify - < signed.txt",
    ],
    [
      ["explain", "signed.txt", "--public-key", "public.pem"],
      "signed.txt: is a file, not a URL; to read it, write cloudfront-sign explain - < signed.txt",
    ],
    [
      ["inspect", "signed.txt"],
      "signed.txt: is a file, not a URL; to read it, write cloudfront-sign inspect - < signed.txt",
    ],
    [["revoke", "42"], "revoke: no such command; did you mean revocation?"],
    [["version"], "version: no such command; did you mean --version?"],
    [["decode", "SIGNED"], "decode: no such command; did you mean inspect?"],
    [["check", "SIGNED"], "check: no such command; did you mean verify?"],
    [["server", "media"], "server: no such command; did you mean serve?"],
    [["keygen", "rsa"], "keygen accepts only options; write --type rsa"],
    [
      ["keygen", "--bits", "4096"],
      "--bits: no such option; remove it, because CloudFront accepts RSA keys of 2048 bits alone",
    ],
    [
      ["doctor", "https://d111111abcdef8.cloudfront.net/a.jpg"],
      "https://d111111abcdef8.cloudfront.net/a.jpg: is a URL; pass it with --url, after the files with what the AWS CLI printed",
    ],
    [
      ["inspect", "eyJTdGF0ZW1lbnQiOlt7IlJlc291cmNlIjoiKiJ9XX0_"],
      "This is the value of a policy without its name; write CloudFront-Policy= in front of it.",
    ],
    [
      ["inspect", '{"Statement":[{"Resource":"*"}]}'],
      "This is an unsigned policy, which you can read as it is; pass the signed URL, or its cookies.",
    ],
  ])("is refused with what to type: %j", async (args, message) => {
    const given = args.map((arg) => (arg === "SIGNED" ? signed : arg));
    const { status, stdout, stderr } = await command.run(given);
    expect([status, stdout, stderr.split("\n")[0]]).toEqual([2, "", message]);
  });

  it.each(["verify", "inspect", "explain"])(
    "is understood: the JSON of cookies, by %s --cookie",
    async (name) => {
      const asked = name === "explain" ? ["--url", url] : [url];
      const key = name === "inspect" ? [] : ["--public-key", `${id}=public.pem`];
      const json = JSON.stringify(cookies, null, 2);
      const { status } = await command.run([name, ...asked, "--cookie", json, ...key]);
      expect(status).toBe(0);
    },
  );

  it.each([
    [[...signing, `${url}?width=800`], /with one parameter\. If it has more, put the URL in single quotes/],
    [[...signing, `${url}?width=800&height=600`], /^$/],
    [[`${url}?width=800`, ...signing], /^$/],
    [[...signing, url], /^$/],
  ])("is named: a URL that a shell may have cut, as the last argument of %j", async (args, note) => {
    const { status, stdout, stderr } = await command.run(["sign", ...args]);
    expect([status, stdout.startsWith(url)]).toEqual([0, true]);
    expect(stderr.replace(/\s+/g, " ").trim()).toMatch(note);
  });

  it.each([["https://cdn.example.com/course", "https://cdn.example.com/course/*"]])(
    "is named: cookies for one URL, where a folder may be meant: %s",
    async (resource, pattern) => {
      const { status, stderr } = await command.run(["cookies", resource, ...signing]);
      expect([status, stderr.replace(/\s+/g, " ").trim()]).toEqual([
        0,
        `note: The cookies are for ${resource} alone. For everything below it, write ${shellWord(pattern)}.`,
      ]);
    },
  );

  const course = "https://cdn.example.com/course";
  const variable = (name: string) =>
    `${name} is signed as it is written: a shell replaces no variable in single quotes. For its value, write the URL in double quotes.`;
  const empty =
    "The path has an empty part (//), which is signed as it is. Is a variable of the shell not set?";
  const http =
    "The URL has http. If the distribution redirects to https, it denies the request then: sign the URL with https.";
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
  it.each([
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
    [["sign", "http://d111111abcdef8.cloudfront.net/a.jpg"], http],
    [["cookies", "http://d111111abcdef8.cloudfront.net/films/*"], http],
    [["sign", "http://cdn.example.com/a.jpg"], http],
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
  ] as [string[], string | undefined][])("is named, and signed: %j", async (args, note) => {
    const { status, stdout, stderr } = await command.run([...args, ...signing]);
    expect([status, stderr.replace(/\s+/g, " ").trim()]).toEqual([
      0,
      note === undefined ? "" : `note: ${note}`,
    ]);
    expect(stdout).not.toContain("note:");
  });

  it("is named once for all lines of standard input", async () => {
    const input = `${course}/a/1.m3u8\n${course}/a/2.m3u8\n{"url":"${course}/b.m3u8","resource":"${course}/*"}\n`;
    const lines = input.replace(/^(https.*)$/gm, '{"url":"$1"}');
    const { status, stderr } = await command.run(["sign", "-", "--json", ...signing], { input: lines });
    expect([status, stderr.match(/note:/g)?.length]).toEqual([0, 1]);
  });

  it.each([
    [["sign", url, "--expires-in", "30000"], "--expires-in 30000", "8 hours 20 minutes"],
    [["cookies", url, "--expires-in", "30"], "--expires-in 30", "30 seconds"],
    [["sign", url, "--expires-in", "1h", "--cache-window", "600"], "--cache-window 600", "10 minutes"],
    [["sign", url, "--expires-in", "1h", "--max-lifetime", "7200"], "--max-lifetime 7200", "2 hours"],
    [
      ["cookies", url, "--expires-in", "4h", "--format", "set-cookie", "--max-age", "4"],
      "--max-age 4",
      "4 seconds",
    ],
    [["rotate", "--longest-lifetime", "30000"], "--longest-lifetime 30000", "8 hours 20 minutes"],
  ])("is shown: the length of a number without a unit: %j", async (args, flag, words) => {
    const key = args[0] === "rotate" ? [] : signing.slice(0, 4);
    const { stderr } = await command.run([...args, ...key]);
    expect(stderr.replace(/\s+/g, " ")).toContain(
      `note: ${flag} has no unit, so it is in seconds: ${words}. `,
    );
  });

  it("is not suspected in cookies for one file", async () => {
    expect((await command.run(["cookies", url, ...signing])).stderr).toBe("");
  });
});
