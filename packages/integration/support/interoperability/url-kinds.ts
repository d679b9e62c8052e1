import type { KindGroup } from "./kinds.ts";

/** Kinds of URL. */
export const urlKindGroups: readonly KindGroup[] = [
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
