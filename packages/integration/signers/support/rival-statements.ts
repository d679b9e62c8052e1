import { generateKeyPairSync, type KeyObject, verify } from "node:crypto";
import { getSignedCookies as sdkCookies, getSignedUrl as sdkUrl } from "@aws-sdk/cloudfront-signer";
import { getSignedCookies as otherCookies, getSignedUrl as otherUrl } from "aws-cloudfront-sign";

/**
 * What this repository says about other signers. The pages repeat it: `docs/migrating.md` in its comparison,
 * `packages/integration/signers/README.md` in its table of public issues, and other pages in sentences. A test compares them, and runs what can be run here.
 */

/** A row of the comparison in docs/migrating.md, as it stands there. */
export interface ComparedFeature {
  readonly feature: string;
  /** `@aws-sdk/cloudfront-signer`. */
  readonly sdk: string;
  /** `aws-cloudfront-sign`. */
  readonly other: string;
  /** What the two packages do when they are run, if that decides the row. */
  readonly seen?: () => { readonly sdk: boolean; readonly other: boolean };
}

const exported = (key: KeyObject, options: { cipher?: string; passphrase?: string } = {}): string =>
  String(key.export({ type: "pkcs8", format: "pem", ...options }));
const rsaKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
const rsa = exported(rsaKey);
const encrypted = exported(rsaKey, { cipher: "aes-256-cbc", passphrase: "secret" });
const p256Pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
const p256 = exported(p256Pair.privateKey);

const file = "https://d111111abcdef8.cloudfront.net/videos/a.mp4";
const folder = "https://d111111abcdef8.cloudfront.net/videos/*";
const soon = Date.now() + 3_600_000;
const ofSdk = { keyPairId: "K2JCJMDEHXQW5F", dateLessThan: new Date(soon) };
const ofOther = { keypairId: "K2JCJMDEHXQW5F", expireTime: soon };

const decoded = (text: string | null | undefined): Buffer =>
  Buffer.from(
    (text ?? "").replace(/[-_~]/g, (character) => ({ "-": "+", _: "=", "~": "/" })[character] ?? ""),
    "base64",
  );
const policyOf = (url: string): Buffer => decoded(new URL(url).searchParams.get("Policy"));
const signatureOf = (url: string): Buffer => decoded(new URL(url).searchParams.get("Signature"));

function works(run: () => boolean): boolean {
  try {
    return run();
  } catch {
    return false;
  }
}

