/** The tag that `Object.prototype.toString` gives: `"Date"`, `"Uint8Array"`. Any object can choose its own. */
export function typeTag(value: unknown): string {
  try {
    return {}.toString.call(value).slice(8, -1);
  } catch {
    // A revoked proxy, or one whose trap throws.
    return "Proxy";
  }
}

/** The type of a value for messages: `a string`, `an array`, `undefined`. Never its content. */
export function describeType(value: unknown): string {
  if (value === undefined || value === null) return `${value}`;
  if (value === "") return "an empty string";
  if (typeof value === "number" && !Number.isFinite(value)) return `${value}`;
  return typeof value === "object" ? describeObject(typeTag(value)) : `a ${typeof value}`;
}

function describeObject(tag: string): string {
  if (tag === "Array") return "an array";
  // An object can call itself anything, so only what looks like a class name is shown.
  if (tag === "Object" || !/^[A-Z]\w{0,30}$/.test(tag)) return "an object";
  return `${/^[AEIO]/.test(tag) ? "an" : "a"} ${tag}`;
}

/** A number itself, which is not a secret; the type of anything else. */
export function describeNumber(value: unknown): string {
  return typeof value === "number" ? `${value}` : describeType(value);
}
