import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCloudFrontSigner } from "cloudfront-sign-webcrypto";
import { createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { afterAll, describe, expect } from "vitest";
import { keyText } from "../suite/support/keys.ts";
import { end, host, keyPairId, moment } from "../suite/support/signers.ts";
import { isValidForOpenssl, parametersOfCookies, parametersOfUrl } from "./support/openssl.ts";
import { makeToken, pin } from "./support/soft-hsm.ts";
import { itWithSoftHsm } from "./support/with-programs.ts";

/** Keys in an HSM: SoftHSM, through the PKCS#11 binding and the loader of docs/keys.md. */

const folder = mkdtempSync(join(tmpdir(), "token-"));
afterAll(() => rmSync(folder, { recursive: true }));

const publicKeys = { rsa: keyText("rsa2048.pub.spki.pem"), ec: keyText("ecp256.pub.spki.pem") };
type Label = keyof typeof publicKeys;

/** The token is made and opened once: PKCS#11 allows one login in a process. */
let opening:
  | Promise<(label: Label, publicKey?: string) => ReturnType<typeof import("./loaders/pkcs11.ts").keyInToken>>
  | undefined;
const token = (library: string) => {
  opening ??= (async () => {
    await makeToken(folder, { rsa: keyText("rsa2048.pkcs8.pem"), ec: keyText("ecp256.pkcs8.pem") });
    // Not at the top: pkcs11js exists only where it could be compiled.
    const { keyInToken, openToken } = await import("./loaders/pkcs11.ts");
    const opened = openToken(library, pin);
    return (label: Label, publicKey = publicKeys[label]) => keyInToken(opened, label, publicKey);
  })();
  return opening;
};

const url = `${host}/video.mp4`;
const resource = `${host}/*`;
const now = () => moment;
const terms = { dateLessThan: end };

describe.for(["rsa", "ec"] as const)("the %s key of the token", (label) => {
  const publicKey = publicKeys[label];
  const verifier = createCloudFrontVerifier({ keyGroup: { [keyPairId]: publicKey }, now });

  itWithSoftHsm("signs URLs and cookies that OpenSSL and the verifier find valid", async ({ softHsm }) => {
    const privateKey = (await token(softHsm))(label);
    const signer = createCloudFrontSigner({ keyPairId, privateKey, now });
    for (const signed of [
      await signer.signUrl(url, terms),
      await signer.signUrl(url, { ...terms, resource }),
    ]) {
      expect(await verifier.verifyUrl(signed)).toMatchObject({ allowed: true });
      expect(await isValidForOpenssl(parametersOfUrl(signed), publicKey, url)).toBe(true);
    }
    const { values } = await signer.signCookies({ ...terms, resource });
    expect(await verifier.verifyCookies(url, values)).toMatchObject({ allowed: true });
    expect(await isValidForOpenssl(parametersOfCookies(values), publicKey)).toBe(true);
  });

  itWithSoftHsm("makes 200 signatures at once over four sessions", async ({ softHsm }) => {
    const privateKey = (await token(softHsm))(label);
    const signer = createCloudFrontSigner({ keyPairId, privateKey, now });
    const urls = await Promise.all(
      Array.from({ length: 200 }, (_, n) => signer.signUrl(`${url}?n=${n}`, terms)),
    );
    const results = await Promise.all(urls.map((signed) => verifier.verifyUrl(signed)));
    expect(results.filter(({ allowed }) => !allowed)).toEqual([]);
  });
});
