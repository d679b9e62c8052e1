// What is wrong with a text in the field of the public key, and what to paste instead.

/** @typedef {{ message: string, code?: string, option?: string }} KeyError */

const instead = "Paste the public key, which starts with -----BEGIN PUBLIC KEY-----.";

/** IDs that stand beside the public key in the console of CloudFront. */
const ids = [
  {
    pattern: /^(?:K|APKA)[A-Z0-9]{6,30}$/,
    /** @param {string} id */
    problem: (id) => ({
      sentence: `The public key field has a key pair ID, which belongs in “ID of this public key”. ${instead} This command prints it:`,
      command: `aws cloudfront get-public-key --id ${id} --query PublicKey.PublicKeyConfig.EncodedKey --output text`,
    }),
  },
  {
    pattern: /^[\da-z]{8}(?:-[\da-z]{4}){3}-[\da-z]{12}$/i,
    /** @param {string} id */
    problem: (id) => ({
      sentence: `The public key field has the ID of a key group. ${instead} This command prints the IDs of the keys in the group:`,
      command: `aws cloudfront get-key-group --id ${id} --query KeyGroup.KeyGroupConfig.Items --output text`,
    }),
  },
];

/** The public key of a private one. */
export const privateKeyProblem = {
  sentence: `The public key field had a private key, which was removed. ${instead} This command makes it from the private key:`,
  command: "openssl pkey -pubout -in key.pem -out public.pem",
};

/**
 * @param {string} text as it was pasted @param {unknown} error of the library
 * @returns {{ sentence: string, command?: string }}
 */
export function publicKeyProblem(text, error) {
  const known = ids.find(({ pattern }) => pattern.test(text.trim()));
  if (known) return known.problem(text.trim());
  const { message, code, option = "" } = /** @type {KeyError} */ (error);
  // The option is a property of an object in the caller's code, which this page has none of.
  const problem = message.startsWith(`${option}: `) ? message.slice(option.length + 2) : message;
  const [what = ""] = problem.split("; ", 1);
  // This page has no other kinds of keys than public ones.
  const fix = problem.slice(what.length + 2).replace(/ \(a remote signer [^()]*\)$/, "");
  const [, step = "", command] = /^(.*?): ((?:openssl|ssh-keygen) .*)$/s.exec(fix) ?? [];
  if (code === "ERR_KEY_INVALID" && !command)
    return { sentence: `The public key field was not used: this ${what}. ${instead}` };
  if (!command) return { sentence: `The public key field was not used: this ${what}; ${fix}. ${instead}` };
  return {
    sentence: `The public key field was not used: this ${what}. ${instead} ${step.replace(/^./, (first) => first.toUpperCase())}:`,
    command,
  };
}
