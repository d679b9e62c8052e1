import type { CloudFrontDenialQuestion } from "cloudfront-sign-diagnosis";
import {
  digestOf,
  ecdsaSignature,
  hexOfBytes,
  padded,
  pssSignature,
  rawEcdsaSignature,
  rawRsa,
  rsaSignature,
  signedDigest,
  utf8,
} from "./hand-made-signatures.ts";
import { end, host, keyPairId } from "./signers.ts";
import { cloudFrontBase64, ecKeyPairId } from "./verifying.ts";

/** A request whose signature is wrong, with every finding that it must have, in this order. */
export type BrokenSignature = readonly [
  name: string,
  question: CloudFrontDenialQuestion,
  causes: readonly string[],
];

export const policyOf = (resource: string, seconds: number | string = end): string =>
  `{"Statement":[{"Resource":"${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":${seconds}}}}]}`;

/** A URL with a canned policy and any signature. */
export function sent(url: string, signature: Uint8Array, more = "", id = keyPairId): string {
  const parameters = `Expires=${end}&Signature=${cloudFrontBase64(signature)}&Key-Pair-Id=${id}${more}`;
  return `${url}${url.includes("?") ? "&" : "?"}${parameters}`;
}

const a = `${host}/a.jpg`;
const name = "d111111abcdef8.cloudfront.net";
const text = policyOf(a);

