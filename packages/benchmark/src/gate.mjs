// gate.mjs [URLS]: verifies in this runtime that every output of the subjects is right, and that they import
// keys and sign as often as their names say. It runs before anything is timed.
import process from "node:process";
import { cannedPolicy, urlList } from "./fixture.mjs";
import { makeFixture } from "./make-fixture.mjs";
import { importEach, isRival, rows, signAll } from "./subjects.mjs";
import { claimOf, verifyRaw, verifyUrl } from "./verify.mjs";

const count = Number(process.argv[2] ?? 100);
const fixture = await makeFixture();

/** How often each operation of WebCrypto was called. */
const calls = { importKey: 0, sign: 0, verify: 0 };
const operations = /** @type {const} */ (["importKey", "sign", "verify"]);
const prototype = Object.getPrototypeOf(crypto.subtle);
for (const operation of operations) {
  const real = prototype[operation];
  prototype[operation] = function (/** @type {unknown[]} */ ...args) {
    calls[operation]++;
    return real.apply(this, args);
  };
}

// The core keeps imported keys for the whole process: forget them, so that each subject imports its own.
const library = await import("cloudfront-sign-webcrypto");

/** @param {string} name @param {number} urls @returns {typeof calls} */
function expectedCalls(name, urls) {
  // The others sign with node:crypto.
  if (isRival(name)) return { importKey: 0, sign: 0, verify: 0 };
  // The core checks that both halves of an EC key belong together: it imports the public half, signs and
  // verifies once.
  const pairs = rows[name]?.flags?.isEc && !name.startsWith("limit") ? 1 : 0;
  return {
    importKey: (name === importEach ? urls : 1) + pairs,
    sign: (name.endsWith("--grant") ? 1 : urls) + pairs,
    verify: pairs,
  };
}

for (const [name, row] of Object.entries(rows)) {
  const { isEc = false } = row.flags ?? {};
  const urls = urlList(row.urls ?? count);
  library.forgetImportedKeys();
  Object.assign(calls, { importKey: 0, sign: 0, verify: 0 });
  const made = await signAll(row, fixture, urls);
  const expected = expectedCalls(name, urls.length);
  for (const operation of operations) {
    if (calls[operation] !== expected[operation])
      throw new Error(`${name} called ${operation} ${calls[operation]} times, not ${expected[operation]}`);
  }
  if (made.length !== urls.length || new Set(made).size !== urls.length)
    throw new Error(`${name} made ${made.length} of ${urls.length}`);
  for (const [i, url] of urls.entries()) {
    const claim = claimOf(fixture, url, { isEc, isGrant: name.endsWith("--grant") });
    try {
      if (name.startsWith("limit")) verifyRaw(made[i], cannedPolicy(url, fixture.dateLessThan), claim);
      else verifyUrl(made[i], claim);
    } catch (error) {
      throw new Error(`${name}, URL ${i + 1}: ${error}`);
    }
  }
}
