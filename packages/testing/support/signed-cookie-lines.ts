import {
  type CloudFrontDenialQuestion,
  type CloudFrontFinding,
  explainCloudFrontDenial,
} from "cloudfront-sign-diagnosis";
import { end, moment, rsaSigner } from "./signers.ts";
import { verifierOf } from "./verifying.ts";

/** Signed cookies for a folder of `url`, the lines that set them, and what is explained of them. */

export const site = "https://cdn.example.com";
export const url = `${site}/v/1.mp4`;
export const distribution = "https://d111111abcdef8.cloudfront.net";
export const signer = rsaSigner();
export const signed = await signer.signCookies({ resource: `${site}/v/*`, dateLessThan: end });
export const values = signed.values as Record<string, string>;

/** The lines of a whole set, with these attributes. */
export const set = (attributes: string, cookies: Record<string, string> = values): string[] =>
  Object.entries(cookies).map(([name, value]) => `${name}=${value}; ${attributes}`);
export const header = (cookies: Record<string, string>): string =>
  Object.entries(cookies)
    .map((pair) => pair.join("="))
    .join("; ");
export const without = (name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([one]) => one !== `CloudFront-${name}`));
export const changed = (change: (value: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

export const usual = "Domain=example.com; Path=/; Secure; HttpOnly; SameSite=Lax";

const verifier = verifierOf();

/** What is explained, with the public keys. */
export async function explain(question: CloudFrontDenialQuestion): Promise<CloudFrontFinding[]> {
  return explainCloudFrontDenial({ url, time: moment, verifier, ...question });
}

export const labels = (findings: readonly CloudFrontFinding[]): string[] =>
  findings.map(({ id, certainty }) => `${certainty} ${id}`);
