/** The token of the signer. Inject it as `CloudFrontSigner`. */
export const SIGNER = Symbol("CloudFrontSigner");
