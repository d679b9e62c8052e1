import {
  type CloudFrontSignerOptions,
  createCloudFrontPresignedUrl,
  createCloudFrontSigner,
  type UrlListOptions,
} from "cloudfront-sign-webcrypto";
import { policyStatement, policyTime } from "../support/bad-inputs.ts";
import { keyText } from "../support/keys.ts";
import { end, host, keyPairId, recorder } from "../support/signers.ts";
import type { Fault } from "./fault.ts";

/** Makes rows of the tables: each function gives one input at fault to one call. */

type Code = Fault["code"];
const url = `${host}/a.jpg`;

export function refusedTerms(given: string, terms: unknown, code: Code, message: string): Fault {
  return { given, run: () => recorder().signer.signUrl(url, terms as never), code, message };
}

export function refusedGrant(given: string, terms: unknown, code: Code, message: string): Fault {
  return { given, run: () => recorder().signer.grant(terms as never), code, message };
}

export function refusedLifetime(
  given: string,
  terms: unknown,
  maxLifetime: "12h" | "7d",
  code: Code,
  message: string,
): Fault {
  return { given, run: () => recorder({ maxLifetime }).signer.signUrl(url, terms as never), code, message };
}

export function refusedSigner(given: string, options: object, code: Code, message: string): Fault {
  const all = { keyPairId, privateKey: keyText("rsa2048.pkcs8.pem"), ...options };
  return { given, run: () => createCloudFrontSigner(all as CloudFrontSignerOptions), code, message };
}

export function refusedSignUrls(given: string, options: object, code: Code, message: string): Fault {
  const run = () => recorder().signer.signUrls([], { expiresIn: "1h" }, options as UrlListOptions);
  return { given, run, code, message };
}

export function refusedUrls(given: string, urls: unknown, code: Code, message: string): Fault {
  return {
    given,
    run: () => recorder().signer.signUrls(urls as string[], { expiresIn: "1h" }),
    code,
    message,
  };
}

export function refusedOneShot(given: string, policy: object, code: Code, message: string): Fault {
  const key = { keyPairId, content: keyText("rsa2048.pkcs8.pem") };
  const run = () => createCloudFrontPresignedUrl({ policy: { url, ...policy }, key } as never);
  return { given, run, code, message };
}

export function refusedPolicy(given: string, policy: unknown, code: Code, message: string): Fault {
  return refusedTerms(given, { policy }, code, message);
}

export function refusedResource(resource: string, signed: string, code: Code, message: string): Fault {
  const run = () => recorder().signer.signUrl(signed, { resource, expiresIn: "1h" });
  return { given: `resource: "${resource}" for ${signed}`, run, code, message };
}

export function refusedGrantUrl(given: string, signed: string, code: Code, message: string): Fault {
  const run = async () => {
    const grant = await recorder().signer.grant({ resource: `${host}/*`, expiresIn: "1h" });
    return grant.signUrl(signed);
  };
  return { given, run, code, message };
}

export function refusedPolicyResource(
  given: string,
  resource: string,
  signed: string,
  code: Code,
  message: string,
): Fault {
  const run = () => recorder().signer.signUrl(signed, { policy: policyUntil(end, resource) });
  return { given, run, code, message };
}

export function refusedPolicyGrant(given: string, resource: string, code: Code, message: string): Fault {
  return refusedGrant(given, { policy: policyUntil(end, resource) }, code, message);
}

/** A ready policy whose statement has this condition. */
export function withCondition(condition: object): string {
  return JSON.stringify(policyStatement(condition));
}

/** A ready policy that ends at these epoch seconds and covers this resource. */
export function policyUntil(seconds: number, resource: string = `${host}/*`): string {
  return JSON.stringify(policyStatement({ DateLessThan: policyTime(seconds) }, resource));
}
