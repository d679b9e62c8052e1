// Replaces `import ... from "vitest"` in a bare workerd: Vitest's own runner and matchers, without the parts
// that need Node.js.
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  ChaiStyleAssertions,
  chai,
  customMatchers,
  GLOBAL_EXPECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
} from "@vitest/expect";
import { getCurrentTest } from "@vitest/runner";
import { fn, restoreAllMocks, spyOn } from "@vitest/spy";

for (const plugin of [JestExtend, JestChaiExpect, ChaiStyleAssertions, JestAsymmetricMatchers])
  chai.use(plugin);

/** @type {Record<string, any>} */
const shared = globalThis;
/**
 * The assertions that the current test has made, and the number that it announced.
 * @type {{ made: number, promised: number | undefined }}
 */
let count = { made: 0, promised: undefined };
/** @param {unknown} value @param {string} [message] */
const assertion = (value, message) => {
  count.made++;
  /** @type {any} */
  const made = chai.expect(value, message);
  const test = getCurrentTest();
  return test ? made.withTest(test) : made;
};
/** @type {any} */
export const expect = Object.assign(
  assertion,
  chai.expect,
  shared[/** @type {any} */ (ASYMMETRIC_MATCHERS_OBJECT)],
);
Object.defineProperty(globalThis, GLOBAL_EXPECT, { value: expect, configurable: true });
expect.extend = (/** @type {any} */ matchers) => /** @type {any} */ (chai.expect).extend(expect, matchers);
expect.unreachable = (/** @type {string} */ message = "expected never to reach this line") =>
  chai.assert.fail(message);
expect.assertions = (/** @type {number} */ promised) => {
  count.promised = promised;
};
expect.extend(customMatchers);

/** Hooks of the runner around each test. */
export const counting = {
  onBeforeTryTask() {
    count = { made: 0, promised: undefined };
  },
  onAfterTryTask() {
    const { made, promised = made } = count;
    if (made !== promised)
      throw new Error(`expected number of assertions to be ${promised}, but got ${made}`);
  },
};

/** @param {string} key */
export const inject = (key) => shared.provided[key];

export const vi = { fn, restoreAllMocks, spyOn };
export { afterAll, afterEach, beforeAll, beforeEach, describe, it, suite, test } from "@vitest/runner";
