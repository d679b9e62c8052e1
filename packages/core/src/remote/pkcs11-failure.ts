import { memberOf } from "../options/read-properties.ts";
import { inAttempts, refuseFailure } from "./call-failure.ts";
import type { CallFailure } from "./remote-calls.ts";
import { isTransientError } from "./transient-error.ts";

/** Return values of PKCS#11 whose remedy is known (PKCS#11 Base Specification, "Function return values"). */
const returnValues = {
  2: "CKR_HOST_MEMORY",
  48: "CKR_DEVICE_ERROR",
  49: "CKR_DEVICE_MEMORY",
  50: "CKR_DEVICE_REMOVED",
  96: "CKR_KEY_HANDLE_INVALID",
  99: "CKR_KEY_TYPE_INCONSISTENT",
  104: "CKR_KEY_FUNCTION_NOT_PERMITTED",
  112: "CKR_MECHANISM_INVALID",
  130: "CKR_OBJECT_HANDLE_INVALID",
  144: "CKR_OPERATION_ACTIVE",
  177: "CKR_SESSION_COUNT",
  179: "CKR_SESSION_HANDLE_INVALID",
  257: "CKR_USER_NOT_LOGGED_IN",
} as const;

type ReturnValue = (typeof returnValues)[keyof typeof returnValues];

/** Whether the same call may succeed a moment later, and what mends it otherwise. */
const problems: Record<ReturnValue, { readonly isTransient: boolean; readonly fix: string }> = {
  CKR_HOST_MEMORY: { isTransient: true, fix: "give this machine more memory" },
  CKR_DEVICE_ERROR: { isTransient: true, fix: "see the log of the device" },
  CKR_DEVICE_MEMORY: { isTransient: true, fix: "close sessions that are not in use" },
  CKR_DEVICE_REMOVED: {
    isTransient: false,
    fix: "connect the device again, then open a session and log in",
  },
  CKR_KEY_HANDLE_INVALID: {
    isTransient: false,
    fix: "find the private key again in this session: C_FindObjects",
  },
  CKR_KEY_TYPE_INCONSISTENT: {
    isTransient: false,
    fix: "sign with the private key that belongs to publicKey",
  },
  CKR_KEY_FUNCTION_NOT_PERMITTED: {
    isTransient: false,
    fix: "use a private key with CKA_SIGN, which this one does not have",
  },
  CKR_MECHANISM_INVALID: {
    isTransient: false,
    fix: "use the mechanism that sign gets, on a device that has it: pkcs11-tool --list-mechanisms",
  },
  CKR_OBJECT_HANDLE_INVALID: {
    isTransient: false,
    fix: "find the private key again in this session: C_FindObjects",
  },
  CKR_OPERATION_ACTIVE: {
    isTransient: true,
    fix: "let nothing else use this session, and leave concurrency at 1",
  },
  CKR_SESSION_COUNT: { isTransient: true, fix: "close sessions that are not in use" },
  CKR_SESSION_HANDLE_INVALID: { isTransient: false, fix: "open a session again and log in" },
  CKR_USER_NOT_LOGGED_IN: { isTransient: false, fix: "log in to the session: C_Login" },
};

/** Whether a failed call of PKCS#11 may succeed a moment later. Devices on a network fail as networks do. */
export function isTransientReturnValue(error: unknown): boolean {
  const known = returnValueOf(error);
  return known === undefined ? isTransientError(error) : problems[known].isTransient;
}

/** Throws for a signature that the device did not make. */
export function refusePkcs11Failure(failure: CallFailure): never {
  const { outcome, attempts } = failure;
  const known = outcome.id === "error" ? returnValueOf(outcome.error) : undefined;
  if (known === undefined) return refuseFailure(failure);
  return refuseFailure(
    failure,
    `the device returned ${known}${attempts > 1 ? inAttempts(attempts) : ""}; ${problems[known].fix}`,
  );
}

/** The return value in an error of a PKCS#11 binding, which has it as a number: `error.code`. */
function returnValueOf(error: unknown): ReturnValue | undefined {
  const code = memberOf(error, "code");
  return typeof code === "number" ? returnValues[code as keyof typeof returnValues] : undefined;
}
