import { env } from "node:process";

// createCloudFrontSigner() says what is wrong with the ID or the key when the program starts.
export const keyPairId = env.CLOUDFRONT_KEY_PAIR_ID; // such as K2JCJMDEHXQW5F
export const privateKey = env.CLOUDFRONT_PRIVATE_KEY; // the whole text of private.pem
export const cdnOrigin = env.CDN_ORIGIN; // such as https://cdn.example.com
export const sessionSecret = env.SESSION_SECRET; // openssl rand -hex 32
export const cookieDomain = env.COOKIE_DOMAIN || undefined; // example.com for app.example.com and cdn.example.com
export const appOrigin = env.APP_ORIGIN || undefined; // behind a proxy, the origin that viewers see: https://app.example.com
