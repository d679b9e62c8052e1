/**
 * Names of the same options in other libraries (AWS SDKs, aws-cloudfront-sign, jsonwebtoken), in small
 * letters without separators, each with our names for them.
 */
const synonyms: readonly (readonly [synonym: string, ...names: readonly string[]])[] = [
  ["expires", "dateLessThan", "expireTimeEpochMs"],
  ["expiresat", "dateLessThan", "expireTimeEpochMs"],
  ["expiretime", "dateLessThan", "expireTimeEpochMs"],
  ["expiration", "dateLessThan", "expireTimeEpochMs"],
  ["expiry", "dateLessThan", "expireTimeEpochMs"],
  ["datelessthan", "expireTimeEpochMs"],
  ["expiresin", "expireTimeEpochMs"],
  ["ttl", "expiresIn"],
  ["duration", "expiresIn"],
  ["activefrom", "dateGreaterThan"],
  ["notbefore", "dateGreaterThan"],
  ["starttime", "dateGreaterThan"],
  ["ip", "ipAddress", "ipRange"],
  ["iprange", "ipAddress"],
  ["sourceip", "ipAddress", "ipRange", "AWS:SourceIp"],
  ["epochtime", "AWS:EpochTime"],
  ["ipaddress", "ipRange"],
  ["url", "resource"],
  ["resource", "url"],
  ["key", "privateKey"],
  ["privatekey", "content"],
  ["privatekeystring", "privateKey", "content"],
  ["password", "passphrase"],
  ["keyid", "keyPairId"],
  ["publickeyid", "keyPairId"],
  ["algorithm", "hashAlgorithm"],
  ["hash", "hashAlgorithm"],
];

/** The known name that a misspelt one probably stands for. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const plain = plainName(name);
  const same = known.find((candidate) => plainName(candidate) === plain);
  if (same !== undefined) return same;
  const [, ...ours] = synonyms.find(([synonym]) => synonym === plain) ?? [""];
  return ours.find((candidate) => known.includes(candidate)) ?? nearestSpelling(plain, known);
}

function nearestSpelling(plain: string, known: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    // A third of the letters may differ: more than that is another word.
    const most = Math.min(3, Math.floor(candidate.length / 3));
    if (Math.abs(candidate.length - plain.length) > most) continue;
    const distance = editDistance(plain, plainName(candidate));
    if (distance <= most && distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** Without separators and case, in which libraries and languages differ: `key_pair_id` is `keyPairId`. */
function plainName(name: string): string {
  return name.replace(/[\s_-]/g, "").toLowerCase();
}

/** Letters to insert, delete, replace or swap with their neighbour (optimal string alignment distance). */
function editDistance(a: string, b: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          at(last, j) + 1,
          at(row, j - 1) + 1,
          at(last, j - 1) + Number(!isSame),
          isSwapped ? at(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforeLast, last] = [last, row];
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
