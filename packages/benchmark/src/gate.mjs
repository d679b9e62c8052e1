// gate.mjs [URLS]: in this runtime, is all that the subjects make right? Nothing is timed before it is.
import process from "node:process";
import { cannedPolicy, urlList } from "./fixture.mjs";
import { makeFixture } from "./make-fixture.mjs";
import { loadSubject, outputs, subjectNames } from "./subjects.mjs";
import { verifyRaw, verifyUrl } from "./verify.mjs";

const urls = urlList(Number(process.argv[2] ?? 100));
const fixture = await makeFixture();
const { keyPairId, dateLessThan, rsaPublic: publicKey, resource } = fixture;
for (const name of subjectNames) {
  if (name === "program") continue; // makes nothing
  const subject = await loadSubject(name);
  const made = await subject(fixture, urls);
  const expected = outputs(name, urls.length);
  if (made.length !== expected || new Set(made).size !== expected) throw new Error(`${name} made ${made.length} of ${expected}`);
  for (const [i, url] of urls.slice(0, expected).entries()) {
    /** @type {import("./verify.mjs").Claim} */
    const claim = { url, keyPairId, dateLessThan, publicKey, hash: "SHA1", ...(name.endsWith("--grant") ? { resource } : {}) };
    try {
      if (name.startsWith("limit")) verifyRaw(made[i], cannedPolicy(url, dateLessThan), claim);
      else verifyUrl(made[i], claim);
    } catch (error) {
      throw new Error(`${name}, URL ${i + 1}: ${error}`);
    }
  }
}
