/** How many letters of a name may be wrong; and at most a third of them, since more make another word. */
const mostEdits = 3;

/** The known name that a misspelt one probably stands for. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const plain = plainName(name);
  for (let edits = 0; edits <= mostEdits; edits++) {
    const nearest = known.find(
      (candidate) => edits * 3 <= candidate.length && isWithin(edits, plain, plainName(candidate)),
    );
    if (nearest !== undefined) return nearest;
  }
  return undefined;
}

/** Without a prefix, separators and case, in which libraries and languages differ: `key_pair_id` is `keyPairId`. */
function plainName(name: string): string {
  return name.replace(/^\w+:|[\s_-]/g, "").toLowerCase();
}

/** Whether so many letters, inserted, deleted, replaced or swapped with their neighbour, turn one text into another. */
function isWithin(edits: number, from: string, to: string): boolean {
  if (Math.abs(from.length - to.length) > edits) return false;
  let same = 0;
  while (same < from.length && from[same] === to[same]) same++;
  const [a, b] = [from.slice(same), to.slice(same)];
  if (edits === 0 || a === b) return a === b;
  const isSwapped = a[0] === b[1] && a[1] === b[0];
  return (
    isWithin(edits - 1, a.slice(1), b) ||
    isWithin(edits - 1, a, b.slice(1)) ||
    isWithin(edits - 1, a.slice(1), b.slice(1)) ||
    (isSwapped && isWithin(edits - 1, a.slice(2), b.slice(2)))
  );
}
