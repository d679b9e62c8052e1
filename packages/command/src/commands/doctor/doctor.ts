import { type CloudFrontDiagnosis, diagnoseCloudFrontDistributions } from "cloudfront-sign-diagnosis/doctor";
import type { HashAlgorithm } from "cloudfront-sign-webcrypto";
import { refuseUnused } from "../../arguments/flag-values.ts";
import { refuse } from "../../arguments/refusal.ts";
import { type Arguments, type Command, type ExitStatus, inGroup } from "../../command.ts";
import { keyFlags } from "../../keys/flags.ts";
import { readIdIfGiven, readKeyIfGiven, readPassphrase } from "../../keys/read-key.ts";
import { print } from "../../output/standard-output.ts";
import { jsonLine, sayNote, warn } from "../../output/terminal.ts";
import { diagnosisText, wordsOfPlaces } from "./diagnosis-text.ts";
import { readDocuments, type SourceDocument } from "./read-documents.ts";

// Any ID is only looked for in the documents.
const { "allow-emulator-key-pair-ids": _, ...keyFlagsOfDoctor } = keyFlags;

const flags = {
  ...inGroup("What you sign", {
    url: {
      value: "URL",
      does: "a URL that you sign; one or two for each cache behavior",
      isRepeatable: true,
    },
    "upload-url": {
      value: "URL",
      does: "a URL that you sign for uploads with PUT",
      isRepeatable: true,
    },
    "ip-address": {
      value: "IPV4",
      does: "the address or CIDR in your signed policies; 0.0.0.0/0 if the address differs for each viewer",
    },
  }),
  ...keyFlagsOfDoctor,
  json: { does: "print the findings, the distributions and what is missing as JSON", group: "Output" },
} as const;

type DoctorFlag = keyof typeof flags;

export const doctor: Command<DoctorFlag> = {
  forms: ["FILE … --key-pair-id ID --private-key FILE", "- < FILE"],
  flags,
  operands: "paths",
  notes: [
    "Reads what the AWS CLI printed, as JSON or YAML, in any order: get-distribution, get-distribution-config or list-distributions, and get- or list- of key groups, public keys, cache policies, origin request policies, origin access controls, distribution tenants and connection groups, and get-bucket-policy and get-bucket-cors of S3. Also a CloudFormation template in JSON or YAML, as cdk synth writes it, and a Terraform state or plan, as terraform show -json prints it. One file may contain several. The command needs no AWS credentials and sends nothing anywhere.",
    "The private key signs a test string, which the public keys verify. Without the key and the URLs, the command checks less.",
    "Exit status: 0 if nothing was found, 1 if there is a finding or no distribution.",
  ],
  examples: [
    {
      does: "The distribution alone: aws cloudfront get-distribution --id ID > distribution.json",
      line: "doctor distribution.json",
    },
    {
      does: "With the key, a URL, and everything that belongs to the distribution",
      line: "doctor distribution.json key-groups.json public-keys.json --key-pair-id K2JCJMDEHXQW5F --private-key private.pem --url https://d111111abcdef8.cloudfront.net/course/42/index.m3u8",
    },
  ],
  run,
};

async function run(args: Arguments<DoctorFlag>): Promise<ExitStatus> {
  if (args.positionals.includes("-") && args.value("private-key") === "-")
    refuse("--private-key: standard input has the documents already; pass a file");
  const documents = await readDocuments(args);
  const urls = args.values("url");
  const uploadUrls = args.values("upload-url");
  const key = readKeyIfGiven(args);
  if (key === undefined)
    refuseUnused(
      args,
      ["passphrase-file", "hash-algorithm"],
      "works only with a private key; add --private-key FILE, or leave it out",
    );
  const keyPairId = readIdIfGiven(args);
  const notGiven = [
    ...(urls.length + uploadUrls.length > 0 ? [] : ["--url"]),
    ...(keyPairId === undefined ? ["--key-pair-id"] : []),
    ...(key === undefined ? ["--private-key"] : []),
  ];
  const places = wordsOfPlaces(documents, urls.length, uploadUrls.length);
  for (const [option, words] of Object.entries(places)) args.sources.set(option, words);
  const found = await diagnoseCloudFrontDistributions({
    documents: documents.map(({ value }) => value),
    keyPairId,
    privateKey: key?.key,
    passphrase: key && readPassphrase(args),
    hashAlgorithm: args.value("hash-algorithm") as HashAlgorithm | undefined,
    ipAddress: args.value("ip-address"),
    urls: urls.length > 0 ? urls : undefined,
    uploadUrls: uploadUrls.length > 0 ? uploadUrls : undefined,
  });
  if (key?.warning !== undefined) warn(key.warning);
  for (const command of found.missing) sayNote(`more could be checked with the output of: ${command}`);
  const diagnosis = withFileNames(found, places);
  const status = diagnosis.findings.length > 0 || diagnosis.distributions.length === 0 ? 1 : 0;
  await print(
    args.has("json")
      ? jsonLine(diagnosis)
      : diagnosisText(diagnosis, notGiven, documents.some(isBucketPolicy)),
    status,
  );
  return status;
}

/** A bucket policy as `get-bucket-policy` prints it, or the policy itself. */
function isBucketPolicy({ value }: SourceDocument): boolean {
  return ["Policy", "Statement"].some((name) => name in Object(value));
}

/** The same diagnosis, with a file's name for a distribution that has none of its own. */
function withFileNames(
  diagnosis: CloudFrontDiagnosis,
  places: Readonly<Record<string, string>>,
): CloudFrontDiagnosis {
  return {
    ...diagnosis,
    findings: diagnosis.findings.map((finding) => ({
      ...finding,
      distribution: finding.distribution && (places[finding.distribution] ?? finding.distribution),
    })),
    distributions: diagnosis.distributions.map((one) => ({ ...one, name: places[one.name] ?? one.name })),
  };
}
