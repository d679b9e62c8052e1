// One host by its name, or the subdomains of a name that has a dot itself.
const namedHost = /^(?:https?|http\*):\/\/(?:\*\.(?=[^/]+\.[^/.]))?[^/*?]+\//;

// A distribution of any account has such a host.
const anyDistribution = /^[^/]+\/\/\*\.cloudfront\.net\.?(?::\d*)?\//i;

/**
 * What is wrong with the host of a resource; `undefined` if it says on which host it is. A client that signed for
 * any host would hand the signature to whatever host a page asks.
 */
export function hostProblem(resource: string): string | undefined {
  if (!namedHost.test(resource)) return "names no host";
  return anyDistribution.test(resource) ? "names the distributions of everybody" : undefined;
}
