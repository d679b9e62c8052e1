import { host } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { bytesOf, isSignature, policyOf, publicKeys } from "../../support/edge-model.ts";
import {
  areAdded,
  differs,
  hashOf,
  isEncodingOf,
  isIntact,
  isPathOfAnother,
  partsOf,
  sentValue,
} from "../../support/proof-model.ts";
import { type FindingCase, ofRequest } from "../finding-case.ts";

/** The findings of this topic, in the order of their rank: a request that has it first, and when it may call itself proven. */
export const signatureCases = {
  "key-id-wrong": {
    example: ofRequest("the ID of another key of the group", { url: "…&Key-Pair-Id=KSECOND" }),
    proof: (facts) =>
      isIntact(facts) && sentValue(facts.seen, "Key-Pair-Id") !== sentValue(facts.signed, "Key-Pair-Id"),
  },
  "key-not-trusted": {
    example: ofRequest("the answer InvalidKey", {
      url: "…&Key-Pair-Id=K2JCJMDEHXQW5F",
      responseBody: "…<Code>InvalidKey</Code>…",
    }),
    proof: ({ seen }) => !(sentValue(seen, "Key-Pair-Id") in publicKeys),
  },
  "signature-truncated": {
    example: ofRequest("the beginning of a signature", { url: "…&Signature=…&…" }),
    proof: ({ signed, seen }) => sentValue(seen, "Signature").length < sentValue(signed, "Signature").length,
  },
  "signature-wrong-format": {
    example: ofRequest("r and s instead of DER", { url: "…&Hash-Algorithm=SHA256" }),
    proof: (facts) => !isIntact(facts) && bytesOf(sentValue(facts.seen, "Signature")) !== undefined,
  },
  "hash-mismatch": {
    example: ofRequest("SHA-1, and SHA256 said", { url: "…&Hash-Algorithm=SHA256" }),
    proof: (facts) => isIntact(facts) && hashOf(facts.seen) !== hashOf(facts.signed),
  },
  "placeholder-signed": {
    example: ofRequest("the placeholder {{url}}", {
      url: "https://cdn.example.com/a.jpg?Expires=1900000000&…",
    }),
  },
  "url-incomplete": {
    example: ofRequest("no scheme", { url: `${host}/a.jpg?…` }),
  },
  "url-scheme-changed": {
    example: ofRequest("http was signed", { url: `${host}/a.jpg?…` }),
    proof: (facts) => differs(facts, ({ scheme }) => scheme),
  },
  "url-host-changed": {
    example: ofRequest("another host name was signed", {
      url: "https://cdn.example.com/a.jpg?…",
      hostnames: "d111111abcdef8.cloudfront.net",
    }),
    proof: (facts) => differs(facts, ({ host }) => host),
  },
  "url-encoding-changed": {
    example: ofRequest("a raw space was signed", { url: `${host}/a%20b.jpg?…` }),
    proof: isEncodingOf,
  },
  "url-parameter-added": {
    example: ofRequest("a parameter was added", { url: `${host}/a.jpg?…&utm_source=mail` }),
    proof: areAdded,
  },
  "url-parameter-removed": {
    example: ofRequest("a parameter that a custom policy has", {
      url: `${host}/a.jpg?size=1&Policy=…`,
    }),
    proof: (facts) => partsOf(facts.signed).pairs.some((pair) => !partsOf(facts.seen).pairs.includes(pair)),
  },
  "url-parameters-reordered": {
    example: ofRequest("parameters were sorted", { url: `${host}/f?a=2&b=1&…` }),
    proof: (facts) => differs(facts, ({ pairs }) => pairs.join("&")),
  },
  "url-path-changed": {
    example: ofRequest("the default root object was signed", { url: `${host}/?…` }),
    proof: (facts) => differs(facts, ({ path }) => path) || isPathOfAnother(facts),
  },
  "canned-with-wildcard": {
    example: ofRequest("a folder with *", { url: `${host}/v/1.ts?Expires=…` }),
    proof: (facts) => isIntact(facts) && /[*]/.test(policyOf(facts.signed) ?? ""),
  },
  "policy-json-differs": {
    example: ofRequest("spaces in the JSON (Python)", { url: `${host}/a.jpg?Expires=…` }),
    proof: (facts) => isIntact(facts) && policyOf(facts.seen) !== policyOf(facts.signed),
  },
  "expires-changed": {
    example: ofRequest("the end in India's local time", { url: "…?Expires=1900000000&…" }),
    proof: (facts) =>
      isIntact(facts) && sentValue(facts.seen, "Expires") !== sentValue(facts.signed, "Expires"),
  },
  "signature-mismatch": {
    example: ofRequest("a private key that nobody knows", { url: `${host}/a.jpg?Expires=…` }),
    proof: (facts) => {
      const signature = bytesOf(sentValue(facts.seen, "Signature"));
      const policy = policyOf(facts.seen) ?? "";
      const key = sentValue(facts.seen, "Key-Pair-Id");
      return signature !== undefined && !isSignature(key, hashOf(facts.seen), policy, signature);
    },
  },
} satisfies Readonly<Record<string, FindingCase>>;
