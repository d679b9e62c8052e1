import type { HashAlgorithm, PrivateKeySource, RemoteSigner, UrlInput } from "cloudfront-sign-webcrypto";
import {
  describeType,
  fail,
  ipv4,
  keyPairIdProblem,
  readOptions,
  typeTag,
  wireForm,
} from "cloudfront-sign-webcrypto/internals";
import { mostUrls } from "./limits.ts";

/** Options of {@link diagnoseCloudFrontDistributions}. */
export interface CloudFrontDiagnosisOptions {
  /**
   * What the AWS CLI printed, each document parsed with `JSON.parse`, in any order: `get-distribution`,
   * `get-distribution-config` or `list-distributions`; and the `get-…`, `get-…-config` or `list-…` of key
   * groups, public keys, cache policies, origin request policies and origin access controls. Also a CloudFormation
   * template, and a state or plan of Terraform as `terraform show -json` prints it.
   */
  readonly documents: readonly unknown[];
  /** The ID that you sign with. */
  readonly keyPairId?: string | undefined;
  /** The private key that you sign with, in any form, or a remote signer. It signs one test text. */
  readonly privateKey?: PrivateKeySource | RemoteSigner | undefined;
  /** Decrypts an encrypted PKCS#8 key. */
  readonly passphrase?: string | undefined;
  /** As for the signer. Default `"SHA1"` for RSA, `"SHA256"` for EC. */
  readonly hashAlgorithm?: HashAlgorithm | undefined;
  /** The IPv4 address or CIDR in your signed policies; `true` when it differs from viewer to viewer. */
  readonly ipAddress?: string | boolean | undefined;
  /** URLs that you sign, or examples of them: at most 1,000, before or after signing. */
  readonly urls?: readonly UrlInput[] | undefined;
  /** URLs that you sign for uploads (PUT), or examples of them: at most 1,000. Do not repeat them in `urls`. */
  readonly uploadUrls?: readonly UrlInput[] | undefined;
}

const optionNames = [
  "documents",
  "keyPairId",
  "privateKey",
  "passphrase",
  "hashAlgorithm",
  "ipAddress",
  "urls",
  "uploadUrls",
] as const;

/** The options, with everything but the documents and the key read. */
export interface ReadDiagnosisOptions
  extends Pick<CloudFrontDiagnosisOptions, "documents" | "privateKey" | "passphrase" | "hashAlgorithm"> {
  readonly keyPairId: string | undefined;
  readonly ipAddress: string | undefined;
  /** In wire form. */
  readonly urls: readonly string[] | undefined;
  readonly uploadUrls: readonly string[] | undefined;
}

export function readDiagnosisOptions(given: CloudFrontDiagnosisOptions): ReadDiagnosisOptions {
  const options = readOptions("options", given, optionNames);
  const { keyPairId, ipAddress, urls, uploadUrls } = options;
  return {
    ...options,
    keyPairId: readKeyPairId(keyPairId),
    ipAddress: readIpAddress(ipAddress),
    urls: readUrls("urls", urls),
    uploadUrls: readUrls("uploadUrls", uploadUrls),
  };
}

function readKeyPairId(keyPairId: string | undefined): string | undefined {
  const problem = keyPairId === undefined ? undefined : keyPairIdProblem(keyPairId, true);
  return problem === undefined ? keyPairId : fail("ERR_KEY_PAIR_ID_INVALID", "keyPairId", problem.sentence);
}

/** Any address at all is what every address is within. */
function readIpAddress(ipAddress: string | boolean | undefined): string | undefined {
  if (ipAddress === undefined || ipAddress === false) return undefined;
  return ipAddress === true ? "0.0.0.0/0" : ipv4.read(ipAddress);
}

function readUrls(option: string, urls: readonly UrlInput[] | undefined): string[] | undefined {
  if (urls === undefined) return undefined;
  if (typeTag(urls) !== "Array")
    fail("ERR_OPTION_INVALID", option, `is ${describeType(urls)}; pass a list of URLs`);
  if (urls.length > mostUrls) {
    fail(
      "ERR_OPTION_INVALID",
      option,
      `has ${urls.length} URLs, more than ${mostUrls}; pass one or two for each cache behavior`,
    );
  }
  return Array.from(urls, (url, i) => wireForm(url, `${option}[${i}]`).href);
}
