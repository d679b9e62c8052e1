import { type CloudFrontSignError, isCloudFrontSignError } from "cloudfront-sign-webcrypto";

/**
 * The error of this package that `action` throws or rejects with. Anything else that happens is a failure.
 */
export async function refusal(action: () => unknown): Promise<CloudFrontSignError> {
  try {
    await action();
  } catch (error) {
    if (isCloudFrontSignError(error)) return error;
    throw error;
  }
  throw new Error("expected a refusal, and nothing was refused");
}

/** `code option`, to be compared as one, so that a failing test shows both. */
export async function refusedAs(action: () => unknown): Promise<string> {
  const { code, option } = await refusal(action);
  return `${code} ${option}`;
}
