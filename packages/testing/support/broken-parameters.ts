import type { CloudFrontDenialQuestion } from "cloudfront-sign-diagnosis";
import { type Broken, withPolicy } from "./broken-requests.ts";
import { end, host, keyPairId, rsaSigner } from "./signers.ts";
import { cloudFrontBase64 } from "./verifying.ts";

/** Good URLs whose text was changed on the way from the signer to CloudFront, with the cause that comes first. */

const signer = rsaSigner();
export const canned: string = await signer.signUrl(`${host}/a.jpg?size=1`, { dateLessThan: end });
export const custom: string = await signer.signUrl(`${host}/v/1.ts`, {
  resource: `${host}/v/*`,
  dateLessThan: end,
});
/** In the order of the AWS SDK for JavaScript, with the signature at the end. */
const signatureLast = canned.replace(/(&Signature=[^&]+)(&Key-Pair-Id=.*)$/, "$2$1");
const [, signature = ""] = /Signature=([^&]+)/.exec(canned) ?? [];

export const withValue = (url: string, name: string, value: string): string =>
  url.replace(new RegExp(`([?&]${name}=)[^&]*`), (_, start: string) => start + value);
/** The URL up to some characters after a text in it. */
const cut = (url: string, text: string, characters = 0): string =>
  url.slice(0, url.indexOf(text) + characters);
/** The URL with an own parameter, so that it has this length when it is cut. */
const cutAt = (length: number): string => canned.replace("size=1", `x=${"y".repeat(200)}`).slice(0, length);

type Row = readonly [name: string, url: string];
const of = (cause: string, rows: readonly Row[]): Broken[] =>
  rows.map(([name, url]): Broken => [name, { url } satisfies CloudFrontDenialQuestion, cause]);

const statement = (condition: object, resource: Record<string, string> = { Resource: `${host}/v/*` }) =>
  JSON.stringify({ Statement: [{ ...resource, Condition: condition }] });
const good = statement({ DateLessThan: { "AWS:EpochTime": end } });
const policyOf = (bytes: readonly number[]) =>
  withValue(custom, "Policy", cloudFrontBase64(Uint8Array.from(bytes)));
const utf16 = (text: string) => Array.from(text).flatMap((character) => [character.charCodeAt(0), 0]);

export const truncated: readonly Broken[] = of("url-truncated", [
  ["cut at the first & of the signing parameters", cut(canned, "&Signature")],
  ["cut behind an &", cut(canned, "&Signature", 1)],
  ["cut inside the name of Signature", cut(canned, "&Signature", 5)],
  ["cut after the first letter of Signature", cut(canned, "&Signature", 2)],
  ["cut inside the name of Expires", cut(canned, "Expires", 5)],
  ["cut inside Expires", cut(canned, "Expires=", 13)],
  ["cut before the value of Expires", cut(canned, "Expires=", 8)],
  ["cut before the value of Signature", cut(canned, "Signature=", 10)],
  ["cut inside Signature, no multiple of 4", cut(canned, "Signature=", 111)],
  ["cut inside Signature, a multiple of 4", cut(canned, "Signature=", 110)],
  ["cut inside the padding", cut(canned, "Signature=", 353)],
  ["cut inside the name of Key-Pair-Id", cut(canned, "Key-Pair-Id", 6)],
  ["cut inside Key-Pair-Id", cut(canned, "Key-Pair-Id=", 16)],
  ["cut inside Signature at the end", signatureLast.slice(0, -21)],
  ["cut inside Signature at the end, a multiple of 4", signatureLast.slice(0, -20)],
  ["cut inside Key-Pair-Id, before Signature", cut(signatureLast, "Key-Pair-Id=", 16)],
  ["cut inside Policy", cut(custom, "Policy=", 60)],
  ["cut before the value of Policy", cut(custom, "Policy=", 7)],
  ["cut after Policy", cut(custom, "&Signature")],
  ["cut to 255 characters", cutAt(255)],
  ["cut to 512 characters", cutAt(512)],
  ["cut to 256 characters before Expires", `${host}/a.jpg?x=${"y".repeat(210)}`],
  ["cut inside an escape", `${cut(canned, "Signature=", 100)}%7`],
  ["shortened with dots", `${cut(canned, "Signature=", 30)}...`],
  ["shortened with an ellipsis", `${cut(canned, "Signature=", 30)}\u2026`],
  ["cut inside Hash-Algorithm", `${canned}&Hash-Algorithm=SHA25`],
  ["cut behind the first letters after the ?", cut(canned, "Expires", 2)],
]);

