/** A URL and the request targets that the server received for it: none if the client did not send it. */
export interface Difference {
  readonly signed: string;
  readonly received: readonly string[];
}

/** Path and query of a URL, without a URL parser, which might repair them. */
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

/** The URL as aiohttp sends it by default: it unescapes reserved characters that have no meaning there. */
export function aiohttpDefault(url: string): string {
  const query = url.indexOf("?");
  return (
    url.slice(0, query).replace(reservedInPath, decodeURIComponent) +
    url.slice(query).replace(reservedInQuery, decodeURIComponent)
  );
}
