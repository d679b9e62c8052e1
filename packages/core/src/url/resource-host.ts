// One host by its name, or the subdomains of a name that has a dot itself.
const namedHost = /^(?:https?|http\*):\/\/(?:\*\.(?=[^/]+\.[^/.]))?[^/*?]+\//;

/**
 * Whether a resource says on which host it is. A client that signed for any host would hand the signature to
 * whatever host a page asks.
 */
export function namesHost(resource: string): boolean {
  return namedHost.test(resource);
}
