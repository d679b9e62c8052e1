// smoke.mjs FILE.tgz…: installs the tarballs in an empty project and uses them in every way that users do: each
// module system in each runtime, the command, and the types with each version of TypeScript, module resolution and
// set of ambient types.
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { install } from "./pack.mjs";
import { run, runJobs } from "./run.mjs";
import { hosts, typescripts } from "./runtimes.mjs";
import { commandSteps } from "./smoke/commands.mjs";
import * as oneCore from "./smoke/one-core.mjs";
import { importing, packageNames, signing } from "./smoke/programs.mjs";

const { core: name, media, diagnosis, command } = packageNames;
const tarballs = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "smoke-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const app = join(folder, "app");
/** @param {string} file @param {string} text */
const put = (file, text) => writeFileSync(join(app, file), text);

let passed = 0;
let failed = 0;
/** @param {string} label @param {string} command @param {string[]} args */
const step = (label, command, args) => async () => {
  const { status, output } = await run(command, args, { cwd: app });
  if (status === 0) passed++;
  else {
    failed++;
    console.log(`FAIL ${label}\n${output}`);
  }
};

/** @param {{ label: string, path?: string | undefined, test: () => Promise<void> }} step */
const testStep =
  ({ label, test, ...rest }) =>
  async () => {
    if ("path" in rest && !rest.path) return;
    try {
      await test();
      passed++;
    } catch (error) {
      failed++;
      console.log(`FAIL ${label}\n${error instanceof Error ? error.message : error}`);
    }
  };

const typed = `
import awsCloudFrontSign from "${name}/aws-cloudfront-sign";
import { type CloudfrontSignedCookiesOutput, getSignedCookies, getSignedUrl } from "${name}/aws-sdk";
import { type CloudFrontSignError, createCloudFrontSigner, isCloudFrontSignError, type SignUrlOptions } from "${name}";
import { type CloudFrontFinding, explainCloudFrontDenial } from "${diagnosis}";
import { type CloudFrontDiagnosis, diagnoseCloudFrontDistributions } from "${diagnosis}/doctor";
import { type GrantState, renewingGrant } from "${media}/client";
import { createDashSigningStream, signDashManifest } from "${media}/dash";
import { createHlsSigningStream, signHlsPlaylist } from "${media}/hls";
import { grantHandler, signManifests } from "${media}/server";
import { type AwsKmsSignInput, awsKmsKey, pkcs11Key, remoteKey } from "${name}/remote";
import { type CloudFrontVerdict, createCloudFrontVerifier, restrictViewerAccess } from "${name}/verify";
const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: "PEM" });
const verifier = createCloudFrontVerifier({ publicKeys: { K2JCJMDEHXQW5F: "PEM" } });
export const verdict: Promise<CloudFrontVerdict> = verifier.verifyUrl("https://d111111abcdef8.cloudfront.net/a");
export const findings: Promise<readonly CloudFrontFinding[]> = explainCloudFrontDenial({ url: "https://d111111abcdef8.cloudfront.net/a", verifier });
export const edge = [restrictViewerAccess, signManifests];
export const endpoint = grantHandler({ signer, authorize: () => ({ resource: "https://d111111abcdef8.cloudfront.net/v/*", expiresIn: "10m" }), allowedOrigins: ["https://app.example.com"] });
export const diagnosis: Promise<CloudFrontDiagnosis> = diagnoseCloudFrontDistributions({ documents: [] });
// As the AWS SDK declares them: a command of mutable members, and options with the platform's signal or another one.
declare const sendToKms: (command: { KeyId: string | undefined; Message: Uint8Array | undefined; MessageType?: "RAW" | "DIGEST"; SigningAlgorithm: AwsKmsSignInput["SigningAlgorithm"] | "ECDSA_SHA_512" | undefined }, options: { abortSignal?: { readonly aborted: boolean } }) => Promise<{ Signature?: Uint8Array | undefined; $metadata: object }>;
export const remoteKeys = [
  awsKmsKey({ keyId: "alias/cloudfront", publicKey: "PEM", sign: (input, { abortSignal }) => sendToKms(input, { abortSignal }) }),
  pkcs11Key({ publicKey: "PEM", sign: ({ data }) => data, concurrency: 4, timeout: "30s" }),
  remoteKey({ publicKey: "PEM", sign: async (bytes) => bytes, retryIf: (error) => error instanceof Error }),
].map((privateKey) => createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey }));
const resource = "https://d111111abcdef8.cloudfront.net/v/*";
const sdkInput = { url: resource, keyPairId: "K2JCJMDEHXQW5F", privateKey: "PEM", dateLessThan: "2030-01-01" };
export const sdkResults: [Promise<string>, Promise<CloudfrontSignedCookiesOutput>] = [getSignedUrl(sdkInput), getSignedCookies(sdkInput)];
export const otherResult: Promise<string> = awsCloudFrontSign.getSignedUrl(resource, { keypairId: "K2JCJMDEHXQW5F", privateKeyString: "PEM", expireTime: new Date() });
const playlistUrl = "https://d111111abcdef8.cloudfront.net/v/a.m3u8";
const manifestUrl = "https://d111111abcdef8.cloudfront.net/v/a.mpd";
export const playlist = async (text: string): Promise<string> => signHlsPlaylist(text, await signer.grant({ resource, expiresIn: "1h" }), { playlistUrl, uncovered: "leave" });
export const manifest = async (xml: string): Promise<string> => signDashManifest(xml, await signer.grant({ resource, expiresIn: "1h" }), { manifestUrl });
export const renewing = renewingGrant({ load: async ({ signal }) => ({ resource, query: \`\${signal.aborted}\`, expiresAt: new Date(), now: "" }) });
export const renewed: Promise<string> = renewing.signUrl(playlistUrl);
export const shown = (state: GrantState): string => (state.status === "valid" ? state.expiresAt.toISOString() : state.status);
export const streams = [createHlsSigningStream, createDashSigningStream];
export const url: Promise<string> = signer.signUrl("https://d111111abcdef8.cloudfront.net/a", { expiresIn: "15m" });
export const code = (error: unknown): CloudFrontSignError["code"] | undefined => (isCloudFrontSignError(error) ? error.code : undefined);
// As lib.dom, Node.js and Workers declare them: interfaces. Workers have string where the others have unions.
interface PlatformJwk { kty?: string; n?: string; d?: string; ext?: boolean; key_ops?: string[]; oth?: { d?: string }[] }
interface PlatformKey { readonly type: string; readonly extractable: boolean; readonly algorithm: { name: string }; readonly usages: string[] }
export const signerOf = (privateKey: PlatformJwk | PlatformKey) => createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey });
export const terms = (cacheWindow: "1h" | undefined): SignUrlOptions => ({ expiresIn: "1d", ...(cacheWindow && { cacheWindow }) });
// @ts-expect-error two times at which access ends
void signer.signUrl("https://d111111abcdef8.cloudfront.net/a", { expiresIn: "15m", dateLessThan: 1900000000 });
// @ts-expect-error a number is not a key
void createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: 1 });
`;

