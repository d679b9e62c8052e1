import type { Distribution } from "../distribution.ts";
import { objectPath } from "../probe.ts";
import { question, type RequestQuestion, type Topic } from "../question.ts";
import { canned, custom } from "../signed-probe.ts";

const source = "Create a signed URL using a custom policy";

/** A pattern behind the origin, and the path that is requested. */
function covers(
  id: string,
  asks: string,
  pattern: string,
  path: string = objectPath,
  more: { readonly source?: string } = {},
): RequestQuestion {
  return question(id, asks, (to) => custom(to, { path, resource: to.origin + pattern }), more);
}

/** A whole pattern. */
function wholly(id: string, asks: string, resource: (to: Distribution) => string): RequestQuestion {
  return question(id, asks, (to) => custom(to, { resource: resource(to) }));
}

const questionMarks: readonly RequestQuestion[] = [
  covers("question-mark-one", "Is ? in a path one character?", "/obj?ct.txt", objectPath, { source }),
  covers("question-mark-none", "May ? in a path stand for no character?", "/obj?ect.txt"),
  covers("question-mark-end-none", "May ? at the end of a path stand for no character?", "/object.txt?"),
  covers("question-mark-two", "May ? in a path stand for two characters?", "/ob?ct.txt"),
  covers("question-mark-slash", "May ? stand for a slash?", "/odd?a~b.txt", "/odd/a~b.txt"),
  covers(
    "question-mark-query",
    "Does a ? in a pattern start the query?",
    "/object.txt?a=1",
    "/object.txt?a=1",
  ),
  covers(
    "question-mark-query-wildcards",
    "Is ? in the query of a pattern one character?",
    "/object.txt?a=?",
    "/object.txt?a=1",
  ),
  covers(
    "question-mark-path-then-query",
    "May a pattern have a ? in its path and one for the query?",
    "/obj?ct.txt?a=1",
    "/object.txt?a=1",
  ),
  covers(
    "question-mark-for-question-mark",
    "Is a ? after a * the start of the query?",
    "/obj*?a=1",
    "/object.txt?a=1",
  ),
  covers(
    "backslash-query",
    "Does \\? in a pattern start the query?",
    "/object.txt\\\\?a=1",
    "/object.txt?a=1",
  ),
];

const asterisks: readonly RequestQuestion[] = [
  covers("asterisk-none", "May * stand for no character?", "/object*.txt", objectPath, { source }),
  covers("asterisk-slash", "Does * cover slashes?", "/*b.txt", "/odd/a~b.txt", { source }),
  covers(
    "asterisk-path-query",
    "Does a * within the path reach into the query?",
    "/obj*1",
    "/object.txt?a=1",
    { source },
  ),
  covers(
    "asterisk-inner-query-left",
    "Is a query covered if * is not at the end?",
    "/*.txt",
    "/object.txt?a=1",
    { source },
  ),
  covers(
    "asterisk-end-query",
    "Does a * at the end of the path cover the query?",
    "/obj*",
    "/object.txt?a=1",
    { source },
  ),
  covers("asterisk-query", "Does a * in the query cover it?", "/object.txt?*", "/object.txt?a=1", { source }),
  covers("asterisk-query-missing", "Does ?* need a query?", "/object.txt?*"),
  covers("asterisk-escaped", "Is %2A in a pattern a wildcard?", "/obj%2A"),
  covers("asterisk-requested", "Does a * cover a * that is requested?", "/odd/*.txt", "/odd/*.txt"),
  covers("pattern-case", "Does the case of a pattern's path count?", "/OBJ*"),
  covers(
    "pattern-escape-case",
    "Does the case of an escape in a pattern count?",
    "/odd/a%2Cb*",
    "/odd/a%2cb.txt",
  ),
  covers("pattern-double-slash", "Does a pattern with one slash cover two?", "/odd/*", "//odd/a~b.txt"),
  covers(
    "pattern-slash-escaped",
    "Does a folder cover %2F instead of its slash?",
    "/odd/*",
    "/odd%2Fa~b.txt",
  ),
  covers(
    "own-query-exact",
    "Are signing parameters taken out before Resource is compared?",
    "/object.txt?a=1",
    "/object.txt?a=1",
  ),
  covers(
    "own-query-not-in-resource",
    "Does an exact Resource cover the URL with a query?",
    objectPath,
    "/object.txt?a=1",
  ),
  question(
    "canned-asterisk",
    "Is a * in a canned policy a wildcard?",
    (to) => canned(to, { resource: `${to.origin}/obj*` }),
    { source },
  ),
];

const origins: readonly RequestQuestion[] = [
  wholly("resource-asterisk", "Does * alone cover everything?", () => "*"),
  wholly("scheme-http-asterisk", "Does http*:// cover the scheme?", (to) => `http*://${hostOf(to)}/*`),
  wholly("scheme-asterisk", "Does *:// cover the scheme?", (to) => `*://${hostOf(to)}/*`),
  wholly("scheme-partial", "Is a * within the scheme a wildcard?", (to) => `ht*://${hostOf(to)}/*`),
  wholly(
    "scheme-question-mark",
    "Is a ? within the scheme one character?",
    (to) => `${to.origin.replace("h", "?")}/*`,
  ),
  wholly(
    "scheme-upper-case",
    "Does the case of the scheme count?",
    (to) => `${to.origin.replace("http", "HTTP")}/*`,
  ),
  wholly("scheme-missing", "May the scheme be left out?", (to) => `${hostOf(to)}/*`),
  wholly(
    "scheme-missing-asterisk",
    "May the scheme be left out if the domain starts with *?",
    (to) => `*${hostOf(to).slice(1)}/*`,
  ),
  wholly(
    "scheme-missing-bare",
    "Does a domain without scheme and slash cover all paths?",
    (to) => `*${hostOf(to).slice(1)}`,
  ),
  wholly(
    "domain-end-asterisk",
    "Does a * at the end of the domain cover all paths?",
    (to) => `${to.origin.slice(0, -1)}*`,
  ),
  wholly(
    "domain-without-slash",
    "Does a Resource without a slash after the domain cover anything?",
    (to) => to.origin,
  ),
  wholly(
    "domain-inner-asterisk",
    "Is a * within the domain a wildcard?",
    (to) => `${to.origin.replace(/(?<=:\/\/.).*?(?=.(?::|$))/, "*")}/*`,
  ),
  wholly(
    "domain-upper-case",
    "Does the case of the domain in Resource count?",
    (to) => `${schemeOf(to)}://${hostOf(to).toUpperCase()}/*`,
  ),
  question("root", "Does a pattern for / cover the root?", (to) =>
    custom(to, { path: "/", resource: `${to.origin}/` }),
  ),
];

function schemeOf({ origin }: Distribution): string {
  return origin.slice(0, origin.indexOf(":"));
}

function hostOf({ origin }: Distribution): string {
  return origin.slice(origin.indexOf("//") + "//".length);
}

export const patterns: Topic = {
  title: "Resource patterns",
  questions: [...questionMarks, ...asterisks, ...origins],
};
