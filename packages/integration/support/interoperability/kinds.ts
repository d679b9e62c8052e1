/** A kind of input, and the cases of `peers.json` that show it. Each case belongs to one kind. */
export interface Kind {
  readonly title: string;
  readonly cases: readonly string[];
  /** What a browser visits instead of the URL that was signed. */
  readonly visit?: (url: string) => string;
}

export interface KindGroup {
  readonly title: string;
  /** What a reader has to know beside the tables. */
  readonly note?: string;
  readonly kinds: readonly Kind[];
}

/** Kinds of URL. */
const urlKindGroups: readonly KindGroup[] = [
  {
    title: "Paths and queries",
    kinds: [
      {
        title: "letters, digits and `-._~()/`: `/a/b/file(1).tar.gz`",
        cases: [
          ...["canned-plain", "canned-doc-example", "canned-root", "canned-trailing-slash"],
          ...["canned-deep-path", "canned-cname", "canned-http", "canned-dots", "canned-unreserved"],
          ...["canned-parens", "canned-tilde", "canned-long-2k"],
        ],
      },
      {
        title: "a query: `?color=red&size=medium`",
        cases: [
          ...["canned-query", "canned-query-1", "canned-unsorted", "canned-empty-value"],
          "canned-has-expires-lower",
        ],
      },
      {
        title: "percent-encoded characters: `/my%20file.jpg`, `?q=a%2Bb`",
        cases: [
          ...["canned-pct20", "canned-pct-utf8", "canned-pct2B-query", "canned-pct2F", "canned-pct25"],
          ...["canned-double-encoded", "canned-pct-query", "canned-nested-url"],
        ],
      },
      {
        title: "percent-encoding in lower case: `/caf%c3%a9.jpg`",
        cases: ["canned-pct-utf8-lower", "canned-pct2f-lower"],
      },
      { title: "a space: `/my file.jpg`", cases: ["canned-raw-space"] },
      { title: "non-ASCII characters: `/café.jpg`", cases: ["canned-raw-eacute", "canned-raw-cjk"] },
      { title: "`+` in the path: `/a+b.txt`", cases: ["canned-plus-path"] },
      { title: "`$`, `&`, `,`, `;` or `=` in the path", cases: ["canned-subdelims"] },
      { title: "`'` in the path: `/it's.jpg`", cases: ["canned-apostrophe"] },
      { title: "`%` without two hexadecimal digits: `/100%.jpg`", cases: ["canned-stray-pct"] },
      { title: "two slashes: `//a///b.jpg`", cases: ["canned-double-slash"] },
      { title: "`+` in the query: `?q=a+b`", cases: ["canned-plus-query"] },
      {
        title: "`=`, `/` or `:` in a value: `?token=abc==`",
        cases: ["canned-query-equals", "canned-query-slash", "canned-query-colon"],
      },
      { title: "`'` in the query: `?q=it's`", cases: ["canned-apostrophe-query"] },
      {
        title: "a file name for S3: `?response-content-disposition=attachment%3B…`",
        cases: ["canned-rds-style"],
      },
      { title: "a parameter without a value: `?flag`", cases: ["canned-valueless"] },
      { title: "an empty query: `/image.jpg?`", cases: ["canned-empty-query"] },
      { title: "a repeated parameter: `?a=1&a=2&b=3&a=4`", cases: ["canned-repeat-keys"] },
      {
        title: "a reserved parameter of CloudFront: `?Expires=123`, `?Policy=x`",
        cases: ["canned-has-expires", "custom-url-reserved"],
      },
      {
        title: "`*` in the URL, for all files of a folder: `/videos/*`",
        cases: ["canned-wildcard-url"],
        visit: (url) => url.replace("/videos/*", "/videos/a.mp4"),
      },
      { title: "more than 8,192 bytes with the signature", cases: ["canned-long-8k"] },
    ],
  },
  {
    title: "Hosts, ports and fragments",
    kinds: [
      { title: "no path: `https://d111111abcdef8.cloudfront.net`", cases: ["canned-no-path"] },
      { title: "upper case in the host: `https://CDN.Example.COM/X.jpg`", cases: ["canned-upper-host"] },
      { title: "the default port: `https://cdn.example.com:443/`", cases: ["canned-default-port"] },
      { title: "another port: `https://cdn.example.com:8443/`", cases: ["canned-port"] },
      { title: "a fragment: `/page.html#section`", cases: ["canned-fragment"] },
      { title: "a user name: `https://user:pass@cdn.example.com/`", cases: ["canned-userinfo"] },
    ],
  },
  {
    title: "More URLs",
    note: "Only JS v3, aws-cloudfront-sign and this package were tested with these URLs.",
    kinds: [
      {
        title: "dot segments: `/videos/../private/a.jpg`",
        cases: ["live-dot-segment", "live-dot-segment-escaped"],
      },
      { title: "a backslash: `/videos\\a.jpg`", cases: ["live-backslash"] },
      { title: "bytes that are not UTF-8: `/caf%E9.jpg`", cases: ["live-latin-1"] },
      { title: "brackets: `/a[1].jpg?filter[name]=x`", cases: ["live-brackets"] },
      { title: "braces: `/{id}.jpg`", cases: ["live-braces"] },
      { title: '`"` in the query', cases: ["live-quotes"] },
      { title: "an escaped letter, digit or `~`: `/%7Euser/`", cases: ["live-tilde-escaped"] },
      { title: "two `&` in a row: `?a=1&&b=2`", cases: ["live-empty-pair"] },
      { title: "non-ASCII characters in the host: `https://bücher.example/`", cases: ["live-host-idn"] },
    ],
  },
];

