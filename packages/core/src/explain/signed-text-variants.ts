import { percentDecoded } from "../encoding/percent.ts";

/**
 * What people sign instead of the URL that is requested in the end, most frequent first, some of it more than
 * once. Made one by one, so that whoever has enough stops in time.
 */
export function* otherUrls(url: string, hostnames: readonly string[]): Iterable<string> {
  const [, scheme = "", host = "", path = "", query] =
    /^(https?:\/\/)([^/?#]*)([^?#]*)(?:\?([^#]*))?/.exec(url) ?? [];
  const search = query === undefined ? "" : `?${query}`;
  const swapped = scheme === "https://" ? "http://" : "https://";

  for (const name of [host, ...hostnames]) for (const s of [scheme, swapped]) yield s + name + path + search;
  for (const rewrite of rewrites(path + search)) {
    yield scheme + host + rewrite(path) + search;
    if (search) {
      yield scheme + host + path + rewrite(search);
      yield scheme + host + rewrite(path) + rewrite(search);
    }
  }
  const pairs = query?.split("&") ?? [];
  for (const kept of shortened(pairs))
    yield scheme + host + path + (kept.length > 0 ? `?${kept.join("&")}` : "");
  for (const order of orders(pairs)) yield `${scheme + host + path}?${order.join("&")}`;
  for (const p of [
    path.replace(/\/$/, ""),
    `${path}/`,
    `${path}index.html`,
    path.replace(/index\.html$/, ""),
    path.toLowerCase(),
  ])
    yield scheme + host + p + search;
  for (const q of ["?", `${search}&`, `${search}?`]) yield scheme + host + path + q;
  for (const h of [`${host}:443`, `${host}:80`, host.replace(/:\d+$/, ""), host.toUpperCase()])
    yield scheme + h + path + search;
  // Patterns: from the whole URL up to everything.
  const folders = path.split("/", 20);
  const [extension = ""] = /\.\w+$/.exec(path) ?? [];
  for (const s of [scheme, swapped, "http*://", "*://"]) {
    for (const tail of ["*", "?*", "*?*", search.replace(/=.*/, "=*")]) yield s + host + path + tail;
    for (let depth = folders.length - 1; depth > 0; depth--) {
      const folder = folders.slice(0, depth).join("/");
      for (const tail of ["/*", `/*${extension}`, `/*${extension}*`, "*"]) yield s + host + folder + tail;
    }
    yield `${s + host}*`;
    yield `${s + host.replace(/^[^.]*/, "*")}/*`;
  }
  yield "*";
}

/** Ways in which libraries, frameworks and browsers encode: what is replaced, and by what. */
const encodings: readonly [RegExp, string | ((found: string) => string)][] = [
  [/.+/s, percentDecoded],
  [/.+/s, (part) => encodeURI(percentDecoded(part))],
  [/%20/g, " "],
  [/%20/g, "+"],
  [/\+/g, "%20"],
  [/\+/g, "%2B"],
  [/\+/g, " "],
  [/%[\da-f]{2}/gi, (found) => found.toLowerCase()],
  [/%[\da-f]{2}/gi, (found) => found.toUpperCase()],
  [/%/g, "%25"],
  [/%25/g, "%"],
  [/%[89a-f][\da-f](?:%[89a-f][\da-f])*/gi, percentDecoded],
  [/[!'()*]/g, percent],
  // As Python and Ruby write JSON.
  [
    /.+/s,
    (part) =>
      percentDecoded(part).replace(
        /[^\0-\x7f]/g,
        (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
      ),
  ],
  [/=(?=&|$)/g, ""],
  [/([?&])([^=&]+)(?=&|$)/g, "$1$2="],
];

function rewrites(text: string): ((part: string) => string)[] {
  const all = encodings.map(
    ([pattern, by]) =>
      (part: string) =>
        part.replace(pattern, by as string),
  );
  for (const char of new Set(text.match(/[^\w%/?&-]/g)?.slice(0, 40)))
    all.push((part) => part.replaceAll(char, percent(char)));
  for (const found of new Set(text.match(/%[2-7][\da-f]/gi)?.slice(0, 40)))
    all.push((part) => part.replaceAll(found, percentDecoded(found)));
  return all;
}

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/** Without each, without the first or the last few, without any. */
function* shortened(pairs: readonly string[]): Iterable<string[]> {
  const few = Math.min(pairs.length, 40);
  for (let i = 0; i < few; i++) yield pairs.filter((_, at) => at !== i);
  for (let i = 0; i < few; i++) {
    yield pairs.slice(0, i);
    yield pairs.slice(i);
  }
}

/** Sorted, reversed, and of up to four all orders. */
function orders(pairs: readonly string[]): string[][] {
  if (pairs.length > 4) return [[...pairs].sort(), [...pairs].reverse()];
  return pairs.length > 1
    ? pairs.flatMap((first, i) => orders(pairs.filter((_, at) => at !== i)).map((rest) => [first, ...rest]))
    : [[...pairs]];
}

/** Ends in another unit, rounded, in local time, or moved by hand. */
export function otherEnds(end: number): number[] {
  const ends = [end * 1000, Math.floor(end / 1000)];
  for (const [unit, most] of [
    [1, 5],
    [60, 30],
    [900, 56],
    [86400, 31],
    [31536000, 2],
  ] as const) {
    ends.push(Math.floor(end / unit) * unit, Math.ceil(end / unit) * unit);
    for (let n = 1; n <= most; n++) ends.push(end + n * unit, end - n * unit);
  }
  return ends;
}

/** How else people write a policy's JSON, or its end. */
export function otherPolicies(policy: string): string[] {
  const spaced = policy.replace(/":(?!\/)/g, '": ').replace(/,"/g, ', "');
  let pretty: string[] = [];
  try {
    const json: unknown = JSON.parse(policy);
    pretty = [JSON.stringify(json), ...[1, 2, 4, "\t"].map((indent) => JSON.stringify(json, null, indent))];
  } catch {
    // Then there is nothing to format.
  }
  return [
    policy.replace(/\//g, "\\/"),
    policy.replace(/&/g, "\\u0026"),
    policy.replace(/[&'<>]/g, (char) => `\\u00${percent(char).slice(1).toLowerCase()}`),
    `${policy}\n`,
    `${policy}\r\n`,
    spaced,
    policy.replace(":[", ": ["),
    policy.replace(/:(\d+)/g, ':"$1"'),
    policy
      .replace(/"Resource":("[^"]*"),("Condition":.*)\}\]\}$/, '$2,"Resource":$1}]}')
      .replace(/\[\{"Condition":(.*\}\}),/, '[{"Condition":$1,'),
    policy.replace(/^([^[]*)\[(.*)\]/s, "$1$2"),
    policy.replace(/\}\}\}\]\}$/, '},"IpAddress":{"AWS:SourceIp":"0.0.0.0/0"}}}]}'),
    policy.replace(/\s/g, ""),
    policy.trim(),
    ...pretty,
  ].filter((other) => other !== policy);
}
