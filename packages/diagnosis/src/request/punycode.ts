/** The numbers of RFC 3492, section 5. */
const [base, smallest, largest, skew, damp, firstBias, firstCodePoint] = [36, 1, 26, 38, 700, 72, 128];

/** A host name with its labels in Punycode as people write them; a label that is none stays. */
export function unicodeHost(host: string): string {
  return host.replace(
    /(?<=^|\.)xn--([a-z\d-]{1,59})(?=[.:]|$)/gi,
    (label, encoded: string) => decoded(encoded) ?? label,
  );
}

/** Source: RFC 3492, section 6.2. */
function decoded(text: string): string | undefined {
  const start = text.lastIndexOf("-");
  const output = Array.from(text.slice(0, Math.max(0, start)), (character) => character.charCodeAt(0));
  let [codePoint, at, bias] = [firstCodePoint, 0, firstBias];
  for (let i = start + 1; i < text.length; ) {
    const before = at;
    for (let weight = 1, k = base; ; k += base) {
      const digit = Number.parseInt(text.charAt(i++), base);
      if (Number.isNaN(digit)) return undefined;
      // a to z come before 0 to 9.
      const value = digit < 10 ? digit + 26 : digit - 10;
      at += value * weight;
      const threshold = Math.min(Math.max(k - bias, smallest), largest);
      if (value < threshold) break;
      weight *= base - threshold;
    }
    const length = output.length + 1;
    bias = adapted(at - before, length, before === 0);
    codePoint += Math.floor(at / length);
    at %= length;
    if (codePoint > 0x10ffff) return undefined;
    output.splice(at++, 0, codePoint);
  }
  return String.fromCodePoint(...output);
}

/** Source: RFC 3492, section 6.1. */
function adapted(difference: number, length: number, isFirst: boolean): number {
  let delta = Math.floor(difference / (isFirst ? damp : 2));
  delta += Math.floor(delta / length);
  let k = 0;
  while (delta > ((base - smallest) * largest) / 2) {
    delta = Math.floor(delta / (base - smallest));
    k += base;
  }
  return k + Math.floor(((base - smallest + 1) * delta) / (delta + skew));
}
