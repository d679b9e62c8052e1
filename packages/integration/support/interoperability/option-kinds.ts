import type { KindGroup } from "./kinds.ts";

/** Kinds of dates, policies and keys, and cookies. */
export const optionKindGroups: readonly KindGroup[] = [
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
