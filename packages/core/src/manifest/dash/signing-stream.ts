import type { Grant } from "../../sign/grant.ts";
import { createTextStream, type SigningStream } from "../text-stream.ts";
import { createManifestSigner, type DashSigningOptions } from "./manifest.ts";

/**
 * {@link signDashManifest} as a stream: bytes in UTF-8 become bytes, strings become strings. It holds no more
 * than one tag, or one reference in a text.
 *
 * A fault of the manifest is an error of the stream. The part before it may have been sent by then; it is
 * never a whole manifest.
 *
 * @throws What {@link signDashManifest} throws for its options, and `ERR_STREAM_UNSUPPORTED` in a worker
 * whose compatibility date is before 2022-11-30. The stream fails with the rest, also for bytes in another
 * encoding.
 * @example
 * ```ts
 * import type { Grant } from "cloudfront-sign-webcrypto";
 * import { createDashSigningStream } from "cloudfront-sign-webcrypto/dash";
 *
 * export async function signedManifest(manifestUrl: string, grant: Grant): Promise<Response> {
 *   const { body } = await fetch(manifestUrl);
 *   const headers = { "Content-Type": "application/dash+xml", "Cache-Control": "private" };
 *   return new Response(body?.pipeThrough(createDashSigningStream(grant, { manifestUrl })), { headers });
 * }
 * ```
 */
export function createDashSigningStream(grant: Grant, options: DashSigningOptions): SigningStream {
  return createTextStream(createManifestSigner(grant, options), "manifest");
}
