import type { Flag } from "../command.ts";
import { rotationTools } from "./rotation.ts";

const times = "Times (seconds, or 90s 15m 6h 7d)";
const names = "IDs and names";

export const rotateFlags = {
  "longest-lifetime": {
    value: "TIME",
    does: "the longest time from a signature to its expiry in all programs that sign with the old key",
    group: times,
  },
  "cache-window": {
    value: "TIME",
    does: "the longest cacheWindow of these programs; none if not given",
    group: times,
  },
  "reload-after": {
    value: "TIME",
    does: "how long it takes until every signer has the new key: the time of a deployment, or twice the reloadAfter of loadedKey and its timeout; 1h if not given",
    group: times,
  },
  "deploy-time": {
    value: "TIME",
    does: "how long CloudFront takes to deploy a change of the key group; 35m if not given, as long as aws cloudfront wait waits",
    group: times,
  },
  "clock-margin": {
    value: "TIME",
    does: "how far clocks of signers may be wrong; 5m if not given",
    group: times,
  },
  from: {
    value: "TIME",
    does: "when you start: epoch seconds, 2030-01-01T09:00:00Z, or 2030-01-01 (UTC midnight); now if not given. It may be in the past, for a rotation that has begun",
    group: times,
  },
  switched: {
    value: "TIME",
    does: "when every signer had the new key, once you know it: the later dates count from there",
    group: times,
  },
  "old-key-pair-id": { value: "ID", does: "the ID of the public key that signs now", group: names },
  "new-key-pair-id": {
    value: "ID",
    does: "the ID of the new public key, if CloudFront has it already",
    group: names,
  },
  "key-group": {
    value: "ID",
    does: "the ID of a key group that has the old key, a UUID",
    group: names,
    isRepeatable: true,
  },
  distribution: {
    value: "ID",
    does: "a distribution to wait for; all of the key groups if not given",
    group: names,
    isRepeatable: true,
  },
  name: {
    value: "NAME",
    does: "the name of the old key and of the key group in your template; viewers if not given. The name of the new key is this one with the date of the start",
    group: names,
  },
  for: {
    value: "TOOL",
    does: "what to paste in each step; aws-cli if not given",
    group: "Output",
    choices: rotationTools,
  },
  json: { does: "print one line of JSON", group: "Output" },
} as const satisfies Record<string, Flag>;

export type RotateFlag = keyof typeof rotateFlags;
