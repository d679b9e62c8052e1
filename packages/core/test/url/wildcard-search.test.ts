import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { end, host, keyPairId, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { describe, expect, it } from "vitest";

/** Where a part of a pattern repeats its own beginning, a search must not skip a match nor make one up. */

const publicKeys = { [keyPairId]: keyText("rsa2048.pub.spki.pem") };

/** All words of 1 to `longest` letters of an alphabet. */
function words(alphabet: string, longest: number): string[] {
  const all = [""];
  for (const word of all) if (word.length < longest) for (const letter of alphabet) all.push(word + letter);
  return all.slice(1);
}

const paths = words("ab", 7);

describe("a path pattern finds what a regular expression finds", () => {
  it.each<[form: string, parts: string[]]>([
    ["/*PART*", [...words("ab", 5), ...words("ab?", 3)]],
    ["/a*PART*b", words("ab?", 3)],
    ["/*PART*aab*", words("ab", 3)],
  ])("%s, for each part of few letters in each path of few letters", (form, parts) => {
    for (const part of parts) {
      const pattern = form.replace("PART", part);
      const model = new RegExp(`^${pattern.replaceAll("?", ".").replaceAll("*", ".*")}$`);
      const verifier = createCloudFrontVerifier({ publicKeys, restrict: [pattern] });
      const found = paths.filter((path) => verifier.isRestricted(`${host}/${path}`));
      expect(found, pattern).toEqual(paths.filter((path) => model.test(`/${path}`)));
    }
  });
});

it("a part of any length is found in a resource, as long as it has no ?", async () => {
  const long = "a".repeat(1000);
  const grant = await recorder().signer.grant({ resource: `${host}/*${long}*`, dateLessThan: end });
  expect(grant.covers(`${host}/b${long}c`)).toBe(true);
  expect(grant.covers(`${host}/b${long.slice(1)}c`)).toBe(false);
});
