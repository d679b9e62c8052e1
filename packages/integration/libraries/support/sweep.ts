import { keyFaults } from "@cloudfront-sign-webcrypto/core-tests/key/all-key.faults.ts";
import { badPolicies, badResources, badUrls } from "@cloudfront-sign-webcrypto/testing/support/bad-inputs.ts";
import { badKeys } from "@cloudfront-sign-webcrypto/testing/support/bad-keys.ts";
import {
  badCookieAttributes,
  badDates,
  badDurations,
  badIpAddresses,
} from "@cloudfront-sign-webcrypto/testing/support/bad-sign-options.ts";
import { mpd, templated } from "@cloudfront-sign-webcrypto/testing/support/dash.ts";
import { changeRsa } from "@cloudfront-sign-webcrypto/testing/support/der.ts";
import {
  bytesToBase64,
  isText,
  type KeyFile,
  keyBytes,
  keyText,
  moreKeyFiles,
  pemToDer,
  rsaJwk,
  vectorKeyFiles,
} from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import {
  end,
  host,
  keyPairId,
  recorder,
  rsaSigner,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { type GrantAnswer, renewingGrant } from "cloudfront-sign-media/client";
import { signDashManifest } from "cloudfront-sign-media/dash";
import { createHlsSigningStream, signHlsPlaylist } from "cloudfront-sign-media/hls";
import { grantOfRequest } from "cloudfront-sign-media/server";
import * as library from "cloudfront-sign-webcrypto";
import * as awsCloudFrontSign from "cloudfront-sign-webcrypto/aws-cloudfront-sign";
import * as awsSdk from "cloudfront-sign-webcrypto/aws-sdk";

/**
 * Provokes every error that bad input can provoke, with secrets in every place that can hold one, and knows
 * these secrets again.
 */

// Each in every call that can hold it, so that whatever is quoted is quoted from these.
const secretPath = "/private-Zq7/object-Xw9.mp4?token=Rk3Vt8Lm2Pq6Yd1";
export const url = host + secretPath;
const wrongPassphrase = "wrong Battery-Staple-Hx5";
export const policy = JSON.stringify({
  Statement: [{ Resource: url, Condition: { DateLessThan: { "AWS:EpochTime": end } } }],
});
export const pem = keyText("rsa2048.pkcs8.pem");

/** Every run of 16 characters of a text that is secret. */
const runsOf16 = new Set<string>();
function addSecret(text: string): void {
  for (let i = 0; i + 16 <= text.length; i++) runsOf16.add(text.slice(i, i + 16));
}

function addKey(file: KeyFile): void {
  const bytes = keyBytes(file);
  const body = isText(file) ? keyText(file).replace(/-----[^-]+-----/g, "") : bytesToBase64(bytes);
  // Comments and headers around a body are not a secret, its lines are.
  for (const line of body.split(/[\r\n\s"]+|\\n/))
    if (line.length >= 32 && /^[\w+/=-]+$/.test(line)) addSecret(line);
  const joined = body.replace(/\s/g, "");
  if (/^[\w+/]+=*$/.test(joined) && joined.length % 4 === 0 && joined.length > 100) {
    addSecret(joined);
    const der = pemToDer(joined);
    addSecret(Array.from(der, (byte) => byte.toString(16).padStart(2, "0")).join(""));
    addSecret(der.join());
  }
}
for (const file of [...vectorKeyFiles, ...moreKeyFiles]) addKey(file as KeyFile);
addSecret(secretPath);
addSecret(encodeURIComponent(secretPath));
addSecret(bytesToBase64(new TextEncoder().encode(policy)));
addSecret(wrongPassphrase);

export interface Caught {
  from: string;
  error: unknown;
}
export const caught: Caught[] = [];
/** Those that differ in their words: what is said once need not be searched again. */
export const different = (all: readonly Caught[]) => [
  ...new Map(all.map((one) => [`${one.error} ${(one.error as Error).cause}`, one])).values(),
];

export async function provoke(from: string, action: () => unknown): Promise<void> {
  try {
    await action();
  } catch (error) {
    caught.push({ from, error });
  }
}

type Loose = (...values: unknown[]) => unknown;
const { createCloudFrontSigner, cloudFrontUrl, clearCloudFrontSignedCookies, ...rest } =
  library as unknown as Record<string, Loose>;
export const terms = { dateLessThan: end };
const sdkInput = { url, keyPairId, privateKey: pem, dateLessThan: end * 1000 };
const otherOptions = { keypairId: keyPairId, privateKeyString: pem, expireTime: end * 1000 };

export async function everyKey(): Promise<void> {
  const use = (privateKey: unknown, options: object) => signerOf(privateKey, options).signUrl(url, terms);
  const tampered = changeRsa(keyBytes("rsa2048.pkcs1.der"), (name, content) =>
    name === "q" ? content.map((byte, i) => (i === 50 ? byte ^ 1 : byte)) : content,
  );
  const { alg: _, ...jwk } = await rsaJwk();
  addSecret(`${jwk.n}`);
  addSecret(`${jwk.d}`);
  const keys: [from: string, key: unknown][] = [
    ...[...vectorKeyFiles, ...moreKeyFiles].flatMap((file): [string, unknown][] => [
      [file, keyText(file as KeyFile)],
      [`${file} as bytes`, keyBytes(file as KeyFile)],
      [`${file}, cut`, keyText(file as KeyFile).slice(0, 400)],
      [`${file}, as JSON`, JSON.stringify({ key: keyText(file as KeyFile) })],
      [`${file}, as broken JSON`, `{"key": ${keyText(file as KeyFile)}`],
      [`${file}, with a mistake`, keyText(file as KeyFile).replace(/[A-Za-z0-9]{20}$/m, "!!")],
    ]),
    ...Object.entries(badKeys).map(([name, [key]]): [string, unknown] => [name, key]),
    ...keyFaults.map(({ given, key }): [string, unknown] => [given, key]),
    ["tampered", tampered],
    ...["kty", "n", "d", "p", "crv", "alg", "use", "key_ops"].flatMap((name): [string, unknown][] => [
      [`JWK without ${name}`, { ...jwk, [name]: undefined }],
      [`JWK with another ${name}`, { ...jwk, [name]: `${jwk.d}` }],
    ]),
    ["JWK of EC with numbers of RSA", { ...jwk, kty: "EC", crv: "P-256" }],
    [
      "remote that fails",
      { keyType: "RSA", hashAlgorithm: "SHA256", sign: () => Promise.reject(new Error("down")) },
    ],
    ["remote that gives text", { keyType: "RSA", hashAlgorithm: "SHA256", sign: async () => pem }],
    ["remote of another type", { keyType: pem, hashAlgorithm: "SHA256", sign: async () => pem }],
    ["remote of another hash", { keyType: "RSA", hashAlgorithm: pem, sign: async () => pem }],
    [
      "CryptoKey for another hash",
      await crypto.subtle.importKey(
        "pkcs8",
        keyBytes("rsa2048.pkcs8.der"),
        { name: "RSASSA-PKCS1-v1_5", hash: "SHA-512" },
        false,
        ["sign"],
      ),
    ],
  ];
  const signLoaded = (load: () => unknown): Promise<string> => {
    const key = library.loadedKey({ load: load as () => string, onError: () => {} });
    return library.createCloudFrontSigner({ key }).signUrl(url, terms);
  };
  for (const [from, key] of keys) {
    await provoke(from, () => use(key, {}));
    await provoke(`${from}, wrong passphrase`, () => use(key, { passphrase: wrongPassphrase }));
    await provoke(`${from}, as content`, () =>
      rest.importCloudFrontPrivateKey?.({ keyPairId, content: key, passphrase: wrongPassphrase }),
    );
    await provoke(`${from}, as a public key`, () => rest.importCloudFrontPublicKey?.({ content: key }));
    await provoke(`${from}, loaded`, () => signLoaded(() => ({ keyPairId, privateKey: key })));
    await provoke(`${from}, loaded alone`, () => signLoaded(() => key));
    await provoke(`${from}, in broken JSON`, () => signLoaded(() => `{"keyPairId":"K", ${String(key)}`));
    await provoke(`${from}, in JSON that the loader parses`, () => signLoaded(() => JSON.parse(String(key))));
    await provoke(`${from}, for /aws-sdk`, () =>
      awsSdk.getSignedUrl({ ...sdkInput, privateKey: key, passphrase: wrongPassphrase } as never),
    );
    await provoke(`${from}, for /aws-cloudfront-sign`, () =>
      awsCloudFrontSign.getSignedUrl(url, { ...otherOptions, privateKeyString: key } as never),
    );
    await provoke(`${from}, as keyPairId`, () =>
      createCloudFrontSigner?.({ keyPairId: key, privateKey: pem }),
    );
  }
}

export async function everyInput(): Promise<void> {
  const { signer } = recorder();
  const sign = (target: unknown, more: object = {}) =>
    signer.signUrl(target as string, { ...terms, ...more } as never);
  const signed = await rsaSigner().signUrl(url, { ...terms, ipAddress: "192.0.2.1" });
  addSecret(new URL(signed).searchParams.get("Signature") ?? "");
  addSecret(new URL(signed).searchParams.get("Policy") ?? "");

  for (const [name, bad] of Object.entries(badUrls))
    await provoke(`URL: ${name}`, () => sign(bad.replace("/a.jpg", secretPath)));
  for (const bad of [
    signed,
    `${url}&Policy=x`,
    `${url}\n`,
    `user:pass@${url}`,
    url.replace("https", "ftp"),
    url.replace("mp4", "mp*"),
    `/${url}`,
  ])
    await provoke("URL", () => sign(bad));
  for (const bad of badResources) {
    await provoke("resource", () => sign(url, { resource: bad.replace("/*", `${secretPath}*`) }));
    await provoke("resource of cookies", () => signer.signCookies({ ...terms, resource: bad }));
  }
  await provoke("resource", () => sign(`${host}/other`, { resource: url }));
  await provoke("grant", async () => (await signer.grant({ ...terms, resource: url })).signUrl(`${url}2`));
  for (const [name, bad] of Object.entries(badPolicies)) {
    await provoke(`policy: ${name}`, () =>
      signer.signUrl(url, {
        policy: typeof bad === "string" ? bad.replaceAll(`${host}/*`, url) : bad,
      } as never),
    );
  }
  for (const bad of [
    policy.slice(0, -2),
    policy.replace("Resource", "Resourc"),
    policy.replace(`"${url}"`, url),
    `${policy}${policy}`,
    policy.replace(`${end}`, "1"),
    btoa(policy),
  ]) {
    await provoke("policy", () => signer.signUrl(url, { policy: bad }));
  }
  await provoke("policy of another URL", () => signer.signUrl(`${host}/other`, { policy }));
  await provoke("policy beside", () => signer.signUrl(url, { policy, ...terms } as never));
  for (const bad of [...badIpAddresses, policy, pem, url])
    await provoke("ipAddress", () => sign(url, { ipAddress: bad }));
  for (const bad of [...badDates.map(([, value]) => value), policy, pem, url]) {
    await provoke("dateLessThan", () => signer.signUrl(url, { dateLessThan: bad } as never));
    await provoke("dateGreaterThan", () => sign(url, { dateGreaterThan: bad }));
  }
  for (const bad of [...badDurations, policy, pem, url]) {
    await provoke("expiresIn", () => signer.signUrl(url, { expiresIn: bad } as never));
    await provoke("cacheWindow", () => signer.signUrl(url, { expiresIn: 60, cacheWindow: bad } as never));
  }
  await provoke("a name of no option", () => sign(url, { [pem]: 1 }));
  await provoke("no end", () => signer.signUrl(url, {} as never));
  await provoke("a past end", () => sign(url, { dateLessThan: 1 }));
  await provoke("an end before the start", () => sign(url, { dateGreaterThan: end }));
  await provoke("no resource", () => signer.grant(terms as never));
  for (const value of [pem, policy, signed]) {
    await provoke("terms", () => signer.signUrl(url, value as never));
    await provoke("options", () => createCloudFrontSigner?.(value));
    await provoke("hashAlgorithm", () =>
      createCloudFrontSigner?.({ keyPairId, privateKey: pem, hashAlgorithm: value }),
    );
    await provoke("passphrase", () =>
      createCloudFrontSigner?.({
        keyPairId,
        privateKey: keyText("ecp256.enc-aes256-sha256.pkcs8.pem"),
        passphrase: value,
      }),
    );
    await provoke("now", () => createCloudFrontSigner?.({ keyPairId, privateKey: pem, now: value }));
    await provoke("an unknown option", () =>
      createCloudFrontSigner?.({ keyPairId, privateKey: pem, key: value }),
    );
    await provoke("concurrency", () => signer.signUrls([url], terms, { concurrency: value as never }).next());
    await provoke("urls", () => signer.signUrls(value as never, terms).next());
    await provoke("origin", () => cloudFrontUrl?.(value, "a"));
    await provoke("key", () => cloudFrontUrl?.(host, `${value}/../\ud800`));
    await provoke("query", () => cloudFrontUrl?.(host, "a", { query: { Policy: value } }));
    await provoke("download", () => cloudFrontUrl?.(host, "a", { download: `${value}\ud800` }));
    await everyAdapterOption(value);
    for (const name of ["policy", "key", "importedKey"]) {
      const input = {
        policy: { url, expireTimeEpochMs: end * 1000 },
        key: { keyPairId, content: pem },
        [name]: value,
      };
      await provoke(`one-shot ${name}`, () => rest.createCloudFrontPresignedUrl?.(input));
      await provoke(`one-shot ${name} for cookies`, () => rest.createCloudFrontSignedCookies?.(input));
    }
    for (const name of ["url", "expireTimeEpochMs", "ipRange"]) {
      const input = {
        policy: { url, expireTimeEpochMs: end * 1000, [name]: value },
        key: { keyPairId, content: pem },
      };
      await provoke(`one-shot ${name}`, () => rest.createCloudFrontPresignedUrl?.(input));
    }
  }
  const cookies = await signer.signCookies({ ...terms, resource: url });
  for (const [option, bad] of badCookieAttributes) {
    await provoke(`cookie ${option}`, () => cookies.toSetCookie(bad));
    await provoke(`clear cookie ${option}`, () => clearCloudFrontSignedCookies?.(bad));
  }
  await everyManifest();
  for (const name of ["domain", "path", "sameSite"])
    await provoke(`cookie ${name}`, () => cookies.toSetCookie({ [name]: `${pem}*` }));
}

async function everyAdapterOption(value: string): Promise<void> {
  const names = [
    "url",
    "keyPairId",
    "algorithm",
    "dateLessThan",
    "dateGreaterThan",
    "ipAddress",
    "policy",
    value,
  ];
  for (const name of names) {
    const input = { ...sdkInput, [name]: value } as never;
    await provoke(`/aws-sdk ${name}`, () => awsSdk.getSignedUrl(input));
    await provoke(`/aws-sdk ${name} of cookies`, () => awsSdk.getSignedCookies(input));
  }
  const ready = {
    ...sdkInput,
    url: undefined,
    dateLessThan: undefined,
    policy: policy.replace("https://", "x"),
  };
  await provoke("/aws-sdk policy without a URL", () => awsSdk.getSignedUrl(ready as never));
  for (const name of ["keypairId", "expireTime", "ipRange", "privateKeyPath", "hashAlgorithm", value]) {
    const options = { ...otherOptions, [name]: value } as never;
    await provoke(`/aws-cloudfront-sign ${name}`, () => awsCloudFrontSign.getSignedUrl(url, options));
  }
  await provoke("/aws-cloudfront-sign URL", () => awsCloudFrontSign.getSignedUrl(value, otherOptions));
  await provoke("/aws-cloudfront-sign pattern", () =>
    awsCloudFrontSign.getSignedCookies(value, otherOptions),
  );
}

async function everyManifest(): Promise<void> {
  const grant = await rsaSigner().grant({ ...terms, resource: `${host}/videos/*` });
  addSecret(grant.query.slice("Policy=".length));
  const sign = (xml: string, more: object = {}) =>
    signDashManifest(xml, grant, { manifestUrl: `${host}/m.mpd`, ...more });
  for (const bad of [
    url,
    `${secretPath}\\`,
    `${secretPath}&amp;Policy=x`,
    `https://[${secretPath}`,
    `${grant.signUrl(`${host}/videos/a`)}&amp;`,
    `&${secretPath};`,
  ]) {
    for (const xml of [
      mpd(`<BaseURL>${bad}</BaseURL>`),
      mpd(`<Location>${bad}</Location>`),
      templated(`<SegmentTemplate media="${bad}"/>`),
    ])
      for (const uncovered of ["throw", "leave", bad])
        await provoke("reference of a manifest", () => sign(xml, { uncovered }));
    for (const xml of [
      bad,
      `<${bad}>`,
      mpd(`<Period ${bad}/>`),
      mpd(`<${bad}>`),
      mpd(`</${bad}>`),
      `<!DOCTYPE ${bad}>`,
      mpd(`<Period a="${bad}`),
    ])
      await provoke("manifest", () => sign(xml));
    await provoke("manifestUrl", () => sign(mpd(""), { manifestUrl: `${bad}\n` }));
  }
}

export async function everyPlaylist(): Promise<void> {
  const grant = await rsaSigner().grant({ ...terms, resource: url });
  addSecret(grant.query);
  const playlistUrl = `${host}/index.m3u8`;
  const signed = grant.signUrl(url);
  const name = secretPath.replace(/[^\w-]/g, "");
  addSecret(name);
  const lines = [
    signed,
    `https://[${secretPath}`,
    `https://other.example${secretPath}`,
    `${secretPath}\\`,
    `#EXT-X-MAP:URI=${signed}`,
    `#EXT-X-MAP:URI="${signed}"`,
    `#EXT-X-MAP:URI="${signed}`,
    `{$${name}}`,
    `#EXT-X-DEFINE:${signed}"`,
  ];
  for (const text of [signed, pem, ...lines.map((line) => `#EXTM3U\n${line}\n`)]) {
    await provoke("playlist", () => signHlsPlaylist(text, grant, { playlistUrl }));
    await provoke("playlist stream", async () => {
      const { readable, writable } = createHlsSigningStream(grant, { playlistUrl });
      const writer = writable.getWriter();
      const writing = Promise.all([writer.write(text), writer.close()]);
      writing.catch(() => {});
      for await (const _ of readable);
    });
  }
  for (const bad of [signed, pem, grant]) {
    await provoke("playlistUrl", () => signHlsPlaylist("#EXTM3U", grant, { playlistUrl: bad as never }));
    await provoke("grant", () =>
      signHlsPlaylist("#EXTM3U", bad as never, { playlistUrl, uncovered: bad as never }),
    );
  }
}

/** The places of a text that hold 16 characters of a secret. */
export function leaked(everything: string): string[] {
  const found: string[] = [];
  // An algorithm's identifier is part of every key, and no secret.
  const text = everything.replace(/\bOID \d+( \d+)*/g, "OID");
  for (let i = 0; i + 16 <= text.length; i++)
    if (runsOf16.has(text.slice(i, i + 16))) found.push(text.slice(Math.max(0, i - 30), i + 16));
  return found;
}

/** Grants that renew themselves, from answers with a fault in each place. */
export async function everyRenewal(): Promise<void> {
  const { query } = await rsaSigner().grant({ ...terms, resource: `${host}/private-Zq7/*` });
  const resource = `${host}/private-Zq7/*`;
  const answer = { resource, query, expiresAt: "2026-01-02T00:00:00Z", now: "2026-01-01T00:00:00Z" };
  const use = async (load: () => unknown) => {
    const grant = renewingGrant({ load: load as () => GrantAnswer, maxWait: 0.01 });
    await grant.signUrl(url).finally(grant.close);
  };
  for (const name of Object.keys(answer))
    for (const bad of [undefined, 1, "", `${url} `, `?${query}`, policy, [query], { query }])
      await provoke(`answer with another ${name}`, () => use(() => ({ ...answer, [name]: bad })));
  for (const bad of [query, url, JSON.stringify(answer)]) {
    await provoke("answer", () => use(() => bad));
    await provoke("answer that was cut off", () => use(() => new Response(`${bad.slice(0, -1)}`)));
    for (const status of [400, 401, 403, 404, 500])
      await provoke(`answer ${status}`, () => use(() => new Response(bad, { status })));
  }
  await provoke("closed", () => {
    const grant = renewingGrant({ load: url });
    grant.close();
    return grant.signUrl(url);
  });
}

/** Requests that bring their own signature along, with a fault in each parameter, and in each cookie. */
export async function everyViewer(): Promise<void> {
  const { query } = await rsaSigner().grant({ ...terms, resource: `${host}/private-Zq7/*` });
  const all = [...query.split("&"), "Hash-Algorithm=SHA1", "Expires=1900000000"];
  const ask = (pairs: readonly string[]) => [
    new Request(`${host}/private-Zq7/index.m3u8?${pairs.join("&")}`),
    new Request(`${host}/private-Zq7/index.m3u8`, {
      headers: { Cookie: pairs.map((pair) => `CloudFront-${pair}`).join("; ") },
    }),
  ];
  for (const [i, pair] of all.entries())
    for (const bad of [
      [],
      [pair, pair],
      [`${pair}"`],
      [pair.slice(0, -3)],
      [pair.replace(/=.*/, `=${policy}`)],
    ])
      for (const request of ask([...all.slice(0, i), ...bad, ...all.slice(i + 1)]))
        await provoke(`request with another ${pair.split("=")[0]}`, async () => {
          const { signUrl } = await grantOfRequest(request, { verifier: verifierOf() });
          signUrl(`${host}/other`);
        });
}
