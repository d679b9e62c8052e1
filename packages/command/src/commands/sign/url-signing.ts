import {
  type CloudFrontSignError,
  type CloudFrontSigner,
  isCloudFrontSignError,
  type SignCookiesOptions,
  type SignUrlOptions,
} from "cloudfront-sign-webcrypto";
import { refuse, sentenceOf } from "../../arguments/refusal.ts";
import { policyNotes, signingNotes } from "../../keys/signing-notes.ts";
import { printable, warn } from "../../output/terminal.ts";
import { program } from "../../program.ts";
import { endsBeforeAmpersand, splitStep } from "../../requests/url-argument.ts";
import { optionsOfLine, type SignInput } from "./sign-input.ts";

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
  signer: CloudFrontSigner,
  signOptions: SignUrlOptions,
  isJson: boolean,
): Promise<SignOne> {
  const signOne = await signingOf(signer, signOptions, isJson);
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
  signer: CloudFrontSigner,
  signOptions: SignUrlOptions,
  isJson: boolean,
): Promise<SignOne> {
  const failure = (error: unknown, input: SignInput): Failure => {
    if (isCloudFrontSignError(error) && isOfInput(error, input, isJson)) return failureOf(error, input);
    throw error;
  };
  if (!("resource" in signOptions) && signOptions.policy === undefined)
    return async (input) => {
      const { resource, policy } = input.signOptions ?? {};
      if (resource === undefined && policy === undefined && wildcard.test(input.url))
        return { code: "ERR_RESOURCE_INVALID", message: wildcardSentence() };
      return signer
        .signUrl(input.url, optionsOfLine(input, signOptions))
        .catch((error: unknown) => failure(error, input));
    };
  const grant = await signer.grant(signOptions as SignCookiesOptions);
  return (input) => {
    if (input.signOptions !== undefined)
      return { message: "has options of its own; --resource and --policy make one policy for all lines" };
    if (wildcard.test(input.url)) return { message: wildcardSentence() };
    try {
      return grant.signUrl(input.url);
    } catch (error) {
      return failure(error, input);
    }
  };
}

/** No file has a pattern as its address. */
const wildcard = /^https?:\/\/[^?#]*\*/i;

function wildcardSentence(): string {
  return `has a wildcard; pass the URL of a file, and the pattern as --resource, or sign cookies for the pattern: ${program()} cookies 'https://…/*'; for a real * write %2A`;
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
  if (option !== "url") return { code, message };
  const isSplit = code === "ERR_URL_ALREADY_SIGNED" && endsBeforeAmpersand(url);
  return {
    code,
    message: sentenceOf(error) + (isSplit ? `; if the URL goes on after it, ${splitStep}` : ""),
  };
}

/** In one line. `place` says which input it is. */
export function describeFailure(place: string, { code, message }: Failure): string {
  return printable(`${place}: ${message}${code === undefined ? "" : ` (${code})`}`);
}

export function refuseFailure(
  place: string,
  { code, message }: Failure,
  status: 1 | 2,
  next?: string,
): never {
  return refuse(`${code === undefined ? "" : `${code}\n`}${place}: ${message}`, status, next);
}
