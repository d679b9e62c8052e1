/** A signer whose outputs are in `peers.json`, in the version that made them. */
export interface PeerSigner {
  /** Its name in `peers.json`. */
  readonly name: string;
  /** Its name in the columns of a table. */
  readonly title: string;
  readonly software: string;
  readonly version: string;
  /** Nobody maintains it any more: its outputs stay in `peers.json`, and no page shows them. */
  readonly isRetired?: true;
}

export const peerSigners: readonly PeerSigner[] = [
  { name: "js-v3", title: "JS v3", software: "npm: `@aws-sdk/cloudfront-signer`", version: "3.1166.0" },
  { name: "js-v2", title: "JS v2", software: "npm: `aws-sdk`", version: "2.1693.0", isRetired: true },
  {
    name: "aws-cloudfront-sign",
    title: "aws-cloudfront-sign",
    software: "npm: `aws-cloudfront-sign`",
    version: "3.0.2",
  },
  { name: "botocore", title: "botocore", software: "PyPI: `botocore`", version: "1.44.8" },
  { name: "awscli-v1", title: "CLI v1", software: "AWS CLI: `aws cloudfront sign`", version: "1.46.3", isRetired: true },
  { name: "awscli-v2", title: "CLI v2", software: "AWS CLI: `aws cloudfront sign`", version: "2.36.7" },
  {
    name: "go-v2",
    title: "Go v2",
    software: "Go: `aws-sdk-go-v2/feature/cloudfront/sign`",
    version: "1.9.16",
  },
  {
    name: "java-v2",
    title: "Java v2",
    software: "Maven: `software.amazon.awssdk:cloudfront`",
    version: "2.58.0",
  },
  {
    name: "java-v1",
    title: "Java v1",
    software: "Maven: `com.amazonaws:aws-java-sdk-cloudfront`",
    version: "1.12.797",
    isRetired: true,
  },
  {
    name: "rust-cloudfront_sign",
    title: "Rust",
    software: "crates.io: `cloudfront_sign`",
    version: "0.4.1",
  },
];

/** Those that the pages compare, in the order of their columns. */
export const comparedSigners = peerSigners.filter(({ isRetired }) => !isRetired);
