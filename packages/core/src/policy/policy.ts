/** What a policy allows, in CloudFront's units. */
export interface PolicyStatement {
  /** URL or pattern in wire form. */
  readonly resource: string;
  /** Expiry time, epoch seconds. */
  readonly dateLessThan: number;
  /** Start of access, epoch seconds. */
  readonly dateGreaterThan: number | undefined;
  /** IPv4 CIDR. */
  readonly ipAddress: string | undefined;
}

/**
 * The policy text. Without a start and an address it is, byte for byte, what CloudFront rebuilds for a canned policy:
 * no white space, this order, the resource verbatim. Nothing is escaped because wire form leaves nothing that JSON
 * escapes.
 *
 * Source: CloudFront Developer Guide, "Create a signed URL using a canned policy" and "… using a custom policy".
 */
export function policyText({ resource, dateLessThan, dateGreaterThan, ipAddress }: PolicyStatement): string {
  const start =
    dateGreaterThan === undefined ? "" : `,"DateGreaterThan":{"AWS:EpochTime":${dateGreaterThan}}`;
  const address = ipAddress === undefined ? "" : `,"IpAddress":{"AWS:SourceIp":"${ipAddress}"}`;
  return `{"Statement":[{"Resource":"${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":${dateLessThan}}${start}${address}}}]}`;
}
