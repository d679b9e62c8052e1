import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { createDice } from "@cloudfront-sign-webcrypto/testing/support/random.ts";
import { repeated } from "@cloudfront-sign-webcrypto/testing/support/runs.ts";
import { end, host, rsaSigner, signerOf } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { ecKeyPairId, outcome, verifierOf } from "@cloudfront-sign-webcrypto/testing/support/verifying.ts";
import { describe, expect, it } from "vitest";

const verifier = verifierOf();
const rsa = rsaSigner();
const ec = signerOf(keyText("ecp256.pkcs8.pem"), { keyPairId: ecKeyPairId });
const options = { ipAddress: "192.0.2.1" };
const numRounds = repeated(250);

/** One character of what a request is made of becomes another one. */
function flip(text: string, from: number, below: (limit: number) => number): string {
  const at = from + below(text.length - from);
  const other = String.fromCharCode(0x21 + below(94));
  return other === text[at] ? flip(text, from, below) : text.slice(0, at) + other + text.slice(at + 1);
}

/** What can be signed, of which each part is one that an attacker would change. */
interface Artefact {
  readonly url: string;
  readonly cookies?: Readonly<Record<string, string>>;
  /** The signed pattern's part before its `*`. */
  readonly covers?: string;
}

/** The parts of a URL in which one byte is changed, as places between two indexes. */
function parts(url: string): Record<string, readonly [from: number, to: number]> {
  const [, scheme = "", host = "", path = "", query = ""] =
    /^(https:\/\/)([^/]*)([^?]*)(.*)$/.exec(url) ?? [];
  const start = scheme.length + host.length;
  const own = query.replace(/[?&](Expires|Policy|Signature|Key-Pair-Id|Hash-Algorithm)=.*/, "");
  const found: Record<string, readonly [number, number]> = {
    host: [scheme.length, start],
    path: [start, start + path.length],
    query: [start + path.length, start + path.length + own.length],
  };
  for (const name of ["Expires", "Policy", "Signature", "Key-Pair-Id", "Hash-Algorithm"]) {
    const [before = ""] = new RegExp(`^.*[?&]${name}=`).exec(url) ?? [];
    if (before)
      found[name] = [
        before.length,
        before.length + (/^[^&]*/.exec(url.slice(before.length))?.[0].length ?? 0),
      ];
  }
  return found;
}

/** Four of each round, by both keys and hashes, canned and custom, as URLs and as cookies. */
async function artefacts(below: (limit: number) => number): Promise<Artefact[]> {
  const signers = [rsa, ec, rsaSigner({ hashAlgorithm: "SHA256" })];
  const text = (length: number) =>
    Array.from({ length: 1 + below(length) }, () => "abcXYZ019-_.~!$&'(),;=:@%20+"[below(29)]).join("");
  const made: Artefact[] = [];
  for (let i = 0; i < numRounds; i++) {
    const signer = signers[i % 3] ?? rsa;
    const folder = `${host}/v${below(100)}/`;
    const file = text(12)
      .replace(/%(?!20)/g, "")
      .replace(/^\.+(?=;|$)/, "x")
      .replace(/(?:^|\/)$/, "$&x");
    const query = i % 2 ? `?q=${text(8).replace(/%(?!20)/g, "")}` : "";
    const url = `${folder}${file}${query}`;
    const dateLessThan = end + below(1000);
    const covers = { dateLessThan, resource: `${folder}*` };
    const { href } = new URL(await signer.signUrl(url, { dateLessThan }));
    const requested = href.slice(0, Math.max(href.indexOf("?Expires="), href.indexOf("&Expires=")));
    made.push({ url: href }, { url: await signer.signUrl(url, covers), covers: folder });
    // Without a query, cookies are canned ones; with it they are not, for its ? may stand for any character.
    const exact = await signer.signCookies(
      query ? { ...covers, ipAddress: "192.0.2.0/24" } : { dateLessThan, resource: url },
    );
    made.push({ url: requested, cookies: exact.values, ...(query && { covers: folder }) });
    made.push({
      url: requested,
      cookies: (await signer.signCookies({ ...covers, dateGreaterThan: 1 })).values,
      covers: folder,
    });
  }
  return made;
}

describe("one byte of each part changed, in random URLs and cookie sets", () => {
  it("is denied, unless the signed pattern covers the changed URL", async () => {
    const { below } = createDice(7);
    const counts: Record<string, number> = {};
    let harmless = 0;
    const check = async (part: string, { url, cookies: values, covers }: Artefact): Promise<void> => {
      counts[part] = (counts[part] ?? 0) + 1;
      const verdict = await (values
        ? verifier.verifyCookies(url, values, options)
        : verifier.verifyUrl(url, options));
      if (!verdict.allowed) return;
      harmless++;
      // Nothing else: path and query behind the * of the signed pattern, with all parameters as they were.
      expect(["path", "query"], url).toContain(part);
      expect(verdict.url.startsWith(covers ?? "canned"), url).toBe(true);
    };
    const made = await artefacts(below);
    for (const { url, cookies: values, covers } of made) {
      expect(
        outcome(
          await (values ? verifier.verifyCookies(url, values, options) : verifier.verifyUrl(url, options)),
        ),
        url,
      ).toBe("allowed");
      for (const [part, [from, to]] of Object.entries(parts(url))) {
        if (to <= from) continue;
        const changed = url.slice(0, from) + flip(url.slice(from, to), 0, below) + url.slice(to);
        await check(part, { url: changed, ...(values && { cookies: values }), ...(covers && { covers }) });
      }
      for (const [name, value] of Object.entries(values ?? {}))
        await check(name, { url, cookies: { ...values, [name]: flip(value, 0, below) } });
    }
    expect(made).toHaveLength(4 * numRounds);
    const enough = repeated(100);
    for (const part of [
      "host",
      "path",
      "query",
      "Expires",
      "Policy",
      "Signature",
      "Key-Pair-Id",
      "Hash-Algorithm",
    ])
      expect(counts[part], part).toBeGreaterThanOrEqual(enough);
    for (const name of ["Expires", "Policy", "Signature", "Key-Pair-Id", "Hash-Algorithm"])
      expect(counts[`CloudFront-${name}`]).toBeGreaterThan(enough);
    expect(harmless).toBeGreaterThan(enough);
  });
});
