import { isCloudFrontSignError } from "cloudfront-sign-webcrypto";
import { printable } from "./terminal.js";

/** What the user can mend. Its message goes to standard error without a stack; the command ends with status 2. */
export class Fault extends Error {}

/** A fault of the storage, which may pass: BullMQ tries the chunk again. */
export class StorageFault extends Fault {}

/**
 * @param {string} option the option or variable
 * @param {string} problem what is wrong; what to do
 * @returns {never}
 */
export function refuse(option, problem) {
  throw new Fault(`${option}: ${problem}`);
}

/** Errors that no message explains come with their stack. @param {Error} error */
export const explain = (error) =>
  printable(error instanceof Fault || isCloudFrontSignError(error) ? error.message : String(error.stack));
