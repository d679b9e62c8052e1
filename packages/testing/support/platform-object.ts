/**
 * Stands for an object of a class of the platform, of which messages show the name. Old workers give their
 * own classes no name, so a real one would make the message depend on the runtime.
 */
export function platformObject(name: "AbortController" | "Blob" | "URL"): object {
  return { [Symbol.toStringTag]: name };
}
