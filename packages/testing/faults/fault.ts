import type { CloudFrontSignErrorCode } from "cloudfront-sign-webcrypto";

/**
 * An input and the whole error that it gets. The tables are beside the tests of their room, as `….faults.ts`, and
 * `docs/errors.md` shows some rows, so `given` is written as a reader would write it.
 */
export interface Fault {
  /** The input at fault: `url: "/videos/a.mp4"`. */
  readonly given: string;
  /** Gives this input to the package, which throws or rejects. */
  readonly run: () => unknown;
  readonly code: CloudFrontSignErrorCode;
  /** The whole message, with the name of the option in front. */
  readonly message: string;
}
