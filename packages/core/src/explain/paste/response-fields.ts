/** A header field, its name in lower case. */
export interface HeaderField {
  readonly name: string;
  readonly value: string;
}

/** Fields of a response by their names; `undefined` without any. Cookies that are set have a place of their own. */
export function fieldsOf(fields: readonly HeaderField[]): Record<string, string> | undefined {
  const values = new Map<string, string>();
  for (const { name, value } of fields) {
    if (name === "set-cookie" || name.startsWith(":") || value === "") continue;
    const known = values.get(name);
    values.set(name, known === undefined ? value : `${known}, ${value}`);
  }
  return values.size > 0 ? Object.fromEntries(values) : undefined;
}

/** Names that only responses have, as browsers show them among those of the request. */
const responseName =
  /^(server|via|x-cache|x-amz-[\w-]{1,40}|x-amzn-[\w-]{1,40}|content-type|location)[ \t]{0,9}:[ \t]{0,9}(.*)$/i;

/** The fields of a response in lines of text; browsers show a value in the line after its name, too. */
export function responseFieldsIn(lines: readonly string[]): Record<string, string> | undefined {
  const fields: HeaderField[] = [];
  lines.forEach((line, i) => {
    const [, name = "", value = ""] = responseName.exec(line) ?? [];
    if (name) fields.push({ name: name.toLowerCase(), value: (value || (lines[i + 1] ?? "")).trim() });
  });
  return fieldsOf(fields);
}

/** The method in a line such as `Request Method: GET`; browsers show the value in the next line, too. */
export function methodIn(lines: readonly string[]): string | undefined {
  const code = lines
    .map((line) => /\bmethod\s?[:=]\s?["']([A-Za-z]{3,10})["']/.exec(line)?.[1])
    .find(Boolean);
  if (code !== undefined) return readMethod(code);
  const at = lines.findIndex((line) => /^request method[ \t]{0,9}:/i.test(line));
  if (at < 0) return undefined;
  const value =
    (lines[at] as string).slice((lines[at] as string).indexOf(":") + 1).trim() || (lines[at + 1] ?? "");
  return readMethod(value);
}

/** The name of a method in capital letters; `undefined` for any other text. */
export function readMethod(text: unknown): string | undefined {
  return typeof text === "string" && /^[A-Z]{3,10}$/i.test(text.trim())
    ? text.trim().toUpperCase()
    : undefined;
}
