/** A missing variable stops the program at its start, before the first request. */
function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set: see README.md.`);
  return value;
}

/** The origin of the distribution, such as https://cdn.example.com. */
export const cdnOrigin = required("CDN_ORIGIN");
export const keyPairId = required("CLOUDFRONT_KEY_PAIR_ID");
/** The PEM. In a hosting service's settings it may be one line with `\n`. */
export const privateKey = required("CLOUDFRONT_PRIVATE_KEY");

const domain = process.env.COOKIE_DOMAIN;

/**
 * The attributes of the CloudFront cookies. To delete a cookie, a browser needs the domain and path with which
 * it was set, so both are written once.
 *
 * COOKIE_DOMAIN is the domain that this site and the distribution share: example.com for cms.example.com and
 * cdn.example.com.
 */
export const courseCookies = { path: "/course/", ...(domain && { domain }) };
