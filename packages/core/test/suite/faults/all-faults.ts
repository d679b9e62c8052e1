import { cookieFaults } from "./cookie.ts";
import { dashFaults } from "./dash.ts";
import { edgeFaults } from "./edge.ts";
import type { Fault } from "./fault.ts";
import { hlsFaults } from "./hls.ts";
import { keyPairIdFaults } from "./key-pair-id.ts";
import { objectUrlFaults } from "./object-url.ts";
import { resourceFaults } from "./resource.ts";
import { signingStreamFaults } from "./signing-stream.ts";
import { urlFaults } from "./url.ts";

/** Every fault for which there is a message of its own. */
export const allFaults: readonly Fault[] = [
  ...urlFaults,
  ...objectUrlFaults,
  ...resourceFaults,
  ...cookieFaults,
  ...keyPairIdFaults,
  ...hlsFaults,
  ...dashFaults,
  ...signingStreamFaults,
  ...edgeFaults,
];
