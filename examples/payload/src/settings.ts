const env = process.env as Record<string, string>;

// createCloudFrontSigner() says what is wrong with the ID or the key when the program starts.
export const keyPairId = env.CLOUDFRONT_KEY_PAIR_ID; // such as K2JCJMDEHXQW5F
export const privateKey = env.CLOUDFRONT_PRIVATE_KEY; // the whole text of private.pem
export const cdnOrigin = env.CDN_ORIGIN; // such as https://cdn.example.com
// COOKIE_DOMAIN: example.com for app.example.com and cdn.example.com. Deleting a cookie needs the same domain and path.
export const courseCookies = { path: "/course/", ...(env.COOKIE_DOMAIN && { domain: env.COOKIE_DOMAIN }) };
