import { emit, type OnEvent, stopwatch } from "../options/events.ts";
import { signPolicy } from "./sign-policy.ts";

/** `signPolicy`, which tells of each signature. */
export function toldSignatures(onEvent: OnEvent): typeof signPolicy {
  return async (policy, key, ...more) => {
    const elapsed = stopwatch();
    try {
      const signed = await signPolicy(policy, key, ...more);
      const { keyPairId } = await key;
      emit(onEvent, { type: "signed", keyPairId, seconds: elapsed() });
      return signed;
    } catch (error) {
      emit(onEvent, { type: "sign-failed", error, seconds: elapsed() });
      throw error;
    }
  };
}
