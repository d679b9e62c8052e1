const signer = "createCloudFrontSigner({ … }), which makes the signer";
const list = "the third argument of signUrls";
const attributes = "toSetCookie({ … }) of the signed cookies";
const terms = 'the terms of a call: signUrl(url, { expiresIn: "1h" })';

/** Where options belong that people give to the terms of a call. */
export const homesBesideTerms: Readonly<Record<string, string>> = {
  keyPairId: signer,
  allowAnyKeyPairId: signer,
  privateKey: signer,
  passphrase: signer,
  hashAlgorithm: signer,
  key: signer,
  maxLifetime: signer,
  now: signer,
  memo: signer,
  concurrency: list,
  onError: list,
  signal: list,
  domain: attributes,
  path: attributes,
  maxAge: attributes,
  sameSite: attributes,
  secure: attributes,
  httpOnly: attributes,
  partitioned: attributes,
};

/** Where options belong that people give to a signer. */
export const homesBesideSigner: Readonly<Record<string, string>> = {
  dateLessThan: terms,
  expiresIn: terms,
  cacheWindow: terms,
  staggerWindows: terms,
  dateGreaterThan: terms,
  ipAddress: terms,
  resource: terms,
  policy: terms,
  concurrency: list,
  onError: list,
  signal: list,
};
