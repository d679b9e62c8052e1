import type { IncomingMessage } from "node:http";

/** The client behind a request. */
export interface Viewer {
  /** The request as it came, with its body. */
  readonly incoming: IncomingMessage;
  /** Its IP address. */
  readonly address: string;
  /** Aborted when it closes the connection before the answer is complete. */
  readonly left: AbortSignal;
}
