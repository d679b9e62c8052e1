import { host, recorder } from "../support/signers.ts";
import type { Fault } from "./fault.ts";

function refusedUrl(given: string, url: unknown, code: Fault["code"], message: string): Fault {
  return { given, run: () => recorder().signer.signUrl(url as string, { expiresIn: "1h" }), code, message };
}

/** Faults of a URL that is to be signed. */
export const urlFaults: readonly Fault[] = [
  refusedUrl(
    'url: "/videos/a.mp4"',
    "/videos/a.mp4",
    "ERR_URL_INVALID",
    "url: is relative; expected an absolute URL such as https://d111111abcdef8.cloudfront.net/image.jpg",
  ),
  refusedUrl(
    'url: "https://user:secret@d111111abcdef8.cloudfront.net/a.jpg"',
    host.replace("//", "//user:secret@"),
    "ERR_URL_INVALID",
    "url: has a user name or password before an @, which never reaches CloudFront; remove it",
  ),
];
