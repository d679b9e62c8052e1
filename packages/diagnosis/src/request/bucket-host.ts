/** Whether a host name is that of a bucket, or of an endpoint of S3. */
export function isBucketHost(host: string): boolean {
  return /(?:^|\.)s3[.-]/i.test(host) && /\.amazonaws\.com(?:\.cn)?(?::\d+)?$/i.test(host);
}
