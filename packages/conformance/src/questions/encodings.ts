import { objectPath, replaced } from "../probe.ts";
import { question, type RequestQuestion, type Topic } from "../question.ts";
import { canned, custom } from "../signed-probe.ts";

/** One text is signed, another one is requested: is it the same one to CloudFront? */
function differs(id: string, asks: string, signed: string, requested: string): RequestQuestion {
  return question(id, asks, (to) => canned(to, { path: requested, resource: to.origin + signed }));
}

/** The same text is signed and requested: is it taken as it comes? */
function same(id: string, asks: string, path: string): RequestQuestion {
  return question(id, asks, (to) => canned(to, { path }));
}

const paths: readonly RequestQuestion[] = [
  differs(
    "escape-case-path",
    "Does the case of an escape in the path count?",
    "/odd/a%2Cb.txt",
    "/odd/a%2cb.txt",
  ),
  same("escape-lower-case", "Is an escape in lower case taken as it comes?", "/odd/a%2cb.txt"),
  differs("tilde-escaped", "Is %7E in the path the same as ~?", "/odd/a~b.txt", "/odd/a%7Eb.txt"),
  same("tilde-escaped-signed", "Is %7E in the path taken as it comes?", "/odd/a%7Eb.txt"),
  differs("letter-escaped", "Is %6F in the path the same as o?", "/object.txt", "/%6Fbject.txt"),
  differs("letter-unescaped", "Is o in the path the same as %6F?", "/%6Fbject.txt", "/object.txt"),
  differs("plus-as-space", "Is + in the path the same as %20?", "/odd/a%20b.txt", "/odd/a+b.txt"),
  same("space-escaped", "Is %20 in the path taken as it comes?", "/odd/a%20b.txt"),
  differs("quote-escaped", "Is %27 in the path the same as '?", "/odd/it's.txt", "/odd/it%27s.txt"),
  same("quote", "Is ' in the path taken as it comes?", "/odd/it's.txt"),
  same("non-ascii-escaped", "Is an escaped ü taken as it comes?", "/odd/%C3%BC.txt"),
  same("non-ascii-sent", "May the bytes of an ü be sent and signed as they are?", "/odd/ü.txt"),
  differs(
    "non-ascii-sent-escaped-signed",
    "Are the bytes of an ü the same as its escapes?",
    "/odd/%C3%BC.txt",
    "/odd/ü.txt",
  ),
  differs(
    "non-ascii-escaped-sent",
    "Are the escapes of an ü the same as its bytes?",
    "/odd/ü.txt",
    "/odd/%C3%BC.txt",
  ),
  same("double-slash", "Is a double slash taken as it comes?", "//object.txt"),
  differs("double-slash-merged", "Is a double slash the same as one?", "/object.txt", "//object.txt"),
  same("slash-escaped", "Is %2F taken as it comes?", "/odd%2Fa~b.txt"),
  differs("slash-escaped-decoded", "Is %2F the same as a slash?", "/odd/a~b.txt", "/odd%2Fa~b.txt"),
  same("percent-alone", "Is a % without digits taken as it comes?", "/odd/100%.txt"),
  same("brackets", "Are brackets and braces taken as they come?", "/odd/[1]{2}|^.txt"),
  same("upper-case-path", "Is a path in capital letters taken as it comes?", "/OBJECT.TXT"),
  differs("path-case", "Does the case of the path count?", "/object.txt", "/OBJECT.TXT"),
];

