import type { Checks } from "../check.ts";
import type { UploadedKey } from "../key-documents.ts";
import { quote } from "../quote.ts";
import type { Setup } from "../setup.ts";

/** The names of the findings about the public keys that are used. */
export type PublicKeyFindingId = "public-key-unusable" | "public-key-newline";

/** The length of an RSA key in CloudFront (Developer Guide, "Create key pairs for your signers"). */
const modulusLengthOfCloudFront = 2048;

export const publicKeyChecks: Checks<PublicKeyFindingId> = {
  /** CloudFront cannot check signatures with one of the public keys. */
  "public-key-unusable": {
    // Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-trusted-signers.html
    rank: 190,
    certainty: "proven",
    summary: "CloudFront cannot check signatures with the public key.",
    fix: "Create an RSA 2048 or ECDSA P-256 key pair, upload its public key (Key management, Public keys), and add it to the key group.",
    find: (setup) =>
      usedKeys(setup).flatMap(([id, { problem, modulusLength }]) => {
        if (problem !== undefined) return { evidence: `the public key ${quote(id)}: ${problem}` };
        if (modulusLength === undefined || modulusLength === modulusLengthOfCloudFront) return [];
        const evidence = `the public key ${quote(id)} is RSA with ${modulusLength} bits`;
        return { certainty: "likely", evidence };
      }),
  },
  /** The text of a public key ends without a newline. */
  "public-key-newline": {
    // Source: https://github.com/hashicorp/terraform-provider-aws/issues/20081
    rank: 200,
    certainty: "possible",
    summary: "The public key ends without a newline, which makes Terraform replace it again and again.",
    fix: 'Upload the file with its last line break. In Terraform, write encoded_key = file("public.pem"), or add \\n to the text.',
    find: (setup) =>
      usedKeys(setup)
        .filter(([, { problem, encodedKey }]) => problem === undefined && !encodedKey.endsWith("\n"))
        .map(([id]) => ({ evidence: `EncodedKey of the public key ${quote(id)} ends without a newline` })),
  },
};

/** The keys that sign or may sign: an account has others, too. Without a distribution, each may be meant. */
function usedKeys({
  inventory,
  restricted,
  keyPairId,
  fittingKeys,
}: Setup): [id: string, key: UploadedKey][] {
  const { distributions, keyGroups, publicKeys } = inventory;
  const groups = new Set(restricted.flatMap(({ behavior }) => behavior.keyGroups.items));
  const used = new Set([...groups].flatMap((group) => [...(keyGroups.byId.get(group)?.items ?? [])]));
  return [...publicKeys.byId].filter(
    ([id]) => distributions.length === 0 || used.has(id) || id === keyPairId || fittingKeys?.has(id) === true,
  );
}
