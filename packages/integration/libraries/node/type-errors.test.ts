import { join } from "node:path";
import { integration } from "@cloudfront-sign-webcrypto/testing/folders";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** What TypeScript says of a wrong call, and what it accepts: a message there is as good as one at run time. */

const file = join(integration, "type-errors-snippet.ts");
const header = `
  import { createCloudFrontSigner, isCloudFrontSignError, loadedKey, type CloudFrontSignErrorCode, type SignedCookies } from "cloudfront-sign-webcrypto";
  import { grantHandler, type GrantDecision } from "cloudfront-sign-media/server";
  import { createCloudFrontVerifier, restrictViewerAccess } from "cloudfront-sign-webcrypto/verify";
  const verifier = createCloudFrontVerifier({ publicKeys: {} });
  const terms = { resource: "https://d111111abcdef8.cloudfront.net/*", expiresIn: "1h" } as const;
  const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: "x" });
  const url = "https://d111111abcdef8.cloudfront.net/a.jpg";
  const resource = "https://d111111abcdef8.cloudfront.net/*";
  const key = loadedKey({ load: () => "", onError: () => {} });
  const maybe = Math.random() > 2 ? "1h" as const : undefined;
`;

/** The errors of each snippet, as TypeScript prints them. */
function errorsOf(snippets: readonly string[]): string[] {
  const configFile = join(integration, "tsconfig.json");
  const { config } = ts.readConfigFile(configFile, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, integration, undefined, configFile);
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  const parts = snippets.map((snippet) => `export async function _(error: unknown) { ${snippet} }\n`);
  const text = header.replaceAll("\n", " ") + parts.map((part, i) => part.replace("_", `f${i}`)).join("");
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, text, options.target ?? ts.ScriptTarget.ES2022)
      : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  const errors = snippets.map(() => "");
  for (const { start = 0, messageText } of program.getSemanticDiagnostics(program.getSourceFile(file))) {
    const line = text.slice(0, start).split("\n").length - 1;
    errors[line] += `${ts.flattenDiagnosticMessageText(messageText, "\n")}\n`;
  }
  return errors;
}

const refused: readonly (readonly [snippet: string, expected: RegExp])[] = [
  ["signer.signUrl(url, { ipAddress: '203.0.113.7' })", /'(expiresIn|dateLessThan)' is missing/],
  ["signer.signUrl(url, { resource })", /'(expiresIn|dateLessThan)' is missing/],
  ["signer.signCookies({ resource })", /'(expiresIn|dateLessThan)' is missing/],
  ["signer.signCookieSets([{ resource }])", /'(expiresIn|dateLessThan)' is missing/],
  ["signer.grant({ resource })", /'(expiresIn|dateLessThan)' is missing/],
  ["signer.signUrls([url], { resource })", /'(expiresIn|dateLessThan)' is missing/],
  ["signer.signCookies({ expiresIn: '1h' })", /'resource' is missing/],
  ["signer.signCookieSets([{ resource, expiresIn: '1h' }, { expiresIn: '1h' }])", /'resource' is missing/],
  ["signer.signCookies({ resource, expiresIn: '1h', path: '/course' })", /'path' does not exist/],
  // What a request may hold is denied, and never throws: only the types say that it was meant otherwise.
  ["verifier.verifyCookies(url, await signer.signCookies(terms))", /'SignedCookies' is not assignable/],
  [
    "verifier.verifyCookies(url, (await signer.grant(terms)).cookies.toSetCookie())",
    /'string\[\]' is not assignable/,
  ],
  ["verifier.verifyCookies(url, new Map([['a', 'b']]))", /not assignable/],
  ["verifier.verifyUrl(signer.signUrl(url, terms))", /'Promise<string>' is not assignable/],
  ["verifier.verifyRequest({ url, headers: { cookie: 'a=b' } })", /'cookie' does not exist/],
  [
    "restrictViewerAccess({ publicKeys: {}, origin: () => new Response(), ipAddress: async () => '192.0.2.1' })",
    /'Promise<string>' is not assignable/,
  ],
  ["const text: string = signer.signUrl(url, terms)", /'Promise<string>' is not assignable/],
  ["const list: string[] = signer.signUrls([url], terms)", /not assignable|missing the following/],
  ["signer.signUrls([url], { expiresIn: '1h' }, { concurency: 5 })", /Did you mean to write 'concurrency'\?/],
  [
    "createCloudFrontSigner({ keyPairId: 'K', privateKey: process.env.KEY })",
    /'string \| undefined' is not assignable/,
  ],
  ["createCloudFrontSigner({ keyPairId: 'K' })", /'privateKey' is missing/],
  [
    "createCloudFrontSigner({ keyPairId: 'K', privateKey: 'x', maxLifeTime: '1h' })",
    /Did you mean to write 'maxLifetime'\?/,
  ],
  ["createCloudFrontSigner({ key, keyPairId: 'K' })", /'keyPairId' does not exist/],
  ["const id: string = createCloudFrontSigner({ key }).keyPairId", /'string \| undefined' is not assignable/],
  ["signer.signUrl(url, { expiresIn: '1h', ipAdress: 'x' })", /Did you mean to write 'ipAddress'\?/],
  ["signer.signUrl(url, { expiresIn: '1h', ipAddress: undefined })", /'ipAddress'/],
  [
    "(await signer.signCookies({ resource, expiresIn: '1h' })).values['CloudFront-Policies']",
    /CloudFront-Policies/,
  ],
  ["grantHandler({ signer, authorize: () => true })", /'boolean' is not assignable/],
  ["grantHandler({ signer, authorize: () => undefined })", /'undefined' is not assignable/],
  ["grantHandler({ signer, authorize: () => ({ resource }) })", /'(expiresIn|dateLessThan)' is missing/],
  ["grantHandler({ signer, authorize: () => ({ refused: 'banned' }) })", /'"banned"' is not assignable/],
  [
    "grantHandler({ signer, authorize: () => ({ resource, expiresIn: '1h', refused: 'forbidden' }) })",
    /'(refused|resource)'/,
  ],
  [
    "grantHandler({ signer, authorize: () => signer.grant({ resource, expiresIn: '1h' }) })",
    /'?Grant'? is not assignable/,
  ],
  [
    "grantHandler({ signer, authorize: () => ({ refused: 'forbidden' }), cookies: true })",
    /is not assignable/,
  ],
];