/** The policy for one resource is signed with RSA and SHA-1, and another URL is sent. */
const signed = async (resource: string, url: string, policy = policyOf(resource)) => ({
  url: sent(url, await rsaSignature(policy)),
});
const signedBytes = async (bytes: Uint8Array<ArrayBuffer>) => ({ url: sent(a, await rsaSignature(bytes)) });
/** The same with P-256 and SHA-256. */
const ecSigned = async (resource: string, url: string, policy = policyOf(resource)) => ({
  url: sent(url, await ecdsaSignature(policy), "&Hash-Algorithm=SHA256", ecKeyPairId),
});
/** As Python's json.dumps writes it. */
const spaced = (policy: string) => policy.replace(/":/g, '": ').replace(/,"/g, ', "');
const utf16 = (policy: string, isLittle: boolean) =>
  Uint8Array.from(
    policy.split("").flatMap((character) => {
      const code = character.charCodeAt(0);
      return isLittle ? [code & 255, code >> 8] : [code >> 8, code & 255];
    }),
  );
const secondKey = "rsa2048-b.pkcs8.pem";

const placeholders: readonly (readonly [resource: string, expires: string | number])[] = [
  ["{{url}}", end],
  ["{url}", end],
  ["$".concat("{url}"), end],
  ["RESOURCE", "EXPIRES"],
  ["URL", end],
  ["<url>", "<expires>"],
  ["{{ url }}", "{{ expires }}"],
  ["%s", "%d"],
  ["https://cdn.example.com/a.jpg", "EXPIRES"],
  ["base URL or stream name", "ending date and time in Unix time format and UTC"],
  ["http://d111111abcdef8.cloudfront.net/horizon.jpg?size=large&license=yes", 1357034400],
];

async function withPlaceholders([resource, expires]: readonly [
  string,
  string | number,
]): Promise<BrokenSignature> {
  const question = await signed("", "https://cdn.example.com/a.jpg", policyOf(resource, expires));
  return [
    `the placeholder ${resource}${expires === end ? "" : ` ${expires}`}`,
    question,
    ["placeholder-signed"],
  ];
}

/** One fault. */
export const withOneFault: readonly BrokenSignature[] = [
  // What the URL was.
  ["no scheme", await signed(`${name}/a.jpg`, a), ["url-incomplete"]],
  ["no scheme, two slashes", await signed(`//${name}/a.jpg`, a), ["url-incomplete"]],
  ["the path alone", await signed("/a.jpg", a), ["url-incomplete"]],
  [
    "the path alone, with its query",
    await signed("/v/a.jpg?size=1", `${host}/v/a.jpg?size=1`),
    ["url-incomplete"],
  ],
  [
    "the key of the object",
    await signed("v/1/a.jpg", `${host}/v/1/a.jpg`),
    ["url-incomplete", "url-path-changed"],
  ],
  ["a double slash when signed", await signed(`${host}//v/a.jpg`, `${host}/v/a.jpg`), ["url-path-changed"]],
  ["a double slash when sent", await signed(`${host}/v/a.jpg`, `${host}//v/a.jpg`), ["url-path-changed"]],
  ["a double slash inside", await signed(`${host}/v//a.jpg`, `${host}/v/a.jpg`), ["url-path-changed"]],
  ["merged slashes inside", await signed(`${host}/v/a.jpg`, `${host}/v//a.jpg`), ["url-path-changed"]],
  [
    "NFD signed, NFC sent",
    await signed(`${host}/cafe%CC%81.jpg`, `${host}/caf%C3%A9.jpg`),
    ["url-encoding-changed"],
  ],
  [
    "NFC signed, NFD sent",
    await signed(`${host}/caf%C3%A9.jpg`, `${host}/cafe%CC%81.jpg`),
    ["url-encoding-changed"],
  ],
  [
    "raw NFD signed",
    await signed(`${host}/cafe\u0301.jpg`, `${host}/caf%C3%A9.jpg`),
    ["url-encoding-changed"],
  ],
  [
    "encodeURIComponent for each segment",
    await signed(`${host}/a%2Cb%3Bc/d%26e%3D1%40x.jpg`, `${host}/a,b;c/d&e=1@x.jpg`),
    ["url-encoding-changed"],
  ],
  [
    "encodeURIComponent for each value",
    await signed(`${host}/f?u=https%3A%2F%2Fx.org%2Fy%3Fz&n=a%2Cb`, `${host}/f?u=https://x.org/y?z&n=a,b`),
    ["url-encoding-changed"],
  ],
  ["&amp; in the signed URL", await signed(`${host}/f?a=1&amp;b=2`, `${host}/f?a=1&b=2`), ["html-escaped"]],
  ["&#38; in the signed URL", await signed(`${host}/f?a=1&#38;b=2`, `${host}/f?a=1&b=2`), ["html-escaped"]],
  ["an apostrophe for HTML", await signed(`${host}/it&#39;s`, `${host}/it's`), ["html-escaped"]],
  [
    "an image service in front",
    await signed(`${host}/x/a.jpg`, `${host}/fit-in/300x300/x/a.jpg`),
    ["url-path-changed"],
  ],
  [
    "an image service with a whole URL",
    await signed(a, `${host}/cdn-cgi/image/width=80,quality=75/${a}`),
    ["url-path-changed"],
  ],
  [
    "an image service with a query",
    await signed(a, `${host}/_next/image?url=%2Fa.jpg&w=640&q=75`),
    ["url-parameter-added", "url-path-changed"],
  ],
  ["the stage of an API", await signed(`${host}/prod/a.jpg`, a), ["url-path-changed"]],
  ["a folder of the path twice", await signed(`${host}/v/v/a.jpg`, `${host}/v/a.jpg`), ["url-path-changed"]],
  ["one folder more inside", await signed(`${host}/v/a.jpg`, `${host}/v/de/a.jpg`), ["url-path-changed"]],
  ["the playlist's signature", await signed(`${host}/v/index.m3u8`, `${host}/v/1.ts`), ["url-path-changed"]],
  ["a slash at the end", await signed(`${host}/v/`, `${host}/v`), ["url-path-changed"]],
  ["capital letters in the path", await signed(`${host}/v/a.jpg`, `${host}/V/A.jpg`), ["url-path-changed"]],
  [
    "the URL with its own parameters",
    await (async () => {
      const query = `Expires=${end}&Key-Pair-Id=${keyPairId}`;
      return signed(`${a}?${query}`, a);
    })(),
    ["url-parameter-removed"],
  ],
  ["the query was forgotten", await signed(a, `${a}?size=1&x=2`), ["url-parameter-added"]],
  [
    "a host in Unicode",
    await signed("https://b\u00fccher.example/a", "https://b\u00fccher.example/a"),
    ["url-host-changed"],
  ],
  [
    "http* and another file's folder",
    await signed(`http*://${name}/v/*`, `${host}/v/1.ts`),
    ["canned-with-wildcard"],
  ],
  ["?* behind the path", await signed(`${host}/v/1.ts?*`, `${host}/v/1.ts`), ["canned-with-wildcard"]],
  // What the hash and the padding were.
  ["SHA-384", { url: sent(a, await rsaSignature(text, "SHA-384")) }, ["hash-mismatch"]],
  ["SHA-512", { url: sent(a, await rsaSignature(text, "SHA-512")) }, ["hash-mismatch"]],
  ["SHA-224", { url: sent(a, await signedDigest("SHA-224", new Uint8Array(28).fill(7))) }, ["hash-mismatch"]],
  ["MD5", { url: sent(a, await signedDigest("MD5", new Uint8Array(16).fill(7))) }, ["hash-mismatch"]],
  [
    "P-256 with SHA-384",
    { url: sent(a, await ecdsaSignature(text, "SHA-384"), "", ecKeyPairId) },
    ["hash-mismatch"],
  ],
  [
    "P-256 with SHA-512",
    { url: sent(a, await ecdsaSignature(text, "SHA-512"), "", ecKeyPairId) },
    ["hash-mismatch"],
  ],
  [
    "RSA-PSS without salt",
    { url: sent(a, await pssSignature(text, "SHA-1", 0)) },
    ["signature-wrong-format"],
  ],
  [
    "RSA-PSS with the longest salt",
    { url: sent(a, await pssSignature(text, "SHA-1", 234)) },
    ["signature-wrong-format"],
  ],
  [
    "a bare digest",
    { url: sent(a, await rawRsa(padded(await digestOf("SHA-1", utf8(text))))) },
    ["signature-wrong-format"],
  ],
  [
    "a digest in hexadecimal digits",
    { url: sent(a, await rawRsa(padded(utf8(hexOfBytes(await digestOf("SHA-1", utf8(text))))))) },
    ["signature-wrong-format"],
  ],
  ["the policy itself", { url: sent(a, await rawRsa(padded(utf8(text)))) }, ["signature-wrong-format"]],
  [
    "no padding",
    {
      url: sent(
        a,
        await rawRsa(Uint8Array.of(...new Uint8Array(236), ...(await digestOf("SHA-1", utf8(text))))),
      ),
    },
    ["signature-wrong-format"],
  ],
  [
    "a digest that was hashed once more",
    await signedBytes(await digestOf("SHA-1", utf8(text))),
    ["signature-wrong-format"],
  ],
  [
    "a digest in digits that was hashed once more",
    await signedBytes(utf8(hexOfBytes(await digestOf("SHA-256", utf8(text))))),
    ["signature-wrong-format"],
  ],
  // What the text was.
  ["UTF-16, little endian", await signedBytes(utf16(text, true)), ["policy-json-differs"]],
  ["UTF-16, big endian", await signedBytes(utf16(text, false)), ["policy-json-differs"]],
  ["UTF-16 with a mark", await signedBytes(utf16(`\ufeff${text}`, true)), ["policy-json-differs"]],
  ["a byte order mark", await signedBytes(utf8(`\ufeff${text}`)), ["policy-json-differs"]],
  ["the base64 of the policy", await signedBytes(utf8(btoa(text))), ["policy-json-differs"]],
  ["the base64 as it is sent", await signedBytes(utf8(cloudFrontBase64(text))), ["policy-json-differs"]],
  ["a percent-encoded policy", await signedBytes(utf8(encodeURIComponent(text))), ["policy-json-differs"]],
  ["a JSON string", await signedBytes(utf8(JSON.stringify(text))), ["policy-json-differs"]],
  ["the URL alone", await signedBytes(utf8(a)), ["policy-json-differs"]],
  ["nothing", await signedBytes(utf8("")), ["policy-json-differs"]],
  ["undefined", await signedBytes(utf8("undefined")), ["policy-json-differs"]],
  [
    "single quotes in the signed JSON",
    await signedBytes(utf8(text.replaceAll('"', "'"))),
    ["policy-json-differs"],
  ],
  ...(await Promise.all(
    [
      `${text}\0`,
      `${text};`,
      `${text}\r\n`,
      `${text}\n\n`,
      `-n ${text}\n`,
      `'${text}'`,
      `"${text}"`,
      text.replaceAll('"', '\\"'),
      text.replaceAll('"', ""),
      text.slice(0, -1),
      text.replaceAll('":', '"=>'),
      text.replace('{"Resource"', '{"Effect":"Allow","Resource"'),
    ].map(
      async (other): Promise<BrokenSignature> => [
        `the text ${JSON.stringify(other.replaceAll(text, "…"))}`,
        await signedBytes(utf8(other)),
        ["policy-json-differs"],
      ],
    ),
  )),
  ["a fraction of a second", await signed("", a, policyOf(a, `${end}.0`)), ["expires-changed"]],
  // Placeholders.
  ...(await Promise.all(placeholders.map(withPlaceholders))),
  // The key.
  [
    "another private key",
    { url: sent(a, await rsaSignature(text, "SHA-1", "rsa2048-e3.pkcs8.pem")) },
    ["signature-mismatch"],
  ],
  ["another text", { url: sent(a, await rsaSignature("something else")) }, ["signature-mismatch"]],
  [
    "an RSA signature for a key on P-256",
    { url: sent(a, await rsaSignature(text, "SHA-1", "rsa2048-e3.pkcs8.pem"), "", ecKeyPairId) },
    ["signature-mismatch"],
  ],
];

const customOf = (resource: string) =>
  policyOf(resource).replace("}}}]", '},"IpAddress":{"AWS:SourceIp":"192.0.2.0/24"}}}]');

/** A custom policy is sent, and another text is signed. */
const customSent = async (
  url: string,
  policy: string,
  signedPolicy: string,
): Promise<CloudFrontDenialQuestion> => ({
  url: `${url}?Policy=${cloudFrontBase64(policy)}&Signature=${cloudFrontBase64(await rsaSignature(signedPolicy))}&Key-Pair-Id=${keyPairId}`,
  ipAddress: "192.0.2.1",
});

/** A custom policy is sent. */
export const withCustomPolicy: readonly BrokenSignature[] = [
  [
    "spaces",
    await customSent(`${host}/v/1.ts`, customOf(`${host}/v/*`), spaced(customOf(`${host}/v/*`))),
    ["policy-json-differs"],
  ],
  [
    "a newline",
    await customSent(`${host}/v/1.ts`, customOf(`${host}/v/*`), `${customOf(`${host}/v/*`)}\n`),
    ["policy-json-differs"],
  ],
  [
    "http in the signed one",
    await customSent(`${host}/v/1.ts`, customOf(`${host}/v/*`), customOf(`http://${name}/v/*`)),
    ["policy-json-differs"],
  ],
  [
    "a later time in the signed one",
    await customSent(
      `${host}/v/1.ts`,
      customOf(`${host}/v/*`),
      customOf(`${host}/v/*`).replace(`${end}`, `${end + 3600}`),
    ),
    ["expires-changed"],
  ],
  [
    "a canned policy was signed",
    await customSent(a, customOf(`${host}/*`), policyOf(a)),
    ["policy-json-differs"],
  ],
  [
    "a placeholder in the policy",
    await customSent(a, customOf("{{url}}"), customOf("{{url}}")),
    ["placeholder-signed", "resource-mismatch"],
  ],
  [
    "a placeholder where a number belongs",
    await customSent(a, policyOf(a, "{{ expires }}"), policyOf(a, "{{ expires }}")),
    ["placeholder-signed", "policy-not-json"],
  ],
  [
    "RESOURCE in the policy",
    await customSent(a, customOf("RESOURCE"), customOf("RESOURCE")),
    ["placeholder-signed", "resource-mismatch"],
  ],
];

/** Two or three faults, of which every one is named. */
export const withTwoFaults: readonly BrokenSignature[] = [
  [
    "http and CRLF at the end",
    await signed("", a, `${policyOf(a.replace("https", "http"))}\r\n`),
    ["url-scheme-changed", "policy-json-differs"],
  ],
  [
    "http and an expiry time in quotes",
    await signed("", a, policyOf(a.replace("https", "http"), `"${end}"`)),
    ["url-scheme-changed", "policy-json-differs"],
  ],
  [
    "a parameter that was added and CRLF at the end",
    await signed("", `${a}?utm_source=x`, `${text}\r\n`),
    ["url-parameter-added", "policy-json-differs"],
  ],
  [
    "http and a tracker",
    await signed("http://d111111abcdef8.cloudfront.net/a.jpg", `${a}?utm_source=x`),
    ["url-scheme-changed", "url-parameter-added"],
  ],
  [
    "http and a raw space",
    await signed("http://d111111abcdef8.cloudfront.net/a b.jpg", `${host}/a%20b.jpg`),
    ["url-scheme-changed", "url-encoding-changed"],
  ],
  [
    "a raw space and spaced JSON",
    await signed("", `${host}/a%20b.jpg`, spaced(policyOf(`${host}/a b.jpg`))),
    ["url-encoding-changed", "policy-json-differs"],
  ],
  [
    "SHA-256 and an added parameter",
    { url: sent(`${a}?fbclid=x`, await rsaSignature(text, "SHA-256")) },
    ["hash-mismatch", "url-parameter-added"],
  ],
  [
    "another host and a decoded path",
    {
      ...(await signed("https://cdn.example.com/caf\u00e9.jpg", `${host}/caf%C3%A9.jpg`)),
      hostnames: ["cdn.example.com"],
    },
    ["url-host-changed", "url-encoding-changed"],
  ],
  [
    "another host and a tracker",
    { ...(await signed("https://cdn.example.com/a.jpg", `${a}?gclid=1`)), hostnames: ["cdn.example.com"] },
    ["url-host-changed", "url-parameter-added"],
  ],
  [
    "another key and another hash",
    { url: sent(a, await rsaSignature(text, "SHA-256", secondKey)) },
    ["key-id-wrong", "hash-mismatch"],
  ],
  [
    "another key and http",
    { url: sent(a, await rsaSignature(text.replace("https", "http"), "SHA-1", secondKey)) },
    ["key-id-wrong", "url-scheme-changed"],
  ],
  [
    "another key, another hash and a tracker",
    { url: sent(`${a}?utm_medium=1`, await rsaSignature(text, "SHA-256", secondKey)) },
    ["key-id-wrong", "hash-mismatch", "url-parameter-added"],
  ],
  [
    "RSA-PSS with SHA-256, and http",
    { url: sent(a, await pssSignature(text.replace("https", "http"), "SHA-256", 32)) },
    ["signature-wrong-format", "hash-mismatch", "url-scheme-changed"],
  ],
  [
    "a bare digest, and a tracker",
    { url: sent(`${a}?_=1`, await rawRsa(padded(await digestOf("SHA-1", utf8(text))))) },
    ["signature-wrong-format", "url-parameter-added"],
  ],
  [
    "no scheme and milliseconds",
    await signed("", a, policyOf(`${name}/a.jpg`, end * 1000)),
    ["url-incomplete", "expires-changed"],
  ],
  [
    "escaped slashes and a newline",
    await signed("", a, `${text.replaceAll("/", "\\/")}\n`),
    ["policy-json-differs"],
  ],
  [
    "spaced JSON and UTF-16",
    await signedBytes(utf16(policyOf(a.replace("https", "http")), true)),
    ["url-scheme-changed", "policy-json-differs"],
  ],
  [
    "a decoded path and Latin-1",
    {
      url: sent(
        `${host}/caf%C3%A9.jpg`,
        await rsaSignature(
          Uint8Array.from(policyOf(`${host}/caf\u00e9.jpg`), (character) => character.charCodeAt(0)),
        ),
      ),
    },
    ["url-encoding-changed", "policy-json-differs"],
  ],
  [
    "a pattern for http",
    await signed("http://d111111abcdef8.cloudfront.net/v/*", `${host}/v/1.ts`),
    ["url-scheme-changed", "canned-with-wildcard"],
  ],
  [
    "a parameter less and a raw space in the path",
    await signed(`${host}/a b.jpg?x=1`, `${host}/a%20b.jpg?x=1&utm_id=3`),
    ["url-encoding-changed", "url-parameter-added"],
  ],
  [
    "a parameter more and others sorted",
    await signed(`${host}/f?b=1&a=2`, `${host}/f?a=2&b=1&fbclid=3`),
    ["url-parameter-added", "url-parameters-reordered"],
  ],
  [
    "a port and a trailing slash",
    await signed(`${host}:443/v/`, `${host}/v`),
    ["url-host-changed", "url-path-changed"],
  ],
  // The same with P-256, where each text costs a check of the signature.
  [
    "P-256: http and a tracker",
    await ecSigned("http://d111111abcdef8.cloudfront.net/a.jpg", `${a}?utm_source=x`),
    ["url-scheme-changed", "url-parameter-added"],
  ],
  [
    "P-256: a raw space and spaced JSON",
    await ecSigned("", `${host}/a%20b.jpg`, spaced(policyOf(`${host}/a b.jpg`))),
    ["url-encoding-changed", "policy-json-differs"],
  ],
  [
    "P-256: SHA-1 and an added parameter",
    {
      url: sent(`${a}?fbclid=x`, await ecdsaSignature(text, "SHA-1"), "&Hash-Algorithm=SHA256", ecKeyPairId),
    },
    ["hash-mismatch", "url-parameter-added"],
  ],
  [
    "P-256: another host and a decoded path",
    {
      ...(await ecSigned("https://cdn.example.com/caf\u00e9.jpg", `${host}/caf%C3%A9.jpg`)),
      hostnames: ["cdn.example.com"],
    },
    ["url-host-changed", "url-encoding-changed"],
  ],
  [
    "P-256: raw r and s, and another hash",
    { url: sent(a, await rawEcdsaSignature(text, "SHA-256"), "", ecKeyPairId) },
    ["signature-wrong-format", "hash-mismatch"],
  ],
  [
    "P-256: raw r and s, and a tracker",
    {
      url: sent(
        `${a}?ref=1`,
        await rawEcdsaSignature(text, "SHA-256"),
        "&Hash-Algorithm=SHA256",
        ecKeyPairId,
      ),
    },
    ["signature-wrong-format", "url-parameter-added"],
  ],
  [
    "P-256: the ID of an RSA key",
    { url: sent(a, await ecdsaSignature(text), "&Hash-Algorithm=SHA256") },
    ["key-id-wrong"],
  ],
  [
    "P-256: the ID of an RSA key, and http",
    { url: sent(a, await ecdsaSignature(text.replace("https", "http")), "&Hash-Algorithm=SHA256") },
    ["key-id-wrong", "url-scheme-changed"],
  ],
];

/** Signatures whose size or form shows that they are none, without any key. */
export const withoutKey: readonly BrokenSignature[] = [
  ["raw r and s", { url: sent(a, new Uint8Array(64).fill(9)) }, ["signature-wrong-format"]],
  ["a raw signature on P-384", { url: sent(a, new Uint8Array(96).fill(9)) }, ["signature-wrong-format"]],
  ["a raw signature on P-521", { url: sent(a, new Uint8Array(132).fill(9)) }, ["signature-wrong-format"]],
  [
    "a DER signature on P-384",
    { url: sent(a, Uint8Array.of(0x30, 0x64, ...new Uint8Array(100))) },
    ["signature-wrong-format"],
  ],
  [
    "a DER signature on P-521",
    { url: sent(a, Uint8Array.of(0x30, 0x81, 0x87, ...new Uint8Array(135))) },
    ["signature-wrong-format"],
  ],
  ["a SHA-1 digest", { url: sent(a, new Uint8Array(20).fill(9)) }, ["signature-wrong-format"]],
  ["a SHA-256 digest", { url: sent(a, new Uint8Array(32).fill(9)) }, ["signature-wrong-format"]],
  ["a SHA-384 digest", { url: sent(a, new Uint8Array(48).fill(9)) }, ["signature-wrong-format"]],
  [
    "the digits of a signature",
    { url: sent(a, utf8(hexOfBytes(await rsaSignature(text)))) },
    ["signature-wrong-format"],
  ],
  [
    "the digits of a signature instead of base64",
    {
      url: sent(a, new Uint8Array()).replace(
        "Signature=",
        `Signature=${hexOfBytes(await rsaSignature(text))}`,
      ),
    },
    ["signature-wrong-format"],
  ],
  [
    "base64 twice",
    { url: sent(a, utf8(cloudFrontBase64(await rsaSignature(text)))) },
    ["signature-wrong-format"],
  ],
];
