import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { run } from "@cloudfront-sign-webcrypto/tools/run";
import { diagnoseCloudFrontDistributions } from "cloudfront-sign-diagnosis/doctor";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exampleEnvironment } from "./support/environment.ts";
import { type ExampleFolder, installExample } from "./support/example-folder.ts";
import { distributionDocuments, type Resource, withoutSecrets } from "./support/pulumi-resources.ts";

/** What run() of sst.config.ts makes. The command of SST downloads Pulumi, so Pulumi's own mocks stand for the deployment. */
interface Deployed {
  readonly resources: readonly Resource[];
  readonly outputs: Readonly<Record<string, unknown>>;
}

describe("examples/sst", () => {
  let installed: ExampleFolder;
  beforeAll(async () => {
    installed = await installExample("sst");
    await keygen("keys/viewers");
  }, 600_000);
  afterAll(() => installed?.remove());

  const node = async (args: string[], env = {}) => {
    const { status, stdout, output } = await run(process.execPath, args, {
      cwd: installed.folder,
      env: { ...exampleEnvironment(), ...env },
    });
    if (status !== 0) throw new Error(output);
    return stdout;
  };
  const keygen = (...args: string[]) => {
    const command = join(installed.folder, "../../node_modules/.bin/cloudfront-sign");
    return node([command, "keygen", "--out", ...args]);
  };
  const deploy = async (): Promise<Deployed> =>
    JSON.parse(await node([join(import.meta.dirname, "support/pulumi-run.mjs")]));

  const only = ({ resources }: Deployed, type: string): Resource => {
    const [one, ...others] = resources.filter((resource) => resource.type.endsWith(`:${type}`));
    if (one === undefined || others.length > 0) throw new Error(`${others.length + 1} of ${type}`);
    return one;
  };
  const secretOf = (deployed: Deployed): { keyPairId: string; privateKey: string } =>
    JSON.parse(only(deployed, "SecretVersion").inputs.secretString.value);

  it("restricts the distribution so that doctor finds nothing", async () => {
    const documents = distributionDocuments((await deploy()).resources);
    expect((await diagnoseCloudFrontDistributions({ documents })).findings).toEqual([]);
    const open = structuredClone(documents);
    Object.assign(open[0].Distribution.DistributionConfig.DefaultCacheBehavior, {
      TrustedKeyGroups: { Enabled: false, Quantity: 0 },
    });
    const { findings } = await diagnoseCloudFrontDistributions({ documents: open });
    expect(findings[0]?.summary).toBe("No cache behavior checks signatures: everyone can read everything.");
  });

  it("has the private key in the secret alone, where Pulumi encrypts it", async () => {
    const deployed = await deploy();
    const pem = readFileSync(join(installed.folder, "keys/viewers.private.pem"), "utf8");
    expect(secretOf(deployed).privateKey).toBe(pem);
    expect(JSON.stringify(deployed)).toContain("BEGIN PRIVATE KEY");
    expect(JSON.stringify(withoutSecrets(deployed))).not.toMatch(/PRIVATE KEY/);
  });

  it("lets CloudFront alone read the bucket, and the function alone the secret", async () => {
    const deployed = await deploy();
    const [bucket, secret] = [only(deployed, "BucketPolicy"), only(deployed, "RolePolicy")];
    expect(JSON.parse(bucket.inputs.policy).Statement).toEqual([
      {
        Effect: "Allow",
        Principal: { Service: "cloudfront.amazonaws.com" },
        Action: "s3:GetObject",
        Resource: `${only(deployed, "Bucket").state.arn}/*`,
        Condition: { StringEquals: { "AWS:SourceArn": only(deployed, "Distribution").state.arn } },
      },
    ]);
    expect(JSON.parse(secret.inputs.policy).Statement).toEqual([
      {
        Effect: "Allow",
        Action: "secretsmanager:GetSecretValue",
        Resource: only(deployed, "Secret").state.arn,
      },
    ]);
  });

  it("signs URLs that the public key of the deployment verifies", async () => {
    const deployed = await deploy();
    const secrets = createServer((_, response) =>
      response
        .setHeader("Content-Type", "application/x-amz-json-1.1")
        .end(JSON.stringify({ SecretString: only(deployed, "SecretVersion").inputs.secretString.value })),
    ).listen();
    await once(secrets, "listening");
    const { port } = secrets.address() as { port: number };
    const code =
      'const { handler } = await import("./dist/index.mjs"); console.log((await handler({ file: "a b.pdf" })).url)';
    const url = await node(["--input-type=module", "--eval", code], {
      ...only(deployed, "Function").inputs.environment.variables,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://localhost:${port}`,
      AWS_REGION: "us-east-1",
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "test",
    }).finally(() => secrets.close());

    const { id, inputs } = only(deployed, "PublicKey");
    const { verifyUrl } = createCloudFrontVerifier({ publicKeys: { [id]: inputs.encodedKey } });
    expect(await verifyUrl(url.trim())).toMatchObject({
      allowed: true,
      url: "https://d111111abcdef8.cloudfront.net/a%20b.pdf",
    });
  });

  it("does not start without what sst.config.ts sets", async () => {
    await expect(node(["dist/index.mjs"], { KEY_SECRET: "viewers" })).rejects.toThrow(
      "CDN_DOMAIN and KEY_SECRET must be set; sst.config.ts sets them",
    );
  });

  it("has the names that keygen and rotate print", async () => {
    const printed = await node([
      join(installed.folder, "../../node_modules/.bin/cloudfront-sign"),
      ...["keygen", "--public-key", "keys/viewers.public.pem", "--for", "sst"],
    ]);
    const deployed = await deploy();
    for (const type of ["PublicKey", "KeyGroup"])
      expect(printed).toContain(`new aws.cloudfront.${type}("${only(deployed, type).name}"`);
  });

  it("rotates in three deployments, of which each trusts the key that signs", async () => {
    const config = join(installed.folder, "sst.config.ts");
    const original = readFileSync(config, "utf8");
    const next = "viewers-2030-02-01";
    await keygen(`keys/${next}`);
    const steps = [
      [["viewers", next], "viewers"],
      [["viewers", next], next],
      [[next], next],
    ] as const;
    const seen = [];
    for (const [keys, signingKey] of steps) {
      const written = `{ keys: ${JSON.stringify(keys)}, signingKey: "${signingKey}" }`;
      writeFileSync(config, original.replace('{ keys: ["viewers"], signingKey: "viewers" }', written));
      const deployed = await deploy();
      const nameOf = (id: string) => deployed.resources.find((resource) => resource.id === id)?.name;
      seen.push([only(deployed, "KeyGroup").inputs.items.map(nameOf), nameOf(secretOf(deployed).keyPairId)]);
    }
    expect(seen).toEqual(steps);
    writeFileSync(config, original.replace('signingKey: "viewers"', `signingKey: "${next}"`));
    await expect(deploy()).rejects.toThrow(
      `keys has no ${next}, so CloudFront would not accept its signatures`,
    );
    writeFileSync(config, original);
  });
});
