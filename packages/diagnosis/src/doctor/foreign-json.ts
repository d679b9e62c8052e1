/** Values of documents of other tools than the AWS CLI, of any type: what is of another type than expected is left out. */

export function memberOfJson(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

export function listOfJson(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The members of an object; none of anything else. */
export function membersOfJson(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

export function textOfJson(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A list as AWS writes it. */
export function items(list: readonly unknown[]): object {
  return { Quantity: list.length, Items: list };
}

/** The same where a list turns something on. */
export function enabledItems(list: readonly unknown[]): object {
  return { Enabled: list.length > 0, ...items(list) };
}

/** An ID or a name that exists only once a template or plan is applied. */
export function unresolved(name: string): string {
  return `\${${name}}`;
}

export function isUnresolved(id: string): boolean {
  return id.startsWith("${");
}