/** Kinds of dates, policies and keys, and cookies. */
const optionKindGroups: readonly KindGroup[] = [
  {
    title: "Dates",
    note: "JS v3 and aws-cloudfront-sign read a number as milliseconds, the other signers and this package as seconds.",
    kinds: [
      { title: "an expiry before 2038", cases: ["canned-exp-2031"] },
      {
        title: "an expiry on 19 January 2038 or later",
        cases: ["canned-exp-max31", "canned-exp-2p31", "canned-exp-far", "cookies-exp-far"],
      },
      { title: "an expiry with a fraction of a second", cases: ["canned-exp-frac-up"] },
      { title: "an expiry as seconds: `1900000000`", cases: ["canned-exp-raw-seconds"] },
      { title: "an expiry as milliseconds: `1900000000000`", cases: ["canned-exp-raw-ms"] },
      {
        title: "an expiry as text: `2030-01-01T00:00:00Z`",
        cases: ["canned-exp-str-iso", "canned-exp-str-iso-offset"],
      },
      { title: "an expiry without time and zone: `2030-01-01`", cases: ["canned-exp-str-date"] },
      {
        title: "an expiry in the past",
        cases: ["canned-exp-past", "canned-exp-1", "canned-exp-neg"],
      },
      { title: "the expiry `0`", cases: ["canned-exp-0"] },
      { title: "a start time", cases: ["custom-gt", "custom-gt-0"] },
    ],
  },
  {
    title: "Addresses",
    kinds: [
      {
        title: "an IPv4 address or address range",
        cases: ["custom-ip", "custom-ip-32", "custom-ip-24", "custom-ip-0", "custom-ip-hostbits"],
      },
      { title: "an address range and a start time", cases: ["custom-gt-ip", "custom-gt-ip-query"] },
      { title: "an IPv6 address", cases: ["custom-ip6"] },
      {
        title: "an address that does not exist: `256.0.0.1`, `192.0.2.0/33`",
        cases: ["custom-ip-octet256", "custom-ip-mask33"],
      },
    ],
  },
  {
    title: "Patterns and policies",
    kinds: [
      {
        title: "a pattern as resource of a custom policy: `/videos/*`",
        cases: [
          ...["custom-res-star-end", "custom-res-star-all", "custom-res-host-star"],
          ...["custom-res-scheme-star", "custom-res-space", "custom-res-nonascii-enc"],
        ],
      },
      {
        title: "a `?` meant as one character, but read as the start of the query: `/img_??.jpg`",
        cases: ["custom-res-question"],
      },
      { title: "a `*` after the `?`: `/f?size=*`", cases: ["custom-res-query-wild"] },
      { title: "a pattern, an address range and a start time", cases: ["custom-res-gt-ip"] },
      { title: "the URL itself as resource", cases: ["custom-res-same"] },
      {
        title: "a resource or policy that does not cover the URL",
        cases: ["custom-res-mismatch", "raw-nonascii", "raw-b64-all-chars"],
      },
      {
        title: "your own policy as JSON",
        cases: ["raw-compact", "raw-compact-query", "raw-pretty", "raw-crlf", "raw-key-order"],
      },
      { title: "your own policy together with an expiry", cases: ["raw-plus-dates"] },
    ],
  },
  {
    title: "Keys and hashes",
    note: "CLI v2 has supported [`--hash-algorithm`](../../../docs/command.md#coming-from-aws-cloudfront-sign) since autumn 2026. botocore does not write\n`Hash-Algorithm`: append `&Hash-Algorithm=SHA256` to its URL.",
    kinds: [
      {
        title: "RSA of 2,048 bits, PKCS#8 or PKCS#1",
        cases: ["canned-key-b", "canned-keypair-other", "canned-pkcs1"],
      },
      { title: "RSA of 1,024 or 4,096 bits (old key pairs)", cases: ["key-rsa1024", "key-rsa4096"] },
      { title: "RSA with SHA-256", cases: ["sha256-canned", "sha256-canned-query", "sha256-custom"] },
      {
        title: "RSA with SHA-256, cookies",
        cases: ["sha256-cookies-canned", "sha256-cookies-custom"],
      },
      {
        title: "P-256, PKCS#8",
        cases: ["ec-canned-sha1", "ec-custom", "ec-cookies-custom"],
      },
      { title: "P-256, SEC1 (`BEGIN EC PRIVATE KEY`)", cases: ["ec-canned-sec1", "ec-params-sec1"] },
      { title: "P-256 with SHA-256", cases: ["ec-canned-sha256"] },
      {
        title: "an encrypted key, PKCS#8",
        cases: ["pass-pkcs8-aes256", "pass-pkcs8-aes128-sha1", "pass-ec"],
      },
      { title: "an encrypted key, traditional (`DEK-Info`)", cases: ["pass-dek"] },
      { title: "P-384, which CloudFront does not support", cases: ["key-p384"] },
      { title: "Ed25519, which CloudFront does not support", cases: ["key-ed25519"] },
    ],
  },
  {
    title: "Cookies",
    kinds: [
      {
        title: "for one URL",
        cases: ["cookies-canned", "cookies-canned-query", "cookies-canned-pkcs1"],
      },
      {
        title: "with a start time, an address or an address range",
        cases: ["cookies-custom-gt", "cookies-custom-ip", "cookies-custom-gt-ip", "cookies-wild-ip"],
      },
      {
        title: "for a pattern, passed as resource",
        cases: ["cookies-wild-resource", "cookies-wild-all", "raw-cookies"],
      },
      {
        title: "for a pattern of hosts, passed as resource",
        cases: ["cookies-wild-scheme-resource"],
        visit: () => "https://cdn.example.com/a.jpg",
      },
      { title: "for a pattern, passed as the URL: `/videos/*`", cases: ["cookies-wild-as-url"] },
      { title: "for `http*://`, passed as the URL", cases: ["cookies-wild-scheme"] },
      { title: "for a URL with non-ASCII characters", cases: ["cookies-nonascii"] },
    ],
  },
];

export const kindGroups: readonly KindGroup[] = [...urlKindGroups, ...optionKindGroups];
