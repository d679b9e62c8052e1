import { findStore } from "./find-store.ts";
import type { Installation } from "./installation.ts";
import type { Revocation } from "./read-revocation.ts";

/** What to choose in the AWS console. */
export function consoleInstallation({ name, file }: Revocation): Installation {
  return {
    create: [],
    createNotes: [
      `Open CloudFront in the AWS console: Functions, KeyValueStores, Create KeyValueStore, with the name ${name}.`,
      `Then Functions, Create function, with the name ${name} and the runtime cloudfront-js-2.0. Replace its code by the text of ${file}. Associate the key value store, save, and publish the function.`,
    ],
    attach: [],
    attachNotes: [
      "In the console, open the function: Publish, Add association. Choose the distribution, the event type Viewer request, and the cache behavior.",
    ],
    find: findStore(name),
  };
}
