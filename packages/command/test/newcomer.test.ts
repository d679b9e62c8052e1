import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { type OpenedCommand, openCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

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
    ...["verify", "explain", "inspect"].map((name): [string[], string] => [
      [name, "signed.txt"],
      `signed.txt: is a file, not a URL; to read it, write cloudfront-sign ${name} - < signed.txt`,
    ]),
    [["revoke", "42"], "revoke: no such command; did you mean revocation?"],
    [["version"], "version: no such command; did you mean --version?"],
    [["keygen", "rsa"], "keygen accepts only options; write --type rsa"],
    [
      ["keygen", "--bits", "4096"],
      "--bits: no such option; remove it, because CloudFront accepts RSA keys of 2048 bits alone",
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
});
