import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { runs } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import {
  end,
  host,
  keyPairId,
  moment,
  signerOf,
} from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { withoutSha1 } from "@cloudfront-sign-webcrypto/testing/support/stubbed-crypto.ts";
import { ecKeyPairId } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { restrictViewerAccess } from "cloudfront-sign-webcrypto/verify";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Requests of anyone, where the runtime refuses SHA-1: what is not checked is not allowed. */

const url = `${host}/a.jpg`;
const pairs = [
  { id: keyPairId, privateKey: keyText("rsa2048.pkcs8.pem"), publicKey: keyText("rsa2048.pub.spki.pem") },
  { id: ecKeyPairId, privateKey: keyText("ecp256.pkcs8.pem"), publicKey: keyText("ecp256.pub.spki.pem") },
];
const signed = await Promise.all(
  pairs.flatMap(({ id, privateKey }) =>
    (["SHA1", "SHA256"] as const).map((hashAlgorithm) =>
      signerOf(privateKey, { keyPairId: id, hashAlgorithm }).signUrl(url, { dateLessThan: end }),
    ),
  ),
);

/** A signed URL with some of its characters replaced, and a parameter added. */
const requested = fc
  .tuple(
    fc.constantFrom(...signed),
    fc.array(fc.tuple(fc.nat(900), fc.constantFrom("A", "~", "%00", "&", "=", "")), { maxLength: 3 }),
    fc.constantFrom("", "&Hash-Algorithm=SHA1", "&Hash-Algorithm=SHA256", `&Key-Pair-Id=${keyPairId}`),
  )
  .map(([text, changes, added]) => {
    const changed = changes.reduce((before, [number, inserted]) => {
      const at = host.length + 1 + (number % (before.length - host.length - 1));
      return before.slice(0, at) + inserted + before.slice(at + 1);
    }, text);
    return changed + added;
  });

describe.each([["importKey"], ["verify"], ["importKey", "sign", "verify", "digest"]] as const)(
  "restrictViewerAccess where %s refuses SHA-1",
  (...refusing) => {
    it("allows no changed request, and throws for SHA-1 only, with a code", async () => {
      const outcomes = new Set<unknown>();
      const property = fc.asyncProperty(requested, async (text) => {
        const handle = restrictViewerAccess({
          publicKeys: Object.fromEntries(pairs.map(({ id, publicKey }) => [id, publicKey])),
          origin: () => new Response("private"),
          now: () => moment,
        });
        const outcome: unknown = await handle(new Request(text)).then(
          ({ status }) => status,
          ({ code }) => code,
        );
        outcomes.add(outcome);
        const isWithSha256 = text.includes("&Hash-Algorithm=SHA256");
        if (signed.includes(text)) expect(outcome).toBe(isWithSha256 ? 200 : "ERR_KEY_UNSUPPORTED");
        else expect([403, "ERR_KEY_UNSUPPORTED"]).toContain(outcome);
      });
      await withoutSha1(refusing, () => fc.assert(property, runs(15, 300)));
      expect(outcomes).toEqual(new Set([200, 403, "ERR_KEY_UNSUPPORTED"]));
    });
  },
);
