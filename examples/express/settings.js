/** A missing variable stops the program at its start, before the first request. @param {string} name */
function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set: see README.md.`);
  return value;
}

export const port = Number(process.env.PORT ?? 8080);

/** The origin of the distribution, such as https://cdn.example.com. */
export const cdnOrigin = required("CDN_ORIGIN");
export const keyPairId = required("CLOUDFRONT_KEY_PAIR_ID");
/** The PEM. In a hosting service's settings it may be one line with `\n`. */
export const privateKey = required("CLOUDFRONT_PRIVATE_KEY");
export const sessionSecret = required("SESSION_SECRET");

/**
 * The attributes of the CloudFront cookies. To delete a cookie, a browser needs the domain and path with which
 * it was set, so both are written once.
 *
 * COOKIE_DOMAIN is the domain that this site and the distribution share: example.com for app.example.com and
 * cdn.example.com. Leave it out on localhost, where both have the same host.
 */
export const courseCookies = { domain: process.env.COOKIE_DOMAIN || undefined, path: "/course/" };
