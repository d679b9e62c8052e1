import {
  type CloudFrontSignError,
  isCloudFrontSignError,
  type SignCookiesOptions,
  type SignUrlOptions,
} from "cloudfront-sign-webcrypto";
import { refuse } from "../../arguments/refusal.ts";
import type { SigningInput } from "../../keys/read-signing.ts";
import { policyNotes, signingNotes } from "../../keys/signing-notes.ts";
import { printable, warn } from "../../output/terminal.ts";
import { urlSentence, wildcardSentence } from "../../requests/url-argument.ts";
import { optionsOfLine, type SignInput } from "./sign-input.ts";

/** Why one input cannot be signed. */
export interface Failure {
  readonly message: string;
  /** Of an error of the library. */
  readonly code?: string;
}

/** The signed URL, at once or later; a failure is of this input alone. */
export type SignOne = (input: SignInput) => string | Failure | Promise<string | Failure>;

/**
 * How the inputs are signed: each for itself, or with one grant where the options say what it covers. Refuses for
 * faults of the flags, which concern every input.
 */
export async function urlSigning(
  input: SigningInput,
  signOptions: SignUrlOptions,
  isJson: boolean,
): Promise<SignOne> {
  const signOne = await signingOf(input, signOptions, isJson);
  const [note, notePolicy] = [signingNotes(), policyNotes()];
  const isAlone = !("resource" in signOptions) && signOptions.policy === undefined;
  const { resource, ipAddress } = signOptions as { readonly resource?: string; readonly ipAddress?: string };
  if (resource !== undefined) note({ url: resource, isAlone: false, ipAddress });
  let isWarned = false;
  return async (one) => {
    if (!isWarned && /[?&]X-Amz-Signature=/i.test(one.url)) {
      isWarned = true;
      warn(s3Warning);
    }
    note({
      url: one.url,
      isAlone: isAlone && one.signOptions?.resource === undefined,
      ipAddress,
      ...one.signOptions,
    });
    const result = await signOne(one);
    if (typeof result === "string")
      notePolicy(() => ({ resource: one.url, ...optionsOfLine(one, signOptions) }));
    return result;
  };
}

/** Only a warning: an origin without origin access control may check this signature. */
const s3Warning =
  "the URL has the signature of an S3 presigned URL (X-Amz-Signature); S3 refuses it if CloudFront forwards it with a signature of its own (origin access control); sign the URL without its X-Amz- parameters";

async function signingOf(
  { signer, refuseFor }: SigningInput,
  signOptions: SignUrlOptions,
  isJson: boolean,
): Promise<SignOne> {
  const failureOrRefusal = (error: unknown, input: SignInput): Failure => {
    if (!isCloudFrontSignError(error)) throw error;
    return isOfInput(error, input, isJson) ? failureOf(error, input) : refuseFor(error);
  };
  if (!("resource" in signOptions) && signOptions.policy === undefined)
    return async (input) =>
      signer
        .signUrl(input.url, optionsOfLine(input, signOptions))
        .catch((error: unknown) => failureOrRefusal(error, input));
  const grant = await signer.grant(signOptions as SignCookiesOptions).catch((error: unknown) => {
    if (!isCloudFrontSignError(error)) throw error;
    return refuseFor(error);
  });
  return (input) => {
    if (input.signOptions !== undefined)
      return { message: "has options of its own; --resource and --policy make one policy for all lines" };
    if (/^[^?#]*\*/.test(input.url)) return { message: wildcardSentence() };
    try {
      return grant.signUrl(input.url);
    } catch (error) {
      return failureOrRefusal(error, input);
    }
  };
}

/** Whether an error is about the input, not about the key or what the flags ask for. */
function isOfInput(
  { option, code }: CloudFrontSignError,
  { signOptions }: SignInput,
  isJson: boolean,
): boolean {
  // Without an expiry among the flags, each JSON line needs its own.
  if (option === "url" || (isJson && code === "ERR_OPTION_MISSING")) return true;
  return signOptions !== undefined && !code.startsWith("ERR_KEY") && code !== "ERR_SIGNING_FAILED";
}

function failureOf(error: CloudFrontSignError, { url }: SignInput): Failure {
  const { code, option, message } = error;
  // The options of a line have the library's own names.
  return { code, message: option === "url" ? urlSentence(error, url) : message };
}

/** In one line. `place` says which input it is. */
export function describeFailure(place: string, { code, message }: Failure): string {
  return printable(`${place}: ${message}${code === undefined ? "" : ` (${code})`}`);
}

/** Refuses for an input, in the form that every refusal has. */
export function refuseFailure(
  place: string,
  { code, message }: Failure,
  status: 1 | 2,
  next?: string,
): never {
  return refuse(`${code === undefined ? "" : `${code}\n`}${place}: ${message}`, status, next);
}
