import { fail } from "../errors.ts";
import { memberOf } from "../options/read-properties.ts";

/** The only place that reads `crypto.subtle`, when it is first needed. */
export function subtleCrypto(): SubtleCrypto {
  return (
    globalThis.crypto?.subtle ?? fail("ERR_WEBCRYPTO_UNAVAILABLE", "crypto.subtle", `is missing; ${step()}`)
  );
}

/** How the runtime gets it. */
function step(): string {
  const navigator = memberOf(globalThis, "navigator");
  if (memberOf(navigator, "product") === "ReactNative")
    return "React Native has none: call install() of react-native-quick-crypto first";
  return /jsdom/i.test(`${memberOf(navigator, "userAgent")}`)
    ? "jsdom has none: write @jest-environment node at the top of the test, or set the environment to node"
    : "use https or localhost";
}
