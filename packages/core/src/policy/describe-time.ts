const units = [
  ["year", 31_536_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A length of time as people say it, by its largest unit and the next one: `2 hours 5 minutes`, `3 days`. */
export function describeSeconds(seconds: number): string {
  const largest = units.findIndex(([, size]) => seconds >= size);
  if (largest < 0) return "less than a second";
  let rest = seconds;
  const words: string[] = [];
  for (const [name, size] of units.slice(largest, largest + 2)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) words.push(count === 1 ? `1 ${name}` : `${count} ${name}s`);
  }
  return words.join(" ");
}
