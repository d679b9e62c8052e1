import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CreateAliasCommand } from "@aws-sdk/client-kms";
import { CreateSecretCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { PutParameterCommand, SSMClient } from "@aws-sdk/client-ssm";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { beforeEach, describe, expect, it } from "vitest";
import { clientOptions } from "../support/moto.ts";
import { itWithMoto, itWithSoftHsm } from "../support/with-programs.ts";
import { DocumentedPrograms } from "./support/documented-programs.ts";
import { startKeyServer } from "./support/key-server.ts";
import { jsonOf, newKey, oldKey } from "./support/keys.ts";
import { createKmsKey, kmsClient } from "./support/kms.ts";
import { MountedSecret } from "./support/mounted-secret.ts";
import { makeToken, pin } from "./support/soft-hsm.ts";

/** The programs of docs/keys.md as they stand there, each in a process of its own. */

const url = "https://cdn.example.com/video.mp4";
/** Signs with the signer of a file. */
const signWith = (file: string) =>
  `import { signer } from "./${file}"; console.log(await signer.signUrl("${url}", { expiresIn: "1h" }));`;

async function idOfSigner(signed: string): Promise<string | undefined> {
  const publicKeys = Object.fromEntries(
    [oldKey, newKey].map(({ keyPairId, publicKey }) => [keyPairId, publicKey]),
  );
  const verdict = await createCloudFrontVerifier({ publicKeys }).verifyUrl(signed);
  return "keyPairId" in verdict ? verdict.keyPairId : undefined;
}

/** What the clients of AWS read from the environment. */
const awsEnvironment = (moto: string) => ({
  AWS_ENDPOINT_URL: moto,
  AWS_REGION: "us-east-1",
  AWS_ACCESS_KEY_ID: "test",
  AWS_SECRET_ACCESS_KEY: "test",
});

describe("a documented program signs with a key", () => {
  let name: string;
  beforeEach(() => {
    name = `cloudfront-${randomUUID()}`;
  });

  const putSecret = (moto: string) =>
    new SecretsManagerClient(clientOptions(moto)).send(
      new CreateSecretCommand({ Name: name, SecretString: jsonOf(newKey) }),
    );

  itWithMoto("from Secrets Manager", async ({ moto }) => {
    await putSecret(moto);
    const programs = new DocumentedPrograms({ '"cloudfront"': `"${name}"` });
    const signed = await programs.run(signWith("with-secrets-manager.ts"), awsEnvironment(moto));
    expect(await idOfSigner(signed)).toBe(newKey.keyPairId);
  });

  itWithMoto("from Parameter Store", async ({ moto }) => {
    const command = new PutParameterCommand({
      Name: `/${name}`,
      Value: jsonOf(newKey),
      Type: "SecureString",
    });
    await new SSMClient(clientOptions(moto)).send(command);
    const programs = new DocumentedPrograms({ "/cloudfront/key": `/${name}` });
    const signed = await programs.run(signWith("with-parameter-store.ts"), awsEnvironment(moto));
    expect(await idOfSigner(signed)).toBe(newKey.keyPairId);
  });

  itWithMoto("in a handler of Lambda, which answers when the next key is loaded", async ({ moto }) => {
    await putSecret(moto);
    const programs = new DocumentedPrograms({
      '"cloudfront"': `"${name}"`,
      'reloadAfter: "10m"': 'reloadAfter: "1s"',
      "return undefined;": 'return cookie === "user=a" ? { id: "a", courses: [] } : undefined;',
      "_cookie: string": "cookie: string",
      "return false;": 'return path === "/a.jpg";',
      "_path: string": "path: string",
    });
    const printed = await programs.run(
      `import { PutSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
      import { handler } from "./with-lambda.ts";
      const answer = async (rawPath = "/a.jpg", cookies = ["user=a"]) =>
        console.log(JSON.stringify(await handler({ rawPath, cookies })));
      await answer("/a.jpg", []);
      await answer("/b.jpg");
      await answer("/%2e%2e/a.jpg");
      await answer();
      const input = { SecretId: "${name}", SecretString: process.env.NEXT_SECRET };
      await new SecretsManagerClient().send(new PutSecretValueCommand(input));
      await new Promise((resolve) => setTimeout(resolve, 1100));
      await answer();
      await answer();`,
      { ...awsEnvironment(moto), NEXT_SECRET: jsonOf(oldKey) },
    );
    const [signedOut, other, escaped, ...answers] = printed.split("\n").map((line) => JSON.parse(line));
    expect([signedOut, other, escaped]).toEqual([
      { statusCode: 401 },
      { statusCode: 404 },
      { statusCode: 404 },
    ]);
    for (const { statusCode, headers } of answers) {
      expect(statusCode).toBe(302);
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers.location).toMatch(/^https:\/\/cdn\.example\.com\/a\.jpg\?/);
    }
    expect(await Promise.all(answers.map(({ headers }) => idOfSigner(headers.location)))).toEqual([
      newKey.keyPairId,
      newKey.keyPairId,
      oldKey.keyPairId,
    ]);
  });

  itWithMoto("in KMS, through a grant", async ({ moto }) => {
    const client = kmsClient(moto);
    const { keyId, publicKey } = await createKmsKey(client, "RSA_2048");
    await client.send(new CreateAliasCommand({ AliasName: `alias/${name}`, TargetKeyId: keyId }));
    const programs = new DocumentedPrograms({ "alias/cloudfront": `alias/${name}` });
    writeFileSync(join(programs.folder, "public.pem"), publicKey);
    const segment = "https://cdn.example.com/course/42/1.ts";
    const signed = await programs.run(
      `import { openCourse } from "./with-kms.ts"; console.log((await openCourse()).signUrl("${segment}"));`,
      awsEnvironment(moto),
    );
    const verifier = createCloudFrontVerifier({ publicKeys: { K2JCJMDEHXQW5F: publicKey } });
    expect(await verifier.verifyUrl(signed)).toMatchObject({ allowed: true });
  });

  itWithSoftHsm("in SoftHSM", async ({ softHsm }) => {
    const programs = new DocumentedPrograms({ "/usr/lib/softhsm/libsofthsm2.so": softHsm });
    await makeToken(programs.folder, { cloudfront: oldKey.privateKey });
    writeFileSync(join(programs.folder, "public.pem"), oldKey.publicKey);
    const env = { HSM_PIN: pin, SOFTHSM2_CONF: join(programs.folder, "softhsm2.conf") };
    const signed = await programs.run(signWith("with-pkcs11.ts"), env);
    expect(await idOfSigner(signed)).toBe(oldKey.keyPairId);
  });

  it("from a mounted Kubernetes secret", async () => {
    const programs = new DocumentedPrograms({ "/etc/cloudfront": "mounted" });
    const { keyPairId, privateKey } = newKey;
    new MountedSecret(programs.folder).write({ keyPairId, privateKey });
    const signed = await programs.run(signWith("with-mounted-secret.ts"), {});
    expect(await idOfSigner(signed)).toBe(newKey.keyPairId);
  });

  it("from a file", async () => {
    const programs = new DocumentedPrograms({ "/etc/cloudfront/key.json": "key.json" });
    writeFileSync(join(programs.folder, "key.json"), jsonOf(newKey));
    expect(await idOfSigner(await programs.run(signWith("with-file.ts"), {}))).toBe(newKey.keyPairId);
  });

  it("from an HTTP endpoint, which gets the token", async () => {
    const tokens: unknown[] = [];
    const endpoint = await startKeyServer(({ headers }, answer) => {
      tokens.push(headers.authorization);
      answer.end(jsonOf(newKey));
    });
    const programs = new DocumentedPrograms({ "https://keys.example.com/cloudfront": endpoint });
    const signed = await programs.run(signWith("with-http.ts"), { KEY_SERVER_TOKEN: "a-token" });
    expect(await idOfSigner(signed)).toBe(newKey.keyPairId);
    expect(tokens).toEqual(["Bearer a-token"]);
  });

  it("through the Lambda extension, which gets the token of the session", async () => {
    const requests: unknown[] = [];
    const extension = await startKeyServer(({ url, headers }, answer) => {
      requests.push([url, headers["x-aws-parameters-secrets-token"]]);
      answer.end(JSON.stringify({ Name: "cloudfront", SecretString: jsonOf(newKey) }));
    });
    const signed = await new DocumentedPrograms().run(
      `import { createCloudFrontSigner, loadedKey } from "cloudfront-sign-webcrypto";
      import { keyInLambdaExtension } from "./lambda-extension.ts";
      const key = loadedKey({ load: keyInLambdaExtension("a b/c"), onError: console.error });
      console.log(await createCloudFrontSigner({ key }).signUrl("${url}", { expiresIn: "1h" }));`,
      { PARAMETERS_SECRETS_EXTENSION_HTTP_PORT: new URL(extension).port, AWS_SESSION_TOKEN: "a session" },
    );
    expect(await idOfSigner(signed)).toBe(newKey.keyPairId);
    expect(requests).toEqual([["/secretsmanager/get?secretId=a%20b%2Fc", "a session"]]);
  });

  it("from variables that are read at the first signature", async () => {
    const { keyPairId, privateKey } = newKey;
    const programs = new DocumentedPrograms();
    const printed = await programs.run(
      `import { signer } from "./with-next.ts";
      Object.assign(process.env, JSON.parse(process.env.LATER!));
      console.log(await signer.signUrl("${url}", { expiresIn: "1h" }));`,
      {
        LATER: JSON.stringify({ CLOUDFRONT_KEY_PAIR_ID: keyPairId, CLOUDFRONT_PRIVATE_KEY: privateKey }),
      },
    );
    expect(await idOfSigner(printed)).toBe(newKey.keyPairId);
  });
});
