/** How servers, proxies and frameworks spell a part of a request when they repeat it in an answer. */

const each = (text: string, spell: (character: string, code: number) => string): string =>
  Array.from(text, (character) => spell(character, character.charCodeAt(0))).join("");

const hex = (code: number, length = 2): string => code.toString(16).padStart(length, "0");

/** A name with its value, and what stands in the answer for it. */
type Spelling = (name: string, value: string) => string;

const percent = (text: string): string => each(text, (_, code) => `%${hex(code)}`);
const json = (text: string): string => each(text, (_, code) => `\\u${hex(code, 4)}`);

export const spellings: Readonly<Record<string, Spelling>> = {
  "a parameter": (name, value) => `?a=1&${name}=${value}`,
  "members of JSON": (name, value) => JSON.stringify({ [name]: value }),
  "JSON with an escaped =": (name, value) => `{"url":"/a?${name}\\u003d${value}"}`,
  "JSON in JSON": (name, value) => JSON.stringify(JSON.stringify({ [name]: value })),
  "an entity for =": (name, value) => `/a?${name}&#61;${value}`,
  "a named entity for =": (name, value) => `/a?${name}&equals;${value}`,
  "a hexadecimal entity with zeros": (name, value) => `/a?${name}&#x00003D;${value}`,
  "a name with an escape": (name, value) => `?%${hex(name.charCodeAt(0))}${name.slice(1)}=${value}`,
  "the value alone": (_, value) => `token ${value} is not known`,
  "the value in a path": (_, value) => `/seen/${value}/a.jpg`,
  "each character escaped": (name, value) => percent(`${name}=${value}`),
  "each character escaped twice": (name, value) => percent(percent(`${name}=${value}`)),
  "escapes in a JSON string": (name, value) => json(`${name}=${value}`),
  "escapes of JavaScript": (name, value) => each(`${name}=${value}`, (_, code) => `\\x${hex(code)}`),
  "escapes in braces": (name, value) => each(`${name}=${value}`, (_, code) => `\\u{${hex(code)}}`),
  "octal escapes": (name, value) =>
    each(`${name}=${value}`, (_, code) => `\\${code.toString(8).padStart(3, "0")}`),
  "decimal entities": (name, value) => each(`${name}=${value}`, (_, code) => `&#${code};`),
  "entities without semicolons": (name, value) => each(`${name}=${value}.`, (_, code) => `&#x${hex(code)}`),
  "entities of percent signs": (name, value) => percent(`${name}=${value}`).replaceAll("%", "&#37;"),
  "percent signs in JSON": (name, value) => percent(`${name}=${value}`).replaceAll("%", "\\u0025"),
  "escapes of old scripts": (name, value) => each(`${name}=${value}`, (_, code) => `%u${hex(code, 4)}`),
  "quoted-printable": (name, value) => `${name}=3D${value.replace(/.{60}/g, "$&=\r\n")}`,
  "lines of a PEM": (name, value) => `${name}:\n${value.replace(/.{20}/g, "$&\n")}`,
  "characters with spaces": (_, value) => each(value, (character) => `${character} `),
  "the alphabet of RFC 4648": (_, value) =>
    value.replaceAll("-", "+").replaceAll("_", "=").replaceAll("~", "/"),
  base64url: (_, value) => value.replaceAll("~", "_").replace(/_+$/, ""),
  "small letters": (name, value) => `${name}=${value}`.toLowerCase(),
  "base64 of the query": (name, value) => btoa(`/a.jpg?Expires=1&${name}=${value}`),
  "hexadecimal digits of the query": (name, value) => each(`${name}=${value}`, (_, code) => hex(code)),
  "hexadecimal digits of its bytes": (_, value) =>
    Buffer.from(value.replaceAll("-", "+").replaceAll("~", "/"), "base64").toString("hex"),
  "the JSON of a Buffer": (name, value) => JSON.stringify(Buffer.from(`${name}=${value}`)),
  "numbers in hexadecimal": (name, value) => each(`${name}=${value}`, (_, code) => `0x${hex(code)}, `),
  "a dump in hexadecimal": (name, value) =>
    each(`${name}=${value}`, (_, code) => `${hex(code).toUpperCase()} `),
  "soft hyphens": (_, value) => value.replace(/.{5}/g, "$&&shy;"),
  "base64 of escapes": (name, value) => btoa(encodeURIComponent(`?${name}=${value}`)),
  "wide characters": (_, value) =>
    each(value, (character, code) => (/\w/.test(character) ? String.fromCharCode(code + 0xfee0) : character)),
  "characters without a shape": (_, value) => value.replace(/.{4}/g, "$&\u200b"),
  "entities with zeros": (_, value) => each(value, (_, code) => `&#00${code};`),
  "entities with a sign": (_, value) => each(value, (_, code) => `&#+${code};`),
  "octal escapes, as short as they can be": (_, value) => each(value, (_, code) => `\\${code.toString(8)}`),
  "escapes of Python": (_, value) => each(value, (_, code) => `\\U${hex(code, 8)}`),
  "escapes of Perl": (_, value) => each(value, (_, code) => `\\x{${hex(code)}}`),
  "escapes of CSS": (_, value) => each(value, (_, code) => `\\${hex(code)} `),
  "escapes of CSS in full": (_, value) => each(value, (_, code) => `\\${hex(code, 6)}`),
  "code points": (_, value) => each(value, (_, code) => `U+${hex(code, 4)} `),
  "every third character escaped": (_, value) =>
    value.replace(/.../g, (three) => json(three.slice(0, 1)) + three.slice(1)),
  "every third character as an entity": (_, value) =>
    value.replace(/.../g, (three) => `&#0${three.charCodeAt(0)};${three.slice(1)}`),
  "places for a line break": (_, value) => value.replace(/.{5}/g, "$&<wbr>"),
  "line breaks of HTML": (_, value) => value.replace(/.{5}/g, "$&<br />"),
  "escaped elements": (_, value) => value.replace(/.{5}/g, "$&&lt;wbr&gt;"),
  "base64 twice": (name, value) => btoa(btoa(`?${name}=${value}`)),
  "base64 in lines": (name, value) => btoa(`?${name}=${value}`).replace(/.{11}/g, "$&\n"),
  "base64 of UTF-16": (_, value) => Buffer.from(value, "utf16le").toString("base64"),
  "base64 of hexadecimal digits": (_, value) => btoa(Buffer.from(value).toString("hex")),
  "hexadecimal digits of base64": (_, value) => Buffer.from(btoa(value)).toString("hex"),
  "UTF-7": (_, value) =>
    each(
      value,
      (character) => `+${Buffer.from(`\0${character}`, "latin1").toString("base64").replace(/=+$/, "")}-`,
    ),
  "bytes with a sign": (_, value) =>
    `[${[...Buffer.from(value.replaceAll("-", "+").replaceAll("~", "/"), "base64")].map((byte) => (byte > 127 ? byte - 256 : byte)).join(", ")}]`,
  "colors of a terminal": (name, value) => `${name}=${value.replace(/.{5}/g, "$&\x1b[1;31m")}`,
  "escaped colors of a terminal": (name, value) => `${name}=${value.replace(/.{5}/g, "$&\\u001b[0m")}`,
  "a cut value": (_, value) => `not valid: ${value.slice(7, 60)}`,
};

