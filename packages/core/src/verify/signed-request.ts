import { type RequestCookies, readCookies } from "./cookies.ts";
import {
  type Credentials,
  decodeCredentials,
  type KeyLookupProblem,
  keyLookupProblem,
} from "./credentials.ts";
import { readViewerRequest, type ViewerRequest } from "./request.ts";

/** A request and its signing parameters, decoded as far as they can be. Nothing of it is verified. */
export interface SignedRequest {
  readonly cookies: RequestCookies;
  readonly request: ViewerRequest;
  readonly keyLookupProblem: KeyLookupProblem | undefined;
  readonly credentials: Credentials;
}

/** Reads all of a request at once. `url` is `undefined` when it is unknown; `cookies` may be of any type. */
export function readSignedRequest(
  url: string | undefined,
  cookies: unknown,
  allowAnyKeyPairId = false,
): SignedRequest {
  const read = readCookies(cookies);
  const request = readViewerRequest(url, read);
  return {
    cookies: read,
    request,
    keyLookupProblem: keyLookupProblem(request, allowAnyKeyPairId),
    credentials: decodeCredentials(request),
  };
}
