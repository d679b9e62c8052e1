import { memberOf } from "../options/read-properties.ts";
import { inAttempts, refuseFailure } from "./call-failure.ts";
import type { CallFailure } from "./remote-calls.ts";
import { isTransientError } from "./transient-error.ts";

/** A return value of PKCS#11 whose remedy is known. */
interface ReturnValue {
  readonly name: string;
  /** Whether the same call may succeed a moment later. */
  readonly isTransient: boolean;
  readonly fix: string;
}

const findKeyAgain = "find the private key again in this session: C_FindObjects";
const closeSessions = "close the sessions that are not in use";
const openSession = "open a session and log in again: C_OpenSession, C_Login";

/** Source: PKCS#11 Specification 3.1, section 5.1, "Function return values". */
const returnValues: Readonly<Record<number, ReturnValue>> = {
  2: { name: "CKR_HOST_MEMORY", isTransient: true, fix: "give this machine more memory" },
  48: { name: "CKR_DEVICE_ERROR", isTransient: true, fix: "read the log of the device" },
  49: { name: "CKR_DEVICE_MEMORY", isTransient: true, fix: closeSessions },
  50: {
    name: "CKR_DEVICE_REMOVED",
    isTransient: false,
    fix: `connect the device again; then ${openSession}`,
  },
  96: { name: "CKR_KEY_HANDLE_INVALID", isTransient: false, fix: findKeyAgain },
  99: {
    name: "CKR_KEY_TYPE_INCONSISTENT",
    isTransient: false,
    fix: "sign with the private key that belongs to publicKey",
  },
  104: {
    name: "CKR_KEY_FUNCTION_NOT_PERMITTED",
    isTransient: false,
    fix: "use a private key with CKA_SIGN, which this one does not have",
  },
  112: {
    name: "CKR_MECHANISM_INVALID",
    isTransient: false,
    fix: "use the mechanism that sign gets, on a device that has it: pkcs11-tool --list-mechanisms",
  },
  130: { name: "CKR_OBJECT_HANDLE_INVALID", isTransient: false, fix: findKeyAgain },
  144: {
    name: "CKR_OPERATION_ACTIVE",
    isTransient: true,
    fix: "let nothing else use this session, and leave concurrency at 1",
  },
  177: { name: "CKR_SESSION_COUNT", isTransient: true, fix: closeSessions },
  179: { name: "CKR_SESSION_HANDLE_INVALID", isTransient: false, fix: openSession },
  257: { name: "CKR_USER_NOT_LOGGED_IN", isTransient: false, fix: "log in to the session: C_Login" },
};

/** Whether a failed call of PKCS#11 may succeed a moment later. A device on a network fails as networks do. */
export function isTransientReturnValue(error: unknown): boolean {
  return returnValueOf(error)?.isTransient ?? isTransientError(error);
}

/** Throws for a signature that the device did not make. */
export function refusePkcs11Failure(failure: CallFailure): never {
  const { outcome, attempts } = failure;
  const known = outcome.id === "error" ? returnValueOf(outcome.error) : undefined;
  return refuseFailure(
    failure,
    known && `the device returned ${known.name}${inAttempts(attempts)}; ${known.fix}`,
  );
}

/** The bindings of PKCS#11 for JavaScript put the return value into `code`, as a number. */
function returnValueOf(error: unknown): ReturnValue | undefined {
  const code = memberOf(error, "code");
  return typeof code === "number" ? returnValues[code] : undefined;
}
