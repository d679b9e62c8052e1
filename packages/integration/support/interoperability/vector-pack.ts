import { type KeyFile, keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import {
  type PeerCase,
  peerCases,
  requestOf,
  signCase,
} from "@cloudfront-sign-webcrypto/testing/support/peer-signing.ts";
import { type Expectation, expectations } from "@cloudfront-sign-webcrypto/testing/vectors/expectations.ts";
import { kindGroups } from "./kinds.ts";

/**
 * The cases of `peers.json` for signers in other languages, as `packages/testing/vectors/for-other-signers/cases.json` has them. Left out are the
 * outputs of other signers, and cases about the types that a JavaScript function takes as a date.
 */

function expectationFor(id: string): Expectation {
  const expectation = expectations[id];
  if (!expectation) throw new Error(`no expectation for ${id}`);
  return expectation;
}

function about(id: string): string {
  const group = kindGroups.find(({ kinds }) => kinds.some(({ cases }) => cases.includes(id)));
  const kind = group?.kinds.find(({ cases }) => cases.includes(id));
  return `${group?.title}: ${kind?.title}`.replaceAll("`", "");
}

async function expected(one: PeerCase): Promise<object> {
  const expectation = expectationFor(one.id);
  if (expectation.as === "refused") return { error: expectation.because };
  const { credentials, request } = requestOf(one, await signCase(one));
  return {
    kind: credentials.kind,
    ...(one.kind === "url" && { request }),
    policy: credentials.policy,
    // ECDSA makes another signature each time.
    ...(one.key.startsWith("rsa") && { signature: credentials.signature }),
    ...(expectation.as === "consensus" ? { signers: one.consensus?.by } : { because: expectation.because }),
  };
}

async function packed(one: PeerCase): Promise<object> {
  const { rawPolicy, dateInput: _, ...input } = one.input;
  return {
    id: one.id,
    about: about(one.id),
    type: one.kind,
    privateKey: one.key,
    publicKey: one.publicKey,
    ...(one.passphrase !== undefined && { passphrase: one.passphrase }),
    keyPairId: one.keyPairId,
    hashAlgorithm: one.hash,
    input: { ...input, ...(rawPolicy !== undefined && { policy: rawPolicy }) },
    expected: await expected(one),
  };
}

const packedCases = peerCases.filter(({ input }) => input.dateInput === undefined);

/** The text of `cases.json`: one case a line, so that a difference shows the case. */
export async function casesJson(): Promise<string> {
  const lines = (await Promise.all(packedCases.map(packed))).map((one) => JSON.stringify(one));
  return `{\n"$schema": "cases.schema.json",\n"cases": [\n${lines.join(",\n")}\n]\n}\n`;
}

/** The text of `keys.json`: each key file that a case names. */
export function keysJson(): string {
  const names = new Set(packedCases.flatMap(({ key, publicKey }) => [key, publicKey]));
  const lines = [...names]
    .sort()
    .map((name) => `${JSON.stringify(name)}: ${JSON.stringify(keyText(name as KeyFile))}`);
  return `{\n${lines.join(",\n")}\n}\n`;
}
