import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { libraries, root } from "@cloudfront-sign-webcrypto/testing/folders";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { createCloudFrontSigner, importCloudFrontPrivateKey } from "cloudfront-sign-webcrypto";
import { getSignedUrl } from "cloudfront-sign-webcrypto/aws-cloudfront-sign";
import { remoteKey } from "cloudfront-sign-webcrypto/remote";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { packageReadmes } from "./support/package-readmes.ts";

/**
 * What a documented program does with a variable that is not set: every place that reads the environment gives it to
 * an option that the library checks, or checks it itself.
 */

interface Source {
  readonly from: string;
  readonly code: string;
}

/** With the types of the entries, links are not followed: those of `node_modules` lead around in circles. */
const filesIn = (folder: string, pattern: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .map((entry) => join(relative(root, entry.parentPath ?? entry.path), entry.name))
    .filter((name) => pattern.test(name) && !/node_modules|^examples\/test\//.test(name));
const read = (name: string): string => readFileSync(join(root, name), "utf8");
const blocksIn = (from: string, text: string): Source[] =>
  Array.from(text.matchAll(/^```[jt]sx?\b.*\n([\s\S]*?)^```/gm), ([, code = ""]) => ({ from, code }));

const sources: Source[] = [
  ...filesIn("examples", /\.([cm]?[jt]sx?)$/).map((name) => ({ from: name, code: read(name) })),
  ...[
    "README.md",
    ...packageReadmes,
    ...filesIn("docs", /^docs\/[^/]*\.md$/),
    ...filesIn("examples", /\.md$/),
  ].flatMap((name) => blocksIn(name, read(name))),
  ...libraries
    .flatMap(([, folder]) => filesIn(join(relative(root, folder), "src"), /\.ts$/))
    .flatMap((name) => blocksIn(name, read(name).replace(/^ *\* ?/gm, ""))),
];

/** The options that the library checks; the second part of this test proves it. */
const checkedOptions = [
  "keyPairId",
  "privateKey",
  "privateKeyString",
  "content",
  "publicKey",
  "K2JCJMDEHXQW5F", // of publicKeys
];

/** The other places, and why nothing opens there without the variable. */
const known: Record<string, string> = {
  "docs/testing.md [keyPairId]: CLOUDFRONT_PUBLIC_KEY": "a key of publicKeys",
  "docs/grants.md APP_ORIGIN": "nodeHandler checks it; not set without a proxy",
  "docs/grants.md COOKIE_DOMAIN": "an attribute of toSetCookie, which checks it; undefined on localhost",
  "docs/grants.md SESSION_SECRET": "express-session throws without it",
  "docs/keys.md AWS_SESSION_TOKEN": "the Lambda extension refuses a request without it",
  "docs/keys.md HSM_PIN": "the token refuses the login",
  "docs/keys.md KEY_SERVER": "fetch throws without it, and no key is loaded",
  "docs/keys.md KEY_SERVER_TOKEN": "keyOverHttp throws without it",
  "docs/keys.md PARAMETERS_SECRETS_EXTENSION_HTTP_PORT": "has a default, of AWS",
  "docs/migrating.md CLOUDFRONT_PRIVATE_KEY": "node:crypto refuses it",
  "docs/recipes.md CDN_ORIGIN": "the signer throws for a URL without a scheme",
  "docs/recipes.md COOKIE_DOMAIN": "an attribute of toSetCookie, which checks it; undefined on localhost",
  "docs/recipes.md PORT": "has a default",
  "docs/recipes.md SESSIONS": "a KV namespace: without it, the endpoint answers 500",
  "docs/scale.md (computed)": "setting() checks it",
  "docs/scale.md KEY_FILE": "has a default",
  "examples/all-cores/sign-lines.mjs CLOUDFRONT_PRIVATE_KEY_FILE": "has a default",
  "examples/bulk/commands/demo.js (all)": "passed on to the commands of the demo, whose key it makes",
  "examples/bulk/commands/demo.js REDIS_URL": "starts a Redis of its own without it",
  "examples/bulk/redis.js REDIS_URL": "has a default, on this machine",
  "examples/bulk/s3.js AWS_ENDPOINT_URL": "only the form of addresses",
  "examples/bulk/s3.js AWS_ENDPOINT_URL_S3": "only the form of addresses",
  "examples/bulk/settings.js CLOUDFRONT_KEY_PAIR_ID": "checked in the next lines; test/bulk",
  "examples/bulk/settings.js CLOUDFRONT_PRIVATE_KEY": "checked in the next lines; test/bulk",
  "examples/bulk/settings.js CLOUDFRONT_PRIVATE_KEY_FILE": "checked in the next lines; test/bulk",
  "examples/edge-function/function.js CDN_ORIGIN": "checked in the next lines; test/examples/edge-function",
  "examples/edge-function/function.js COOKIE_DOMAIN":
    "checked in the next lines; test/examples/edge-function",
  "examples/express/settings.js APP_ORIGIN": "nodeHandler checks it; not set without a proxy",
  "examples/fastify/server.js HOST": "localhost without it",
  "examples/flydrive/disk.js AWS_REGION": "a signed URL needs no region; the AWS SDK refuses the rest",
  "examples/flydrive/disk.js MEDIA_FOLDER": "has a default",
  "examples/flydrive/disk.js S3_BUCKET": "a folder without it",
  "examples/hono/app.js CLOUDFRONT_KEY_PAIR_ID": "createCloudFrontSigner() throws without it",
  "examples/hono/app.js CLOUDFRONT_PRIVATE_KEY": "createCloudFrontSigner() throws without it",
  "examples/player/site.mjs CDN_PORT": "has a default",
  "examples/player/site.mjs GRANT_SECONDS": "has a default",
  "examples/player/site.mjs PORT": "has a default",
  "examples/player/sessions.mjs NODE_ENV": "does not start in production",
  "examples/serve.mjs PORT": "has a default",
  "examples/one-time-link/server.mjs CDN_ORIGIN": "createLinks() throws without it",
  "examples/one-time-link/server.mjs CLOUDFRONT_KEY_PAIR_ID": "createCloudFrontSigner() throws without it",
  "examples/one-time-link/server.mjs CLOUDFRONT_PRIVATE_KEY": "createCloudFrontSigner() throws without it",
  "examples/one-time-link/server.mjs LINKS_TABLE": "DynamoDB refuses an empty name",
  "examples/one-time-link/server.mjs PORT": "has a default",
  "examples/upload/server.mjs (computed)": "required() checks it",
  "examples/upload/server.mjs PORT": "has a default",
  "examples/worker/worker.js (computed)": "checked by its form: test/examples/worker",
  "examples/worker/worker.js CLOUDFRONT_DOMAIN": "checked by its form: test/examples/worker",
  "examples/worker/worker.js SESSION_TOKEN": "checked by its form: test/examples/worker",
  "packages/core/src/key/remote-signer.ts CLOUDFRONT_PRIVATE_KEY": "node:crypto refuses it",
  "packages/core/src/remote/aws-kms-key.ts CLOUDFRONT_PRIVATE_KEY": "node:crypto refuses it",
  "packages/core/src/remote/pkcs11-key.ts CLOUDFRONT_PRIVATE_KEY": "node:crypto refuses it",
  "packages/core/src/remote/remote-key.ts CLOUDFRONT_PRIVATE_KEY": "node:crypto refuses it",
  "packages/core/src/check-key-pair.ts CLOUDFRONT_PUBLIC_KEY": "checkKeyPair refuses what is no public key",
  "packages/core/src/sign/signer.ts CLOUDFRONT_KEY_JSON": "loadedKey refuses a text without a key",
};

/** The variables of all examples with frameworks. */
const ofFrameworks: Record<string, string> = {
  CDN_ORIGIN: "cloudFrontUrl() and signCookies() throw without it",
  COOKIE_DOMAIN: "the cookies are for the host of the site alone without it",
  LOGIN_PASSWORD: "nobody signs in without it: examples/test/frameworks",
  LOGIN_USER: "nobody signs in without it",
  PORT: "has a default",
  SESSION_SECRET: "nobody signs in without it: examples/test/frameworks",
};
/** The folders of these examples. */
const frameworks = Array.from(
  read("examples/frameworks.md").matchAll(/^\| \[([\w-]+)\]\(/gm),
  ([, name]) => `examples/${name}/`,
);

const isEnvironment = (node: ts.Expression): boolean =>
  /^((globalThis\.)?process\.env|env|c\.env|Bun\.env|import\.meta\.env|env\(\w*\))$/.test(node.getText());

/** Each variable that a source reads: its name, or how it is read. */
function variablesOf({ from, code }: Source): { node: ts.Node; name: string }[] {
  const file = ts.createSourceFile(from, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: { node: ts.Node; name: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && isEnvironment(node.expression))
      found.push({ node, name: node.name.text });
    else if (ts.isElementAccessExpression(node) && isEnvironment(node.expression))
      found.push({ node, name: "(computed)" });
    else if (ts.isCallExpression(node) && node.expression.getText() === "Deno.env.get")
      found.push({ node, name: node.arguments[0]?.getText() ?? "" });
    else if (ts.isVariableDeclaration(node) && node.initializer && isEnvironment(node.initializer)) {
      const names = ts.isObjectBindingPattern(node.name)
        ? node.name.elements.map(({ propertyName, name }) => (propertyName ?? name).getText())
        : ["(all)"];
      found.push(...names.map((name) => ({ node, name })));
    } else if (ts.isSpreadAssignment(node) && isEnvironment(node.expression))
      found.push({ node, name: "(all)" });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The option or variable that the value gets as it is, or empty: not with a default, and not as a part of a text. */
function targetOf(node: ts.Node): string | undefined {
  const { parent } = node;
  const isOrEmpty = ts.isBinaryExpression(parent) && parent.right.getText() === '""';
  if (ts.isNonNullExpression(parent) || isOrEmpty) return targetOf(parent);
  if (ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent)) return parent.name.getText();
  return undefined;
}

describe("every variable that the examples, the pages and the docstrings read", () => {
  const all = sources.flatMap((source) =>
    variablesOf(source).map(({ node, name }) => ({ from: source.from, target: targetOf(node), name })),
  );

  it("is found", () => {
    expect(all.length).toBeGreaterThan(100);
    expect(all.map(({ from }) => from)).toContain("README.md");
    expect(all.map(({ from }) => relative("packages/core/src", from))).toContain("verify.ts");
  });

  it("goes to an option that the library checks, or is checked where it is read", () => {
    const others = all
      .filter(({ target }) => target === undefined || !checkedOptions.includes(target))
      .filter(({ from, name }) => !(name in ofFrameworks && frameworks.some((one) => from.startsWith(one))))
      .map(({ from, target, name }) =>
        target === "[keyPairId]" ? `${from} ${target}: ${name}` : `${from} ${name}`,
      );
    expect([...new Set(others)].sort()).toEqual(Object.keys(known).sort());
  });
});

describe("an option that documented programs take from a variable", () => {
  const keyPairId = "K2JCJMDEHXQW5F";
  const privateKey = keyText("rsa2048.pkcs8.pem");
  const terms = { expireTime: Date.now() + 3_600_000 };
  const options: Record<string, (value: string) => unknown> = {
    keyPairId: (value) => createCloudFrontSigner({ keyPairId: value, privateKey }),
    privateKey: (value) => createCloudFrontSigner({ keyPairId, privateKey: value }),
    privateKeyString: (value) =>
      getSignedUrl("https://cdn.example.com/a", { keypairId: keyPairId, privateKeyString: value, ...terms }),
    content: (value) => importCloudFrontPrivateKey({ keyPairId, content: value }),
    publicKey: (value) => remoteKey({ publicKey: value, sign: async () => new Uint8Array() }),
    K2JCJMDEHXQW5F: (value) => createCloudFrontVerifier({ publicKeys: { K2JCJMDEHXQW5F: value } }),
  };

  it("is one of those that this test knows", () => {
    expect(Object.keys(options)).toEqual(checkedOptions);
  });

  it.each(Object.entries(options))("%s refuses a variable that is not set", async (_, use) => {
    for (const value of [undefined, null, "", "   ", "undefined", "null", "change-me"] as string[])
      await expect((async () => use(value))(), `${value}`).rejects.toMatchObject({
        name: "CloudFrontSignError",
        code: expect.stringMatching(/^ERR_KEY/),
      });
  });
});