export const escaped: readonly Broken[] = [
  ...of("quoted-printable", [
    ["the source of a mail", canned.replaceAll("=", "=3D")],
    ["the source of a mail with its lines", canned.replaceAll("=", "=3D").replace(/.{75}/g, "$&=\r\n")],
    [
      "the lines of a mail put together",
      withValue(canned, "Signature", `${signature.slice(0, 60)}=${signature.slice(60)}`),
    ],
    ["a custom policy in the source of a mail", custom.replaceAll("=", "=3D")],
    ["a time that a mail program decoded", canned.replace("Expires=19", "Expires\u0019")],
  ]),
  ...of("parameters-escaped", [
    ["\\u0026", canned.replaceAll("&", "\\u0026")],
    ["\\\\u0026", canned.replaceAll("&", "\\\\u0026")],
    ["%26", canned.replaceAll("&", "%26")],
    ["%2526", canned.replaceAll("&", "%2526")],
    ["%3F", canned.replace("?", "%3F")],
    ["%3F without an own parameter", canned.replace("?size=1&", "%3F")],
    ["%3D", canned.replaceAll("=", "%3D")],
    ["\\u003d", canned.replaceAll("=", "\\u003d")],
    ["semicolons", canned.replaceAll("&", ";")],
    ["a second ?", canned.replace("&Expires", "?Expires")],
    ["& without ?", canned.replace("?size=1", "")],
    ["the whole URL encoded", encodeURIComponent(canned)],
    ["the whole URL encoded twice", encodeURIComponent(encodeURIComponent(canned))],
    ["the escapes of zsh between quotes", canned.replace(/[?&=]/g, "\\$&")],
    ["a ? behind the last parameter", `${canned}?download=1`],
    ["semicolons without a ?", canned.replace("?size=1&", ";").replaceAll("&", ";")],
    ["a ? that an empty query left", canned.replace("?size=1&", "?&?")],
    [
      "the image service of Next.js",
      `https://app.example.org/_next/image?url=${encodeURIComponent(canned)}&w=640`,
    ],
    [
      "the redirect of Yahoo",
      `https://r.search.yahoo.com/RE=1/RO=10/RU=${encodeURIComponent(canned)}/RK=2/RS=x-`,
    ],
  ]),
  ...of("html-escaped", [
    ["the decimal entity of &", canned.replaceAll("&", "&#38;")],
    ["the hexadecimal entity of &", canned.replaceAll("&", "&#x26;")],
    ["&amp without its semicolon", canned.replaceAll("&", "&amp")],
    ["&amp%3B", canned.replaceAll("&", "&amp%3B")],
    ["the entities of _", canned.replaceAll("_", "&#95;")],
  ]),
  ...of("request-invalid", [
    ["a scheme that is there twice", `https://${canned}`],
    ["two schemes", `http://${canned}`],
  ]),
];

export const names: readonly Broken[] = [
  ...of("parameter-names", [
    ["names in a list", canned.replace(/&([A-Z][\w-]+)=/g, "&params[$1]=")],
    ["names in a list, encoded", canned.replace(/&([A-Z][\w-]+)=/g, "&params%5B$1%5D=")],
    ["the name that Google Cloud CDN gives to a key", canned.replace("Key-Pair-Id=", "KeyName=")],
    ["the name that Azure gives to an end", canned.replace("Expires=", "se=").replace("Signature=", "sig=")],
    ["a query in small letters", canned.toLowerCase()],
  ]),
  ...of("key-id-not-a-key-id", [
    ["a key ID in small letters", withValue(canned, "Key-Pair-Id", keyPairId.toLowerCase())],
  ]),
  ...of("policy-not-json", [
    ["a policy that OpenSSL encrypted", policyOf([...new TextEncoder().encode("Salted__12345678"), 1, 2])],
  ]),
  ...of("policy-undecodable", [
    [
      "a policy in small letters",
      custom.replace(/Policy=[^&]*/, (pair) => `Policy=${pair.slice(7).toLowerCase()}`),
    ],
  ]),
  ...of("signature-wrong-format", [
    ["blocks of a cipher", withValue(canned, "Signature", cloudFrontBase64(new Uint8Array(288).fill(7)))],
    [
      "a public key",
      withValue(
        canned,
        "Signature",
        cloudFrontBase64(Uint8Array.of(0x30, 0x82, ...new Uint8Array(292).fill(9))),
      ),
    ],
    ["a ciphertext of KMS", withValue(canned, "Signature", `AQICAHh${signature.slice(0, 301)}`)],
  ]),
  ...of("signature-undecodable", [
    ["a token of Fernet", withValue(canned, "Signature", `gAAAAABl${signature.slice(0, 200)}==`)],
    [
      "a JSON Web Token",
      withValue(canned, "Signature", "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N"),
    ],
    ["the address of a slice in Go", withValue(canned, "Signature", "0xc0000b4000")],
  ]),
  ...of("stray-characters", [
    ["a key ID as Python writes bytes", withValue(canned, "Key-Pair-Id", `b'${keyPairId}'`)],
    [
      "a comma behind a key ID in small letters",
      withValue(canned, "Key-Pair-Id", `${keyPairId.toLowerCase()},`),
    ],
  ]),
];

