// What people paste is rarely a bare URL. This takes off what cannot belong to it, and says so; it never repairs what was sent.

/**
 * @typedef {object} Pasted
 * @property {string} [url]
 * @property {string | undefined} [cookies] as in a `Cookie` header
 * @property {string[]} [setCookie]
 * @property {string[]} notes what was done to the paste
 * @property {boolean} isEscaped it has `&amp;`, which may be the mistake itself or come from where it was copied
 */

const names = "Policy|Expires|Signature|Key-Pair-Id|Hash-Algorithm";
const cookieName = /cloudfront-(?:policy|expires|signature|key-?pair-?id|hash-?algorithm)/i;
const attributes = /;\s*(?:path|domain|secure|httponly|samesite|max-age|expires|partitioned)\b/i;
/** @type {Record<string, string>} */
const closing = { '"': '"', "'": "'", "`": "`", "<": ">", "(": ")" };

/** @param {string} paste @param {string} requestedUrl @returns {Pasted | undefined} nothing when there is nothing to recognise */
export function readPaste(paste, requestedUrl) {
  const requested = requestedUrl.trim();
  /** @type {string[]} */
  const notes = [];
  /** @param {string} text @param {RegExp} pattern @param {(found: string) => string} by @param {string} note */
  const replace = (text, pattern, by, note) => {
    const cleaned = text.replace(pattern, by);
    if (cleaned !== text) notes.push(note);
    return cleaned;
  };
  let text = paste.slice(0, 100_000).trim();
  text = replace(
    text,
    /\u200b|\u200c|\u200d|\u2060|\ufeff|\u00ad/g,
    () => "",
    "Invisible characters were removed.",
  );
  text = replace(
    text,
    /\\(?:u0026|\/)/g,
    (found) => (found === "\\/" ? "/" : "&"),
    "Escapes of JSON (\\u0026, \\/) were undone.",
  );
  const found = /^\$?\s*curl\s/.test(text) ? curl(text, notes) : request(text, notes);
  if (found.url === undefined && !found.cookies && !found.setCookie) {
    const query = new RegExp(`^[?&]?(?:[\\w.-]+=[^\\s&]*&)*(?:${names})=\\S+$`).test(text)
      ? text.replace(/^[?&]/, "")
      : undefined;
    if (query !== undefined && requested) {
      found.url = `${requested}${requested.includes("?") ? "&" : "?"}${query}`;
      notes.push("The parameters were put behind the requested URL.");
    } else if (query !== undefined) {
      found.cookies = query.replace(/(^|&)/g, (_, and) => `${and && "; "}CloudFront-`);
      notes.push(
        "These are parameters without a URL. Give the requested URL to have them checked against it.",
      );
    } else if (new RegExp(`[?&](?:${names})=`).test(text)) found.url = text;
    else {
      found.cookies = byShape(text);
      if (!found.cookies) return undefined;
      notes.push("The values were told apart by their looks. With their names there is no doubt.");
    }
  }
  if (found.setCookie && !found.cookies)
    found.cookies = found.setCookie.map((line) => line.split(";", 1)[0]).join("; ");
  if (found.url === undefined && requested) found.url = requested;
  else if (found.url !== undefined && requested && !found.url.startsWith(requested))
    notes.push(
      "Two URLs were given: the one in the first field is explained, and the requested URL is not used.",
    );
  return { ...found, notes, isEscaped: /&amp;/.test(found.url ?? "") };
}

/** @typedef {Partial<Pick<Pasted, "url" | "cookies" | "setCookie">>} Found */