const accepted = [
  "grantHandler({ signer, authorize: () => ({ resource, expiresIn: '10m', grantId: 'ada-7' }) })",
  "grantHandler({ signer, authorize: async () => maybe ? { resource, expiresIn: maybe } : { refused: 'signed-out', message: undefined } })",
  "const handler: (request: Request, id: string) => Promise<Response> = grantHandler({ signer, authorize: (request: Request, id: string) => ({ resource: resource + id, expiresIn: '10m' }), cookies: (_, id) => ({ path: id }), onError: (error, request, id) => id.length })",
  "grantHandler({ signer, authorize: (request) => request.headers.has('Cookie') ? { refused: 'forbidden' } : { policy: '{}' }, cookies: undefined, allowedOrigins: undefined, onError: undefined, now: undefined })",
  "const authorize = async (): Promise<GrantDecision> => ({ resource, expiresIn: '10m', grantId: 'a1' }); grantHandler({ signer, authorize })",
  "signer.signUrl(url, { expiresIn: '1h', cacheWindow: maybe })",
  "createCloudFrontSigner(maybe ? { key } : { keyPairId: 'K', privateKey: 'x' })",
  "createCloudFrontSigner({ maxLifetime: '7d', ...(maybe ? { key } : { keyPairId: 'K', privateKey: 'x' }) })",
  "signer.signUrl(url, maybe ? { expiresIn: maybe } : { dateLessThan: new Date() })",
  "signer.signCookies({ resource, ...(maybe ? { expiresIn: maybe } : { dateLessThan: new Date() }) })",
  "signer.grant(maybe ? { policy: '{}' } : { resource, expiresIn: '1h', grantId: 'a1' })",
  "(await signer.signCookies(terms)).appendTo(new Headers(), { maxAge: '4h' })",
  "signer.signUrl(url, { dateLessThan: new Date(), expiresIn: undefined, staggerWindows: undefined })",
  "signer.signUrls([url], { expiresIn: '1h' }, { concurrency: undefined, signal: undefined, onError: undefined })",
  "const values: string[] = Object.values((await signer.signCookies({ resource, expiresIn: '1h' })).values)",
  "const cookies: SignedCookies = await signer.signCookies({ resource, expiresIn: '1h' })",
  "const sets: SignedCookies[] = await signer.signCookieSets([{ resource, expiresIn: '1h' }] as const)",
  "const { signUrl } = createCloudFrontSigner({ key, maxLifetime: '7d' }); await signUrl(url, { policy: '{}' })",
  "for await (const one of signer.signUrls([url], { expiresIn: '1h' }, { onError: 'yield' })) typeof one === 'string' || one.code",
  "for await (const one of signer.signUrls([url], { expiresIn: '1h' }, { concurrency: 5 })) one.length",
  "const sets = await signer.signCookieSets([{ resource, expiresIn: '1h' }]); sets.map(({ path }) => path)",
  "if (isCloudFrontSignError(error)) { const code: CloudFrontSignErrorCode = error.code; }",
];

describe("TypeScript", () => {
  const errors = errorsOf([...refused.map(([snippet]) => snippet), ...accepted]);

  it.each(refused.map(([snippet, expected], i) => [snippet, expected, errors[i]] as const))(
    "names what is wrong in %s",
    (_, expected, error) => {
      expect(error).toMatch(expected);
    },
  );

  it.each(accepted.map((snippet, i) => [snippet, errors[refused.length + i]] as const))(
    "accepts %s",
    (_, error) => {
      expect(error).toBe("");
    },
  );

  it.each(
    refused
      .map(([snippet], i) => [snippet, errors[i] ?? ""] as const)
      .filter(([snippet]) => !snippet.startsWith("grantHandler")),
  )("needs at most four lines, and no overload, for %s", (_, error) => {
    expect(error).not.toContain("No overload matches");
    expect(error.trimEnd().split("\n").length).toBeLessThanOrEqual(4);
  });
});
