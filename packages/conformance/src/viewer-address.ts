import { decisionOfAnswer } from "./decision.ts";
import type { Edge } from "./edge.ts";
import { objectPath } from "./probe.ts";
import { custom, policyWith, validUntil } from "./signed-probe.ts";

const bits = 32;

/**
 * The IPv4 address that CloudFront sees, which no answer names: a policy for a half of all addresses is allowed
 * or denied, then one for a half of that half, and so on. `undefined` if the answers fit no address.
 */
export async function findViewerAddress(edge: Edge): Promise<string | undefined> {
  let network = 0;
  for (let length = 1; length <= bits; length++) {
    const isInside = await isAllowedFor(edge, `${addressText(network)}/${length}`);
    if (isInside === undefined) return undefined;
    if (!isInside) network += 2 ** (bits - length);
  }
  const address = addressText(network);
  return (await isAllowedFor(edge, `${address}/${bits}`)) ? address : undefined;
}

async function isAllowedFor(edge: Edge, cidr: string): Promise<boolean | undefined> {
  const to = edge.distribution;
  const conditions = `${validUntil(to)},"IpAddress":{"AWS:SourceIp":"${cidr}"}`;
  const answer = await edge.ask(custom(to, { policy: policyWith(to.origin + objectPath, conditions) }));
  return "failure" in answer ? undefined : decisionOfAnswer(answer)?.isAllowed;
}

function addressText(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join(".");
}
