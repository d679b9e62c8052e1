import type { Grants } from "../signing-options.ts";
import { createTextStream, type SigningStream } from "../text-stream.ts";
import { createManifestSigner, type DashSigningOptions } from "./manifest.ts";

/**
 * Makes a stream that signs like {@link signDashManifest}: bytes in UTF-8 become bytes, strings become strings.
 * It holds no more than one tag, or one reference in a text.
 *
 * If the manifest is invalid, the stream fails. It may already have sent the part before the fault, but never a
 * whole manifest.
 *
 * Give the response headers of its own, with `charset=utf-8` in `Content-Type`: with another charset, browsers find
 * other references in the text. `Content-Length`, `Content-Encoding`, `ETag` and `Last-Modified` of the origin
 * do not match the signed text, and with a public `Cache-Control`, other viewers get this signature.
 *
 * @param grant the grant of `signer.grant`, or several, such as one for each CDN: the first that covers a reference signs it
 * @param options the URL of the manifest, and what happens to a reference that the grant does not cover
 * @returns a `TransformStream` for `pipeThrough`
 * @throws `ERR_URL_INVALID`, `ERR_URL_TOO_LONG`, `ERR_OPTION_INVALID`, `ERR_OPTION_UNKNOWN` at once, for `grant` and
 * `options`; `ERR_STREAM_UNSUPPORTED` in a worker whose compatibility date is before 2022-11-30.
 * @throws Through the stream, the errors of {@link signDashManifest} for the text, `ERR_MANIFEST_INVALID` for
 * bytes that are not UTF-8, and `ERR_OPTION_INVALID` for a chunk of another type.
 * @example
 * ```ts
 * import type { Grant } from "cloudfront-sign-webcrypto";
 * import { createDashSigningStream } from "cloudfront-sign-media/dash";
 *
 * export async function signedManifest(manifestUrl: string, grant: Grant): Promise<Response> {
 *   const { body } = await fetch(manifestUrl);
 *   const headers = { "Content-Type": "application/dash+xml; charset=utf-8", "Cache-Control": "private" };
 *   return new Response(body?.pipeThrough(createDashSigningStream(grant, { manifestUrl })), { headers });
 * }
 * ```
 */
export function createDashSigningStream(grant: Grants, options: DashSigningOptions): SigningStream {
  return createTextStream(createManifestSigner(grant, options), "manifest");
}
