import { printable } from "../../output/terminal.ts";
import type { SignInput } from "./sign-input.ts";

/** How results are written, and whether an input that cannot be signed is left out. */
export interface OutputOptions {
  readonly isJson: boolean;
  readonly isSkipping: boolean;
}

/** The line for a signed URL, without its end. */
export function outputLine({ url, id }: SignInput, signedUrl: string, { isJson }: OutputOptions): string {
  if (!isJson) return signedUrl;
  const rest = `"url":${JSON.stringify(url)},"signedUrl":${JSON.stringify(signedUrl)}}`;
  return printable(id === undefined ? `{${rest}` : `{"id":${id},${rest}`);
}