/** @param {string} command @param {string[]} notes @returns {Found} */
function curl(command, notes) {
  const matches = [
    ...command.replace(/[\\^]\r?\n/g, " ").matchAll(/\$?'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(\S+)/g),
  ];
  const words = matches.map(
    ([, single, double, bare]) => single ?? (double ?? bare ?? "").replace(/\\(.)/g, "$1"),
  );
  /** @type {Found} */
  const found = {};
  for (const [i, word] of words.entries()) {
    const previous = words[i - 1] ?? "";
    if (/^(-b|--cookie)$/.test(previous)) found.cookies = word;
    else if (/^(-H|--header)$/.test(previous))
      found.cookies = /^cookie:\s*(.*)$/is.exec(word)?.[1] ?? found.cookies;
    else if (/^https?:\/\//i.test(word) && !/^(-e|--referer|-x|--proxy)$/.test(previous)) found.url ??= word;
  }
  if (matches.some(([, , , bare]) => bare && bare === found.url && bare.includes("&")))
    notes.push(
      "The URL is not in quotes here: a shell ends the command at the first &, and the rest is never sent.",
    );
  return found;
}

/** Headers, lines, an address among other words. @param {string} text @param {string[]} notes @returns {Found} */
function request(text, notes) {
  /** @type {Found} */
  const found = {};
  const lines = unwrapped(text);
  if (lines.length < text.split(/\r?\n/).filter((line) => line.trim()).length)
    notes.push("Line breaks inside a value were removed.");
  /** @type {string[]} */
  const rest = [];
  for (const line of lines) {
    const [, header, value = ""] = /^[<>*\s]*(set-cookie|cookie):\s*(.*)$/i.exec(line) ?? [];
    const isCookie = /^[\s"'{,]*cloudfront-/i.test(line);
    if (header?.toLowerCase() === "set-cookie" || (isCookie && attributes.test(line))) {
      const cookie = header ? value : line;
      if (/^[^;]*[^;\s]/.test(cookie)) found.setCookie = [...(found.setCookie ?? []), cookie];
    } else if (header || (isCookie && /^\s*cloudfront-[\w-]+=/i.test(line)))
      found.cookies = [found.cookies, (value || line).trim().replace(/;$/, "")].filter(Boolean).join("; ");
    else rest.push(line);
  }
  const remaining = rest.join("\n");
  if (/https?:\/\//i.test(remaining)) found.url = address(remaining, notes);
  else if (!found.cookies && cookieName.test(text)) {
    // An object, a table, a list: a name, something between, and the value.
    const pairs = [...text.matchAll(/(cloudfront-[\w-]+)["']?\s*[=:\s]\s*["']?([^"'\s;,]+)/gi)].map(
      ([, name, value]) => `${name}=${value}`,
    );
    if (pairs.length > 0) found.cookies = pairs.join("; ");
  }
  return found;
}

/** Lines, with those put together that a terminal or a mail program has broken. @param {string} text */
function unwrapped(text) {
  /** @type {string[]} */
  const lines = [];
  let isBroken = false;
  for (const line of text.split(/\r?\n/).map((line) => line.trim())) {
    if (isBroken && line && continues(lines.at(-1) ?? "", line)) lines[lines.length - 1] += line;
    else if (line) lines.push(line);
    isBroken = line !== "";
  }
  return lines;
}

/** @param {string} before @param {string} line */
function continues(before, line) {
  if (/^https?:|^[\w-]+:(?:\s|$)/i.test(line)) return false;
  if (/^[<>*\s]*cookie:/i.test(before)) return true;
  const isPart = /^[^\s"'{}<>]+["'>]?$/.test(line) && !/^cloudfront-/i.test(line);
  const isNamed = /^[A-Za-z][\w.-]*[=:][^=]/.test(line);
  return isPart && (/https?:\/\//i.test(before) || (/cloudfront-[\w-]+=/i.test(before) && !isNamed));
}

/** @param {string} text @param {string[]} notes */
function address(text, notes) {
  const start = text.search(/https?:\/\//i);
  const end = closing[text[start - 1] ?? ""];
  let url = text.slice(start);
  if (end && url.includes(end)) url = url.slice(0, url.indexOf(end));
  const [first = "", ...more] = url.split(/\s+(?=https?:\/\/)/i);
  if (more.length > 0) notes.push(`There are ${more.length + 1} URLs; the first is explained.`);
  url = first.split("\n", 1)[0] ?? "";
  // No value of a signing parameter has white space in it: what comes after is not of the URL.
  const [signed] = new RegExp(`^.*[?&](?:${names})=\\S*`).exec(url) ?? [];
  return (signed ?? url.replace(/\s+HTTP\/[\d.]+$/, "")).trim();
}

/** Three or four values without names. @param {string} text */
function byShape(text) {
  const values = text.split(/[\s,;"']+/).filter(Boolean);
  if (values.length < 3 || values.length > 4) return undefined;
  /** @type {Record<string, string>} */
  const named = {};
  for (const value of values) {
    const name = /^(?:K|APKA)[A-Z0-9]{8,30}$/.test(value)
      ? "Key-Pair-Id"
      : /^\d{10}$/.test(value)
        ? "Expires"
        : /^SHA(?:1|256)$/.test(value)
          ? "Hash-Algorithm"
          : /^ey[\w~-]+$/.test(value)
            ? "Policy"
            : "Signature";
    if (named[name] || !/^[\w~+/=-]+$/.test(value)) return undefined;
    named[name] = value;
  }
  if (!named["Key-Pair-Id"] || !named.Signature || named.Signature.length < 80) return undefined;
  return Object.entries(named)
    .map(([name, value]) => `CloudFront-${name}=${value}`)
    .join("; ");
}

/**
 * An answer as curl -i, a browser or a log shows it.
 * @param {string} text
 * @returns {{ status?: number, date?: string, body?: string }}
 */
export function readAnswer(text) {
  const head = text.slice(0, 20_000);
  const status =
    /^[<\s]*HTTP\/[\d.]+\s+(\d{3})/m.exec(head)?.[1] ?? /^\s*(?:status\W+)?([1-5]\d\d)\b/i.exec(head)?.[1];
  const date = /^[<\s]*date:\s*(.+)$/im.exec(head)?.[1];
  const start = head.search(/<(?:\?xml|Error|!DOCTYPE|html)\b/i);
  return {
    ...(status ? { status: Number(status) } : {}),
    ...(date ? { date: date.trim() } : {}),
    ...(head.trim() ? { body: start < 0 ? head : head.slice(start) } : {}),
  };
}
