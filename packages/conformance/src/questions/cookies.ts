import { laterThan } from "../distribution.ts";
import { behind, inFront, objectPath, type Probe, replaced, requestFor, without } from "../probe.ts";
import { question, type RequestQuestion, type Topic } from "../question.ts";
import { canned, custom } from "../signed-probe.ts";

const choosing = "Decide to use signed URLs or signed cookies";
const cannedPage = "Set signed cookies using a canned policy";

const asCookies = true;

function cookies(
  id: string,
  asks: string,
  probe: RequestQuestion["probe"],
  source?: string,
): RequestQuestion {
  return question(id, asks, probe, { control: "cookies", ...(source !== undefined && { source }) });
}

/** The target of one request with the cookies of another one. */
function together({ target }: Probe, { cookies: sent }: Probe): Probe {
  return { target, ...(sent !== undefined && { cookies: sent }) };
}

export const signedCookies: Topic = {
  title: "Cookies",
  questions: [
    cookies(
      "cookies-canned",
      "Are cookies with a canned policy accepted?",
      (to) => canned(to, { asCookies }),
      cannedPage,
    ),
    cookies(
      "cookies-canned-query",
      "Is the query part of the URL of a canned policy?",
      (to) => canned(to, { asCookies, path: `${objectPath}?a=1` }),
      cannedPage,
    ),
    cookies(
      "cookies-canned-query-not-signed",
      "May a query be left out of the URL of a canned policy?",
      (to) => canned(to, { asCookies, path: `${objectPath}?a=1`, resource: to.origin + objectPath }),
      cannedPage,
    ),
    cookies(
      "cookies-sha256",
      "Is CloudFront-Hash-Algorithm read?",
      (to) => custom(to, { asCookies, hash: "SHA256" }),
      cannedPage,
    ),
    cookies("cookies-ec", "Are cookies of a P-256 key accepted?", (to) =>
      custom(to, { asCookies, key: "ec", hash: "SHA256" }),
    ),
    cookies(
      "cookies-and-url",
      "Does the signed URL count beside wrong cookies?",
      (to) => together(canned(to), custom(to, { asCookies, resource: `${to.origin}/other` })),
      choosing,
    ),
    cookies(
      "cookies-and-wrong-url",
      "Do right cookies count beside a wrong signed URL?",
      (to) => together(canned(to, { resource: `${to.origin}/other` }), custom(to, { asCookies })),
      choosing,
    ),
    cookies(
      "cookies-and-expires",
      "Do cookies count beside a parameter Expires alone?",
      (to) =>
        together(
          requestFor(objectPath, [["Expires", String(laterThan(to))]]),
          custom(to, { asCookies, resource: "*" }),
        ),
      choosing,
    ),
    cookies("cookies-and-hash-algorithm", "Do cookies count beside a parameter Hash-Algorithm alone?", (to) =>
      together(
        requestFor(objectPath, [["Hash-Algorithm", "SHA1"]]),
        custom(to, { asCookies, resource: "*" }),
      ),
    ),
    cookies(
      "cookies-and-lower-case-expires",
      "Do cookies count beside a parameter expires in lower case?",
      (to) => together({ target: `${objectPath}?expires=1` }, custom(to, { asCookies, resource: "*" })),
    ),
    cookies("cookie-twice-right-first", "Does the first of two cookies of one name count?", (to) =>
      custom(to, { asCookies, sent: behind(["Signature", "AAAA"]) }),
    ),
    cookies("cookie-twice-right-last", "Does the last of two cookies of one name count?", (to) =>
      custom(to, { asCookies, sent: inFront(["Signature", "AAAA"]) }),
    ),
    cookies("cookie-twice-same", "Are two cookies of one name and value accepted?", (to) =>
      custom(to, { asCookies, sent: (parameters) => [...parameters, ...parameters.slice(-1)] }),
    ),
    cookies(
      "cookie-policy-and-expires",
      "Does the policy count if there are both cookies, Policy and Expires?",
      (to) => custom(to, { asCookies, sent: inFront(["Expires", String(laterThan(to))]) }),
    ),
    cookies(
      "cookie-names-lower-case",
      "Does the case of cookie names count?",
      (to) => {
        const { cookies: sent = "", ...probe } = custom(to, { asCookies });
        return { ...probe, cookies: sent.replaceAll("CloudFront-", "cloudfront-") };
      },
      cannedPage,
    ),
    cookies("cookie-quoted", "Are quotes around a cookie's value left out?", (to) =>
      custom(to, { asCookies, sent: replaced("Key-Pair-Id", (id) => `"${id}"`) }),
    ),
    cookies("cookie-tilde-escaped", "Are %7E, %2D and %5F in a cookie decoded?", (to) =>
      custom(to, {
        asCookies,
        sent: replaced("Signature", (text) =>
          text.replaceAll("~", "%7E").replaceAll("-", "%2D").replaceAll("_", "%5F"),
        ),
      }),
    ),
    cookies("cookie-no-signature", "What is the answer without CloudFront-Signature?", (to) =>
      custom(to, { asCookies, sent: without("Signature") }),
    ),
    cookies(
      "cookie-no-policy",
      "What is the answer without CloudFront-Policy and CloudFront-Expires?",
      (to) => custom(to, { asCookies, sent: without("Policy") }),
    ),
    cookies("cookie-no-key-pair-id", "What is the answer without CloudFront-Key-Pair-Id?", (to) =>
      custom(to, { asCookies, sent: without("Key-Pair-Id") }),
    ),
    cookies("cookies-without-spaces", "May the spaces between cookies be left out?", (to) => {
      const { cookies: sent = "", ...probe } = custom(to, { asCookies });
      return { ...probe, cookies: sent.replaceAll("; ", ";") };
    }),
  ],
};
