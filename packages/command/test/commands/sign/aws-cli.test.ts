import {
  type AwsCliShell,
  openAwsCliShell,
} from "@cloudfront-sign-webcrypto/testing/support/aws-cli-shell.ts";
import { cloudFrontBase64ToText } from "@cloudfront-sign-webcrypto/testing/support/client.ts";
import { withoutLifetimeNote } from "@cloudfront-sign-webcrypto/testing/support/lifetime-note.ts";
import vectors from "@cloudfront-sign-webcrypto/testing/vectors/aws-cli.json" with { type: "json" };
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** Lines of `aws cloudfront sign` in which only the program's name is changed. */
describe.skipIf(process.platform === "win32")(`lines of the AWS CLI ${vectors.version}`, () => {
  let shell: AwsCliShell;
  beforeAll(() => {
    shell = openAwsCliShell();
  });
  afterAll(() => shell.remove());
  /** Their dates are far. */
  const paste = async (line: string) => {
    const result = await shell.paste(line);
    return { ...result, stderr: withoutLifetimeNote(result.stderr) };
  };

  it("are at least 20 with the same result", () => {
    expect(vectors.equal.length).toBeGreaterThanOrEqual(20);
  });

  it.each(vectors.equal)(
    "print the bytes of the AWS CLI, and a line break: $what",
    async ({ what, line, output }) => {
      const notes: Readonly<Record<string, RegExp>> = {
        "the root of a distribution": /^note: The URL has no path, /,
        "http and a port": /^note: The URL has http\. /,
      };
      const stderr = expect.stringMatching(notes[what] ?? /^$/);
      expect(await paste(line)).toEqual({ status: 0, stdout: `${output}\n`, stderr });
    },
  );

  it.each(
    ["a key in PKCS#8", "a key in DER", "a key with fileb://", "a key's path alone"].map((what) => ({
      what,
      line: vectors.different.find((one) => one.what === what)?.line ?? "",
    })),
  )("print the same with what the AWS CLI refuses: $what", async ({ line }) => {
    const expected = vectors.equal.find(({ what }) => what === "a date with its time and zone")?.output;
    expect(await paste(line)).toEqual({ status: 0, stdout: `${expected}\n`, stderr: "" });
  });

  it("sign both restrictions in the order of AWS's documentation", async () => {
    const line = vectors.different.find(({ what }) => what === "both restrictions")?.line ?? "";
    const policy = /(?<=Policy=)[^&]*/.exec((await paste(line)).stdout)?.[0] ?? "";
    expect(JSON.parse(cloudFrontBase64ToText(policy)).Statement[0].Condition).toEqual({
      DateLessThan: { "AWS:EpochTime": 2524608000 },
      DateGreaterThan: { "AWS:EpochTime": 2493072000 },
      IpAddress: { "AWS:SourceIp": "192.0.2.1/32" },
    });
  });

  it("refuse a date without separators, and spell it", async () => {
    const line = vectors.different.find(({ what }) => what === "a date without separators")?.line ?? "";
    expect(await paste(line)).toEqual({
      status: 2,
      stdout: "",
      stderr:
        "--date-less-than: reads 20500101 as epoch seconds, in 1970; for the date write 2050-01-01T00:00:00Z\n\ncloudfront-sign sign --help shows all options.\n",
    });
  });

  it.each([
    [
      "ISO 8601 without a zone",
      '"2050-06-30T12:30:45" has no zone; write "2050-06-30T12:30:45Z" if it is in UTC',
    ],
  ])("refuse %s, in the words of the library", async (name, message) => {
    const line = vectors.different.find(({ what }) => what === name)?.line ?? "";
    expect(await paste(line)).toEqual({
      status: 2,
      stdout: "",
      stderr: `ERR_DATE_INVALID\n--date-less-than: ${message}\n\ncloudfront-sign sign --help shows all options.\n`,
    });
  });

  it("take --policy-resource of version 2 for --resource", async () => {
    const line = (flag: string) =>
      `aws cloudfront sign --url https://d111111abcdef8.cloudfront.net/videos/a.mp4 ${flag} 'https://d111111abcdef8.cloudfront.net/videos/*' --key-pair-id "$KEY_ID" --private-key file://private.pem --date-less-than 2050-01-01T00:00:00Z`;
    const result = await paste(line("--policy-resource"));
    expect(result).toMatchObject({ status: 0, stderr: "" });
    expect(result).toEqual(await paste(line("--resource")));
  });

  it("take the example of sign-cookies in version 2, with the time and the zone of its date, and print its JSON", async () => {
    const { status, stdout, stderr } = await paste(
      'aws cloudfront sign-cookies --resource "https://d111111abcdef8.cloudfront.net/*" --key-pair-id APKAEIBAERJR2EXAMPLE --private-key file://cf-signer-priv-key.pem --date-less-than 2050-01-01T00:00:00Z --hash-algorithm SHA256 --output json',
    );
    expect([status, stderr.split(/[.\n]/, 1)]).toEqual([
      0,
      ["note: The pattern covers every path of d111111abcdef8"],
    ]);
    expect(JSON.parse(stdout)).toEqual({
      "CloudFront-Policy": expect.stringMatching(/^eyJTdGF0ZW1lbnQi[\w~-]+$/),
      "CloudFront-Signature": expect.stringMatching(/^[\w~-]{344}$/),
      "CloudFront-Key-Pair-Id": "APKAEIBAERJR2EXAMPLE",
      "CloudFront-Hash-Algorithm": "SHA256",
    });
  });
});