export const comparison: readonly ComparedFeature[] = [
  {
    feature: "runs on",
    // Seen on 2026-11-24 with workerd 1.20261023.1, compatibility date 2026-03-01, flag nodejs_compat.
    sdk: "anything with `node:crypto`: Node.js, Bun, Deno, Workers with Node.js compatibility",
    other: "the same as the SDK",
  },
  { feature: "signing", sdk: "synchronous", other: "synchronous" },
  {
    feature: "imports the key",
    sdk: "for every URL, unless you pass a `KeyObject` (the SDK's types do not allow this)",
    other: "for every URL",
  },
  { feature: "one signature for many URLs", sdk: "–", other: "–" },
  { feature: "HLS and DASH playlists", sdk: "–", other: "–" },
  { feature: "short-lived access that the page renews", sdk: "–", other: "–" },
  {
    feature: "the same URL for every viewer within a time window, so that browsers can cache the file",
    sdk: "–",
    other: "–",
  },
  { feature: "cookies", sdk: "values", other: "values" },
  {
    feature: "wildcards",
    sdk: "in a policy that you write yourself",
    other: "in URLs and cookies",
    seen: () => ({
      // A canned policy, which has no wildcards.
      sdk: "CloudFront-Policy" in sdkCookies({ ...ofSdk, url: folder, privateKey: rsa }),
      other:
        policyOf(otherUrl(folder, { ...ofOther, privateKeyString: rsa })).includes("/videos/*") &&
        "CloudFront-Policy" in otherCookies(folder, { ...ofOther, privateKeyString: rsa }),
    }),
  },
  {
    feature: "start time",
    sdk: "yes",
    other: "–",
    seen: () => ({
      sdk: policyOf(sdkUrl({ ...ofSdk, url: file, privateKey: rsa, dateGreaterThan: new Date() })).includes(
        "DateGreaterThan",
      ),
      other: policyOf(
        otherUrl(file, {
          ...ofOther,
          privateKeyString: rsa,
          dateGreaterThan: new Date(),
        } as typeof ofOther),
      ).includes("DateGreaterThan"),
    }),
  },
  {
    feature: "IPv4 address or network",
    sdk: "yes",
    other: "yes",
    seen: () => ({
      sdk: policyOf(sdkUrl({ ...ofSdk, url: file, privateKey: rsa, ipAddress: "192.0.2.0/24" })).includes(
        "192.0.2.0/24",
      ),
      other: policyOf(
        otherUrl(file, {
          ...ofOther,
          privateKeyString: rsa,
          ipRange: "192.0.2.0/24",
        } as typeof ofOther),
      ).includes("192.0.2.0/24"),
    }),
  },
  {
    feature: "EC P-256 keys: shorter URLs",
    sdk: "not documented",
    other: "not documented, SHA-1 only",
    seen: () => {
      const ofSdkUrl = sdkUrl({ ...ofSdk, url: file, privateKey: p256, ipAddress: "192.0.2.1" });
      const ofOtherUrl = otherUrl(file, { ...ofOther, privateKeyString: p256 });
      const isSigned = (url: string): boolean =>
        verify("sha1", policyOf(url), p256Pair.publicKey, signatureOf(url));
      return { sdk: isSigned(ofSdkUrl), other: isSigned(ofOtherUrl) };
    },
  },
  {
    feature: "SHA-256",
    sdk: "yes",
    other: "–",
    seen: () => ({
      sdk: sdkUrl({ ...ofSdk, url: file, privateKey: rsa, algorithm: "SHA256" }).includes("Hash-Algorithm="),
      other: otherUrl(file, {
        ...ofOther,
        privateKeyString: rsa,
        algorithm: "SHA256",
      } as typeof ofOther).includes("Hash-Algorithm="),
    }),
  },
  {
    feature: "encrypted private keys",
    sdk: "yes",
    other: "–",
    seen: () => ({
      sdk: works(() => sdkUrl({ ...ofSdk, url: file, privateKey: encrypted, passphrase: "secret" }) !== ""),
      other: works(
        () =>
          otherUrl(file, {
            ...ofOther,
            privateKeyString: encrypted,
            passphrase: "secret",
          } as typeof ofOther) !== "",
      ),
    }),
  },
  { feature: "keys in AWS KMS or an HSM", sdk: "–", other: "–" },
  { feature: "verifies signed URLs and cookies", sdk: "–", other: "–" },
  { feature: "explains a 403", sdk: "–", other: "–" },
  { feature: "a local CloudFront for development and tests", sdk: "–", other: "–" },
];

/** Sentences about rivals that stand on other pages, word for word. */
export const sentences: Readonly<Record<string, readonly string[]>> = {
  "README.md": ["The AWS SDK signs synchronously, so nothing else runs in the process while it signs."],
  "docs/performance.md": [
    "`aws-cloudfront-sign` has no start time and no SHA-256, and it rewrites the query, so its long URL differs from the given one.",
    "The AWS SDK and `aws-cloudfront-sign` sign synchronously.",
    "`aws-cloudfront-sign` creates only custom policies, so its URLs are longer. It signs with P-256 keys, but cannot use SHA-256.",
    'The SDK does not document P-256 keys, but signs with them if `algorithm` is `"SHA256"`.',
  ],
  "docs/migrating.md": [
    "| `*` in the URL: `/course/*` | signs a wildcard | the same |",
    "| cookies for `/course/*` or `/a.jpg?*` with `dateLessThan` only | a canned policy, which has no wildcards: 403 |",
  ],
  "docs/keys.md": [
    "a user's report. That library supports SHA-256 [since `AWSSDK.Extensions.CloudFront.Signers` 4.0.1](https://github.com/aws/aws-sdk-net/releases/tag/4.0.233.0)",
  ],
};

