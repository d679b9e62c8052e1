import type { Flag } from "../../command.ts";
import { infrastructureTools } from "../../foreign/infrastructure.ts";

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
    does: "the longest cacheWindow of these programs; default: none",
    group: times,
  },
  "reload-after": {
    value: "TIME",
    does: "how long it takes until every signer has the new key: the time of a deployment, or twice the reloadAfter of loadedKey plus its timeout; default: 1h",
    group: times,
  },
  "deploy-time": {
    value: "TIME",
    does: "how long CloudFront takes to deploy a change of the key group; default: 35m, the limit of aws cloudfront wait",
    group: times,
  },
  "clock-margin": {
    value: "TIME",
    does: "how much the signers' clocks may be off; default: 5m",
    group: times,
  },
  from: {
    value: "TIME",
    does: "when you start: epoch seconds, or 2030-01-01T09:00:00Z; default: now. It is in the past for a rotation that has begun",
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
    does: "the ID (a UUID) of a key group that contains the old key",
    group: names,
    isRepeatable: true,
  },
  distribution: {
    value: "ID",
    does: "a distribution to wait for; default: all distributions of the key groups",
    group: names,
    isRepeatable: true,
  },
  name: {
    value: "NAME",
    does: "the name of the old key and of the key group in your template; default: viewers. The new key gets this name with the start date",
    group: names,
  },
  for: {
    value: "TOOL",
    does: "print the text to paste in each step; default: aws-cli",
    group: "Output",
    choices: infrastructureTools,
  },
  json: { does: "print one line of JSON", group: "Output" },
} as const satisfies Record<string, Flag>;

export type RotateFlag = keyof typeof rotateFlags;
