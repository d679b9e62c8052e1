// What to build for a calculation, which is mostly nothing.
import { count } from "./words.js";

/** @typedef {import("./arithmetic.js").Work} Work */

const nothingToBuild = "There is nothing to build: sign in the process that answers your requests.";
const useCores =
  "Use all cores of one machine first. Processes that sign share no state, so a load balancer can spread the requests over more machines.";

/** @param {Work} work */
const areEnough = ({ cores }) =>
  cores === 1 ? "one process on one core is enough" : `${count(cores)} cores are enough`;

/**
 * @param {{ grants: Work, separate: Work }} work
 * @param {Work} withP256 the grants, signed with a P-256 key
 * @returns {{ sentence: string, next: string }}
 */
export function adviceOf({ grants, separate }, withP256) {
  if (separate.cores === 1) {
    const grantsToo = separate.count > grants.count ? ", even with one signature for each URL" : "";
    return { sentence: `One process on one core is enough${grantsToo}.`, next: nothingToBuild };
  }
  const p256 = withP256.cores < grants.cores ? `With a P-256 key, ${areEnough(withP256)}. ` : "";
  if (separate.count === grants.count)
    return {
      sentence: `You need ${count(grants.cores)} cores.`,
      next: `${p256}Each viewer opens one URL, so a grant saves nothing. ${useCores}`,
    };
  const both = `With grants, ${areEnough(grants)}. With one signature for each URL you need ${count(separate.cores)} cores.`;
  return {
    sentence: both,
    next:
      grants.cores === 1
        ? `Sign one grant, or one set of cookies, for each viewer. ${nothingToBuild}`
        : `${p256}${useCores}`,
  };
}
