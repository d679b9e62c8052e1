/** A text or a number in JSON. */
export interface JsonEntry {
  readonly name: string;
  readonly value: string;
  /** It as the status of an answer, if its name says so. */
  readonly status: number | undefined;
  /** Whether it stands among headers. */
  readonly isHeader: boolean;
  /** Whether it stands in an answer. */
  readonly isOfResponse: boolean;
  readonly parent: JsonNode;
}

/** A list or an object in JSON. */
interface JsonNode {
  readonly parent: JsonNode | undefined;
}

/** The steps from an entry to the object that it has in common with another. Our own limit: logs are not deeper. */
const mostSteps = 12;

/** The entry of a kind that stands nearest to another one, and the steps from there to what they have in common. */
export function nearestEntry(
  entries: readonly JsonEntry[],
  to: JsonEntry | undefined,
  isOfKind: (entry: JsonEntry) => boolean,
): { readonly entry: JsonEntry; readonly steps: number } | undefined {
  const stepsTo = new Map(ancestorsOf(to).map((node, i) => [node, i]));
  const near = entries.filter(isOfKind).map((entry) => {
    const common = ancestorsOf(entry).find((node) => stepsTo.has(node));
    return { entry, steps: (common && stepsTo.get(common)) ?? mostSteps };
  });
  return near.sort((a, b) => a.steps - b.steps)[0];
}

function ancestorsOf(entry: JsonEntry | undefined): JsonNode[] {
  const ancestors: JsonNode[] = [];
  for (let node = entry?.parent; node && ancestors.length < mostSteps; node = node.parent)
    ancestors.push(node);
  return ancestors;
}

/**
 * The texts and numbers of a JSON value, those nearer to the top first. `{ name, value }` and `{ key, value }`, as in
 * HAR files and in Lambda@Edge, are an entry of that name.
 */
export function entriesOf(root: unknown): JsonEntry[] {
  const entries: JsonEntry[] = [];
  const top: JsonNode = { parent: undefined };
  const queue = [{ name: "", value: root, isHeader: false, isOfResponse: false, parent: top }];
  for (const { value, ...place } of queue) {
    if (typeof value === "string" || typeof value === "number") {
      entries.push({ ...place, value: String(value), status: statusOf(place.name, String(value)) });
    }
    if (typeof value !== "object" || value === null) continue;
    const own = new Map<string, unknown>(Object.entries(value));
    const label = own.get("name") ?? own.get("key");
    // Pairs of a name and a value stand for the members of one object.
    const isPair = typeof label === "string" && own.has("value");
    const parent = isPair ? place.parent : { parent: place.parent };
    for (const [key, member] of own)
      queue.push({
        name: Array.isArray(value) ? place.name : key === "value" && typeof label === "string" ? label : key,
        value: member,
        isHeader: place.isHeader || /^(?:re(?:quest|sponse))?[-_]?headers?$/i.test(key),
        isOfResponse: place.isOfResponse || /^res(?:p|ponse)?(?:[-_]?headers?)?$/i.test(key),
        parent,
      });
  }
  return entries;
}

function statusOf(name: string, value: string): number | undefined {
  if (!/(?:^|[._-])status(?:_?code)?$|StatusCode$|[a-z]Status$|^code$/i.test(name)) return undefined;
  return Number(/^[1-5]\d\d(?= |$)/.exec(value)?.[0]) || undefined;
}
