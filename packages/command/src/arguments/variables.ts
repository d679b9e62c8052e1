/** The environment variables that the command reads. */
export const keyVariable = "CLOUDFRONT_PRIVATE_KEY";
export const keyFileVariable = "CLOUDFRONT_PRIVATE_KEY_FILE";
export const publicKeysVariable = "CLOUDFRONT_PUBLIC_KEYS";
export const keyPairIdVariable = "CLOUDFRONT_KEY_PAIR_ID";
export const passphraseVariable = "CLOUDFRONT_PRIVATE_KEY_PASSPHRASE";
