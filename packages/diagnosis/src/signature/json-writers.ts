import { jsonEscaped } from "../findings/quote.ts";

/** How a language writes JSON: between the members, behind a name, and where lines start. */
interface JsonLayout {
  readonly colon: string;
  readonly comma?: string;
  /** What stands inside of each bracket of one line. */
  readonly padding?: string;
  /** What each level is indented by; nothing for one line. */
  readonly indent?: string;
  /** Lists stand in the line of their bracket, as Jackson writes them. */
  readonly hasInlineLists?: true;
  /** What is inside is indented from the column of its bracket, as Windows PowerShell does it. */
  readonly isAligned?: true;
}

const compact: JsonLayout = { colon: ":" };
const spaced: JsonLayout = { colon: ": ", comma: ", " };
const twoSpaces: JsonLayout = { colon: ": ", indent: "  " };
const fourSpaces: JsonLayout = { colon: ": ", indent: "    " };
const oneSpace: JsonLayout = { colon: ": ", indent: " " };
const tabs: JsonLayout = { colon: ": ", indent: "\t" };
const jackson: JsonLayout = { colon: " : ", indent: "  ", hasInlineLists: true };
const swift: JsonLayout = { colon: " : ", indent: "  " };
const powerShell: JsonLayout = { colon: ":  ", indent: "    ", isAligned: true };

type Escaper = (text: string) => string;

