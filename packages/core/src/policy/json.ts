/**
 * A JSON value as it is written: every member of an object, also one that is there twice, and each number's
 * own text.
 */
export type JsonValue =
  | { readonly kind: "Object"; readonly members: readonly JsonMember[] }
  | { readonly kind: "Array"; readonly items: readonly JsonValue[] }
  | { readonly kind: "String"; readonly text: string }
  | { readonly kind: "Number"; readonly text: string }
  | { readonly kind: "Boolean" | "Null" };

/** One member of an object. */
export interface JsonMember {
  readonly name: string;
  readonly value: JsonValue;
}

/** A list or an object that is not closed yet. */
interface Open {
  readonly kind: "Object" | "Array";
  readonly members: JsonMember[];
  readonly items: JsonValue[];
  /** The name whose value comes next. */
  name: string | undefined;
}

// A string, a bracket, or a number or word. Colons and commas say nothing in text that is JSON.
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]|[^\s{}[\]:,"]+/g;

/**
 * Reads JSON text (RFC 8259); `undefined` for everything else. `JSON.parse` decides what is JSON; read again
 * because it keeps only the last of two equal names, and not how a number is written. No recursion: text may
 * nest as deeply as it likes.
 */
export function readJson(text: unknown): JsonValue | undefined {
  if (typeof text !== "string" || !isJson(text)) return undefined;
  const root = open("Array");
  const path = [root];
  for (const [found] of text.matchAll(token)) {
    const container = path.at(-1) as Open;
    if (found === "{") path.push(open("Object"));
    else if (found === "[") path.push(open("Array"));
    else if (found === "}" || found === "]") {
      path.pop();
      put(path.at(-1) as Open, container);
    } else if (container.kind === "Object" && container.name === undefined) container.name = JSON.parse(found) as string;
    else put(container, scalar(found));
  }
  return root.items[0];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function open(kind: Open["kind"]): Open {
  return { kind, members: [], items: [], name: undefined };
}

function put(container: Open, value: JsonValue): void {
  if (container.kind === "Array") container.items.push(value);
  else container.members.push({ name: container.name as string, value });
  container.name = undefined;
}

function scalar(found: string): JsonValue {
  if (found.startsWith('"')) return { kind: "String", text: JSON.parse(found) as string };
  if (found === "null") return { kind: "Null" };
  return found === "true" || found === "false" ? { kind: "Boolean" } : { kind: "Number", text: found };
}
