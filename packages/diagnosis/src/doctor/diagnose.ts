import { readPathPattern } from "cloudfront-sign-webcrypto/internals";
import type { RestrictedPaths } from "cloudfront-sign-webcrypto/verify";
import { type CloudFrontDiagnosisOptions, readDiagnosisOptions } from "./diagnosis-options.ts";
import type { Distribution } from "./distribution.ts";
import { type CloudFrontDistributionFinding, findingsIn } from "./findings.ts";
import { identifyConfigs } from "./identify.ts";
import { type Inventory, readDocuments } from "./inventory.ts";
import { fittingKeys } from "./key-documents.ts";
import { missingDocuments } from "./missing-documents.ts";
import { namedUrls, routeUrls } from "./routes.ts";
import { restrictedBehaviors, type Setup } from "./setup.ts";
import { tenantsOf } from "./tenants.ts";

/** What was found in the documents. */
export interface CloudFrontDiagnosis {
  /** What is wrong, the most general first; empty when nothing is. */
  readonly findings: readonly CloudFrontDistributionFinding[];
  /** Each distribution of the documents. */
  readonly distributions: readonly DiagnosedDistribution[];
  /** The AWS CLI commands whose output is needed for checks that could not be made. */
  readonly missing: readonly string[];
}

/** A distribution of the documents. */
export interface DiagnosedDistribution {
  /** Its ID; without one its first alternate domain name, or the place of the document. */
  readonly name: string;
  /** Its domain name, its alternate domain names and those of its tenants, as far as the documents show them. */
  readonly hostnames: readonly string[];
  /**
   * Its cache behaviors in CloudFront's order, the default one last as `"*"`. Pass it as the option `restrict` of
   * `createCloudFrontVerifier` and `restrictViewerAccess`, which throw if no behavior is restricted.
   */
  readonly restrict: RestrictedPaths;
}

/**
 * Finds what is wrong with CloudFront distributions for signed URLs and signed cookies, from what the AWS CLI
 * prints about them, or a Terraform state or plan, or a CloudFormation template says: open cache behaviors, keys that are not trusted, buckets that can be read around
 * CloudFront, URLs for reading that can also write, and other settings that answer 403. A distribution that is right has no finding.
 *
 * It needs no AWS credentials and makes no request. The private key stays in your process: it signs one text, and
 * the public keys verify this signature.
 *
 * @see {@link https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/PrivateContent.html | Serve private content with signed URLs and signed cookies}
 * @param options the documents that the AWS CLI printed, and what you sign with
 * @returns the findings, and what could not be checked
 * @throws `ERR_OPTION_INVALID`, `ERR_OPTION_MISSING` for documents that these commands do not print;
 * `ERR_OPTION_UNKNOWN`, `ERR_OPTION_INVALID` for other options; `ERR_IP_ADDRESS_INVALID` for `ipAddress`.
 * @throws `ERR_KEY_PAIR_ID_INVALID` for `keyPairId`; `ERR_KEY_INVALID`, `ERR_KEY_ENCRYPTED`, `ERR_KEY_PASSPHRASE`,
 * `ERR_KEY_UNSUPPORTED`, `ERR_KEY_NOT_PRIVATE`, `ERR_KEY_USAGE`, `ERR_SIGNING_FAILED` for `privateKey`;
 * `ERR_URL_INVALID`, `ERR_URL_TOO_LONG` for `urls` and `uploadUrls`.
 * @example
 * ```ts
 * import { diagnoseCloudFrontDistributions } from "cloudfront-sign-diagnosis/doctor";
 *
 * // aws cloudfront get-distribution-config --id EDFDVBD632BHDS5
 * const printed = `{ "DistributionConfig": { "Origins": { "Items": [] }, "DefaultCacheBehavior": {} } }`;
 * const { findings } = await diagnoseCloudFrontDistributions({ documents: [JSON.parse(printed)] });
 * console.log(findings[0]?.certainty, findings[0]?.id); // proven nothing-restricted
 * ```
 */
export async function diagnoseCloudFrontDistributions(
  options: CloudFrontDiagnosisOptions,
): Promise<CloudFrontDiagnosis> {
  const {
    documents,
    keyPairId: givenId,
    privateKey,
    passphrase,
    hashAlgorithm,
    ipAddress,
    urls,
    uploadUrls,
  } = readDiagnosisOptions(options);
  const inventory = readDocuments(documents);
  const isComparable =
    givenId === undefined || !inventory.isPlanned || inventory.publicKeys.byId.has(givenId);
  const keyPairId = isComparable ? givenId : undefined;
  identifyConfigs(inventory, keyPairId);
  const enabled = inventory.distributions.filter((distribution) => distribution.enabled);
  const distributions = enabled.length > 0 ? enabled : inventory.distributions;
  const setup: Setup = {
    inventory,
    distributions,
    restricted: restrictedBehaviors(distributions),
    keyPairId,
    fittingKeys:
      privateKey === undefined
        ? undefined
        : await fittingKeys({ privateKey, passphrase, hashAlgorithm }, inventory.publicKeys.byId),
    ipAddress,
    hasUrls: urls !== undefined,
    ...routeUrls([...namedUrls(urls), ...namedUrls(uploadUrls, true)], distributions, inventory.tenants),
  };
  return {
    findings: findingsIn(setup),
    distributions: inventory.distributions.map((one) => diagnosedDistribution(one, inventory)),
    // The IDs of a template are not those that URLs are signed with.
    missing: [...missingDocuments(setup), ...(isComparable ? [] : ["aws cloudfront list-distributions"])],
  };
}

function diagnosedDistribution(distribution: Distribution, { tenants }: Inventory): DiagnosedDistribution {
  const { name, domainName, aliases } = distribution;
  const domains = tenantsOf(distribution, tenants).flatMap((tenant) => tenant.domains);
  return {
    name,
    hostnames: [
      ...(domainName === undefined ? [] : [domainName]),
      ...aliases,
      ...domains.map(({ domain }) => domain),
    ],
    restrict: restrictedPaths(distribution),
  };
}

/**
 * The cache behaviors as the verifier takes them, the default one last. What no path matches, and what is restricted
 * behind an open one for all of its paths, is left out, because the verifier refuses it.
 */
function restrictedPaths({ behaviors }: Distribution): RestrictedPaths {
  const open: ReturnType<typeof readPathPattern>[] = [];
  return behaviors.flatMap(({ pathPattern, restricted }) => {
    const pattern = readPathPattern(pathPattern);
    if (pattern.problem !== undefined) return [];
    if (restricted) return open.some(({ covers }) => covers(pattern.rooted)) ? [] : pathPattern;
    open.push(pattern);
    return { pathPattern, restricted };
  });
}
