import {
  checksAtOnce,
  costOfCheck,
  longestCandidates,
  mostCommonPairs,
  mostCommonTexts,
  mostOtherKeyChecks,
  mostSeldomTexts,
} from "../request/limits.ts";
import type { SearchBudget } from "../request/question.ts";
import { signedBytes } from "./signed-forms.ts";
import type { SignedStatement } from "./signed-statement.ts";
import type { SignedBytesCheck, SignedWith } from "./signed-with.ts";

/** What was signed, and with what. */
export interface Match {
  readonly statement: SignedStatement;
  readonly signedWith: SignedWith;
}

/** One statement that is compared in one way. */
interface Attempt {
  readonly statement: SignedStatement;
  readonly check: SignedBytesCheck;
}

/** An attempt with the bytes of its statement; none if a runtime cannot make them. */
interface ReadyAttempt extends Attempt {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Ways to compare, by how much each costs. */
export interface SearchedChecks {
  /** Ways with which every statement is compared. */
  readonly main: readonly SignedBytesCheck[];
  /** Other hashes and keys: each costs a check of a signature, so only common statements are compared. */
  readonly others: readonly SignedBytesCheck[];
  /** Hashes that few people sign with: only the policy that is sent is compared. */
  readonly rare: readonly SignedBytesCheck[];
  /** Whether a check compares digests and verifies no signature. */
  readonly isDigest: boolean;
}

/** Statements, those that are more likely first. */
export interface StatementSource {
  readonly sent: SignedStatement;
  /** The most frequent mistakes of each part. */
  readonly frequent: readonly SignedStatement[];
  readonly oneFault: Iterable<SignedStatement>;
  readonly twoFaults: Iterable<SignedStatement>;
  /** One mistake of those that few people make, tried after all single ones. */
  readonly seldom: Iterable<SignedStatement>;
}

/** The first statement of which the signature was made, within what is left of the budget of the question. */
export async function searchText(
  searched: SearchedChecks,
  source: StatementSource,
  budget: SearchBudget,
): Promise<Match | undefined> {
  const leastCost = searched.isDigest ? 0 : costOfCheck;
  let batch: ReadyAttempt[] = [];
  for (const attempt of attempts(searched, source)) {
    const { text, form } = attempt.statement;
    // The digest that is signed instead of a text has cost its hash already.
    const bytes = await signedBytes(text, form).catch(() => new Uint8Array());
    budget.left -= Math.max(leastCost, bytes.length + (form === undefined ? 0 : 3 * text.length));
    if (budget.left < 0) break;
    batch.push({ ...attempt, bytes });
    if (batch.length < checksAtOnce) continue;
    const match = await matchOf(batch);
    if (match) return match;
    batch = [];
  }
  return matchOf(batch);
}

/** What is tried, by how often it happens: every kind of mistake comes before the rest of any one kind. */
function* attempts(
  { main, others, rare }: SearchedChecks,
  { sent, frequent, oneFault, twoFaults, seldom }: StatementSource,
): Iterable<Attempt> {
  yield* withEach([sent], [...main, ...others, ...rare]);
  yield* withEach(frequent, main);
  // The other hash of this key first, and then other keys.
  yield* withEach(frequent, others.slice(0, 1));
  yield* next(withEach(frequent, others.slice(1))[Symbol.iterator](), mostOtherKeyChecks);
  const tried = new Set([sent, ...frequent].map(textKey));
  const pairs = newStatements(twoFaults, tried)[Symbol.iterator]();
  yield* withEach(next(pairs, mostCommonPairs), main);
  const singles = [...newStatements(oneFault, tried)];
  yield* withEach(singles, main);
  yield* withEach(singles.slice(0, mostCommonTexts), others.slice(0, 1));
  yield* withEach(next(newStatements(seldom, tried)[Symbol.iterator](), mostSeldomTexts), main);
  yield* withEach(next(pairs, Number.POSITIVE_INFINITY), main);
}

function* withEach(
  statements: Iterable<SignedStatement>,
  checks: readonly SignedBytesCheck[],
): Iterable<Attempt> {
  for (const statement of statements) for (const check of checks) yield { statement, check };
}

/** The next few items, without closing the iterator. */
function* next<Item>(items: Iterator<Item>, most: number): Iterable<Item> {
  for (let i = 0; i < most; i++) {
    const { done, value } = items.next();
    if (done) return;
    yield value;
  }
}

/** Each text once. Those that were made before cost time, too. */
function* newStatements(
  statements: Iterable<SignedStatement>,
  tried: Set<string>,
): Iterable<SignedStatement> {
  let length = 0;
  for (const statement of statements) {
    length += statement.text.length;
    if (length > longestCandidates) return;
    const key = textKey(statement);
    if (tried.has(key)) continue;
    tried.add(key);
    yield statement;
  }
}

function textKey({ form, text }: SignedStatement): string {
  return form === undefined ? text : `${form} ${text}`;
}

/** A few checks at a time, which the threads of a runtime share. */
async function matchOf(batch: readonly ReadyAttempt[]): Promise<Match | undefined> {
  const results = await Promise.all(batch.map(isMatch));
  const attempt = batch[results.indexOf(true)];
  return attempt && { statement: attempt.statement, signedWith: attempt.check };
}

/** What a runtime cannot hash or verify is not a match. */
async function isMatch({ bytes, check }: ReadyAttempt): Promise<boolean> {
  try {
    return (await check.isMadeOf(bytes)) === true;
  } catch {
    return false;
  }
}
