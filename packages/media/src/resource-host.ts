// One host by its name, or hosts whose names end in a domain that has a dot itself.
const namedHost = /^(?:https?|http\*):\/\/(?:[^/]*[*?][^/.]*\.(?=[^/]+\.[^/.]))?[^/*?]+\//;

// A distribution of any account may have such a host.
const anyDistribution = /^[^/]+\/\/[^/]*[*?][^/]*\.cloudfront\.net\.?(?::\d*)?\//i;

/**
 * What is wrong with the host of a resource; `undefined` if it says on which host it is. Who signs for any host would
 * hand the signature to whatever host a page asks or a manifest names.
 */
export function hostProblem(resource: string): string | undefined {
  if (!namedHost.test(resource)) return "names no host";
  return anyDistribution.test(resource) ? "covers distributions of other AWS accounts" : undefined;
}
