/** How a language writes an object as text, where JSON was meant. */
interface Notation {
  readonly text: (value: string) => string;
  readonly name: (member: string) => string;
  readonly separator: string;
}

const notations: readonly Notation[] = [
  // Python's str and repr, and those of Python 2.
  { text: singleQuoted, name: (member) => `${singleQuoted(member)}: `, separator: ", " },
  {
    text: (value) => `u${singleQuoted(value)}`,
    name: (member) => `u${singleQuoted(member)}: `,
    separator: ", ",
  },
  // Ruby's inspect and to_s: with strings and with symbols, up to 3.3 and from 3.4.
  { text: doubleQuoted, name: (member) => `${doubleQuoted(member)}=>`, separator: ", " },
  { text: doubleQuoted, name: (member) => `${doubleQuoted(member)} => `, separator: ", " },
  { text: doubleQuoted, name: (member) => `:${rubySymbol(member)}=>`, separator: ", " },
  { text: doubleQuoted, name: (member) => `${rubySymbol(member)}: `, separator: ", " },
  // toString of a Map in Java and Kotlin.
  { text: (value) => value, name: (member) => `${member}=`, separator: ", " },
];

/** A policy as objects of several languages are written when nobody turned them into JSON. */
export function policyNotations(policy: unknown): string[] {
  return notations.map((notation) => written(policy, notation));
}

function written(value: unknown, notation: Notation): string {
  const { text, name, separator } = notation;
  if (typeof value === "string") return text(value);
  if (typeof value !== "object" || value === null) return `${value}`;
  if (Array.isArray(value)) return `[${value.map((item) => written(item, notation)).join(separator)}]`;
  const members = Object.entries(value).map(([member, item]) => name(member) + written(item, notation));
  return `{${members.join(separator)}}`;
}

/** As Python chooses the quotes. */
function singleQuoted(text: string): string {
  const escaped = text.replaceAll("\\", "\\\\");
  if (text.includes("'") && !text.includes('"')) return `"${escaped}"`;
  return `'${escaped.replaceAll("'", "\\'")}'`;
}

function doubleQuoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

function rubySymbol(member: string): string {
  return /^\w+$/.test(member) ? member : doubleQuoted(member);
}
