import { refuseUnused } from "../../arguments/flag-values.ts";
import { refuse } from "../../arguments/refusal.ts";
import { pathOf, readSourceFile } from "../../arguments/source-file.ts";
import { type Arguments, type Command, type ExitStatus, inGroup } from "../../command.ts";
import {
  type InfrastructureTool,
  idFor,
  infrastructureTools,
  plansOf,
  readName,
} from "../../foreign/infrastructure.ts";
import { pem, quotedJson, shell } from "../../foreign/pasted-code.ts";
import { readSection, type Section } from "../../foreign/plan.ts";
import {
  callerReference,
  createKeyPair,
  type KeyPairType,
  keyTypes,
  publicKeyText,
} from "../../keys/key-pair.ts";
import { shownValue } from "../../output/shown-value.ts";
import { print } from "../../output/standard-output.ts";
import { sayNote } from "../../output/terminal.ts";
import {
  gitNote,
  type KeyFiles,
  keyFilesOf,
  privateKeyBeside,
  refuseExisting,
  writeKeyFiles,
} from "./key-files.ts";
import { saySteps, sayWritten } from "./next-steps.ts";

const flags = {
  type: {
    value: "TYPE",
    does: "default: rsa (2048 bits), which every tool supports; ec (P-256) signs faster and gives shorter URLs",
    group: "New key pair",
    choices: keyTypes,
  },
  out: {
    value: "DIR/NAME",
    does: "write DIR/NAME.private.pem and DIR/NAME.public.pem; default: private.pem and public.pem",
    group: "New key pair",
  },
  ...inGroup("What to paste", {
    for: {
      value: "TOOL",
      does: "print the text to paste into this tool to create the public key and a key group",
      choices: infrastructureTools,
    },
    "public-key": { value: "FILE", does: "use this public key, and create no new key pair" },
    name: { value: "NAME", does: "the name in CloudFront; default: viewers" },
  }),
} as const;

type KeygenFlag = keyof typeof flags;

export const keygen: Command<KeygenFlag> = {
  forms: ["[--type TYPE] [--out DIR/NAME] [--for TOOL]", "--public-key FILE --for TOOL"],
  flags,
  notes: [
    "The private key is PKCS#8 PEM that only you can read (mode 0600). The public key is SPKI PEM. Existing files are never overwritten.",
    "AWS CLI version 1 reads only RSA keys in PKCS#1, and some AWS SDKs sign only with RSA keys. To convert an RSA key to PKCS#1: openssl rsa -in private.pem -traditional -out pkcs1.pem.",
  ],
  examples: [
    { does: "a key pair, and what to do with it", line: "keygen --out keys/viewers" },
    { does: "a P-256 key pair, in a folder", line: "keygen --type ec --out keys/course" },
    {
      does: "Terraform for a public key that you have",
      line: "keygen --public-key public.pem --for terraform",
    },
    { does: "a key pair and a file for the AWS CDK", line: "keygen --out keys/shop --for cdk --name shop" },
  ],
  run,
};

async function run(args: Arguments<KeygenFlag>): Promise<ExitStatus> {
  const [word] = args.positionals;
  if (word !== undefined)
    refuse(
      `keygen accepts only options; ${keyTypes.some((type) => type === word) ? `write --type ${word}` : "name the files with --out DIR/NAME"}`,
    );
  const name = readName(args, "viewers");
  const tool = args.value("for") as InfrastructureTool | undefined;
  if (tool === undefined) refuseUnused(args, ["name"], "names what --for prints; add --for TOOL");
  const isNew = !args.has("public-key");
  const [publicKey, files] = isNew ? await createNew(args) : await readExisting(args);
  const setup = tool && setupFor(tool, name, publicKey);
  if (setup !== undefined) await print(setup.code.map(({ text }) => `${text}\n`).join(""));
  saySteps(files, setup?.notes.join(" "), isNew);
  return 0;
}

async function createNew(args: Arguments<KeygenFlag>): Promise<[publicKey: string, files: KeyFiles]> {
  const files = keyFilesOf(args.value("out"));
  const setupFlags = (["for", "name"] as const).flatMap((flag) =>
    args.has(flag) ? [`--${flag} ${args.value(flag)}`] : [],
  );
  refuseExisting(files, setupFlags);
  const keys = await createKeyPair((args.value("type") ?? "rsa") as KeyPairType);
  writeKeyFiles(files, keys);
  sayWritten(files);
  const note = gitNote(files.privateKey);
  if (note !== undefined) sayNote(note);
  return [keys.publicKey, files];
}

async function readExisting(args: Arguments<KeygenFlag>): Promise<[publicKey: string, files: KeyFiles]> {
  refuseUnused(
    args,
    ["type", "out"],
    "is for a new key pair, and --public-key names one that exists; leave one of them out",
  );
  const path = pathOf(args.value("public-key") ?? "");
  const source = `--public-key ${shownValue(path)}`;
  args.sources.set("content", source);
  const publicKey = await publicKeyText(readSourceFile("--public-key", path), source);
  return [publicKey, { privateKey: privateKeyBeside(path), publicKey: path }];
}

/** What to paste for a public key, PEM text with the line break at its end, and where. */
export function setupFor(tool: InfrastructureTool, name: string, publicKey: string): Section {
  const reference = callerReference(name, publicKey);
  return readSection(plansOf[tool], "create-keys", {
    id: idFor(tool, name),
    name,
    callerReference: reference,
    publicKey,
    publicKeyLines: pem(publicKey),
    // JSON in single quotes, which are no place of a template: it has the escapes of JSON.
    createPublicKey: shell(
      "KEY_PAIR_ID=$(aws cloudfront create-public-key --query PublicKey.Id --output text \\",
      `  --public-key-config '${quotedJson({ CallerReference: reference, Name: name, EncodedKey: publicKey })}')`,
    ),
  });
}
