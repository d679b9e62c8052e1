import { fail } from "../errors.ts";
import { describeKeyPairIdProblem } from "./key-pair-id-problem.ts";
import { keyPairIdProblem } from "./key-pair-id-shape.ts";

/** Whether a value is shaped as every public key ID in CloudFront's documentation is. */
export function isKeyPairId(value: unknown): value is string {
  return typeof value === "string" && /^[A-Z0-9]+$/.test(value);
}

/** Where an ID comes from. */
interface KeyPairIdSource {
  readonly option?: string;
  readonly permission?: string;
  readonly entry?: number;
}

/**
 * Checks the shape of a public key ID, so that a key group's ID, a key's name or `"undefined"` never ends up
 * in a URL.
 *
 * Source: CloudFront Developer Guide, "Specify signers that can create signed URLs and signed cookies".
 *
 * @param allowAny whether an ID of any shape will do that neither a URL nor a cookie breaks at
 * @param source for the message: the option that holds it, its number among the IDs of `keyGroup`, and how any ID is
 * allowed
 */
export function checkKeyPairId(value: unknown, allowAny: boolean, source: KeyPairIdSource = {}): string {
  const { option = "keyPairId", entry, permission } = source;
  const problem = keyPairIdProblem(value, allowAny);
  if (problem === undefined) return value as string;
  const place = entry === undefined ? "" : `entry ${entry} of keyGroup `;
  return fail("ERR_KEY_PAIR_ID_INVALID", option, place + describeKeyPairIdProblem(problem, permission));
}

/** The option with which IDs of any shape are taken: `undefined` counts as left out. */
export function readAllowAnyKeyPairId(value: unknown): boolean {
  if (value === undefined || typeof value === "boolean") return value === true;
  return fail(
    "ERR_OPTION_INVALID",
    "allowAnyKeyPairId",
    "expected true or false; leave it out for CloudFront",
  );
}