/** A row of the table "Public issues" in `packages/integration/signers/README.md`. */
export interface PublicIssue {
  readonly library: string;
  readonly what: string;
  /** `owner/name`, with the numbers of issues and pull requests. */
  readonly repository: string;
  readonly issues: readonly number[];
  /** Whether these are pull requests. */
  readonly arePulls?: true;
  /** What came of it. `#1` is a pull request of the same repository. */
  readonly since: string;
}

export const publicIssues: readonly PublicIssue[] = [
  {
    library: "JS v3 3.858.0",
    what: "URLs are signed unchanged, but clients rewrite them: 403",
    repository: "aws/aws-sdk-js-v3",
    issues: [7428],
    since: "closed as stale; queries encoded since #7437",
  },
  {
    library: "JS v3",
    what: "`filename*=` in a query: 403",
    repository: "aws/aws-sdk-js-v3",
    issues: [7470],
    since: "fixed by #7515",
  },
  {
    library: "JS v3",
    what: "a space in the path was left as it was",
    repository: "aws/aws-sdk-js-v3",
    issues: [7571],
    since: "encoded since #7763",
  },
  {
    library: "JS v3 3.1046.0",
    what: "`=`, `,` or a space in the path: 403",
    repository: "aws/aws-sdk-js-v3",
    issues: [8033],
    since: "fixed by #8039",
  },
  {
    library: "JS v3",
    what: "`'` in a query, as in `filename*=UTF-8''…`: 403",
    repository: "aws/aws-sdk-js-v3",
    issues: [8113],
    since: "fixed",
  },
  {
    library: "JS v3",
    what: "`+` in a query: 403",
    repository: "aws/aws-sdk-js-v3",
    issues: [8277],
    since: "fixed by #8283",
  },
  {
    library: "JS v3",
    what: "`response-content-disposition` with a file name: 403",
    repository: "aws/aws-sdk-js-v3",
    issues: [3614],
    since: "open",
  },
  {
    library: "JS v3",
    what: "cookies for a pattern as `url`: no policy, 403",
    repository: "aws/aws-sdk-js-v3",
    issues: [4516],
    since: "closed as stale",
  },
  {
    library: "JS v3",
    what: "P-256 keys are not documented",
    repository: "aws/aws-sdk-js-v3",
    issues: [7851],
    since: "open",
  },
  {
    library: "aws-cloudfront-sign",
    what: "base64 with `+`, `=` and `/`: 403",
    repository: "jasonsims/aws-cloudfront-sign",
    issues: [6],
    arePulls: true,
    since: "fixed in 2014",
  },
  {
    library: "CLI v2",
    what: "a key in PKCS#8 is refused",
    repository: "aws/aws-cli",
    issues: [9423],
    arePulls: true,
    since: "fixed",
  },
  {
    library: "CLI v2",
    what: "P-256 keys are refused",
    repository: "aws/aws-cli",
    issues: [10659],
    arePulls: true,
    since:
      "2.36.7 refuses them; the reference pages of [`sign`](https://docs.aws.amazon.com/cli/latest/reference/cloudfront/sign.html) and [`sign-cookies`](https://docs.aws.amazon.com/cli/latest/reference/cloudfront/sign-cookies.html) document them, also with SHA-256",
  },
  {
    library: "botocore",
    what: "if a `?` stands for one character of the path, the parameters start with `&` instead of `?`",
    repository: "boto/botocore",
    issues: [3377],
    since: "open, with a fix in #3710",
  },
  {
    library: "Go v2",
    what: "`&` in the query: 403",
    repository: "aws/aws-sdk-go-v2",
    issues: [1373],
    since: "fixed",
  },
  {
    library: "Go v2",
    what: "no SHA-256; no P-256 for cookies",
    repository: "aws/aws-sdk-go-v2",
    issues: [3406, 3325],
    arePulls: true,
    since: "added in May 2026, SHA-256 as `SignWithAlgorithm`, after the version that was tested here",
  },
  {
    library: "Java v2",
    what: "escapes in the path were decoded after signing",
    repository: "aws/aws-sdk-java-v2",
    issues: [3791],
    since: "fixed by #3795",
  },
  {
    library: "Java v2",
    what: "cookies cannot have a pattern as resource",
    repository: "aws/aws-sdk-java-v2",
    issues: [6127],
    since: "open, although #6779 added this option",
  },
  {
    library: "Java v2",
    what: "no SHA-256",
    repository: "aws/aws-sdk-java-v2",
    issues: [6842],
    since: "added in 2.53.0 by #7253",
  },
  {
    library: ".NET",
    what: "no P-256; no SHA-256",
    repository: "aws/aws-sdk-net",
    issues: [4304, 4345],
    since: "added in `AWSSDK.Extensions.CloudFront.Signers` 4.0.1",
  },
  {
    library: "PHP",
    what: "no SHA-256",
    repository: "aws/aws-sdk-php",
    issues: [3116],
    since: "added in 3.388.7 by #3322",
  },
  {
    library: "Ruby",
    what: "SHA-1 is refused on Fedora",
    repository: "aws/aws-sdk-ruby",
    issues: [3313],
    since:
      "its source supports SHA-256: [Signers known only from their source](#signers-known-only-from-their-source)",
  },
  {
    library: "Rust",
    what: "a user warns about white space and special characters in URLs",
    repository: "awslabs/aws-sdk-rust",
    issues: [255],
    since: "open",
  },
  {
    library: "aiohttp (a client)",
    what: "escapes in the query are decoded before the request: 403",
    repository: "aio-libs/aiohttp",
    issues: [7222],
    since: "closed; pass `yarl.URL(url, encoded=True)`",
  },
];

