import { isOfOtherOrigin } from "../signed-request.ts";

/**
 * Whether a failed request may be a 403 of CloudFront. Without CORS headers on it, the page sees status 0, as for a
 * network that failed.
 */
export function mayBeDenied(url: string, status: number): boolean {
  const { navigator } = globalThis as { navigator?: { readonly onLine?: boolean } };
  return status === 403 || (status === 0 && navigator?.onLine !== false && isOfOtherOrigin(url));
}
