import {
  type Answer,
  clockDifference,
  fetchAnswer,
  type NoAnswer,
  serverTime,
} from "cloudfront-sign-cli/requests/fetch-answer.ts";
import type { CloudFrontVerdict, CloudFrontVerifier } from "cloudfront-sign-webcrypto/verify";
import type { Distribution } from "./distribution.ts";
import { type Probe, urlOf } from "./probe.ts";

/** How often a request is sent that gets no answer, or one that says to come later. */
const attempts = 4;

/** The pause before the second attempt, in milliseconds. Each further one is twice as long. */
const firstPause = 500;

/** The distribution with its clock, and the verifier whose choices are compared with it. */
export class Edge {
  #distribution: Omit<Distribution, "now">;
  readonly #verifier: CloudFrontVerifier;
  readonly #signal: AbortSignal;
  /** The seconds by which this machine's clock is ahead of the distribution's. */
  #difference = 0;
  readonly edgeLocations = new Set<string>();

  constructor(distribution: Omit<Distribution, "now">, verifier: CloudFrontVerifier, signal: AbortSignal) {
    this.#distribution = distribution;
    this.#verifier = verifier;
    this.#signal = signal;
  }

  /** The distribution at this moment. */
  get distribution(): Distribution {
    return { ...this.#distribution, now: Math.floor(this.milliseconds / 1000) };
  }

  /** The time of the distribution's clock. */
  get milliseconds(): number {
    return Date.now() - this.#difference * 1000;
  }

  /** Sets the address that CloudFront sees. */
  setViewerAddress(viewerAddress: string | undefined): void {
    this.#distribution = { ...this.#distribution, viewerAddress };
  }

  /** Sets the clock to that of an answer. */
  setClock(answer: Answer): void {
    this.#difference = clockDifference(answer) ?? 0;
  }

  /** Sends a request once. */
  async send({ method = "GET", target, host, cookies }: Probe): Promise<Answer | NoAnswer> {
    this.#signal.throwIfAborted();
    const { protocol, hostname, port, host: own } = new URL(this.#distribution.origin);
    const answer = await fetchAnswer(
      {
        isSecure: protocol === "https:",
        hostname: hostname.replace(/^\[|\]$/g, ""),
        port,
        host: host ?? own,
        path: target,
        browserPath: target,
        isExact: true,
      },
      method,
      cookies,
    );
    const location = "failure" in answer ? undefined : answer.header("x-amz-cf-pop");
    if (location !== undefined) this.edgeLocations.add(location);
    return answer;
  }

  /** Sends a request, again if the distribution is busy or the network fails. */
  async ask(probe: Probe): Promise<Answer | NoAnswer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.send(probe);
      const isFinal = !("failure" in answer) && answer.status < 500 && answer.status !== 429;
      if (isFinal || attempt === attempts) return answer;
      await this.pause(firstPause * 2 ** (attempt - 1) * (1 + Math.random()));
    }
  }

  /** Waits, but no longer than until an interruption. */
  async pause(milliseconds: number): Promise<void> {
    this.#signal.throwIfAborted();
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      this.#signal.addEventListener("abort", end);
    });
    this.#signal.throwIfAborted();
  }

  /** What the verifier decides about a request at the time of its answer. */
  async verdict(probe: Probe, at: Answer | NoAnswer | Date): Promise<CloudFrontVerdict> {
    const answered = at instanceof Date || "failure" in at ? undefined : serverTime(at);
    const now = at instanceof Date ? at : (answered ?? new Date(this.milliseconds));
    const url = urlOf(this.distribution, probe);
    const { viewerAddress: ipAddress } = this.#distribution;
    return probe.cookies === undefined
      ? this.#verifier.verifyUrl(url, { time: now, ipAddress })
      : this.#verifier.verifyCookies(url, probe.cookies, { time: now, ipAddress });
  }
}
