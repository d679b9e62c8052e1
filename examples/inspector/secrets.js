// What must not leave the page with a diagnosis: signatures, policies, and the values of parameters and cookies.

/** A shorter piece of a secret gives nothing away, and is found in ordinary words. */
const shortestPiece = 5;
const hidden = "…";

/** A URL with the names of its parameters alone. @param {string} url */
export function urlWithoutValues(url) {
  const [before = "", ...query] = url.replace(/#.*/s, "").split("?");
  const address = before.replace(/\/\/[^/]*@/, "//").replace(/(.{200}).+/s, `$1${hidden}`);
  if (query.length === 0) return address;
  const names = query
    .join("?")
    .split(/&(?:amp;)?/)
    .map((pair) => (pair.includes("=") ? `${pair.split("=", 1)[0]}=${hidden}` : hidden));
  return `${address}?${names.join("&")}`;
}

/** A signing parameter that is part of the path or of another value, since its separators are escaped. */
const escapedParameter =
  /(?:Expires|Policy|Signature|Key-Pair-Id)(?:%(?:25){0,9}3D|\\u003d)((?:[\w~+/=-]|%(?:25){0,9}(?:2B|2F|3D))+)/gi;

/** @param {Pick<import("./share.js").Given, "url" | "cookies" | "setCookie" | "publicKey">} given */
export function secretsOf({ url = "", cookies = "", setCookie = [], publicKey = "" }) {
  const pairs = [
    ...(url.match(/[?&;#][^?&;#]*/g) ?? []),
    ...cookies.split(";"),
    ...setCookie.map((line) => line.split(";", 1)[0] ?? ""),
  ];
  const escaped = Array.from(url.matchAll(escapedParameter), ([, value = ""]) => value);
  const values = [...pairs.map((pair) => pair.replace(/^[^=]*=/, "").trim()), ...escaped];
  const key = publicKey.replace(/-----[^-]*-----/g, "").replace(/\s/g, "");
  return [...new Set([...values, ...values.map(decoded), key, ...publicKey.split("\n")])].filter(
    (value) => value.length >= shortestPiece,
  );
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Text in which every piece of a secret is left out, however it was cut.
 *
 * @param {string} text @param {Parameters<typeof secretsOf>[0]} given
 */
export function withoutSecrets(text, given) {
  const pieces = new Set(secretsOf(given).flatMap(piecesOf));
  let safe = "";
  let at = 0;
  while (at < text.length) {
    let end = at;
    while (pieces.has(text.slice(end, end + shortestPiece))) end++;
    if (end === at) {
      safe += text[at++];
      continue;
    }
    safe = safe.endsWith(hidden) ? safe : safe + hidden;
    at = end + shortestPiece - 1;
  }
  return safe;
}

/** @param {string} secret */
function piecesOf(secret) {
  return Array.from({ length: secret.length - shortestPiece + 1 }, (_, i) =>
    secret.slice(i, i + shortestPiece),
  );
}
