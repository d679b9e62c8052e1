import { likely, possible, proven } from "../findings/finding.ts";
import type { DistributionFinding } from "./finding-table.ts";
import type { UploadedKey } from "./key-documents.ts";
import { quote } from "./quote.ts";
import type { Setup } from "./setup.ts";

/** The length of an RSA key in CloudFront (Developer Guide, "Create key pairs for your signers"). */
const modulusLengthOfCloudFront = 2048;

/** Faults of the public keys that are used. */
export function publicKeyFindings(setup: Setup): DistributionFinding[] {
  const isUsed = usedKeys(setup);
  return [...setup.inventory.publicKeys.byId].flatMap(([id, key]) =>
    isUsed(id) ? findingsOfKey(id, key) : [],
  );
}

/**
 * Whether a key signs or may sign: an account has other keys, too. Without a distribution, each may be meant.
 */
function usedKeys(setup: Setup): (id: string) => boolean {
  const { inventory, keyPairId, fittingKeys } = setup;
  if (inventory.distributions.length === 0) return () => true;
  const groups = new Set(setup.restricted.flatMap(({ behavior }) => behavior.keyGroups.items));
  const used = new Set(
    [...groups].flatMap((group) => [...(inventory.keyGroups.byId.get(group)?.items ?? [])]),
  );
  return (id) => used.has(id) || id === keyPairId || fittingKeys?.has(id) === true;
}

function findingsOfKey(
  id: string,
  { encodedKey, problem, modulusLength }: UploadedKey,
): DistributionFinding[] {
  if (problem !== undefined)
    return [proven("public-key-unusable", `the public key ${quote(id)}: ${problem}`)];
  const findings: DistributionFinding[] = [];
  if (modulusLength !== undefined && modulusLength !== modulusLengthOfCloudFront) {
    const evidence = `the public key ${quote(id)} is RSA with ${modulusLength} bits`;
    findings.push(likely("public-key-unusable", evidence));
  }
  if (!encodedKey.endsWith("\n"))
    findings.push(
      possible("public-key-newline", `EncodedKey of the public key ${quote(id)} ends without a newline`),
    );
  return findings;
}
