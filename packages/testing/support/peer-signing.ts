import {
  createCloudFrontSigner,
  type HashAlgorithm,
  type SignCookiesOptions,
} from "cloudfront-sign-webcrypto";
import { policyUntil } from "../faults/refused.ts";
import peers from "../vectors/peers.json";
import { type Credentials, clientRequest, cookieRequest } from "./client.ts";
import { type KeyFile, keyText } from "./keys.ts";

/** One input that ten other signers were given, and what each of them made of it. */
export interface PeerCase {
  readonly id: string;
  readonly kind: "url" | "cookies";
  readonly key: string;
  readonly publicKey: string;
  readonly keyPairId: string;
  readonly hash: string;
  readonly passphrase?: string;
  readonly note?: string;
  readonly input: {
    readonly url: string;
    readonly dateLessThan?: number;
    readonly dateInput?: { readonly type: string; readonly value: number | string };
    readonly dateGreaterThan?: number;
    readonly ipAddress?: string;
    readonly resource?: string;
    readonly rawPolicy?: string;
  };
  readonly consensus?: {
    readonly policy: string;
    readonly signature: string | null;
    readonly by: readonly string[];
  };
  readonly peers: Readonly<Record<string, PeerOutput>>;
}

/** A signed URL or cookies; neither if the signer threw an error. */
export interface PeerOutput {
  readonly kind?: "canned" | "custom";
  readonly policy?: string;
  readonly url?: string;
  readonly cookies?: Readonly<Record<string, string | number>>;
  readonly acceptedOnTheWire?: boolean | null;
  readonly error?: string;
}

export const peerCases = peers as unknown as readonly PeerCase[];

const now = () => new Date("2026-01-01T00:00:00Z");

/** The case's conditions as options of this package. All of them are passed, `0` included. */
function termsOf({ kind, input }: PeerCase): never {
  const terms: Record<string, unknown> = {};
  const end = input.dateInput?.value ?? input.dateLessThan;
  if (end !== undefined)
    terms.dateLessThan = typeof end === "number" && !Number.isInteger(end) ? new Date(end * 1000) : end;
  if (input.dateGreaterThan !== undefined) terms.dateGreaterThan = input.dateGreaterThan;
  if (input.ipAddress !== undefined) terms.ipAddress = input.ipAddress;
  if (input.rawPolicy !== undefined) terms.policy = input.rawPolicy;
  // What covers everything is signed only if a ready policy says that it is meant.
  else if (input.resource === "*") return { policy: policyUntil(end as number, "*") } as never;
  else if (input.resource !== undefined) terms.resource = input.resource;
  else if (kind === "cookies") terms.resource = input.url;
  return terms as never;
}

/** What this package makes of a case, in the form of the other signers' outputs. It throws as the signer does. */
export async function signCase(one: PeerCase): Promise<Pick<PeerOutput, "url" | "cookies">> {
  const signer = createCloudFrontSigner({
    keyPairId: one.keyPairId,
    privateKey: keyText(one.key as KeyFile),
    hashAlgorithm: one.hash as HashAlgorithm,
    now,
    ...(one.passphrase === undefined ? {} : { passphrase: one.passphrase }),
  });
  const terms = termsOf(one);
  if (one.kind === "url") return { url: await signer.signUrl(one.input.url, terms) };
  return { cookies: { ...(await signer.signCookies(terms as SignCookiesOptions)).values } };
}

/** The request that a client makes with an output of `signCase`, and the policy that CloudFront sees in it. */
export function requestOf(
  one: PeerCase,
  output: Pick<PeerOutput, "url" | "cookies">,
): { credentials: Credentials; request: string; fragment: string } {
  if (output.url !== undefined) {
    const signed = clientRequest(output.url);
    return { credentials: signed, request: signed.resource, fragment: signed.fragment };
  }
  const request = new URL(one.input.url.replace("http*:", "https:")).href;
  const cookies = output.cookies as Record<string, string>;
  return { credentials: cookieRequest(cookies, request), request, fragment: "" };
}
