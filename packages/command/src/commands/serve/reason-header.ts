/**
 * The header with the reason of a denial, as `restrictViewerAccess` sets it. The origins here put the reasons
 * of their own errors into it.
 */
export const reasonHeader = "X-CloudFront-Sign-Reason";
