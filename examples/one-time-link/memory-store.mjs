/**
 * Links in the memory of one process: for tests, and for a single server whose restart may end all links.
 * @returns {import("./links.mjs").LinkStore}
 */
export function memoryStore() {
  /** @type {Map<string, import("./links.mjs").Link>} */
  const links = new Map();
  return {
    async put(id, link) {
      links.set(id, link);
    },
    // Without an `await`, no other request comes between the comparison and the change.
    async take(id, now) {
      const link = links.get(id);
      // Not `< 1`: without a number, both comparisons are false.
      if (link === undefined || !(link.usesLeft >= 1 && link.expiresAt > now)) return undefined;
      links.set(id, { ...link, usesLeft: link.usesLeft - 1 });
      return link.key;
    },
  };
}
