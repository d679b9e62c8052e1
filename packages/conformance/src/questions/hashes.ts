import type { HashAlgorithm } from "cloudfront-sign-webcrypto";
import { type KeyName, keyNames } from "../distribution.ts";
import { behind, replaced, without } from "../probe.ts";
import { question, type RequestQuestion, type Topic } from "../question.ts";
import { canned } from "../signed-probe.ts";

const source = "Create a signed URL using a canned policy";

const keyWords: Readonly<Record<KeyName, string>> = { rsa: "RSA", ec: "P-256" };

/** The questions of both kinds of keys. */
function ofKey(key: KeyName): RequestQuestion[] {
  const name = keyWords[key];
  const control = key;
  const sentAs = (id: string, hash: HashAlgorithm, value: string): RequestQuestion =>
    question(
      `${key}-${id}`,
      `What is the answer to Hash-Algorithm=${value} with a signature of ${hash}? (${name})`,
      (to) =>
        canned(to, {
          key,
          hash,
          sent: (parameters) => behind(["Hash-Algorithm", value])(without("Hash-Algorithm")(parameters)),
        }),
      { control },
    );
  return [
    question(
      `${key}-sha1`,
      `Is SHA-1 accepted without Hash-Algorithm? (${name})`,
      (to) => canned(to, { key }),
      {
        source,
        control,
      },
    ),
    question(
      `${key}-sha256`,
      `Is SHA-256 accepted with Hash-Algorithm? (${name})`,
      (to) => canned(to, { key, hash: "SHA256" }),
      { source, control },
    ),
    question(
      `${key}-sha256-not-named`,
      `Is SHA-256 accepted without Hash-Algorithm? (${name})`,
      (to) => canned(to, { key, hash: "SHA256", sent: without("Hash-Algorithm") }),
      { source, control },
    ),
    sentAs("sha1-named", "SHA1", "SHA1"),
    sentAs("hash-mismatch", "SHA1", "SHA256"),
    sentAs("sha256-lower-case", "SHA256", "sha256"),
    sentAs("sha1-lower-case", "SHA1", "sha1"),
    sentAs("sha256-hyphen", "SHA256", "SHA-256"),
    sentAs("hash-unknown", "SHA256", "SHA512"),
    sentAs("hash-unknown-sha1", "SHA1", "SHA512"),
    sentAs("hash-empty", "SHA1", ""),
  ];
}

const rawSignatures: readonly RequestQuestion[] = (["SHA1", "SHA256"] as const).map((hash) =>
  question(
    `ec-raw-${hash.toLowerCase()}`,
    `Is a raw r‖s signature of 64 bytes accepted? (P-256, ${hash})`,
    (to) => canned(to, { key: "ec", hash, encoding: "raw" }),
    { control: "ec" },
  ),
);

export const hashes: Topic = {
  title: "Hash algorithms and signatures",
  questions: [
    ...keyNames.flatMap(ofKey),
    ...rawSignatures,
    question(
      "ec-not-a-signature",
      "What is the answer to a P-256 signature that is not DER?",
      (to) => canned(to, { key: "ec", sent: replaced("Signature", () => "AAAA") }),
      { control: "ec" },
    ),
    question("rsa-not-a-signature", "What is the answer to an RSA signature of three bytes?", (to) =>
      canned(to, { sent: replaced("Signature", () => "AAAA") }),
    ),
  ],
};
