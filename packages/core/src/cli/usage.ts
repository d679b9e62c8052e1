/** Text of `--help`. */
export const usage = `Signs CloudFront URLs and cookies.

  cloudfront-sign-webcrypto URL ... --key-pair-id ID --private-key FILE --expires-in 1h
  cloudfront-sign-webcrypto --cookies --resource 'https://cdn.example.com/course/42/*' ...

Key
  --key-pair-id ID          the public key's ID in CloudFront, or CLOUDFRONT_KEY_PAIR_ID
  --allow-any-key-pair-id   take an ID that is not CloudFront's, as an emulator gives it out
  --private-key FILE        any private key, "-" for standard input, or its text in CLOUDFRONT_PRIVATE_KEY
                            (its passphrase in CLOUDFRONT_PRIVATE_KEY_PASSPHRASE)
  --hash-algorithm HASH     SHA1 (default for RSA) or SHA256 (default for P-256)

Expiry, one of
  --expires-in TIME         from now: seconds, or 90s 15m 6h 7d
  --date-less-than TIME     epoch seconds, or 2030-01-01T00:00:00Z

Custom policy
  --date-greater-than TIME  start of access
  --ip-address IPV4         address or CIDR of the viewer
  --resource PATTERN        what is covered, with * and ?
  --policy JSON             a ready policy, signed as it is

Output
  --cache-window TIME       the same URL for all calls in a window (with --expires-in)
  --cookies                 print a Cookie header instead of URLs
  --help                    this text
  --version                 the version of the package
`;