export const stray: readonly Broken[] = of("stray-characters", [
  ["a full stop after the key ID", `${canned}.`],
  ["a full stop after a whole sentence", `${canned}),`],
  ["quotes around the key ID", withValue(canned, "Key-Pair-Id", `"${keyPairId}"`)],
  ["braces around the key ID", withValue(canned, "Key-Pair-Id", `{${keyPairId}}`)],
  ["encoded angle brackets around the key ID", withValue(canned, "Key-Pair-Id", `%3C${keyPairId}%3E`)],
  ["encoded quotes around the key ID", withValue(canned, "Key-Pair-Id", `%22${keyPairId}%22`)],
  ["encoded apostrophes around the key ID", withValue(canned, "Key-Pair-Id", `%27${keyPairId}%27`)],
  ["a typographic quote after the key ID", `${canned}\u201d`],
  ["an encoded newline after the key ID", `${canned}%0A`],
  ["an encoded carriage return after the key ID", `${canned}%0D%0A`],
  ["\\n after the key ID", `${canned}\\n`],
  ["a newline after the key ID", `${canned}\n`],
  ["a space in front of the key ID", withValue(canned, "Key-Pair-Id", `%20${keyPairId}`)],
  ["a plus in front of the key ID", withValue(canned, "Key-Pair-Id", `+${keyPairId}`)],
  ["an invisible space after the key ID", `${canned}\u200b`],
  ["an Arabic letter mark before the key ID", withValue(canned, "Key-Pair-Id", `%D8%9C${keyPairId}`)],
  ["a byte order mark before the key ID", withValue(canned, "Key-Pair-Id", `%EF%BB%BF${keyPairId}`)],
  ["a space in the key ID", withValue(canned, "Key-Pair-Id", "K2JCJMD%20EHXQW5F")],
  ["an angle bracket after the key ID", `${canned}%3E`],
  ["a comma after the signature", withValue(canned, "Signature", `${signature},`)],
  ["quotes around the signature", withValue(canned, "Signature", `%22${signature}%22`)],
  ["a newline after the signature", withValue(canned, "Signature", `${signature}%0A`)],
  [
    "an invisible space in the signature",
    withValue(canned, "Signature", `${signature.slice(0, 9)}\u200b${signature.slice(9)}`),
  ],
  ["a newline after the policy", custom.replace("&Signature", "%0A&Signature")],
  ["a semicolon after the expiry time", withValue(canned, "Expires", `${end};`)],
  ["separators of thousands", withValue(canned, "Expires", "1,900,000,000")],
  ["quotes around the hash", `${canned}&Hash-Algorithm=%22SHA1%22`],
  ["^ of cmd.exe", canned.replaceAll("&", "^&")],
  ["quotes around the URL", `"${canned}"`],
  ["angle brackets around the URL", `<${canned}>`],
  ["a typographic quote in front of the URL", `\u201c${canned}`],
  ["a newline in the URL", canned.replace("&Key", "\n&Key")],
  ["an invisible space in the path", canned.replace("?", "\u200b?")],
]);

const words = [
  "undefined",
  "NaN",
  "None",
  "null",
  "[object Object]",
  "%5Bobject%20Promise%5D",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template that was not filled
  "${value}",
  "{{value}}",
  "%s",
];
const causeOfValue = {
  Expires: "expires-invalid",
  Signature: "signature-undecodable",
  "Key-Pair-Id": "key-id-not-a-key-id",
  "Hash-Algorithm": "hash-unknown",
};

