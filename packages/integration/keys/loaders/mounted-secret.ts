import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { LoadContext } from "cloudfront-sign-webcrypto";

/**
 * A Kubernetes secret with the entries `keyPairId` and `privateKey` (a PEM), mounted as
 * a folder.
 */
export function keyInMountedSecret(folder: string) {
  return async ({ signal }: LoadContext) => {
    // Kubernetes points the link ..data at another folder when the secret changes. Both
    // files are read from the same folder, so that they belong together.
    const version = await realpath(join(folder, "..data"));
    const read = (name: string) =>
      readFile(join(version, name), { encoding: "utf8", signal });
    const [keyPairId, privateKey] = await Promise.all([
      read("keyPairId"),
      read("privateKey"),
    ]);
    return { keyPairId: keyPairId.trim(), privateKey };
  };
}