const none: Escaper = (text) => text;
const slashes: Escaper = (text) => text.replaceAll("/", "\\/");
const notAscii: Escaper = (text) => text.replace(/[^\0-\x7f]/g, jsonEscaped);
const html: Escaper = (text) => text.replace(/[&<>]/g, jsonEscaped);
const htmlAndQuotes: Escaper = (text) => text.replace(/[&'<>]/g, jsonEscaped);
const gson: Escaper = (text) => text.replace(/[&'<>=]/g, jsonEscaped);
const equalsSigns: Escaper = (text) => text.replaceAll("=", "\\u003d");
const apostrophes: Escaper = (text) => text.replaceAll("'", "\\u0027");
const php: Escaper = (text) => notAscii(slashes(text));
const gsonInCapitals: Escaper = (text) => withCapitals(gson(text));
const equalsSignsInCapitals: Escaper = (text) => withCapitals(equalsSigns(text));
const dotNet: Escaper = (text) => withCapitals(text.replace(/[&'<>+`]|[^\0-\x7f]/g, jsonEscaped));

function withCapitals(text: string): string {
  return text.replace(/\\u[\da-f]{4}/g, (found) => `\\u${found.slice(2).toUpperCase()}`);
}

/** The writers of common languages: their layouts, and what each of them escapes. */
const writers: readonly (readonly [layout: JsonLayout, escapers: readonly Escaper[]])[] = [
  [compact, [none, php, slashes, html, htmlAndQuotes, gson, dotNet]],
  [spaced, [none, notAscii]],
  [twoSpaces, [none, html, dotNet]],
  [fourSpaces, [none, slashes]],
  [jackson, [none]],
  [powerShell, [htmlAndQuotes]],
  [swift, [slashes]],
  [tabs, [none]],
  [oneSpace, [none]],
];

/** With sorted members: maps of Go, sort_keys of Python, sortedKeys of Swift. */
const sortingWriters: typeof writers = [
  [compact, [none, html, slashes]],
  [spaced, [none]],
  [twoSpaces, [none]],
  [fourSpaces, [none]],
];

/** Every way to lay out and every way to escape: they are combined where a text costs a hash alone. */
const layouts: readonly JsonLayout[] = [
  compact,
  { colon: ": " },
  spaced,
  { colon: ":", comma: ", " },
  { colon: " : " },
  { colon: " : ", comma: ", " },
  { colon: ":", padding: " " },
  { colon: ": ", comma: ", ", padding: " " },
  { colon: " : ", comma: ", ", padding: " " },
  twoSpaces,
  fourSpaces,
  tabs,
  powerShell,
];
const escapers: readonly Escaper[] = [
  none,
  slashes,
  html,
  htmlAndQuotes,
  gson,
  equalsSigns,
  apostrophes,
  gsonInCapitals,
  equalsSignsInCapitals,
  dotNet,
  notAscii,
  php,
];

/** What stands behind the last bracket, and between lines: a newline of Go's Encoder, the two characters of Windows. */
const ends: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `${text}\n`,
  (text) => text.replaceAll("\n", "\r\n"),
  (text) => `${text.replaceAll("\n", "\r\n")}\r\n`,
];

/** A value as each writer writes it, with every end. */
export function* writtenJson(value: unknown): Iterable<string> {
  for (const [layout, several] of writers)
    for (const escaped of several) yield* withEnds(written(value, layout, escaped, ""));
  const sorted = withSortedMembers(value);
  for (const [layout, several] of sortingWriters)
    for (const escaped of several) yield* withEnds(written(sorted, layout, escaped, "")).slice(0, 2);
}

/** Indented by any number of spaces, with any spaces around a colon. */
function* indented(): Iterable<JsonLayout> {
  for (let spaces = 1; spaces <= mostSpaces; spaces++)
    for (const colon of [": ", ":", " : "])
      for (const hasInlineLists of [undefined, true] as const)
        yield { colon, indent: " ".repeat(spaces), ...(hasInlineLists && { hasInlineLists }) };
}

/** Our own limit: nobody indents by more. */
const mostSpaces = 8;

/** An object of few members has this many at most that are put into every order. Our own limit: a policy has three. */
const mostOrdered = 4;

/** A value with the members of its objects in every order, its own first. */
function* inEveryOrder(value: unknown): Iterable<unknown> {
  if (typeof value !== "object" || value === null) yield value;
  else if (Array.isArray(value)) {
    const [first, ...others] = value;
    if (first === undefined) yield value;
    else for (const item of inEveryOrder(first)) yield [item, ...others];
  } else for (const members of orders(Object.entries(value))) yield Object.fromEntries(members);
}

function* orders(members: readonly (readonly [string, unknown])[]): Iterable<(readonly [string, unknown])[]> {
  if (members.length === 0 || members.length > mostOrdered) yield [...members];
  else
    for (const [i, [name, value]] of members.entries())
      for (const rest of orders(members.filter((_, at) => at !== i)))
        for (const item of inEveryOrder(value)) yield [[name, item], ...rest];
}

/** A value in every layout with every escape, in its order and sorted. */
export function* writtenInEveryWay(value: unknown): Iterable<string> {
  for (const ordered of inEveryOrder(value))
    for (const escaped of [none, slashes])
      for (const layout of [compact, spaced, { colon: ": " }, twoSpaces, fourSpaces])
        yield* withEnds(written(ordered, layout, escaped, "")).slice(0, 2);
  for (const layout of indented())
    for (const escaped of [none, slashes]) yield* withEnds(written(value, layout, escaped, "")).slice(0, 3);
  for (const ordered of [value, withSortedMembers(value)])
    for (const escaped of escapers)
      for (const layout of layouts) yield* withEnds(written(ordered, layout, escaped, "")).slice(0, 3);
}

function withEnds(text: string): string[] {
  return ends.map((end) => end(text));
}

function withSortedMembers(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withSortedMembers);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, withSortedMembers(member)]));
}

function written(value: unknown, layout: JsonLayout, escaped: Escaper, before: string): string {
  if (typeof value !== "object" || value === null) return escaped(JSON.stringify(value));
  const { colon, comma = ",", padding = "", indent, hasInlineLists, isAligned } = layout;
  const isList = Array.isArray(value);
  const isInline = indent === undefined || (isList && hasInlineLists);
  const inner = isInline ? before : before + indent;
  const items = Object.entries(value).map(([name, item]) => {
    const label = isList ? "" : `"${name}"${colon}`;
    return label + written(item, layout, escaped, isAligned ? inner + " ".repeat(label.length) : inner);
  });
  const [open, close] = isList ? "[]" : "{}";
  if (!isInline) return `${open}\n${inner}${items.join(`,\n${inner}`)}\n${before}${close}`;
  const space = isList && hasInlineLists ? " " : padding;
  return `${open}${space}${items.join(comma)}${space}${close}`;
}