/** What each version of TypeScript compiles, with the types of the platform and without any; the newest in each module resolution. */
const configurations = [
  { module: "nodenext", lib: ["es2022"], types: [] },
  { module: "nodenext", lib: ["es2022", "dom"], types: ["node"] },
  { module: "node16", lib: ["es2022"], types: [] },
  { module: "esnext", moduleResolution: "bundler", lib: ["es2022"], types: [] },
];
const ofEachVersion = configurations.slice(0, 2);

/** @param {typeof typescripts[number]} typescript */
const compile = (typescript) =>
  (typescript === typescripts.at(-1) ? configurations : ofEachVersion).map((options, i) => {
    const file = `tsconfig.${typescript.version}-${i}.json`;
    // The declarations of @types/node are not for the oldest versions.
    const checks = { strict: true, skipLibCheck: options.types.length > 0, skipDefaultLibCheck: true };
    const files = options.module === "esnext" ? ["use.mts"] : ["use.mts", "use.cts"];
    put(
      file,
      JSON.stringify({ compilerOptions: { noEmit: true, target: "es2022", ...checks, ...options }, files }),
    );
    return step(`TypeScript ${typescript.version}, ${JSON.stringify(options)}`, process.execPath, [
      typescript.tsc,
      "-p",
      file,
    ]);
  });

await install(tarballs, app);
put("esm.mjs", importing);
put(
  "cjs.cjs",
  signing((specifier) => `require("${specifier}")`),
);
put(
  "dynamic.cjs",
  signing((specifier) => `await import("${specifier}")`),
);
put("one-core.mjs", `${oneCore.importing}\nawait done;`);
put("one-core.cjs", oneCore.requiring);
put("use.mts", typed);
put("use.cts", typed);
const programs = ["esm.mjs", "cjs.cjs", "dynamic.cjs", "one-core.mjs", "one-core.cjs"];
const uses = hosts.flatMap(({ name, path, args }) =>
  path ? programs.map((file) => step(`${name} ${file}`, path, [...args, file])) : [],
);
const starters = {
  bun: ["x", "--bun", "--no-install"],
  deno: ["run", "-A", "--node-modules-dir=manual"],
};
const bins = [
  step(`the command ${command}`, join(app, "node_modules/.bin", command), ["--help"]),
  ...hosts.flatMap(({ name: host, path }) =>
    path && (host === "bun" || host === "deno")
      ? step(`${host}: the command ${command}`, path, [
          ...starters[host],
          host === "deno" ? `npm:${command}` : command,
          "--help",
        ])
      : [],
  ),
];
await runJobs([...uses, ...bins, ...commandSteps(app).map(testStep)], 2);
// Only now: until here the tarballs must do without @types/node.
const nodeTypes = dirname(createRequire(import.meta.url).resolve("@types/node/package.json"));
symlinkSync(dirname(nodeTypes), join(app, "node_modules/@types"), "junction");
await runJobs(typescripts.flatMap(compile), 2);
console.log(`smoke test of the tarballs: ${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