/** A signer whose source or release notes were read, but which was not run. */
export interface ReadSigner {
  readonly library: string;
  readonly software: string;
  /** What it does, in the words of the tables. */
  readonly does: string;
  readonly source: string;
}

const rubySigner =
  "https://github.com/aws/aws-sdk-ruby/blob/11b869c8e502810bc107e681f9403e576806cf41/gems/aws-sdk-cloudfront/lib/aws-sdk-cloudfront/signer.rb";

export const readSigners: readonly ReadSigner[] = [
  {
    library: "Ruby",
    software: "`aws-sdk-cloudfront`",
    does: "signs URLs and cookies with a canned policy or your own policy, with RSA and P-256 keys. It uses SHA-1, or SHA-256 with `hash_algorithm`. It removes white space from your policy, and does not encode the URL",
    source: `[signer.rb](${rubySigner}); P-256 [since 1.129.0](https://github.com/aws/aws-sdk-ruby/blob/version-3/gems/aws-sdk-cloudfront/CHANGELOG.md)`,
  },
  {
    library: "PHP",
    software: "`aws/aws-sdk-php`",
    does: "signs with SHA-1, and since 3.388.7 also with SHA-256",
    source: "[pull request 3322](https://github.com/aws/aws-sdk-php/pull/3322)",
  },
  {
    library: ".NET",
    software: "`AWSSDK.Extensions.CloudFront.Signers`",
    does: "signs with P-256 keys and with SHA-256 since 4.0.1; since July 2026 also with a signer of your own, such as a key in AWS KMS (`ICloudFrontSigner`)",
    source:
      "[issue 4304](https://github.com/aws/aws-sdk-net/issues/4304), [issue 4345](https://github.com/aws/aws-sdk-net/issues/4345), [pull request 4468](https://github.com/aws/aws-sdk-net/pull/4468)",
  },
  {
    library: "Swift",
    software: "`soto-core`, module `SotoSignerCloudFront`",
    does: "signs URLs and cookies with a canned or a custom policy, with RSA keys, SHA-1 or SHA-256, since June 2026. The AWS SDK for Swift is another project",
    source: "[pull request 696](https://github.com/soto-project/soto-core/pull/696)",
  },
];
