import { question, type RequestQuestion, type Topic } from "../question.ts";
import { canned, custom } from "../signed-probe.ts";

/** A `..` in every way in which it can be written, with the name of the way. */
const spellings = {
  plain: "/odd/../object.txt",
  "single-dot": "/odd/./a~b.txt",
  escaped: "/odd/%2e%2e/object.txt",
  "escaped-upper": "/odd/%2E%2E/object.txt",
  "escaped-twice": "/odd/%252e%252e/object.txt",
  "slash-escaped": "/odd/..%2fobject.txt",
  backslash: "/odd/..\\object.txt",
  "backslash-escaped": "/odd/..%5cobject.txt",
} as const;

type Spelling = keyof typeof spellings;

const questions = (Object.entries(spellings) as [Spelling, string][]).flatMap(
  ([spelling, path]): RequestQuestion[] => [
    question(`dots-${spelling}-exact`, `May ${path} be signed and requested as it is?`, (to) =>
      canned(to, { path }),
    ),
    question(`dots-${spelling}-wildcard`, `Does /odd/* cover ${path}?`, (to) =>
      custom(to, { path, resource: `${to.origin}/odd/*` }),
    ),
  ],
);

/** What CloudFront compares if it resolves dot segments first. */
const resolved: readonly RequestQuestion[] = [
  question("dots-resolved", "Is /odd/../object.txt the same as /object.txt?", (to) =>
    canned(to, { path: spellings.plain, resource: `${to.origin}/object.txt` }),
  ),
  question("dots-escaped-resolved", "Is /odd/%2e%2e/object.txt the same as /object.txt?", (to) =>
    canned(to, { path: spellings.escaped, resource: `${to.origin}/object.txt` }),
  ),
  question("dots-everything", "Does * alone cover a path with a dot segment?", (to) =>
    custom(to, { path: spellings.plain, resource: "*" }),
  ),
];

export const dotSegments: Topic = { title: "Dot segments", questions: [...questions, ...resolved] };
