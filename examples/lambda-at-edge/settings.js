// Lambda@Edge has no environment variables: let your deployment write this file. No secret belongs into it.
/** The origin of the distribution, with the name that viewers use. Viewers who use another name get 500. */
export const cdnOrigin = "https://d111111abcdef8.cloudfront.net";
/** Where the secrets are, wherever the function runs. */
export const region = "us-east-1";
/** { "keyPairId": "K2JCJMDEHXQW5F", "privateKey": "-----BEGIN PRIVATE KEY-----\n…" } */
export const keySecret = "cloudfront-key";
/** { "sessionSecret": "…", "user": "…", "password": "…" } */
export const appSecret = "cloudfront-app";
