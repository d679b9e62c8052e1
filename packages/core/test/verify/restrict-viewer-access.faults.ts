import type { Fault } from "@cloudfront-sign-webcrypto/testing/faults/fault.ts";
import { keyText } from "@cloudfront-sign-webcrypto/testing/support/keys.ts";
import { keyPairId } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { restrictViewerAccess } from "cloudfront-sign-webcrypto/verify";

const publicKeys = { [keyPairId]: keyText("rsa2048.pub.spki.pem") };

function refusedAccess(given: string, options: object, message: string): Fault {
  const run = () => restrictViewerAccess({ publicKeys, origin: () => new Response(""), ...options });
  return { given: `restrictViewerAccess: ${given}`, run, code: "ERR_OPTION_INVALID", message };
}

/** Faults of the options of the handler. */
export const restrictViewerAccessFaults: readonly Fault[] = [
  refusedAccess(
    "origin: undefined",
    { origin: undefined },
    "origin: received undefined; pass a function that answers allowed requests: (request) => fetch(request); this handler does not work as Express middleware",
  ),
  refusedAccess(
    'ipAddress: "192.0.2.1"',
    { ipAddress: "192.0.2.1" },
    'ipAddress: received a string; pass a function that returns the viewer\'s address: (request) => "192.0.2.1"',
  ),
  refusedAccess(
    'explain: "false"',
    { explain: "false" },
    "explain: expected true or false; received a string",
  ),
];
