import { parameterNames } from "cloudfront-sign-webcrypto/internals";

/** Where the last signing parameter of a URL or a text starts, at its ? or &; negative without one. */
export function lastSigningParameter(text: string): number {
  const starts = parameterNames.flatMap((name) => [
    text.lastIndexOf(`?${name}=`),
    text.lastIndexOf(`&${name}=`),
  ]);
  return Math.max(...starts);
}

/** Whether a URL or a text has signing parameters. */
export function hasSigningParameters(text = ""): boolean {
  return lastSigningParameter(text) >= 0;
}
