/**
 * A function that returns the signature for a key, made on the first call and remembered while the key is
 * among the `size` most recently used. Equal calls in progress share one; a failure is not remembered.
 */
export function createSignatureCache<Signature>(
  size: number,
): (key: string, sign: () => Promise<Signature>) => Promise<Signature> {
  // In the order of use: a Map keeps the order of insertion, and each use inserts anew.
  const signatures = new Map<string, Promise<Signature>>();
  // Everything that this iterator has passed is deleted, so its next key is the least recently used.
  let leastRecent = signatures.keys();
  let calls = 0;
  return (key, sign) => {
    const known = signatures.get(key);
    const signature = known ?? sign();
    if (known === undefined) {
      signature.catch(() => {
        if (signatures.get(key) === signature) signatures.delete(key);
      });
    }
    signatures.delete(key);
    signatures.set(key, signature);
    // An iterator keeps alive what the Map has deleted since it stopped, so it is renewed now and then; a new
    // one for each call would be slow.
    if (++calls % size === 0) leastRecent = signatures.keys();
    if (signatures.size > size) signatures.delete(leastRecent.next().value as string);
    return signature;
  };
}
