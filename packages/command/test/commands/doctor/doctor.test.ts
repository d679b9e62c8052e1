import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  diagnosisOptions,
  faultCases,
  rightCases,
} from "@cloudfront-sign-webcrypto/testing/support/distributions.ts";
import { openCommand } from "@cloudfront-sign-webcrypto/testing/support/run-command.ts";
import { afterAll, describe, expect, it } from "vitest";
import { splitDocuments } from "../../../src/commands/doctor/read-documents.ts";

/** `cloudfront-sign doctor`: what the AWS CLI prints goes in, findings come out. */

const { folder, run, remove } = openCommand();
afterAll(remove);

/** The arguments for a case, with its documents in one file, one after the other, as a shell writes them. */
function argumentsOf(name: Parameters<typeof diagnosisOptions>[0]): string[] {
  const { documents, keyPairId, privateKey, ipAddress, urls = [] } = diagnosisOptions(name);
  writeFileSync(
    join(folder, "aws.json"),
    documents.map((one) => JSON.stringify(one, undefined, 4)).join("\n"),
  );
  const args = ["doctor", "aws.json", ...urls.flatMap((url) => ["--url", String(url)])];
  if (keyPairId !== undefined) args.push("--key-pair-id", keyPairId);
  if (typeof ipAddress === "string") args.push("--ip-address", ipAddress);
  if (ipAddress === true) args.push("--ip-address", "0.0.0.0/0");
  if (typeof privateKey === "string") {
    writeFileSync(join(folder, "private.pem"), privateKey, { mode: 0o600 });
    args.push("--private-key", "private.pem");
  }
  return args;
}

