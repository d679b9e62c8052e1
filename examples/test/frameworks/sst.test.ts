import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Moto, startMoto } from "@cloudfront-sign-webcrypto/testing/moto";
import { findPython } from "@cloudfront-sign-webcrypto/testing/python";
import { run } from "@cloudfront-sign-webcrypto/testing/run";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { exampleEnvironment } from "./support/environment.ts";
import { type ExampleFolder, installExample } from "./support/example-folder.ts";
import {
  compile,
  type Deployment,
  deploy,
  documentsOf,
  type MadeResource,
  ofType,
  only,
} from "./support/sst-stack.ts";

const requirements = join(import.meta.dirname, "../../../packages/integration/keys/requirements.txt");
const { python, problem } = await findPython([requirements]);
if (problem !== undefined) console.log(`Not run: the example for SST, which needs moto. ${problem}`);

const oldName = "viewers";
const newName = "viewers-2026-12-01";

describe.runIf(python)("examples/sst", () => {
  let example: ExampleFolder;
  let moto: Moto;
  let config: string;
  let made: Deployment["made"];
  let outputs: Deployment["outputs"];
  const keys: Record<string, { privateKey: string; publicKey: string }> = {};

  const command = (...args: string[]) =>
    run(process.execPath, [join(example.folder, "../../node_modules/.bin/cloudfront-sign"), ...args], {
      cwd: example.folder,
      env: exampleEnvironment(),
    });
  /** The lines that `rotate --for sst` prints for a step, without those that the configuration has already. */
  async function rotationLines(step: string): Promise<string> {
    const flags = ["--for", "sst", "--longest-lifetime", "8h", "--from", "2026-12-01T09:00:00Z", "--json"];
    const { stdout } = await command("rotate", ...flags);
    const { steps } = JSON.parse(stdout);
    const { code } = steps.find(({ id }: { id: string }) => id === step);
    const { text } = code.find(({ language }: { language: string }) => language === "ts");
    return text.replace(/^\/\/ Add it to[\s\S]*/m, "");
  }
  const withKeyGroup = (text: string, lines: string) =>
    text.replace(/^ *const viewersKeyGroup = [\s\S]*?\}\);\n/m, () => `${lines}\n`);
  const switched = (text: string) =>
    text.replace("publicKey: viewersPublicKey,", "publicKey: viewersPublicKey20261201,");
  const keyGroupOf = (resources: readonly MadeResource[]) => {
    const group = only(resources, "cloudfront/keyGroup");
    expect(group.name).toBe("viewers");
    return group.inputs.items;
  };
  const publicKeysOf = (resources: readonly MadeResource[]) =>
    ofType(resources, "cloudfront/publicKey").map(({ name, inputs }) => [name, inputs.encodedKey]);
  const secretOf = (resources: readonly MadeResource[]) =>
    String(only(resources, "secretsmanager/secretVersion").inputs.secretString);

  beforeAll(async () => {
    example = await installExample("sst");
    moto = await startMoto(python as string);
    mkdirSync(join(example.folder, "keys"));
    for (const name of [oldName, newName]) {
      const pair = generateKeyPairSync("rsa", {
        modulusLength: 2048,
        privateKeyEncoding: { type: "pkcs8", format: "pem" },
        publicKeyEncoding: { type: "spki", format: "pem" },
      });
      keys[name] = pair;
      writeFileSync(join(example.folder, `keys/${name}.public.pem`), pair.publicKey);
    }
    config = readFileSync(join(example.folder, "sst.config.ts"), "utf8");
    ({ made, outputs } = await deployWith(oldName));
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await moto?.kill();
    example?.remove();
  });

  const deployWith = (signsWith: string, text = config): Promise<Deployment> =>
    deploy(example.folder, text, { ViewersPrivateKey: keys[signsWith]?.privateKey });

  it("installs from its lockfile", ({ task }) => {
    const { installSeconds, installMegabytes } = example;
    expect(installMegabytes).toBeGreaterThan(0);
    const figure = `npm ci ${installSeconds.toFixed(0)} s, ${installMegabytes.toFixed(0)} MB`;
    Object.assign(task.meta, { figure });
  });

  it("compiles against Pulumi's own types, and would not with a member that Pulumi does not have", async () => {
    expect(await compile(example.folder)).toBe("");
    const path = join(example.folder, "private-files.ts");
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace("trustedKeyGroups:", "trustedKeyGroup:"));
    expect(await compile(example.folder)).toMatch(/private-files\.ts.*'trustedKeyGroup' does not exist/);
    writeFileSync(path, text);
  });

  it("makes what keygen --for sst prints", async () => {
    const { stdout } = await command("keygen", "--for", "sst", "--public-key", "keys/viewers.public.pem");
    const printed = stdout.slice(stdout.indexOf("const viewersPublicKey"));
    const { made: fromKeygen } = await deploy(
      example.folder,
      `export default $config({ async run() {\n${printed.slice(0, printed.lastIndexOf("};") + 2)}\n} });`,
      {},
    );
    expect(fromKeygen.map(({ type, name }) => [type, name])).toHaveLength(2);
    for (const type of ["cloudfront/publicKey", "cloudfront/keyGroup"])
      expect(ofType(made, type)).toEqual(ofType(fromKeygen, type));
  });

  it("returns the domain and the key pair ID", () => {
    expect(outputs).toEqual({
      domain: "d111111abcdef8.cloudfront.net",
      viewersKeyPairId: only(made, "cloudfront/publicKey").id,
    });
  });

  it("has the private key in secrets of Pulumi only", async () => {
    expect(made.length).toBeGreaterThan(8);
    expect((await deployWith(oldName)).plainPrivateKeys).toEqual([]);
    expect(JSON.parse(secretOf(made))).toEqual({
      keyPairId: outputs.viewersKeyPairId,
      privateKey: keys[oldName]?.privateKey,
    });
    // The search finds it where somebody adds it to the outputs, or to the inputs of the component or the link.
    const path = join(example.folder, "private-files.ts");
    const text = readFileSync(path, "utf8");
    const pem = JSON.stringify(keys[oldName]?.privateKey);
    for (const [from, to] of [
      ["registerOutputs({", `registerOutputs({ pem: ${pem},`],
      ['PrivateFiles", name)', `PrivateFiles", name, { pem: ${pem} })`],
      ["{}, parent);", `{ tags: { pem: ${pem} } }, parent);`],
    ] as const) {
      expect(text).toContain(from);
      writeFileSync(
        path,
        text.replace(from, () => to),
      );
      expect((await deployWith(oldName)).plainPrivateKeys, to).not.toEqual([]);
    }
    writeFileSync(path, text);
    const linked = config.replace("properties: { domain,", () => `properties: { pem: ${pem}, domain,`);
    expect((await deployWith(oldName, linked)).plainPrivateKeys).not.toEqual([]);
  });

  it("is what doctor has nothing to say about", async () => {
    writeFileSync(join(example.folder, "private.pem"), keys[oldName]?.privateKey ?? "");
    const doctor = async (documents: Readonly<Record<string, object>>) => {
      const files = Object.entries(documents).map(([name, document]) => {
        writeFileSync(join(example.folder, `${name}.json`), JSON.stringify(document));
        return `${name}.json`;
      });
      const id = String(outputs.viewersKeyPairId);
      const flags = ["--key-pair-id", id, "--private-key", "private.pem", "--json"];
      const { stdout, output } = await command("doctor", ...files, ...flags);
      expect(stdout, output).toMatch(/^\{/);
      const { findings, missing } = JSON.parse(stdout);
      return { ids: findings.map(({ id }: { id: string }) => id), missing };
    };
    const good = documentsOf(made);
    expect(await doctor(good)).toEqual({ ids: [], missing: [] });

    const without = (change: (inputs: Record<string, unknown>) => object) =>
      documentsOf(
        made.map((resource) =>
          resource.type.includes("distribution:")
            ? { ...resource, inputs: { ...resource.inputs, ...change(resource.inputs) } }
            : resource,
        ),
      );
    const open = without(({ defaultCacheBehavior }) => ({
      defaultCacheBehavior: { ...(defaultCacheBehavior as object), trustedKeyGroups: [] },
    }));
    expect((await doctor(open)).ids).toEqual(["nothing-restricted"]);
    const publicOrigin = without(({ origins }) => ({
      origins: (origins as object[]).map((origin) => ({ ...origin, originAccessControlId: undefined })),
    }));
    expect((await doctor(publicOrigin)).ids).toEqual(["s3-origin-open"]);
  });

  it("lets only this distribution read the bucket", () => {
    const distribution = only(made, "cloudfront/distribution");
    const bucket = only(made, "s3/bucket");
    const policy = only(made, "s3/bucketPolicy");
    expect(policy.inputs.bucket).toBe(bucket.id);
    expect(JSON.parse(String(policy.inputs.policy)).Statement).toEqual([
      {
        Effect: "Allow",
        Principal: { Service: "cloudfront.amazonaws.com" },
        Action: "s3:GetObject",
        Resource: `${bucket.state.arn}/*`,
        Condition: { StringEquals: { "AWS:SourceArn": distribution.state.arn } },
      },
    ]);
  });

  it("links a function that signs with the key that the key group has", async () => {
    const signUrl = only(made, "sst:aws:Function");
    const link = only(made, "sst:sst:Linkable");
    const { domain, secretArn } = link.inputs.properties as Record<string, string>;
    expect(signUrl.inputs).toEqual({
      handler: "sign-url.handler",
      links: [expect.stringMatching(/::sst:sst:Linkable::PrivateFiles$/)],
    });
    expect(link.inputs.include).toEqual([
      { type: "aws.permission", actions: ["secretsmanager:GetSecretValue"], resources: [secretArn] },
    ]);
    for (const [name, value] of Object.entries({
      AWS_ENDPOINT_URL: moto.address,
      AWS_REGION: "eu-central-1",
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "secret-of-aws",
    }))
      vi.stubEnv(name, value);
    const load = createRequire(join(example.folder, "sign-url.ts"));
    const { CreateSecretCommand, SecretsManagerClient } = load("@aws-sdk/client-secrets-manager");
    const client = new SecretsManagerClient();
    const { ARN } = await client.send(
      new CreateSecretCommand({ Name: "PrivateFilesSecret", SecretString: secretOf(made) }),
    );
    // The ARN of moto's secret stands for the one of the mocks.
    expect(secretArn).toBe(only(made, "secretsmanager/secret").state.arn);
    vi.stubEnv("SST_RESOURCE_PrivateFiles", JSON.stringify({ domain, secretArn: ARN }));
    const { handler } = await import(
      /* @vite-ignore */ pathToFileURL(join(example.folder, "sign-url.ts")).href
    );
    const { url } = await handler({ file: "report 1.pdf" });
    expect(url).toMatch(/^https:\/\/d111111abcdef8\.cloudfront\.net\/report%201\.pdf\?Expires=/);

    const registered = ofType(made, "cloudfront/publicKey").map(({ id, inputs }) => [id, inputs.encodedKey]);
    const { verifyUrl } = createCloudFrontVerifier({ publicKeys: Object.fromEntries(registered) });
    expect((await verifyUrl(url)).allowed).toBe(true);
    expect((await verifyUrl(url.replace("report", "salary"))).allowed).toBe(false);
    expect(keyGroupOf(made)).toContain(new URL(url).searchParams.get("Key-Pair-Id"));
  });

  it("rotates with the lines of rotate --for sst: both keys, the new one signs, the old one goes", async () => {
    const [oldKey, newKey] = [oldName, newName].map((name) => [name, keys[name]?.publicKey]);
    const [oldId, newId] = ["K2JCJMDEHXQW5F", "K3D5EWEUDCCXON"];

    const bothTrusted = withKeyGroup(config, await rotationLines("add-public-key"));
    const added = await deployWith(oldName, bothTrusted);
    expect(publicKeysOf(added.made)).toEqual([oldKey, newKey]);
    expect(keyGroupOf(added.made)).toEqual([oldId, newId]);
    expect(JSON.parse(secretOf(added.made)).keyPairId).toBe(oldId);

    const afterSwitch = await deployWith(newName, switched(bothTrusted));
    expect(keyGroupOf(afterSwitch.made)).toEqual([oldId, newId]);
    expect(JSON.parse(secretOf(afterSwitch.made))).toEqual({
      keyPairId: newId,
      privateKey: keys[newName]?.privateKey,
    });

    const onlyNewTrusted = withKeyGroup(switched(bothTrusted), await rotationLines("remove-public-key"));
    const removed = await deployWith(newName, onlyNewTrusted);
    expect(publicKeysOf(removed.made)).toEqual([oldKey, newKey]);
    expect(keyGroupOf(removed.made)).toEqual([newId]);

    const withoutOld = onlyNewTrusted
      .replace(/^ *const viewersPublicKey = [\s\S]*?\}\);\n/m, "")
      .replace("viewersKeyPairId: viewersPublicKey.id", "viewersKeyPairId: viewersPublicKey20261201.id");
    const deleted = await deployWith(newName, withoutOld);
    expect(publicKeysOf(deleted.made)).toEqual([newKey]);
    expect(keyGroupOf(deleted.made)).toEqual([newId]);
    for (const { plainPrivateKeys } of [added, afterSwitch, removed, deleted])
      expect(plainPrivateKeys).toEqual([]);
  });

  it("does not deploy if only the secret or only the public key was switched", async () => {
    const message =
      "privateKey: does not belong to publicKey; change both together, and run `npx sst secret set`";
    await expect(deployWith(newName)).rejects.toThrow(message);
    const bothTrusted = withKeyGroup(config, await rotationLines("add-public-key"));
    await expect(deployWith(oldName, switched(bothTrusted))).rejects.toThrow(message);
  });
});
