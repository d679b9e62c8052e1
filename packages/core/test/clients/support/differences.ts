/** What a client made of a URL: the targets that the server received, none if it was not sent. */
export interface Difference {
  readonly signed: string;
  readonly received: readonly string[];
}

/** Path and query of a URL, cut out by hand: a URL parser might repair them. */
function targetOf(url: string): string {
  const [sent = ""] = url.split("#", 1);
  return sent.slice(sent.indexOf("/", "http://".length));
}

/** The number of a generated URL. */
const numberOf = (target: string): string => /^[/?]+(\d+)/.exec(target)?.[1] ?? "";

/** The URLs that did not reach the server as they were signed. */
export function differences(urls: readonly string[], targets: readonly string[]): Difference[] {
  const byNumber = new Map<string, Set<string>>();
  for (const target of targets) {
    const number = numberOf(target);
    byNumber.set(number, (byNumber.get(number) ?? new Set()).add(target));
  }
  return urls.map(targetOf).flatMap((signed) => {
    const received = byNumber.get(numberOf(signed)) ?? new Set<string>();
    return received.size === 1 && received.has(signed) ? [] : [{ signed, received: [...received] }];
  });
}

const reservedInPath = /%(?:2[146-9AC]|3[ABD]|40)/g;
const reservedInQuery = /%(?:2[147-9ACF]|3[AF]|40)/g;

/** What aiohttp's default makes of a URL: reserved characters without a meaning are unescaped. */
export function aiohttpDefault(url: string): string {
  const query = url.indexOf("?");
  return (
    url.slice(0, query).replace(reservedInPath, decodeURIComponent) +
    url.slice(query).replace(reservedInQuery, decodeURIComponent)
  );
}