describe("cloudfront-sign doctor", () => {
  it.each(rightCases)("%s: finds nothing, and ends with status 0", async (name) => {
    const { status, stdout, stderr } = await run(argumentsOf(name));
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Nothing was found");
    expect(stdout).toMatch(/^ {2}--restrict '/m);
  });

  it.each(faultCases)("%s: names it, in the words of the flags, and ends with status 1", async (name) => {
    const { status, stdout } = await run(argumentsOf(name));
    expect(status).toBe(1);
    expect(stdout.replace(/\s+/g, " ")).toContain(`(${name.split(",")[0]}): `);
    expect(stdout).not.toMatch(/\b(?:keyPairId|ipAddress|urls|uploadUrls)\b|documents\[/);
  });

  it("gives everything as JSON with --json", async () => {
    const { findings, distributions, missing } = JSON.parse(
      (await run([...argumentsOf("behavior-open"), "--json"])).stdout,
    );
    expect(findings).toMatchObject([{ id: "behavior-open", distribution: "EDFDVBD632BHDS" }]);
    expect(distributions).toMatchObject([{ name: "EDFDVBD632BHDS" }]);
    expect(missing).toEqual([]);
  });

  it("says what was checked where nothing was found, and what was not", async () => {
    expect((await run(argumentsOf("right, with open images"))).stdout).toBe(
      `Nothing was found in these documents that would deny a signed URL, or open a
restricted path to everyone.
Paths of EDFDVBD632BHDS: /thumbnails/* is open, then *.css is open, then * needs
a signature.
Not checked: who can read the bucket, functions, and AWS WAF.

Pass these options to verify, explain and serve:
  # EDFDVBD632BHDS
  --restrict '!/thumbnails/*' --restrict '!*.css' --restrict '*'
`,
    );
    const documents = diagnosisOptions("right").documents.map((one) => JSON.stringify(one));
    const withoutFlags = await run(["doctor", "-"], { input: documents.join("\n") });
    expect(withoutFlags.stdout).toContain(
      "Paths of EDFDVBD632BHDS: * needs a signature.\nNot checked: who can read the bucket, functions, and AWS WAF. More is checked\nwith --url, --key-pair-id, --private-key.\n",
    );
    const policy = JSON.stringify({ Policy: '{"Statement":[]}' });
    expect((await run(["doctor", "-"], { input: [...documents, policy].join("\n") })).stdout).toContain(
      "Not checked: who can read the bucket by other ways than its policy, functions,\nand AWS WAF. More is checked with --url, --key-pair-id, --private-key.\n",
    );
    expect(await run(["doctor", "-"], { input: documents.slice(1).join("\n") })).toMatchObject({
      status: 1,
      stdout:
        "Nothing was checked, because no document is of a distribution; add the output of\naws cloudfront get-distribution.\n",
    });
  });

  it("reads standard input, also UTF-16 of PowerShell", async () => {
    const { documents } = diagnosisOptions("nothing-restricted");
    const text = `\ufeff${documents.map((one) => JSON.stringify(one)).join("\r\n")}`;
    for (const input of [Buffer.from(text), Buffer.from(text, "utf16le")])
      expect((await run(["doctor", "-"], { input })).stdout).toContain("(nothing-restricted)");
  });

  it("names a distribution by its file where nothing says its ID", async () => {
    const [{ Distribution }] = diagnosisOptions("nothing-restricted").documents as [
      { Distribution: { DistributionConfig: Record<string, unknown> } },
    ];
    const config = { ...Distribution.DistributionConfig, Aliases: { Quantity: 0 } };
    writeFileSync(join(folder, "config.json"), JSON.stringify({ DistributionConfig: config }));
    const { stdout } = await run(["doctor", "config.json"]);
    expect(stdout).toContain("Where: config.json\n");
    expect(stdout).not.toContain("documents[");
  });

  it("keeps the name of a file that is like an option", async () => {
    writeFileSync(join(folder, "keyPairId.json"), '{"Buckets":[]}');
    expect((await run(["doctor", "keyPairId.json"])).stderr).toContain(
      "\nkeyPairId.json: is not the output of a command",
    );
  });

  it("says where the ID and the URL at fault came from", async () => {
    const [document] = diagnosisOptions("right").documents;
    const input = JSON.stringify(document);
    const ofVariable = await run(["doctor", "-"], {
      input,
      env: { CLOUDFRONT_KEY_PAIR_ID: '"K2JCJMDEHXQW5F"' },
    });
    expect(ofVariable.stderr).toMatch(/^ERR_KEY_PAIR_ID_INVALID\nCLOUDFRONT_KEY_PAIR_ID: /);
    const ofUrls = await run(
      ["doctor", "-", "--url", "https://d111111abcdef8.cloudfront.net/", "--url", "x"],
      {
        input,
      },
    );
    expect(ofUrls.stderr).toMatch(/^ERR_URL_INVALID\nURL 2 of 2: /);
  });

  it("takes URLs for uploads, and says which of them is at fault", async () => {
    const input = diagnosisOptions("right")
      .documents.map((one) => JSON.stringify(one))
      .join("\n");
    const upload = "https://media.example.com/uploads/a.pdf";
    const { stdout } = await run(["doctor", "-", "--upload-url", upload], { input });
    expect(stdout.replace(/\s+/g, " ")).toContain("(upload-method-refused): ");
    const wrong = await run(["doctor", "-", "--upload-url", upload, "--upload-url", "x"], { input });
    expect(wrong.stderr).toMatch(/^ERR_URL_INVALID\nupload URL 2 of 2: /);
  });

  it("refuses standard input for the documents and for the key", async () => {
    expect((await run(["doctor", "-", "--private-key", "-"])).stderr).toMatch(
      /^--private-key: standard input has the documents already; pass a file\n/,
    );
  });

  it.each([
    [
      "\nAn error occurred (AccessDenied) when calling the GetDistribution operation: User is not authorized\n",
      "standard input: is an error of the AWS CLI, AccessDenied for GetDistribution; allow cloudfront:GetDistribution for the credentials that you use, and run the AWS command again",
    ],
    [
      "An error occurred (NoSuchDistribution) when calling the GetDistribution operation: The specified distribution does not exist.",
      "standard input: is an error of the AWS CLI, NoSuchDistribution for GetDistribution; mend what it says, and run the AWS command again",
    ],
    [
      'Unable to locate credentials. You can configure credentials by running "aws configure".',
      "standard input: is a message of the AWS CLI; mend what it says, and run the AWS command again",
    ],
    [
      "usage: aws [options] <command> <subcommand>",
      "standard input: is a message of the AWS CLI; mend what it says, and run the AWS command again",
    ],
  ])("tells an error of the AWS CLI from its output: %s", async (input, problem) => {
    const { status, stderr } = await run(["doctor", "-"], { input });
    expect([status, stderr.split("\n", 1)[0]]).toEqual([2, problem]);
  });

  it("names the command whose output is missing", async () => {
    const [document] = diagnosisOptions("right").documents;
    const { stderr } = await run(["doctor", "-"], { input: JSON.stringify(document) });
    expect(stderr).toMatch(/^note: more could be checked with the output of: aws cloudfront get-/);
  });

  it.each([
    [
      "no file",
      [],
      "Give the files with what the AWS CLI printed, or - for standard input: aws cloudfront get-distribution --id ID > distribution.json",
    ],
    [
      "a file that does not exist",
      ["none.json"],
      "none.json: cannot read that file (ENOENT); check the path",
    ],
    [
      "a passphrase without a key",
      ["list.json", "--passphrase-file", "passphrase.txt"],
      "--passphrase-file: works only with a private key; add --private-key FILE, or leave it out",
    ],
    [
      "a hash without a key",
      ["list.json", "--hash-algorithm", "SHA256"],
      "--hash-algorithm: works only with a private key; add --private-key FILE, or leave it out",
    ],
    ...[
      ["E0123456789ABC"],
      ["d111111abcdef8.cloudfront.net"],
      ["example.com"],
      ["https://d111111abcdef8.cloudfront.net/a.jpg", "?Signature=secret"],
    ].map(([shown, hidden = ""]): [string, string[], string] => [
      `what is no file: ${shown}`,
      [`${shown}${hidden}`],
      `${shown}: is not a file; pass the distribution's configuration: aws cloudfront get-distribution --id ID > distribution.json (list-distributions shows the ID), and URLs with --url`,
    ]),
    [
      "a file with two dots",
      ["my.list.json"],
      "my.list.json: cannot read that file (ENOENT); check the path",
    ],
    ["text", ["a.txt"], "a.txt: is not JSON; run the AWS command again with --output json"],
    [
      "YAML that is wrong",
      ["a.yaml"],
      "a.yaml: is neither JSON nor YAML (BAD_INDENT in line 3); correct it, or run the AWS command again with --output json",
    ],
    [
      "YAML that is small and stands for gigabytes",
      ["aliases.yaml"],
      "aliases.yaml: is neither JSON nor YAML (TOO_MANY_ALIASES in line 1); correct it, or run the AWS command again with --output json",
    ],
    [
      "the source of Terraform",
      ["main.tf"],
      "main.tf: is the source of Terraform; pass its plan: terraform plan -out plan.tfplan && terraform show -json plan.tfplan > plan.json",
    ],
    ["JSON that is cut off", ["cut.json"], "cut.json: is JSON that is cut off; run the AWS command again"],
    [
      "JSON with a comma too many",
      ["comma.json"],
      'comma.json: is not JSON: "}" in line 3 is unexpected; correct it, or run the AWS command again',
    ],
    ["an empty file", ["empty.json"], "empty.json: is empty; check the command that wrote it"],
    [
      "other JSON in the second place",
      ["other.json"],
      "ERR_OPTION_INVALID\nother.json, document 2: is not the output of a command that doctor reads; pass that of aws cloudfront get-distribution, get-distribution-config or list-distributions, or of get- and list- for key groups, public keys, cache policies, origin request policies, origin access controls, distribution tenants and connection groups, or of aws s3api get-bucket-policy and get-bucket-cors, or a CloudFormation template, or what terraform show -json prints",
    ],
  ])("refuses %s", async (_, args, message) => {
    writeFileSync(join(folder, "list.json"), '{"KeyGroupList":{"Items":[]}}');
    writeFileSync(join(folder, "a.txt"), "E1 d111111abcdef8.cloudfront.net\n");
    writeFileSync(join(folder, "a.yaml"), "Distribution:\n  Id: [\n");
    const aliases = Array.from({ length: 20 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]\n`);
    writeFileSync(join(folder, "aliases.yaml"), `a0: &a0 x\n${aliases.join("")}`);
    writeFileSync(join(folder, "main.tf"), 'resource "aws_cloudfront_distribution" "main" {\n}\n');
    writeFileSync(join(folder, "cut.json"), '{"Distribution": {');
    writeFileSync(join(folder, "comma.json"), '{\n"Distribution": {},\n}');
    writeFileSync(join(folder, "empty.json"), "\n");
    writeFileSync(join(folder, "other.json"), '{"KeyGroupList":{"Items":[]}} {"Buckets":[]}');
    const { status, stdout, stderr } = await run(["doctor", ...args]);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(`${message}\n\ncloudfront-sign doctor --help shows all options.\n`);
  });
});

describe("YAML", () => {
  const template = `AWSTemplateFormatVersion: 2010-09-09
Conditions:
  IsProduction: !Equals [!Ref Stage, production]
Resources:
  Files: { Type: "AWS::S3::Bucket" }
  Control:
    Type: AWS::CloudFront::OriginAccessControl
    Properties:
      OriginAccessControlConfig: { Name: files, SigningBehavior: never, OriginAccessControlOriginType: s3 }
  Group:
    Type: AWS::CloudFront::KeyGroup
    Properties:
      KeyGroupConfig: { Name: !Sub "\${AWS::StackName}-viewers", Items: [K2JCJMDEHXQW5F] }
  Media:
    Type: AWS::CloudFront::Distribution
    Properties:
      DistributionConfig:
        CallerReference: 2020-01-01
        Enabled: Yes
        Aliases: [!If [IsProduction, media.example.com, !Ref "AWS::NoValue"]]
        CustomErrorResponses: [{ ErrorCode: 403, ResponseCode: 200, ResponsePagePath: /index.html }]
        Origins:
          - Id: files
            DomainName: !GetAtt Files.RegionalDomainName
            OriginAccessControlId: !GetAtt Control.Id
            S3OriginConfig: {}
        DefaultCacheBehavior:
          TargetOriginId: files
          TrustedKeyGroups: [!Ref Group]
          ViewerProtocolPolicy: https-only
          CachePolicyId: !FindInMap [Policies, !Ref Stage, Cache]
`;
  const idsOf = async (name: string, text: string): Promise<string[]> => {
    writeFileSync(join(folder, name), text);
    const { findings } = JSON.parse((await run(["doctor", name, "--json"])).stdout);
    return findings.map(({ id, distribution }: Record<string, string>) => `${id} ${distribution}`);
  };
  const expected = [
    "error-page-restricted Media",
    "error-page-hides-denial Media",
    "origin-access-control-wrong Media",
  ];

  it("of a CloudFormation template is read, with the short forms of its functions", async () => {
    expect(await idsOf("template.yaml", template)).toEqual(expected);
  });

  it("is read from the text that get-template prints", async () => {
    expect(await idsOf("get-template.json", JSON.stringify({ TemplateBody: template }))).toEqual(expected);
  });

  it("of the AWS CLI is read", async () => {
    const text =
      "Distribution:\n  Id: E1\n  DistributionConfig:\n    Origins: { Items: [] }\n    DefaultCacheBehavior: {}\n";
    expect(await idsOf("distribution.yaml", text)).toEqual(["nothing-restricted E1"]);
  });
});

describe("splitDocuments", () => {
  it.each([
    ["two documents", '{"a":"}{"}\n[1]', ['{"a":"}{"}', "\n[1]"]],
    ["an escaped quote", '{"a":"\\"}"}{}', ['{"a":"\\"}"}', "{}"]],
    ["text that is not JSON", "a: b", ["a: b"]],
    ["a string without an end", '{"a":"\\', ['{"a":"\\']],
    ["nothing", " \n", []],
  ])("splits %s", (_, text, expected) => {
    expect(splitDocuments(text)).toEqual(expected);
  });
});
