/** A header field, its name in lower case. */
export interface HeaderField {
  readonly name: string;
  readonly value: string;
}

/** Fields by their names; `undefined` without any. The cookies that a response sets have a place of their own. */
export function fieldsOf(
  fields: readonly HeaderField[],
  isResponse = true,
): Record<string, string> | undefined {
  const values = new Map<string, string>();
  for (const { name, value } of fields) {
    if ((isResponse && name === "set-cookie") || name.startsWith(":") || value === "") continue;
    const known = values.get(name);
    values.set(name, known === undefined ? value : `${known}, ${value}`);
  }
  return values.size > 0 ? Object.fromEntries(values) : undefined;
}

/** Names that only responses have, as browsers show them among those of the request. */
const responseName =
  /^(server|via|x-cache|x-amz-[\w-]{1,40}|x-amzn-[\w-]{1,40}|content-type|location)(?:[ \t]{0,9}:[ \t]{0,9}(.*))?$/i;

/** What `X-Cache` says, as people tell it. */
const cacheResult = /\b(?:error|miss|hit|refreshhit|\w{8,30}(?:response|error)) from cloudfront\b/i;

/** The fields of a response in lines of text; browsers show a value in the line after its name, too. */
export function responseFieldsIn(lines: readonly string[]): Record<string, string> | undefined {
  const fields: HeaderField[] = [];
  lines.forEach((line, i) => {
    const [, name = "", value = ""] = responseName.exec(line) ?? [];
    if (name) fields.push({ name: name.toLowerCase(), value: (value || (lines[i + 1] ?? "")).trim() });
  });
  const [told] = lines.flatMap((line) => cacheResult.exec(line) ?? []);
  if (told !== undefined && !fields.some(({ name }) => name === "x-cache"))
    fields.push({ name: "x-cache", value: told });
  return fieldsOf(fields);
}

/** The method in lines such as `Request Method: GET`; browsers show the value in the next line, too. */
export function methodIn(lines: readonly string[]): string | undefined {
  const code: (string | undefined)[] = [];
  const named: (string | undefined)[] = [];
  for (const [i, line] of lines.entries()) {
    if (!/method/i.test(line)) continue;
    for (const [, name] of line.matchAll(/\bmethod\s?[:=]\s?["']([A-Za-z]{3,10})["']/g)) code.push(name);
    const [, value] = /^request method[ \t]{0,9}:(.*)$/i.exec(line) ?? [];
    if (value !== undefined) named.push(value.trim() || lines[i + 1]);
  }
  return oneMethod([...code, ...named].map(readMethod));
}

/** The method of a paste with several: one that changes something must not be taken for a GET. */
export function oneMethod(methods: readonly (string | undefined)[]): string | undefined {
  const known = methods.filter((method) => method !== undefined);
  return known.find((method) => !isSafeMethod(method)) ?? known[0];
}

/** Whether a method changes nothing on a server (RFC 9110, section 9.2.1). */
export function isSafeMethod(method: string | undefined): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS";
}

/** The name of a method in capital letters; `undefined` for any other text. */
export function readMethod(text: unknown): string | undefined {
  return typeof text === "string" && /^[A-Z]{3,10}$/i.test(text.trim())
    ? text.trim().toUpperCase()
    : undefined;
}

/** The status in a line such as `403`, `403 Forbidden`, `Status Code: 403` or `status=403`. */
export function statusIn(line: string): number | undefined {
  if (!/[1-5]\d\d/.test(line)) return undefined;
  const [, status] =
    /^(?:(?:http )?status(?: code)?[\s"]{0,9}[:=]?[\s"]{0,9})([1-5]\d\d)\b/i.exec(line) ??
    /^([1-5]\d\d)(?: [A-Z][\w '-]{1,40})?$/.exec(line) ??
    // wget, ffmpeg, Python and the console of a browser.
    /(?:\bHTTP error|awaiting response\.{3}|\bServer returned|\bERROR:?) ([1-5]\d\d)\b/i.exec(line) ??
    // What the console of a browser says beside CORS, in Chrome and in Firefox.
    /(?:\bnet::ERR_\w{1,40}|\bCORS\b.{1,200}\bStatus code:) ([1-5]\d\d)\b/.exec(line) ??
    /\b([45]\d\d) (?:Client Error|\([A-Z][\w ]{2,30}\))/.exec(line) ??
    // Players, logs, and the console of Firefox.
    /\b(?:(?:response |status )?code|status(?:[_-]?code)?)\\?["']?[ \t]?[:=\t] ?["']?([45]\d\d)\b/i.exec(
      line,
    ) ??
    [];
  return status === undefined ? undefined : Number(status);
}
