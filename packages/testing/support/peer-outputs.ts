import { type CloudFrontVerifier, createCloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { type KeyFile, keyText } from "./keys.ts";
import { type PeerCase, peerCases } from "./peer-signing.ts";

const verifiers = new Map<string, CloudFrontVerifier>();
export function verifierFor({
  publicKey,
  keyPairId,
}: Pick<PeerCase, "publicKey" | "keyPairId">): CloudFrontVerifier {
  const id = `${publicKey} ${keyPairId}`;
  const verifier =
    verifiers.get(id) ??
    createCloudFrontVerifier({ publicKeys: { [keyPairId]: keyText(publicKey as KeyFile) } });
  verifiers.set(id, verifier);
  return verifier;
}

/** A moment and an address that the policy allows. */
export function allowedBy(policy: string) {
  const end = Number(/"DateLessThan": *\{ *"AWS:EpochTime": *(-?\d+)/.exec(policy)?.[1] ?? 1900000000);
  return {
    time: new Date(Math.min(Math.max(end * 1000 - 1, 0), 8.64e15)),
    ipAddress: /"AWS:SourceIp": *"([\d.]+)/.exec(policy)?.[1] ?? "192.0.2.1",
  };
}

/** CloudFront registers no such key, so nobody can have signed with it. */
const unsupported = /p384|ed25519/;
export const cases = peerCases
  .filter(({ publicKey }) => !unsupported.test(publicKey))
  .flatMap((one) =>
    Object.entries(one.peers).map(([peer, output]) => ({ one, name: `${one.id} ${peer}`, output })),
  );
