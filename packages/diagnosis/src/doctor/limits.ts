/**
 * The longest list of cache behaviors that is read. Our own limit: each URL is compared with each of them.
 * CloudFront's quota is 75 unless AWS raises it.
 *
 * Source: CloudFront Developer Guide, "Quotas", "Cache behaviors per distribution".
 */
export const mostCacheBehaviors = 1000;

/**
 * The longest list of statements of a bucket policy that is read. Our own limit: each is compared with each URL.
 * S3 takes policies of up to 20 KB.
 */
export const mostStatements = 1000;

/**
 * The longest list of distribution tenants that is read. Our own limit: the resource of each URL is compared with the
 * domains of all of them. CloudFront's quota is 10,000 unless AWS raises it.
 *
 * Source: CloudFront Developer Guide, "Quotas", "Quotas on multi-tenant distributions".
 */
export const mostTenants = 10_000;

/** The longest list of URLs that is read. Our own limit: each is compared with each cache behavior. */
export const mostUrls = 1000;

/** The characters of a name or value that evidence quotes. Our own limit: a reader recognizes it. */
export const longestQuote = 60;

/** The names that evidence lists before it says how many more there are. Our own limit. */
export const mostNames = 5;
