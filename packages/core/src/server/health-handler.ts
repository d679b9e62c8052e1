import { isWorkerd } from "../cache/workerd.ts";
import { isOwnError } from "../errors.ts";
import type { CloudFrontSigner } from "../sign/signer.ts";
import type { PlatformResponse } from "../verify/restrict-viewer-access.ts";

/** A signed URL of this address is made, and thrown away. Names below `.invalid` do not exist (RFC 6761). */
const url = "https://health.invalid/";

/**
 * Makes the readiness check of a signing process, for a load balancer or Kubernetes: each request makes a signature, so
 * that a process without requests loads a new key, too. Requests share one check at a time. Serve it on a port that
 * viewers do not reach. Never throws.
 *
 * @param signer the signer
 * @returns a function that returns 200 with the key pair ID, or 503 with the code of the error. It takes a request and
 * does not read it; it never rejects.
 * @example
 * ```ts
 * import { createCloudFrontSigner, healthHandler } from "cloudfront-sign-webcrypto";
 *
 * const signer = createCloudFrontSigner({ keyPairId: "K2JCJMDEHXQW5F", privateKey: process.env.CLOUDFRONT_PRIVATE_KEY!, maxLifetime: "8h" });
 * const response = await healthHandler(signer)();
 * console.log(response.status, await response.text()); // 200 K2JCJMDEHXQW5F
 * ```
 */
export function healthHandler(
  signer: Pick<CloudFrontSigner, "signUrl">,
): (request?: unknown) => Promise<PlatformResponse> {
  let checking: Promise<Outcome> | undefined;
  return async () => {
    // A request in workerd that waits for another one waits for ever once that one has ended.
    if (isWorkerd()) return answer(await check(signer));
    checking ??= check(signer).finally(() => {
      checking = undefined;
    });
    return answer(await checking);
  };
}

/** The status of an answer, and its text. */
type Outcome = readonly [status: number, text: string];

async function check(signer: Pick<CloudFrontSigner, "signUrl">): Promise<Outcome> {
  try {
    const signed = await signer.signUrl(url, { expiresIn: 1 });
    return [200, new URL(signed).searchParams.get("Key-Pair-Id") ?? ""];
  } catch (error) {
    return [503, isOwnError(error) ? error.code : "failed"];
  }
}

function answer([status, text]: Outcome): PlatformResponse {
  return new Response(`${text}\n`, { status, headers: { "Cache-Control": "no-store" } }) as PlatformResponse;
}
