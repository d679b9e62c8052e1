import type { CloudFrontDenialQuestion } from "cloudfront-sign-diagnosis";
import { keyText } from "./keys.ts";
import { end, host, keyPairId, momentSeconds, rsaSigner, signerOf } from "./signers.ts";
import { cloudFrontBase64, ecKeyPairId } from "./verifying.ts";

/**
 * Requests that CloudFront denies, made by small edits of good ones and by signing what people sign by
 * mistake; each with its cause.
 */
export type Broken = readonly [name: string, question: CloudFrontDenialQuestion, cause: string];

const rsa = rsaSigner();
const ec = signerOf(keyText("ecp256.sec1.pem"), { keyPairId: ecKeyPairId });
const privateKeys = {
  rsa: await imported(keyText("rsa2048.pkcs8.pem"), { name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" }),
  sha256: await imported(keyText("rsa2048.pkcs8.pem"), { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }),
  other: await imported(keyText("rsa2048-b.pkcs8.pem"), { name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" }),
  unknown: await imported(keyText("rsa2048-e3.pkcs8.pem"), { name: "RSASSA-PKCS1-v1_5", hash: "SHA-1" }),
  ec: await imported(keyText("ecp256.pkcs8.pem"), { name: "ECDSA", namedCurve: "P-256" }),
};

function imported(pem: string, algorithm: RsaHashedImportParams | EcKeyImportParams): Promise<CryptoKey> {
  const der = Uint8Array.from(atob(pem.replace(/-----[^-]+-----|\s/g, "")), (character) =>
    character.charCodeAt(0),
  );
  return crypto.subtle.importKey("pkcs8", der, algorithm, false, ["sign"]);
}

/** A signer without any scruple: signs this text, sends that URL. */
async function sloppy(
  url: string,
  text: string,
  what: string,
  key: keyof typeof privateKeys = "rsa",
): Promise<string> {
  const algorithm = key === "ec" ? { name: "ECDSA", hash: "SHA-256" } : "RSASSA-PKCS1-v1_5";
  const signature = await crypto.subtle.sign(algorithm, privateKeys[key], new TextEncoder().encode(text));
  const id = key === "ec" ? ecKeyPairId : keyPairId;
  return `${url}${url.includes("?") ? "&" : "?"}${what}&Signature=${cloudFrontBase64(new Uint8Array(signature))}&Key-Pair-Id=${id}`;
}

const cannedText = (resource: string, seconds: number | string = end): string =>
  `{"Statement":[{"Resource":"${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":${seconds}}}}]}`;
const signedFor = (resource: string, url: string, text = cannedText(resource)) =>
  sloppy(url, text, `Expires=${end}`);
/** Sent with a policy that no check has seen. */
export const withPolicy = (text: string, url = `${host}/v/1.ts`) =>
  sloppy(url, text, `Policy=${cloudFrontBase64(text)}`);
const statement = (fields: object, condition: object = {}) =>
  JSON.stringify({
    Statement: [
      {
        Resource: `${host}/v/*`,
        ...fields,
        Condition: { DateLessThan: { "AWS:EpochTime": end }, ...condition },
      },
    ],
  });
const set = (url: string, name: string, value: string) =>
  url.replace(new RegExp(`([?&]${name}=)[^&]*`), `$1${value}`);

function reordered(policy: string): string {
  const { Resource, Condition } = JSON.parse(policy).Statement[0];
  return JSON.stringify({ Statement: [{ Condition, Resource }] });
}

async function pssSignature(text: string): Promise<string> {
  const der = Uint8Array.from(
    atob(keyText("rsa2048.pkcs8.pem").replace(/-----[^-]+-----|\s/g, "")),
    (character) => character.charCodeAt(0),
  );
  const key = await crypto.subtle.importKey("pkcs8", der, { name: "RSA-PSS", hash: "SHA-1" }, false, [
    "sign",
  ]);
  return cloudFrontBase64(
    new Uint8Array(
      await crypto.subtle.sign({ name: "RSA-PSS", saltLength: 20 }, key, new TextEncoder().encode(text)),
    ),
  );
}

/** A custom policy for exactly one URL, sent for another. */
const customFor = (resource: string, url: string) => withPolicy(statement({ Resource: resource }), url);

const header = (values: object) =>
  Object.entries(values)
    .map((pair) => pair.join("="))
    .join("; ");
const without = (values: object, name: string) =>
  Object.fromEntries(Object.entries(values).filter(([one]) => one !== `CloudFront-${name}`));

const canned = await rsa.signUrl(`${host}/a.jpg?size=1&x=2`, { dateLessThan: end });
const custom = await rsa.signUrl(`${host}/v/1.ts`, { resource: `${host}/v/*`, dateLessThan: end });
const cookies = (await rsa.signCookies({ resource: `${host}/v/*`, dateLessThan: end })).values;
const a = `${host}/a.jpg`;
const inDer = await ec.signUrl(a, { dateLessThan: end });
const signatureOf = (url: string) => /Signature=([^&]+)/.exec(url)?.[1] ?? "";

/** Where the public key proves what nothing else could. */
export const provenByKey: readonly Broken[] = [
  ["http was signed", { url: await signedFor(a.replace("https", "http"), a) }, "url-scheme-changed"],
  ["https was signed", { url: await signedFor(a, a.replace("https", "http")) }, "url-scheme-changed"],
  [
    "another host name was signed",
    {
      url: await signedFor(a, a.replace("d111111abcdef8.cloudfront.net", "cdn.example.com")),
      hostnames: ["d111111abcdef8.cloudfront.net"],
    },
    "url-host-changed",
  ],
  ["the port was signed", { url: await signedFor(`${host}:443/a.jpg`, a) }, "url-host-changed"],
  [
    "capital letters in the host",
    { url: await signedFor("https://CDN.Example.com/a", "https://CDN.Example.com/a") },
    "url-host-changed",
  ],
  [
    "a raw space was signed",
    { url: await signedFor(`${host}/a b.jpg`, `${host}/a%20b.jpg`) },
    "url-encoding-changed",
  ],
  [
    "a raw space was signed and sent",
    { url: await signedFor(`${host}/a b.jpg`, `${host}/a b.jpg`) },
    "url-encoding-changed",
  ],
  [
    "raw UTF-8 was signed",
    { url: await signedFor(`${host}/caf\u00e9.jpg`, `${host}/caf%C3%A9.jpg`) },
    "url-encoding-changed",
  ],
  [
    "an apostrophe in the query",
    { url: await signedFor(`${host}/f?q=it's`, `${host}/f?q=it's`) },
    "url-encoding-changed",
  ],
  [
    "+ where %20 was signed",
    { url: await signedFor(`${host}/f?q=a%20b`, `${host}/f?q=a+b`) },
    "url-encoding-changed",
  ],
  [
    "%20 where + was signed",
    { url: await signedFor(`${host}/f?q=a+b`, `${host}/f?q=a%20b`) },
    "url-encoding-changed",
  ],
  [
    "small hexadecimal digits",
    { url: await signedFor(`${host}/a%2fb`, `${host}/a%2Fb`) },
    "url-encoding-changed",
  ],
  [
    "capital hexadecimal digits",
    { url: await signedFor(`${host}/%C3%A9`, `${host}/%c3%a9`) },
    "url-encoding-changed",
  ],
  [
    "an encoded comma",
    { url: await signedFor(`${host}/a,b,c`, `${host}/a%2Cb%2Cc`) },
    "url-encoding-changed",
  ],
  [
    "an equals sign that was encoded later",
    { url: await signedFor(`${host}/f?t=abc==`, `${host}/f?t=abc%3D%3D`) },
    "url-encoding-changed",
  ],
  [
    "encoded twice when signed",
    { url: await signedFor(`${host}/a%2520b`, `${host}/a%20b`) },
    "url-encoding-changed",
  ],
  [
    "encoded twice when sent",
    { url: await signedFor(`${host}/a%20b`, `${host}/a%2520b`) },
    "url-encoding-changed",
  ],
  [
    "dot segments were signed",
    { url: await signedFor(`${host}/x/../a.jpg`, `${host}/x/../a.jpg`) },
    "url-path-changed",
  ],
  ["no slash behind the host", { url: await signedFor(host, `${host}/`) }, "url-path-changed"],
  [
    "the default root object was signed",
    { url: await signedFor(`${host}/index.html`, `${host}/`) },
    "url-path-changed",
  ],
  ["a lone ? was signed", { url: await signedFor(`${a}?`, a) }, "url-parameter-removed"],
  [
    "a fragment was signed",
    { url: await signedFor(`${a}#top`, `${a}`).then((url) => `${url}#top`) },
    "url-path-changed",
  ],
  ["a parameter was added", { url: `${canned}&utm_source=mail` }, "url-parameter-added"],
  ["a parameter was added in front", { url: canned.replace("?", "?v=7&") }, "url-parameter-added"],
  ["two parameters were added", { url: `${canned}&utm_source=mail&utm_medium=x` }, "url-parameter-added"],
  [
    "parameters were sorted",
    { url: await signedFor(`${host}/f?b=1&a=2`, `${host}/f?a=2&b=1`) },
    "url-parameters-reordered",
  ],
  [
    "five parameters were sorted",
    { url: await signedFor(`${host}/f?a=5&b=4&c=3&d=2&e=1`, `${host}/f?e=1&d=2&c=3&b=4&a=5`) },
    "url-parameters-reordered",
  ],
  ["a folder with *", { url: await signedFor(`${host}/v/*`, `${host}/v/1.ts`) }, "canned-with-wildcard"],
  ["everything with *", { url: await signedFor(`${host}/*`, `${host}/v/w/1.ts`) }, "canned-with-wildcard"],
  [
    "http* and *",
    { url: await signedFor("http*://d111111abcdef8.cloudfront.net/*", `${host}/v/1.ts`) },
    "canned-with-wildcard",
  ],
  ["a lone *", { url: await signedFor("*", a) }, "canned-with-wildcard"],
  [
    "an extension with *",
    { url: await signedFor(`${host}/v/*.ts`, `${host}/v/1.ts`) },
    "canned-with-wildcard",
  ],
  [
    "escaped slashes (PHP)",
    { url: await signedFor("", a, cannedText(a).replaceAll("/", "\\/")) },
    "policy-json-differs",
  ],
  [
    "an escaped & (Go)",
    { url: await signedFor("", `${a}?a=1&b=2`, cannedText(`${a}?a=1&b=2`).replace("&", "\\u0026")) },
    "policy-json-differs",
  ],
  [
    "spaces in the JSON (Python)",
    {
      url: await signedFor(
        "",
        a,
        cannedText(a)
          .replace(/":(?!\/)/g, '": ')
          .replace(/,"/g, ', "'),
      ),
    },
    "policy-json-differs",
  ],
  [
    "a trailing newline (OpenSSL by hand)",
    { url: await signedFor("", a, `${cannedText(a)}\n`) },
    "policy-json-differs",
  ],
  [
    "indented JSON",
    { url: await signedFor("", a, JSON.stringify(JSON.parse(cannedText(a)), null, 2)) },
    "policy-json-differs",
  ],
  ["the time in quotes", { url: await signedFor("", a, cannedText(a, `"${end}"`)) }, "policy-json-differs"],
  [
    "milliseconds were signed, seconds sent",
    { url: await signedFor("", a, cannedText(a, `${end}000`)) },
    "expires-changed",
  ],
  [
    "SHA-256 without saying so",
    { url: await sloppy(a, cannedText(a), `Expires=${end}`, "sha256") },
    "hash-mismatch",
  ],
  ["SHA-1, and SHA256 said", { url: `${canned}&Hash-Algorithm=SHA256` }, "hash-mismatch"],
  [
    "SHA-256 lost on the way",
    { url: (await ec.signUrl(a, { dateLessThan: end })).replace("&Hash-Algorithm=SHA256", "") },
    "hash-mismatch",
  ],
  [
    "r and s instead of DER",
    { url: `${await sloppy(a, cannedText(a), `Expires=${end}`, "ec")}&Hash-Algorithm=SHA256` },
    "signature-wrong-format",
  ],
  ["the ID of another key of the group", { url: set(canned, "Key-Pair-Id", "KSECOND") }, "key-id-wrong"],
  [
    "the private key of another ID",
    { url: await sloppy(a, cannedText(a), `Expires=${end}`, "other") },
    "key-id-wrong",
  ],
  [
    "a private key that nobody knows",
    { url: await sloppy(a, cannedText(a), `Expires=${end}`, "unknown") },
    "signature-mismatch",
  ],
  [
    "a policy that was changed",
    { url: set(custom, "Policy", cloudFrontBase64(statement({ Resource: "*" }))) },
    "signature-mismatch",
  ],
  [
    "a policy that was formatted after signing",
    { url: set(custom, "Policy", cloudFrontBase64(JSON.stringify(JSON.parse(statement({})), null, 2))) },
    "policy-json-differs",
  ],
  ["a key that is in no group", { url: set(canned, "Key-Pair-Id", "KNOBODY") }, "key-id-wrong"],
  [
    "a letter that JSON has escaped (Python)",
    { url: await signedFor(`${host}/caf\\u00e9.jpg`, `${host}/caf%C3%A9.jpg`) },
    "url-encoding-changed",
  ],
  [
    "an equals sign behind a bare name",
    { url: await signedFor(`${host}/f?flag&a=1`, `${host}/f?flag=&a=1`) },
    "url-encoding-changed",
  ],
  [
    "a lost equals sign",
    { url: await signedFor(`${host}/f?flag=&a=1`, `${host}/f?flag&a=1`) },
    "url-encoding-changed",
  ],
  [
    "a pattern for the value of a parameter",
    { url: await signedFor(`${host}/f?size=*`, `${host}/f?size=10&x=1`) },
    "canned-with-wildcard",
  ],
  [
    "the end one hour later than signed",
    { url: await signedFor("", a, cannedText(a, end - 3600)) },
    "expires-changed",
  ],
  [
    "the end in India's local time",
    { url: await signedFor("", a, cannedText(a, end + 19800)) },
    "expires-changed",
  ],
  ["the end moved by a week", { url: set(canned, "Expires", `${end + 7 * 86400}`) }, "expires-changed"],
  [
    "the end rounded up to a day",
    { url: await signedFor("", a, cannedText(a, Math.ceil(end / 86400) * 86400)) },
    "expires-changed",
  ],
  [
    "one second of difference in the end",
    { url: await signedFor("", a, cannedText(a, end + 1)) },
    "expires-changed",
  ],
  [
    "seconds were signed, milliseconds divided twice",
    { url: await signedFor("", a, cannedText(a, Math.floor(end / 1000))) },
    "expires-changed",
  ],
  [
    "Condition before Resource",
    { url: await signedFor("", a, reordered(cannedText(a))) },
    "policy-json-differs",
  ],
  [
    "a carriage return (echo on Windows)",
    { url: await signedFor("", a, `${cannedText(a)}\r\n`) },
    "policy-json-differs",
  ],
  [
    "a statement without its list",
    { url: await signedFor("", a, cannedText(a).replace(/\[(.*)\]/, "$1")) },
    "policy-json-differs",
  ],
  [
    "a signature of zeros",
    { url: set(canned, "Signature", cloudFrontBase64(new Uint8Array(256))) },
    "signature-mismatch",
  ],
  [
    "an RSA signature of half the size",
    { url: set(canned, "Signature", cloudFrontBase64(new Uint8Array(100))) },
    "signature-wrong-format",
  ],
  [
    "RSA-PSS",
    { url: set(canned, "Signature", await pssSignature(cannedText(`${host}/a.jpg?size=1&x=2`))) },
    "signature-wrong-format",
  ],
];

const s3Body =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message><RequestId>X</RequestId><HostId>Y</HostId></Error>';
const body = (code: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>x</Message></Error>`;

const expired = await sloppy(a, cannedText(a, 1000000000), "Expires=1000000000", "unknown");

/** Where the request, the clock, or the answer alone is enough. */
export const plainToSee: readonly Broken[] = [
  [
    "expired",
    {
      url: await rsa.signUrl(a, { expiresIn: 1 }),
      time: new Date(momentSeconds * 1000 + 90_000),
    },
    "expired",
  ],
  [
    "not yet valid",
    { url: await rsa.signUrl(a, { dateLessThan: end, dateGreaterThan: momentSeconds + 60 }) },
    "not-yet-valid",
  ],
  [
    "another address",
    { url: await rsa.signUrl(a, { dateLessThan: end, ipAddress: "192.0.2.1" }), ipAddress: "192.0.2.2" },
    "ip-mismatch",
  ],
  [
    "a viewer on IPv6",
    { url: await rsa.signUrl(a, { dateLessThan: end, ipAddress: "192.0.2.1" }), ipAddress: "2001:db8::1" },
    "ipv6-viewer",
  ],
  ["outside of the resource", { url: custom.replace("/v/", "/w/") }, "resource-mismatch"],
  [
    "a query that the pattern does not cover",
    { url: (await withPolicy(statement({ Resource: `${host}/v/*.ts` }))).replace("?", "?x=1&") },
    "resource-mismatch",
  ],
  ["cookies for another folder", { url: `${host}/w/1.ts`, cookies }, "resource-mismatch"],
  ["nothing at all", { url: a, cookies: "", status: 403 }, "no-credentials"],
  ["a segment without signature", { url: `${host}/v/1.ts`, status: 403 }, "segment-not-signed"],
  ["a fragmented MP4 segment", { url: `${host}/v/chunk-1.m4s` }, "segment-not-signed"],
  [
    "cookies hidden by a query name",
    { url: `${host}/v/1.ts?Policy=all`, cookies },
    "cookies-shadowed-by-query",
  ],
  [
    "cookies hidden by a query name twice",
    { url: `${host}/v/1.ts?Policy=a&Policy=b`, cookies },
    "cookies-shadowed-by-query",
  ],
  ["no key ID", { url: canned.replace(/&Key-Pair-Id=\w+/, "") }, "key-id-missing"],
  ["undefined for the key ID", { url: set(canned, "Key-Pair-Id", "undefined") }, "key-id-not-a-key-id"],
  [
    "a key group's ID",
    { url: set(canned, "Key-Pair-Id", "e0b1c2d3-1111-2222-3333-444455556666") },
    "key-id-not-a-key-id",
  ],
  ["the answer InvalidKey", { url: canned, responseBody: body("InvalidKey") }, "key-not-trusted"],
  [
    "the answer InvalidKey for what was changed too",
    { url: `${canned}&utm=1`, responseBody: body("InvalidKey") },
    "key-not-trusted",
  ],
  [
    "the answer InvalidKey, as a browser shows it",
    { url: canned, responseBody: "InvalidKeyUnknown Key" },
    "key-not-trusted",
  ],
  [
    "S3's answer, as a browser shows it",
    { url: canned, responseBody: "AccessDeniedAccess DeniedZVK3", status: 403 },
    "s3-denied",
  ],
  ["the answer MissingKey", { url: canned, responseBody: body("MissingKey") }, "parameters-lost"],
  ["no signature", { url: canned.replace(/&Signature=[^&]+/, "") }, "signature-missing"],
  ["plain base64", { url: canned.replaceAll("~", "/").replaceAll("_", "=") }, "signature-undecodable"],
  ["base64url", { url: canned.replaceAll("~", "_").replace(/_+(?=&Key)/, "") }, "signature-undecodable"],
  ["a signature that was cut", { url: canned.replace(/.{7}(?=__&)/, "") }, "signature-undecodable"],
  [
    "a signature of three quarters",
    { url: set(canned, "Signature", signatureOf(canned).slice(0, 252)) },
    "signature-truncated",
  ],
  [
    "the beginning of a signature",
    { url: set(canned, "Signature", signatureOf(canned).slice(0, 40)) },
    "signature-truncated",
  ],
  [
    "a DER signature without its end",
    { url: set(inDer, "Signature", signatureOf(inDer).slice(0, 88)) },
    "signature-truncated",
  ],
  [
    "a digest for the signature",
    { url: set(canned, "Signature", cloudFrontBase64(new Uint8Array(32))) },
    "signature-wrong-format",
  ],
  [
    "a P-384 signature",
    { url: set(canned, "Signature", cloudFrontBase64(new Uint8Array(96))) },
    "signature-wrong-format",
  ],
  ["undefined for the signature", { url: set(canned, "Signature", "undefined") }, "signature-undecodable"],
  ["signed twice", { url: `${canned}&${canned.split("&").slice(2).join("&")}` }, "parameter-repeated"],
  ["neither Expires nor Policy", { url: canned.replace(/&Expires=\d+/, "") }, "policy-missing"],
  ["undefined for the policy", { url: set(custom, "Policy", "undefined") }, "policy-undecodable"],
  [
    "a policy in plain base64",
    { url: set(custom, "Policy", btoa(`${statement({})} `)) },
    "policy-undecodable",
  ],
  [
    "a policy encoded twice",
    { url: await sloppy(`${host}/v/1.ts`, "x", `Policy=${cloudFrontBase64(btoa(statement({})))}`) },
    "policy-not-json",
  ],
  ["single quotes", { url: await withPolicy(statement({}).replaceAll('"', "'")) }, "policy-not-json"],
  [
    "a bare statement",
    { url: await withPolicy(JSON.stringify({ Statement: JSON.parse(statement({})).Statement[0] })) },
    "policy-schema",
  ],
  [
    "two statements",
    { url: await withPolicy(statement({}).replace(/\[(.*)\]/, "[$1,$1]")) },
    "policy-schema",
  ],
  [
    "an IAM policy",
    { url: await withPolicy(statement({}).replace("{", '{"Version":"2012-10-17",')) },
    "policy-schema",
  ],
  ["an IAM statement", { url: await withPolicy(statement({ Effect: "Allow" })) }, "policy-schema"],
  ["no end", { url: await withPolicy(statement({}, { DateLessThan: undefined })) }, "policy-schema"],
  [
    "the end in quotes",
    { url: await withPolicy(statement({}, { DateLessThan: { "AWS:EpochTime": `${end}` } })) },
    "policy-schema",
  ],
  [
    "an IPv6 address",
    { url: await withPolicy(statement({}, { IpAddress: { "AWS:SourceIp": "2001:db8::/32" } })) },
    "policy-schema",
  ],
  [
    "resources in a list",
    { url: await withPolicy(statement({ Resource: [`${host}/v/*`] })) },
    "policy-schema",
  ],
  [
    "an end in milliseconds",
    { url: await withPolicy(statement({}, { DateLessThan: { "AWS:EpochTime": end * 1000 } })) },
    "milliseconds",
  ],
  [
    "Expires in milliseconds",
    { url: await sloppy(a, cannedText(a, end * 1000), `Expires=${end * 1000}`) },
    "milliseconds",
  ],
  [
    "a date for Expires",
    { url: await sloppy(a, cannedText(a, "2030-01-01"), "Expires=2030-01-01") },
    "expires-invalid",
  ],
  ["small letters in the hash", { url: `${canned}&Hash-Algorithm=sha1` }, "hash-unknown"],
  ["parameters behind the #", { url: `${a}#top?${canned.split("?")[1]}` }, "parameters-in-fragment"],
  ["&amp; from HTML", { url: canned.replaceAll("&", "&amp;") }, "html-escaped"],
  ["&amp; escaped once more", { url: canned.replaceAll("&", "&amp;amp;") }, "html-escaped"],
  [
    "&amp; behind the #",
    { url: canned.replace("?", "#?").replaceAll("&", "&amp;") },
    "parameters-in-fragment",
  ],
  ["small letters in the names", { url: canned.replace("Key-Pair-Id", "key-pair-id") }, "parameter-names"],
  ["small letters in Policy", { url: custom.replace("Policy=", "policy=") }, "parameter-names"],
  ["small letters in Expires", { url: canned.replace("Expires=", "expires=") }, "parameter-names"],
  [
    "the names of cookies in the URL",
    { url: canned.replace(/(Expires|Signature|Key-Pair-Id)=/g, "CloudFront-$1=") },
    "parameter-names",
  ],
  [
    "the names of parameters in cookies",
    { url: `${host}/v/1.jpg`, cookies: header(cookies).replaceAll("CloudFront-", "") },
    "parameter-names",
  ],
  [
    "an S3 presigned URL",
    { url: "https://d111111abcdef8.cloudfront.net/a?X-Amz-Algorithm=A&X-Amz-Signature=00ff" },
    "s3-presigned",
  ],
  [
    "an S3 presigned URL of the old kind",
    {
      url: `${a}?AWSAccessKeyId=AKIAIOSFODNN7EXAMPLE&Expires=1900000000&Signature=vjbyPxybdZaNmGa%2ByT272YEAiv4%3D`,
    },
    "s3-presigned",
  ],
  [
    "a URL of Google Cloud Storage",
    { url: `${a}?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Expires=3600&X-Goog-Signature=00ff` },
    "signed-for-other-service",
  ],
  [
    "the bucket's host",
    { url: canned.replace("d111111abcdef8.cloudfront.net", "b.s3.eu-west-1.amazonaws.com") },
    "s3-host",
  ],
  ["S3's own body", { url: canned, responseBody: s3Body, status: 403 }, "s3-denied"],
  [
    "S3 that saw the parameters",
    {
      url: canned,
      responseBody:
        "<Message>Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters</Message>",
    },
    "s3-query-auth",
  ],
  [
    "a KMS error",
    { url: canned, responseBody: "<Code>KMS.UnrecognizedClientException</Code>" },
    "origin-kms",
  ],
  [
    "the WAF page",
    {
      url: canned,
      responseBody: "<H1>403 ERROR</H1><H2>The request could not be satisfied.</H2>",
      status: 403,
    },
    "blocked-before-signing",
  ],
  ["404 of the origin", { url: canned, status: 404 }, "not-a-signing-error"],
  ["413", { url: canned, status: 413 }, "request-too-large"],
  ["a URL that is too long", { url: `${a}?${"x".repeat(8200)}` }, "request-too-large"],
  ["a path", { url: "/a.jpg?Signature=x" }, "request-invalid"],
  ["no URL", { url: "ftp://a.jpg?Signature=x" }, "request-invalid"],
  [
    "a cookie for cloudfront.net",
    {
      url: `${host}/v/1.ts`,
      cookies: "",
      setCookie: ["CloudFront-Policy=x; Domain=.cloudfront.net; Path=/"],
    },
    "cookie-domain",
  ],
  [
    "a cookie for another domain",
    {
      url: "https://cdn.example.com/v/",
      cookies: "",
      setCookie: ["CloudFront-Policy=x; Domain=example.org"],
    },
    "cookie-domain",
  ],
  [
    "a cookie path with *",
    { url: `${host}/v/1`, setCookie: ["CloudFront-Policy=x; Path=/v/*"] },
    "cookie-path",
  ],
  [
    "a cookie path elsewhere",
    { url: `${host}/v/1`, setCookie: ["CloudFront-Policy=x; Path=/vi"] },
    "cookie-path",
  ],
  [
    "SameSite=None without Secure",
    { url: `${host}/v/1`, setCookie: ["CloudFront-Policy=x; Path=/; SameSite=None"] },
    "cookie-same-site",
  ],
  [
    "a Secure cookie over http",
    { url: "http://cdn.example.com/v/1", setCookie: ["CloudFront-Policy=x; Path=/; Secure"] },
    "cookie-secure",
  ],
  [
    "a cookie that was encoded when set",
    { url: `${host}/v/1`, setCookie: ["CloudFront-Policy=x%7E; Path=/; Secure"] },
    "cookie-encoded",
  ],
  [
    "a cookie that is encoded",
    {
      url: `${host}/v/1`,
      cookies: {
        ...cookies,
        "CloudFront-Signature": encodeURIComponent(`${cookies["CloudFront-Signature"]}=`),
      },
    },
    "cookie-encoded",
  ],
  // A custom policy without wildcards says itself what was signed.
  [
    "a parameter behind a custom policy",
    { url: await customFor(a, `${a}?utm_source=x`) },
    "url-parameter-added",
  ],
  [
    "a parameter that a custom policy has",
    { url: await customFor(`${a}?size=1&v=2`, `${a}?size=1`) },
    "url-parameter-removed",
  ],
  [
    "parameters in another order than in a custom policy",
    { url: await customFor(`${a}?b=1&a=2`, `${a}?a=2&b=1`) },
    "url-parameters-reordered",
  ],
  ["http in a custom policy", { url: await customFor(a.replace("https", "http"), a) }, "url-scheme-changed"],
  [
    "another host in a custom policy",
    { url: await customFor("https://cdn.example.com/a.jpg", a) },
    "url-host-changed",
  ],
  [
    "an escape in a custom policy",
    { url: await customFor(`${host}/a%2Cb`, `${host}/a,b`) },
    "url-encoding-changed",
  ],
  ["another file in a custom policy", { url: await customFor(`${host}/b.jpg`, a) }, "url-path-changed"],
  [
    "S3's host in a custom policy",
    { url: await customFor("https://b.s3.amazonaws.com/a.jpg", a) },
    "url-host-changed",
  ],
  [
    "capital letters in the host, without the key",
    { url: await signedFor("https://CDN.Example.com/a", "https://CDN.Example.com/a") },
    "url-host-changed",
  ],
  [
    "a port that clients leave out",
    { url: await signedFor(`${host}:443/a.jpg`, `${host}:443/a.jpg`) },
    "url-host-changed",
  ],
  // Key IDs.
  ["an empty key ID", { url: set(canned, "Key-Pair-Id", "") }, "key-id-missing"],
  ["a key's name", { url: set(canned, "Key-Pair-Id", "my-public-key") }, "key-id-not-a-key-id"],
  [
    "a PEM for the key ID",
    { url: set(canned, "Key-Pair-Id", "-----BEGIN%20PUBLIC%20KEY-----") },
    "key-id-not-a-key-id",
  ],
  [
    "cookies without key ID",
    { url: `${host}/v/1.ts`, cookies: without(cookies, "Key-Pair-Id") },
    "key-id-missing",
  ],
  // Signatures.
  [
    "a signature with spaces for +",
    { url: set(canned, "Signature", "AAAA%20BBBB%20CCC_") },
    "signature-undecodable",
  ],
  ["a signature in lines", { url: set(canned, "Signature", "AAAA%0ABBBB") }, "signature-undecodable"],
  [
    "a signature that was percent-encoded twice",
    { url: canned.replaceAll("~", "%257E").replaceAll("_", "%255F") },
    "signature-undecodable",
  ],
  [
    "a signature in hexadecimal digits, cut",
    { url: set(canned, "Signature", "00ff00ff00ff0") },
    "signature-undecodable",
  ],
  [
    "an object for the signature",
    { url: set(canned, "Signature", "[object%20Promise]") },
    "signature-undecodable",
  ],
  ["an empty signature", { url: set(canned, "Signature", "") }, "signature-missing"],
  [
    "cookies without signature",
    { url: `${host}/v/1.ts`, cookies: without(cookies, "Signature") },
    "signature-missing",
  ],
  [
    "cookies without policy",
    { url: `${host}/v/1.ts`, cookies: without(cookies, "Policy") },
    "policy-missing",
  ],
  [
    "a cookie twice",
    { url: `${host}/v/1.ts`, cookies: `${header(cookies)}; CloudFront-Policy=x` },
    "parameter-repeated",
  ],
  [
    "small letters in the cookies' names",
    { url: `${host}/v/1.ts`, cookies: header(cookies).toLowerCase() },
    "parameter-names",
  ],
  ["KeyPairId", { url: canned.replace("Key-Pair-Id", "KeyPairId") }, "parameter-names"],
  // Policies, rule by rule.
  ["an empty policy", { url: set(custom, "Policy", "") }, "policy-not-json"],
  ["a policy that was cut", { url: await withPolicy(statement({}).slice(0, -9)) }, "policy-not-json"],
  [
    "a percent-encoded policy",
    { url: await withPolicy(encodeURIComponent(statement({}))) },
    "policy-not-json",
  ],
  ["a byte order mark", { url: await withPolicy(`\ufeff${statement({})}`) }, "policy-not-json"],
  [
    "Latin-1",
    { url: set(custom, "Policy", cloudFrontBase64(Uint8Array.of(0x22, 0xe9, 0x22))) },
    "policy-not-json",
  ],
  ["no statement", { url: await withPolicy("{}") }, "policy-schema"],
  ["an empty list of statements", { url: await withPolicy('{"Statement":[]}') }, "policy-schema"],
  [
    "statement in small letters",
    { url: await withPolicy(statement({}).replace("Statement", "statement")) },
    "policy-schema",
  ],
  ["no condition", { url: await withPolicy(`{"Statement":[{"Resource":"${host}/v/*"}]}`) }, "policy-schema"],
  ["an unknown condition", { url: await withPolicy(statement({}, { StringEquals: {} })) }, "policy-schema"],
  [
    "a misspelt epoch",
    { url: await withPolicy(statement({}, { DateLessThan: { "AWS:EpochTimes": end } })) },
    "policy-schema",
  ],
  [
    "an ISO date",
    { url: await withPolicy(statement({}, { DateLessThan: { "AWS:EpochTime": "2030-01-01T00:00:00Z" } })) },
    "policy-schema",
  ],
  [
    "a fraction of a second",
    { url: await withPolicy(statement({}, { DateLessThan: { "AWS:EpochTime": end + 0.5 } })) },
    "policy-schema",
  ],
  [
    "an end before 1970",
    { url: await withPolicy(statement({}, { DateLessThan: { "AWS:EpochTime": -1 } })) },
    "policy-schema",
  ],
  [
    "a start in quotes",
    { url: await withPolicy(statement({}, { DateGreaterThan: { "AWS:EpochTime": "1" } })) },
    "policy-schema",
  ],
  [
    "a start in milliseconds",
    { url: await withPolicy(statement({}, { DateGreaterThan: { "AWS:EpochTime": 1767225600000 } })) },
    "milliseconds",
  ],
  [
    "a name twice",
    { url: await withPolicy(statement({}).replace("{", '{"Statement":[],')) },
    "policy-schema",
  ],
  [
    "addresses in a list",
    { url: await withPolicy(statement({}, { IpAddress: { "AWS:SourceIp": ["192.0.2.1/32"] } })) },
    "policy-schema",
  ],
  [
    "an unknown name beside an address",
    {
      url: await withPolicy(
        statement(
          {},
          { DateLessThan: { "AWS:EpochTime": end, x: 1 }, IpAddress: { "AWS:SourceIp": "192.0.2.1/32" } },
        ),
      ),
    },
    "policy-schema",
  ],
  [
    "a mask of 33 bits",
    { url: await withPolicy(statement({}, { IpAddress: { "AWS:SourceIp": "192.0.2.0/33" } })) },
    "policy-schema",
  ],
  [
    "an octet of 256",
    { url: await withPolicy(statement({}, { IpAddress: { "AWS:SourceIp": "256.0.0.1/32" } })) },
    "policy-schema",
  ],
  [
    "an S3 bucket policy",
    { url: await withPolicy('{"Version":"2008-10-17","Id":"P","Statement":[{"Sid":"1","Effect":"Allow"}]}') },
    "policy-schema",
  ],
  // Times and addresses.
  ["NaN for Expires", { url: set(canned, "Expires", "NaN") }, "expires-invalid"],
  ["a fraction in Expires", { url: set(canned, "Expires", `${end}.5`) }, "expires-invalid"],
  ["expired cookies", { url: `${host}/v/1.ts`, cookies, time: new Date(end * 1000) }, "expired"],
  [
    "an address that nobody gave",
    {
      url: await rsa.signUrl(a, { dateLessThan: end, ipAddress: "192.0.2.1" }),
      responseBody: body("AccessDenied"),
    },
    "ip-unknown",
  ],
  [
    "an address that nobody gave, and a status without a body",
    { url: await rsa.signUrl(a, { dateLessThan: end, ipAddress: "192.0.2.1" }), status: 403 },
    "ip-unknown",
  ],
  // Segments and cookies that do not arrive.
  ["a DASH segment", { url: `${host}/v/audio-1.m4a` }, "segment-not-signed"],
  ["a WebVTT segment", { url: `${host}/v/de/1.vtt?x=1` }, "segment-not-signed"],
  ["a key of HLS", { url: `${host}/v/1.key` }, "segment-not-signed"],
  [
    "a cookie path with a host",
    { url: `${host}/v/1`, setCookie: ["CloudFront-Policy=x; Path=d111111abcdef8.cloudfront.net/v"] },
    "cookie-path",
  ],
  [
    "a cookie path that is a file",
    { url: `${host}/v/1`, setCookie: ["CloudFront-Policy=x; Path=/v/index.m3u8"] },
    "cookie-path",
  ],
  // Limits, and what is not a signing error.
  [
    "cookies that are too long",
    { url: `${host}/v/1.ts`, cookies: `${header(cookies)}; a=${"x".repeat(20480)}` },
    "request-too-large",
  ],
  ["414", { url: canned, status: 414 }, "request-too-large"],
  [
    "a path that says KMS",
    {
      url: await sloppy(a, cannedText(a, 1e9), "Expires=1000000000"),
      responseBody: "<html>/docs/KMS.html was not found</html>",
    },
    "expired",
  ],
  [
    "a key that only CloudFront knows, which has expired",
    { url: set(expired, "Key-Pair-Id", "KNOBODY"), responseBody: body("AccessDenied"), status: 403 },
    "expired",
  ],
  ["502 of the origin", { url: canned, status: 502 }, "not-a-signing-error"],
  [
    "a country that is blocked",
    {
      url: canned,
      status: 403,
      responseBody:
        "The request could not be satisfied. The Amazon CloudFront distribution is configured to block access from your country.",
    },
    "country-blocked",
  ],
  [
    "S3 asks for AWSAccessKeyId",
    { url: canned, responseBody: "<Code>AccessDenied</Code><AWSAccessKeyId></AWSAccessKeyId>" },
    "s3-query-auth",
  ],
  [
    "a website bucket's host",
    { url: canned.replace("d111111abcdef8.cloudfront.net", "s3-eu-west-1.amazonaws.com") },
    "s3-host",
  ],
];
