import type { Question, Topic } from "../question.ts";
import { addresses } from "./addresses.ts";
import { cacheKey } from "./cache-key.ts";
import { signedCookies } from "./cookies.ts";
import { dotSegments } from "./dot-segments.ts";
import { encodings } from "./encodings.ts";
import { hashes } from "./hashes.ts";
import { parameters } from "./parameters.ts";
import { patterns } from "./patterns.ts";
import { policies } from "./policies.ts";
import { requests } from "./requests.ts";
import { times } from "./times.ts";

export const topics: readonly Topic[] = [
  times,
  parameters,
  encodings,
  patterns,
  dotSegments,
  hashes,
  policies,
  addresses,
  signedCookies,
  requests,
  cacheKey,
];

export const questions: readonly Question[] = topics.flatMap((topic) => topic.questions);