export const lostVariables: readonly Broken[] = [
  ...Object.entries(causeOfValue).flatMap(([name, cause]) =>
    of(
      cause,
      words.map(
        (word): Row => [`${name} is ${word}`, withValue(`${canned}&Hash-Algorithm=SHA1`, name, word)],
      ),
    ),
  ),
  ...of("policy-undecodable", [["Policy is undefined", withValue(custom, "Policy", "undefined")]]),
  ...of("request-invalid", [
    ["the host is undefined", canned.replace("d111111abcdef8.cloudfront.net", "undefined")],
    ["the first label of the host is undefined", canned.replace("d111111abcdef8", "undefined")],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template that was not filled
    ["the host is a placeholder", canned.replace("d111111abcdef8.cloudfront.net", "${CDN_HOST}")],
    ["the start of the URL is undefined", canned.replace(host, "undefined")],
    ["a folder is undefined", canned.replace("/a.jpg", "/undefined/a.jpg")],
    ["a file is undefined", canned.replace("/a.jpg", "/undefined.jpg")],
    ["a folder is an object", canned.replace("/a.jpg", "/%5Bobject%20Object%5D/a.jpg")],
    ["a folder is a placeholder", canned.replace("/a.jpg", "/%7B%7Bcourse%7D%7D/a.jpg")],
  ]),
];

export const policies: readonly Broken[] = [
  ...of("policy-not-json", [
    ["UTF-16 with a byte order mark", policyOf([0xff, 0xfe, ...utf16(good)])],
    ["UTF-16", policyOf(utf16(good))],
    ["gzip", policyOf([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])],
    ["zlib", policyOf([0x78, 0x9c, 1, 2, 3])],
    ["a trailing comma", await withPolicy(good.replace(/\}$/, ",}"))],
    ["undefined for a time", await withPolicy(good.replace(`${end}`, "undefined"))],
    ["NaN for a time", await withPolicy(good.replace(`${end}`, "NaN"))],
  ]),
  ...of("policy-schema", [
    ["JSON of a string of JSON", await withPolicy(JSON.stringify(good))],
    ["Ressource", await withPolicy(good.replace("Resource", "Ressource"))],
    ["DateLessThen", await withPolicy(good.replace("DateLessThan", "DateLessThen"))],
    [
      "IPAddress",
      await withPolicy(
        statement({ DateLessThan: { "AWS:EpochTime": end }, IPAddress: { "AWS:SourceIp": "192.0.2.1/32" } }),
      ),
    ],
    ["Statements", await withPolicy(good.replace("Statement", "Statements"))],
    ["AWS:EpochTIme", await withPolicy(good.replace("EpochTime", "EpochTIme"))],
    ["Conditon", await withPolicy(good.replace("Condition", "Conditon"))],
    ["resource", await withPolicy(good.replace("Resource", "resource"))],
  ]),
  ...of("signature-undecodable", [
    ["a signature in lines of 64", withValue(canned, "Signature", signature.replace(/.{64}/g, "$&%0A"))],
    [
      "a signature in lines of 76 with spaces",
      withValue(canned, "Signature", signature.replace(/.{76}/g, "$&%20")),
    ],
    ["a signature in lines with \\n", withValue(canned, "Signature", signature.replace(/.{64}/g, "$&\\n"))],
  ]),
  ...of("expired", [
    ["a duration for Expires", withValue(canned, "Expires", "3600")],
    ["a duration in the policy", await withPolicy(statement({ DateLessThan: { "AWS:EpochTime": 86_400 } }))],
  ]),
];

/** Where the public key finds out more, and nothing but the order of the parameters is left without it. */
export const keyless: readonly Broken[] = [
  ...of(
    "url-parameter-added",
    ["utm_source=mail", "fbclid=x", "gclid=x", "_=17", "v=2", "t", "cb=1"].map(
      (pair): Row => [`${pair} behind the key ID`, `${canned}&${pair}`],
    ),
  ),
  ...of("url-parameter-added", [
    ["a parameter between the signing parameters", canned.replace("&Key", "&lang=de&Key")],
  ]),
  ...of("url-parameters-reordered", [
    [
      "signing parameters that were sorted",
      canned.replace("size=1", "b=1&a=2").replace(/&(Expires=\d+)(.*)$/, "$2&$1"),
    ],
  ]),
];
