/** References that some reader took elsewhere, or could; `in` is a folder that a grant covers, on `host`. */
export const hostileReferences: readonly string[] = [
  ...[
    "https://evil.example/a",
    "//evil.example/a",
    "http:/evil.example/a",
    "http:evil.example/a",
    "https:/evil.example/",
    "https:evil",
    "https:///evil.example/a",
  ],
  ...[
    "///evil.example/a",
    "////evil.example/a",
    "/\\evil.example/a",
    "\\\\evil.example/a",
    "\\/evil.example/",
    "https:\\\\evil.example/a",
    "https:/\\evil.example",
  ],
  ...[
    "https://d111111abcdef8.cloudfront.net\\@evil.example/v/a",
    "https://d111111abcdef8.cloudfront.net@evil.example/v/a",
  ],
  ...[
    "https://evil.example\\@d111111abcdef8.cloudfront.net/v/a",
    "https://evil.example#@d111111abcdef8.cloudfront.net/v/a",
  ],
  ...[
    "https://d111111abcdef8.cloudfront.net.evil.example/v/a",
    "https://d111111abcdef8.cloudfront.net:443/v/a",
    "https://d111111abcdef8.cloudfront.net:8443/v/a",
  ],
  ...[
    "https://d111111abcdef8.cloudfront.net:443@evil.example/v/a",
    "http://d111111abcdef8.cloudfront.net/v/a",
    "https://D111111ABCDEF8.cloudfront.net/v/a",
  ],
  ...[
    "https://d111111abcdef8.cloudfront.net/v/a",
    "https://d111111abcdef8.cloudfront.net/v/../w/a",
    "https://d111111abcdef8.cloudfront.net/v/x/../a",
  ],
  ...[
    "https://d111111abcdef8.cloudfront.net/v/%2e%2e/w/a",
    "https://d111111abcdef8.cloudfront.net%2fevil.example/",
    "https://d111111abcdef8。cloudfront.net/v/a",
  ],
  ...[
    "https://evil%2eexample/",
    "https://[::1]/v/a",
    "https://1/v/a",
    "https://$RepresentationID$/v/a",
    "https://d111111abcdef8.cloudfront.net$Number$/v/a",
  ],
  ...[
    "../w/a",
    "../../w/a",
    "../../../../w/a",
    "/w/a",
    "/v/../w/a",
    "/v/./a",
    "/v//a",
    "/v/a",
    "./a",
    "./../v/a",
    "a/../b",
    "a/./b/",
    "..",
    ".",
    "../",
    "./",
  ],
  ...[
    "%2e%2e/w/a",
    "%2E%2E/w/a",
    ".%2e/w/a",
    "..%2fw/a",
    "..%5cw/a",
    "a%2f..%2f..%2fw/a",
    "%252e%252e/w/a",
    "a/%2e%2e/%2e%2e/w/a",
    "..;/w/a",
    "..\\w\\a",
  ],
  ...[
    ";a",
    ";../../w/a",
    "a;x/../../w/b",
    "a;b",
    "?x",
    "?x=/../../w",
    "?//evil.example",
    "#//evil.example",
    "a#b",
    "",
    "#",
  ],
  ...[
    "1:2.ts",
    "a:b",
    "seg_1:2",
    "x-y:z",
    "h$$ttps://evil.example",
    "$RepresentationID$://evil.example/a",
    "$RepresentationID$:a",
    "/$RepresentationID$/evil.example/",
  ],
  ...[
    "javascript:alert(1)",
    "data:text/plain,a",
    "skd://evil.example/a",
    "ftp://evil.example/a",
    "urn:a:b",
    "blob:https://evil.example/a",
    "file:///etc/passwd",
  ],
  ...[
    " //evil.example/a",
    "\u00a0//evil.example/a",
    "\ufeff//evil.example/a",
    "\u2003//evil.example/a",
    "//evil.example/a ",
    "\t//evil.example/a",
    "/\t/evil.example/a",
  ],
  ...[
    "/\n/evil.example/a",
    "ht\ntps://evil.example/a",
    "https:\u0000//evil.example",
    "\u0001//evil.example/a",
    "\u0085//evil.example/",
    "//\u00ad/evil.example/",
  ],
  ...[
    "／／evil.example/a",
    "︰//evil.example",
    "a\u2028b",
    "a\u000bb",
    "a b",
    "ü.ts",
    "%C3%bc.ts",
    "%7Euser/a",
    "100%.ts",
    "a'b",
    'a"b',
    "a<b>",
    "{$v}",
    "{$v}/a",
  ],
  ...[
    "{$v}{$v}",
    "../{$v}{$w}{$v}",
    "%7B$v%7D/a",
    "%7b$v%7d",
    "{$v}//evil.example/a",
    "/{$v}/a",
    "{$w}{$v}",
    "{$",
    "{$}",
    "{$a b}",
    "{{$v}}",
  ],
  ...[
    "$Number$.m4s",
    "$RepresentationID$/$Number%05d$.m4s",
    "$$RepresentationID$$/a",
    "$Time$/$Bandwidth$",
    ".$Number$",
    "..$RepresentationID$",
    "$RepresentationID$/../../w",
  ],
  ...[
    "&#47;&#47;evil.example/a",
    "&sol;&sol;evil.example",
    "&amp;#47;",
    "&#x2f;&#x2f;evil.example/",
    "a&amp;b",
    "&quot;",
    "&#46;&#46;/w/a",
    "&#58;",
    "a&#35;b",
  ],
];

/**
 * A small generator of numbers, so that a seed gives the same texts everywhere. Source: Tommy Ettinger's
 * mulberry32.
 */
export function createDice(seed: number): {
  below(limit: number): number;
  of<Item>(items: readonly Item[]): Item;
  chance(share: number): boolean;
} {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, of: (items) => items[below(items.length)] as never, chance: (share) => next() < share };
}