/** Every run of so many letters and digits of a secret that a text has, as it is or decoded by the usual programs. */
export function shownParts(text: string, secret: string, length = 12): string[] {
  const compact = (one: string): string => one.replace(/[^a-z\d]/gi, "").toLowerCase();
  const texts = decodings(text.normalize("NFKC")).map(compact);
  const wanted = compact(secret);
  const parts = Array.from({ length: Math.max(0, wanted.length - length + 1) }, (_, i) =>
    wanted.slice(i, i + length),
  );
  return parts.filter((part) => texts.some((one) => one.includes(part)));
}

/** A text, and what the usual programs make of it: each way of reading escapes over and over, and what they hold. */
function decodings(text: string, depth = 3): string[] {
  const decoded =
    depth === 0 ? [] : decoders.map((decode) => decode(text)).filter((one) => one !== text && one !== "");
  return [text, ...new Set(decoded)].flatMap((one) => (one === text ? [one] : decodings(one, depth - 1)));
}

const code = (digits: string, base: number): string => String.fromCharCode(Number.parseInt(digits, base));

const fromBase64 = (text: string): string =>
  Buffer.from(text, "base64").toString("latin1").replaceAll("\0", "");

const decoders: readonly ((text: string) => string)[] = [
  (text) =>
    text
      .replaceAll("\\\\", "\\")
      .replace(
        /\\U000000([\da-f]{2})|\\u00([\da-f]{2})|\\[ux]\{([\da-f]{2})\}|\\x([\da-f]{2})|%u00([\da-f]{2})|%([2-7][\da-f])|&#x0*([2-7][\da-f]);?|U\+00([\da-f]{2}) /gi,
        (_, ...found) =>
          code(
            found.slice(0, 8).find((digits) => digits !== undefined),
            16,
          ),
      )
      .replace(/&#\+?0*(\d{2,3});?/g, (_, digits: string) => code(digits, 10))
      .replaceAll("&shy;", "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">"),
  (text) => text.replace(/<[^<>]*>/g, ""),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as terminals read it
  (text) => text.replace(/(?:\x1b|\\u001b)\[[\d;]*m/g, ""),
  (text) => text.replace(/\\([0-7]{2,3})/g, (_, digits: string) => code(digits, 8)),
  (text) => text.replace(/\\0{0,4}([\da-f]{2}) ?/gi, (_, digits: string) => code(digits, 16)),
  (text) => text.replace(/\+([\w/]{3,})-/g, (_, digits: string) => fromBase64(digits)),
  (text) => (text.replace(/\s/g, "").match(/[\w+/-]{16,}/g) ?? []).map(fromBase64).join(" "),
  (text) =>
    (text.match(/(?:[\da-f]{2}){8,}/gi) ?? [])
      .map((run) => Buffer.from(run, "hex").toString("latin1"))
      .join(" "),
];

/** The forms of a secret of which no part may be shown. */
export function formsOf(secret: string): string[] {
  return [
    secret,
    Buffer.from(secret).toString("hex"),
    [...Buffer.from(secret)].join(),
    Array.from(Buffer.from(secret), (byte) => `0x${hex(byte)}`).join(),
    ...["", "x", "xx"].map((before) => btoa(before + secret).slice(4, -4)),
    ...[Buffer.from(secret.replaceAll("-", "+").replaceAll("~", "/"), "base64")].flatMap((bytes) => [
      bytes.toString("hex"),
      [...new Int8Array(bytes)].join(),
    ]),
  ];
}
