// gate.mjs [URLS]: verifies in this runtime that every output of the subjects is right, and that they import
// keys and sign as often as their names say. It runs before anything is timed.
import process from "node:process";
import { cannedPolicy, urlList } from "./fixture.mjs";
import { makeFixture } from "./make-fixture.mjs";
import { loadSubject, outputs, subjectNames } from "./subjects.mjs";
import { verifyRaw, verifyUrl } from "./verify.mjs";

const urls = urlList(Number(process.argv[2] ?? 100));
const fixture = await makeFixture();
const { keyPairId, dateLessThan, rsaPublic: publicKey, resource } = fixture;

/** How often each operation of WebCrypto was called. @type {Record<string, number>} */
const calls = {};
const prototype = Object.getPrototypeOf(crypto.subtle);
for (const operation of ["importKey", "sign"]) {
  const real = prototype[operation];
  prototype[operation] = function (/** @type {unknown[]} */ ...args) {
    calls[operation] = (calls[operation] ?? 0) + 1;
    return real.apply(this, args);
  };
}
/** The others sign with node:crypto. @param {string} name @returns {{ importKey?: number, sign?: number }} */
function expectedCalls(name) {
  if (!/^(limit|cloudfront-sign-webcrypto)/.test(name)) return {};
  const isEachImported = /limit-import|webcrypto$|webcrypto --parallel$/.test(name);
  return {
    importKey: isEachImported ? urls.length : 1,
    sign: /limit-one|--grant/.test(name) ? 1 : urls.length,
  };
}

for (const name of subjectNames) {
  if (name === "program") continue; // has no output
  const subject = await loadSubject(name);
  Object.assign(calls, { importKey: 0, sign: 0 });
  const made = await subject(fixture, urls);
  for (const [operation, times] of Object.entries(expectedCalls(name))) {
    if (calls[operation] !== times)
      throw new Error(`${name} called ${operation} ${calls[operation]} times, not ${times}`);
  }
  const expected = outputs(name, urls.length);
  if (made.length !== expected || new Set(made).size !== expected)
    throw new Error(`${name} made ${made.length} of ${expected}`);
  for (const [i, url] of urls.slice(0, expected).entries()) {
    /** @type {import("./verify.mjs").Claim} */
    const claim = {
      url,
      keyPairId,
      dateLessThan,
      publicKey,
      hash: "SHA1",
      ...(name.endsWith("--grant") ? { resource } : {}),
    };
    try {
      if (name.startsWith("limit")) verifyRaw(made[i], cannedPolicy(url, dateLessThan), claim);
      else verifyUrl(made[i], claim);
    } catch (error) {
      throw new Error(`${name}, URL ${i + 1}: ${error}`);
    }
  }
}
