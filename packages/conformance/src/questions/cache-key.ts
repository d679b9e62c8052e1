import type { CacheQuestion, Topic } from "../question.ts";
import { canned, custom } from "../signed-probe.ts";

const source = "Cache content based on query string parameters";

const questions: readonly CacheQuestion[] = [
  {
    kind: "cache",
    id: "cache-key-signature",
    asks: "Do two signatures of one URL share a cached answer?",
    source,
    control: "rsa",
    first: (to, path) => canned(to, { path }),
    second: (to, path) => custom(to, { path }),
  },
  {
    kind: "cache",
    id: "cache-key-hash-algorithm",
    asks: "Is Hash-Algorithm left out of the cache key?",
    control: "rsa",
    first: (to, path) => canned(to, { path }),
    second: (to, path) => canned(to, { path, hash: "SHA256" }),
  },
  {
    kind: "cache",
    id: "cache-key-own-parameter",
    asks: "Is an own parameter part of the cache key of the stack?",
    source,
    control: "rsa",
    first: (to, path) => canned(to, { path }),
    second: (to, path) => canned(to, { path: `${path}&b=1` }),
  },
];

export const cacheKey: Topic = { title: "Cache key", questions };
