/** The known name that a misspelt one probably stands for. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const plain = plainName(name);
  const same = known.find((candidate) => plainName(candidate) === plain);
  if (same !== undefined) return same;
  const synonyms = namesForSynonym(plain);
  return synonyms.find((candidate) => known.includes(candidate)) ?? nearestSpelling(plain, known);
}

/**
 * Our names for an option of another library (AWS SDKs, aws-cloudfront-sign, jsonwebtoken), which is given in
 * small letters without separators.
 */
function namesForSynonym(synonym: string): readonly string[] {
  switch (synonym) {
    case "expires":
    case "expiresat":
    case "expiretime":
    case "expiration":
    case "expiry":
      return ["dateLessThan", "expireTimeEpochMs", "expireTime"];
    case "datelessthan":
    case "expiresin":
      return ["expireTimeEpochMs", "expireTime", "dateLessThan"];
    case "ttl":
    case "duration":
      return ["expiresIn"];
    case "activefrom":
    case "notbefore":
    case "starttime":
      return ["dateGreaterThan"];
    case "ip":
      return ["ipAddress", "ipRange"];
    case "iprange":
      return ["ipAddress"];
    case "sourceip":
      return ["ipAddress", "ipRange", "AWS:SourceIp"];
    case "ipaddress":
      return ["ipRange"];
    case "epochtime":
      return ["AWS:EpochTime"];
    case "url":
      return ["resource"];
    case "resource":
      return ["url"];
    case "key":
      return ["privateKey", "privateKeyString"];
    case "privatekey":
      return ["content", "privateKeyString"];
    case "privatekeystring":
      return ["privateKey", "content"];
    case "password":
      return ["passphrase"];
    case "keyid":
    case "publickeyid":
      return ["keyPairId"];
    case "maxattempts":
    case "retries":
    case "maxretries":
      return ["attempts"];
    case "abortsignal":
      return ["signal"];
    case "algorithm":
    case "hash":
      return ["hashAlgorithm", "algorithm"];
    case "hashalgorithm":
      return ["algorithm"];
    default:
      return [];
  }
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
