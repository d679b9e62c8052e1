import { lacks } from "@cloudfront-sign-webcrypto/testing/runtime-differences";
import { refusal, refusedAs } from "@cloudfront-sign-webcrypto/testing/support/refusal.ts";
import { end, host, recorder } from "@cloudfront-sign-webcrypto/testing/support/signers.ts";
import { createDashSigningStream } from "cloudfront-sign-media/dash";
import { createHlsSigningStream } from "cloudfront-sign-media/hls";
import type { CloudFrontSignError } from "cloudfront-sign-webcrypto";
import { expect, inject } from "vitest";

const hasStreams = !lacks(inject("runtime"), "TransformStream with a transformer");

/** What is wrong, as far as a message says it before its first comma: the tables of faults have the whole messages. */
export const problemOf = ({ message }: CloudFrontSignError): string => message.split(/[,;]/, 1)[0] ?? "";

/** What a stream is refused with: where there is none, another test asks for that refusal. */
export async function alsoRefused(
  stream: () => unknown,
  { code, message }: CloudFrontSignError,
): Promise<void> {
  if (!hasStreams) return;
  const again = await refusal(stream);
  expect([again.code, again.message]).toEqual([code, message]);
}

/**
 * A test that needs a TransformStream as it is specified. Where there is none, the test of this name asks for
 * the documented refusal: not asked of the runtime itself, since one that has learnt it, or lost it, has to
 * fail here.
 */
export function streaming<Given extends unknown[]>(
  test: (...given: Given) => unknown,
): (...given: Given) => Promise<void> {
  if (hasStreams) return async (...given) => void (await test(...given));
  return async () => {
    const grant = await recorder().signer.grant({ resource: `${host}/*`, dateLessThan: end });
    const refused = "ERR_STREAM_UNSUPPORTED TransformStream";
    expect(await refusedAs(() => createHlsSigningStream(grant, { playlistUrl: host }))).toBe(refused);
    expect(await refusedAs(() => createDashSigningStream(grant, { manifestUrl: host }))).toBe(refused);
  };
}