const queries: readonly RequestQuestion[] = [
  differs(
    "query-plus-as-space",
    "Is + in the query the same as %20?",
    "/object.txt?a=%20",
    "/object.txt?a=+",
  ),
  same("query-plus", "Is + in the query taken as it comes?", "/object.txt?a=+"),
  differs(
    "query-escape-case",
    "Does the case of an escape in the query count?",
    "/object.txt?a=%2C",
    "/object.txt?a=%2c",
  ),
  differs(
    "query-quote-escaped",
    "Is %27 in the query the same as '?",
    "/object.txt?a='",
    "/object.txt?a=%27",
  ),
  differs(
    "query-sorted",
    "Does the order of own parameters count?",
    "/object.txt?a=1&b=2",
    "/object.txt?b=2&a=1",
  ),
  differs(
    "query-equals-added",
    "Is a parameter without = the same as an empty one?",
    "/object.txt?a",
    "/object.txt?a=",
  ),
  same("query-non-ascii-sent", "May the bytes of an ü be sent in the query?", "/object.txt?a=ü"),
  same("query-question-mark", "Is a second ? in the query taken as it comes?", "/object.txt?a=?"),
];

/** The value of a parameter, written in another way. */
function signature(id: string, asks: string, change: (value: string) => string): RequestQuestion {
  return question(id, asks, (to) => canned(to, { sent: replaced("Signature", change) }));
}

const values: readonly RequestQuestion[] = [
  signature("signature-tilde-escaped", "Is %7E in Signature decoded?", (text) => text.replaceAll("~", "%7E")),
  signature("signature-tilde-escaped-lower", "Is %7e in Signature decoded?", (text) =>
    text.replaceAll("~", "%7e"),
  ),
  signature("signature-hyphen-escaped", "Is %2D in Signature decoded?", (text) =>
    text.replaceAll("-", "%2D"),
  ),
  signature("signature-padding-escaped", "Is %5F in Signature decoded?", (text) =>
    text.replaceAll("_", "%5F"),
  ),
  signature("signature-letter-escaped", "Are the escapes of letters in Signature decoded?", (text) =>
    text.replace(/[A-Za-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  ),
  signature("signature-base64", "Are + / and = read in Signature?", (text) =>
    text.replaceAll("-", "+").replaceAll("~", "/").replaceAll("_", "="),
  ),
  signature("signature-base64-escaped", "Are %2B %2F and %3D read in Signature?", (text) =>
    text.replaceAll("-", "%2B").replaceAll("~", "%2F").replaceAll("_", "%3D"),
  ),
  signature("signature-base64url", "Is base64url without padding read in Signature?", (text) =>
    text.replaceAll("_", "").replaceAll("~", "_"),
  ),
  signature("signature-padding-dropped", "May Signature lack its padding?", (text) =>
    text.replaceAll("_", ""),
  ),
  signature("signature-extra-bits", "May there be bits after the last byte of Signature?", (text) =>
    text.replace(/(.)(?=__$)/, nextBase64),
  ),
  signature("signature-truncated", "What is the answer to a Signature that is cut off?", (text) =>
    text.slice(0, 100),
  ),
  signature(
    "signature-line-break",
    "Is a line break (%0A) in Signature left out?",
    (text) => `${text.slice(0, 76)}%0A${text.slice(76)}`,
  ),
  signature("signature-space", "Is a space (%20) after Signature left out?", (text) => `${text}%20`),
  signature("signature-word", "What is the answer to Signature=undefined?", () => "undefined"),
  question("policy-tilde-escaped", "Are %7E, %2D and %5F in Policy decoded?", (to) =>
    custom(to, {
      resource: `${to.origin}${objectPath}*`,
      sent: replaced("Policy", (text) =>
        text.replaceAll("~", "%7E").replaceAll("-", "%2D").replaceAll("_", "%5F"),
      ),
    }),
  ),
  question("policy-padding-dropped", "May Policy lack its padding?", (to) =>
    custom(to, { sent: replaced("Policy", (text) => text.replaceAll("_", "")) }),
  ),
];

/** The next character of the alphabet: its last bits are behind the last byte. */
function nextBase64(character: string): string {
  return String.fromCharCode(character.charCodeAt(0) + 1);
}

export const encodings: Topic = {
  title: "Encodings",
  questions: [...paths, ...queries, ...values],
};
