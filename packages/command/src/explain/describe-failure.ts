import type { NoAnswer } from "../answer.ts";

/** What the codes of Node.js for failed requests mean, and what to do. */
const failures: ReadonlyMap<string, string> = new Map(
  Object.entries({
    TIMEOUT: "no response within 10 seconds; check the network, or a firewall between",
    ENOTFOUND: "the host name has no address; check it for a misspelling, and its DNS record",
    EAI_AGAIN: "the host name could not be resolved; check the network and its DNS",
    ECONNREFUSED: "nothing listens there; check host name and port",
    ECONNRESET: "the connection was closed before a response; try again",
    ERR_TLS_CERT_ALTNAME_INVALID:
      "the certificate is for other host names; add this one to the distribution as an alternate domain name, with a certificate for it",
    CERT_HAS_EXPIRED: "the certificate has expired; renew it",
  }),
);

/** Why there was no answer. */
export function describeFailure({ failure }: NoAnswer): string {
  return `${failures.get(failure) ?? "no response; request it with curl -v to see more"} (${failure})`;
}
