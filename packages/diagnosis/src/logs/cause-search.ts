import type { CloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import { findingEntry } from "../checks/entries.ts";
import { explainCloudFrontDenial } from "../explain/explain.ts";
import type { CloudFrontFinding } from "../explain/finding.ts";
import type { Client } from "./client-kind.ts";
import { type Denial, readingsOf } from "./denial.ts";
import type { LoggedRequest } from "./log-reader.ts";
import { pathPattern, withoutAddresses } from "./redaction.ts";

/**
 * The requests that are looked at one by one, each of which stands for those like it. Our own limit: one may take 0.2
 * seconds.
 */
const mostSearches = 64;

/** Why a request was denied, in the words of `explainCloudFrontDenial`. */
export type FoundCause = Pick<CloudFrontFinding, "id" | "certainty" | "summary" | "evidence" | "fix">;

/** Finds the cause of denials, once for those that are alike. */
export class CauseSearch {
  readonly #verifier: CloudFrontVerifier | undefined;
  /** Names that may have been signed, besides those of the log. */
  readonly #hostnames: readonly string[];
  readonly #found = new Map<string, FoundCause>();

  constructor(verifier: CloudFrontVerifier | undefined, hostnames: readonly string[]) {
    this.#verifier = verifier;
    this.#hostnames = hostnames;
  }

  /** The cause of a denial like an earlier one. */
  known(request: LoggedRequest, denial: Denial, client: Client): FoundCause | undefined {
    const cause = this.#found.get(keyOf(request, denial, client));
    return (
      cause ?? (this.#found.size < mostSearches ? undefined : (this.#found.get(denial.kind) ?? notExamined))
    );
  }

  async search(request: LoggedRequest, denial: Denial, client: Client): Promise<FoundCause> {
    const found = await this.#causeOf(request, denial);
    const cause = { ...found, evidence: withoutAddresses(found.evidence) };
    this.#found.set(keyOf(request, denial, client), cause);
    // For those like it in less, when there is no room for more.
    if (denial.kind !== "signature" && !this.#found.has(denial.kind)) this.#found.set(denial.kind, cause);
    return cause;
  }

  async #causeOf(request: LoggedRequest, denial: Denial): Promise<FoundCause> {
    const unchecked = uncheckedCauses[denial.kind];
    if (unchecked) return { ...notExamined, ...unchecked };
    const verifier = this.#verifier;
    const { cookies } = denial;
    const at = { time: new Date(request.time), ipAddress: request.address };
    const readings = denial.kind === "signature" ? readingsOf(denial.url) : [];
    let url = denial.url;
    if (verifier)
      for (const reading of readings) {
        const verdict = await (cookies && !reading.includes("Signature=")
          ? verifier.verifyCookies(reading, cookies, at)
          : verifier.verifyUrl(reading, at));
        if (verdict.allowed) url = reading;
      }
    const { status, method, otherHost } = request;
    const hostnames = [...this.#hostnames, ...(otherHost === undefined ? [] : [otherHost])];
    const question = { url, cookies, status, method, verifier, hostnames, ...at };
    const findings = await explainCloudFrontDenial(question);
    if (denial.id === undefined) {
      const [first = notExamined] = findings;
      // The escape that was changed may be one of the log.
      if (first.id === "url-encoding-changed" && readings.length > 1)
        return { ...first, certainty: "possible" };
      // Cookies that are not in the log may have been there: by default, CloudFront leaves their column empty.
      const isOpen = denial.kind === "no-credentials";
      return isOpen && first.certainty === "proven" ? { ...first, certainty: "likely" } : first;
    }
    const own = findings.find(({ id }) => id === denial.id);
    const { summary, fix } = findingEntry(denial.id);
    const { id, certainty } = denial;
    return { id, certainty, summary, fix, evidence: own?.evidence ?? evidenceOf(request) };
  }
}

function keyOf(request: LoggedRequest, { kind, keyPairId }: Denial, { name }: Client): string {
  const pattern = pathPattern(request.path);
  if (kind === "signature") return `${kind} ${keyPairId} ${name} ${pattern}`;
  return `${kind} ${pattern.slice(pattern.lastIndexOf("."))}`;
}

function evidenceOf({ result, contentType, contentLength, status }: LoggedRequest): string {
  const parts = [
    `the log has status ${status}`,
    result === "" ? undefined : `result ${result.slice(0, 40)}`,
    contentType === "" ? undefined : `content type ${contentType.slice(0, 40)}`,
    contentLength === undefined ? undefined : `a body of ${contentLength} bytes`,
  ];
  return parts.filter((part) => part !== undefined).join(", ");
}

const notExamined: FoundCause = {
  id: "signature-not-checked",
  certainty: "possible",
  summary: "The signature was not checked.",
  evidence: "the requests differ too much to look at each of them",
  fix: "Look at fewer requests: the log of one host name or of one hour.",
};

/** Kinds of denials for which something is missing. */
const uncheckedCauses: Readonly<Record<string, Pick<FoundCause, "summary" | "evidence" | "fix">>> = {
  "cookies-not-logged": {
    summary: "The log does not hold the signed cookies of these requests.",
    evidence: "CloudFront's response shows that there was a Key-Pair-Id, but the log has none",
    fix: "Switch on cookie logging: IncludeCookies in the logging settings, or the field cs(Cookie).",
  },
  "cookies-cut": {
    summary: "The log does not hold the whole signed cookies of these requests.",
    evidence: "a real-time log cuts cookies after 800 bytes",
    fix: "Use standard logs, which hold whole cookies.",
  },
  "key-not-given": {
    summary: "The signature was not checked.",
    evidence: "CloudFront's response shows that it trusts the key, but you did not pass its public key",
    fix: "Also pass the public key of this key pair ID.",
  },
};
