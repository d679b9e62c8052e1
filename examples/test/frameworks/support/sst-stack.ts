import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "@cloudfront-sign-webcrypto/testing/run";
import { exampleEnvironment } from "./environment.ts";

type Values = Readonly<Record<string, unknown>>;

/** A resource that Pulumi registers, or a component of SST. */
export interface MadeResource {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly inputs: Values;
  readonly state: Values;
}

export interface Deployment {
  /** Secrets are unwrapped. */
  readonly made: readonly MadeResource[];
  /** Every private key that Pulumi would store in plain text. */
  readonly plainPrivateKeys: readonly string[];
  readonly outputs: Values;
}

/** Runs text as sst.config.ts, with Pulumi's mocks. Rejects with what the program has printed, if it fails. */
export async function deploy(folder: string, text: string, secrets: Values): Promise<Deployment> {
  const file = "sst.config.of-test.ts";
  writeFileSync(join(folder, file), text);
  const { status, stdout, output } = await run(
    process.execPath,
    [join(import.meta.dirname, "sst-program.ts"), file],
    { cwd: folder, env: { ...exampleEnvironment(), SST_SECRETS: JSON.stringify(secrets) } },
  );
  if (status !== 0) throw new Error(output);
  const { made, sent, outputs } = JSON.parse(stdout);
  return { made: unwrapped(made), plainPrivateKeys: plainPrivateKeysOf(sent), outputs };
}

/** Source: @pulumi/pulumi, runtime/rpc.ts, specialSigKey and specialSecretSig. */
const isSecret = (value: object): value is { value: unknown } =>
  (value as Values)["4dabf18193072939515e22adb298388d"] === "1b47061264138c4ac30d75fd1eb44270";

function unwrapped<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (isSecret(value)) return unwrapped(value.value) as T;
  if (Array.isArray(value)) return value.map(unwrapped) as T;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, unwrapped(member)])) as T;
}

function plainPrivateKeysOf(value: unknown): string[] {
  if (typeof value === "string") return value.includes("PRIVATE KEY") ? [value] : [];
  if (typeof value !== "object" || value === null || isSecret(value)) return [];
  return Object.values(value).flatMap(plainPrivateKeysOf);
}

/** Compiles the example against the types of Pulumi. Those of SST's components come from its command line. */
export async function compile(folder: string): Promise<string> {
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        erasableSyntaxOnly: true,
        verbatimModuleSyntax: true,
        allowImportingTsExtensions: true,
        noEmit: true,
        skipLibCheck: true,
        target: "es2024",
        module: "nodenext",
        types: ["node"],
      },
      files: ["globals.d.ts", "private-files.ts", "sign-url.ts"],
    }),
  );
  writeFileSync(
    join(folder, "globals.d.ts"),
    `import * as pulumi from "@pulumi/pulumi";
import * as pulumiAws from "@pulumi/aws";
declare global {
  export import $util = pulumi;
  export import aws = pulumiAws;
}
declare module "sst" {
  interface Resource { PrivateFiles: { domain: string; secretArn: string } }
}
`,
  );
  const { output } = await run("npx", ["tsc"], { cwd: folder, env: exampleEnvironment() });
  return output.trim();
}

export const ofType = (made: readonly MadeResource[], type: string): MadeResource[] =>
  made.filter((resource) => resource.type === type || resource.type.startsWith(`aws:${type}:`));

export function only(made: readonly MadeResource[], type: string): MadeResource {
  const [resource, ...others] = ofType(made, type);
  if (resource === undefined || others.length > 0) throw new Error(`expected one ${type}`);
  return resource;
}

const renamed: Readonly<Record<string, string>> = { originId: "Id", isIpv6Enabled: "IsIPV6Enabled" };

/** Names as CloudFront has them: `originAccessControlId` as `OriginAccessControlId`. Lists have `Items`. */
function asCloudFront(value: unknown): unknown {
  if (Array.isArray(value))
    return { Enabled: value.length > 0, Quantity: value.length, Items: value.map(asCloudFront) };
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      renamed[key] ?? key.charAt(0).toUpperCase() + key.slice(1),
      asCloudFront(member),
    ]),
  );
}

/** What the AWS CLI would print about the resources, by the names of files. */
export function documentsOf(made: readonly MadeResource[]): Record<string, object> {
  const documents: Record<string, object> = {};
  for (const { name, id, inputs, state } of ofType(made, "cloudfront/distribution"))
    documents[name] = {
      Distribution: {
        Id: id,
        Status: "Deployed",
        DomainName: state.domainName,
        DistributionConfig: asCloudFront(inputs),
      },
    };
  for (const { name, id, inputs } of ofType(made, "cloudfront/publicKey"))
    documents[`key-${name}`] = {
      PublicKey: { Id: id, PublicKeyConfig: { Name: name, EncodedKey: inputs.encodedKey } },
    };
  for (const { name, id, inputs } of ofType(made, "cloudfront/keyGroup"))
    documents[`group-${name}`] = {
      KeyGroup: { Id: id, KeyGroupConfig: { Name: name, Items: inputs.items } },
    };
  for (const { name, id, inputs } of ofType(made, "cloudfront/originAccessControl"))
    documents[name] = {
      OriginAccessControl: {
        Id: id,
        OriginAccessControlConfig: { Name: name, ...(asCloudFront(inputs) as object) },
      },
    };
  for (const { name, inputs } of ofType(made, "s3/bucketPolicy")) documents[name] = { Policy: inputs.policy };
  return documents;
}
