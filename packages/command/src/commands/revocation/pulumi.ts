import { deploySst } from "../../foreign/deploy.ts";
import { camelCase } from "../../foreign/infrastructure.ts";
import { type Code, fill, shell } from "../../foreign/pasted-code.ts";
import { findStore } from "./find-store.ts";
import type { Installation } from "./installation.ts";
import type { Revocation } from "./read-revocation.ts";
import pulumi from "./templates/pulumi.ts?raw";
import sst from "./templates/sst.ts?raw";

const association = `// In the cache behavior of the private path:
functionAssociations: [{ eventType: "viewer-request", functionArn: __function__.arn }],`;

export const pulumiInstallation = (revocation: Revocation): Installation =>
  installation(revocation, pulumi, shell("pulumi up"));

/** Pulumi in a function. */
export const sstInstallation = (revocation: Revocation): Installation =>
  installation(revocation, sst, deploySst);

function installation({ name, file }: Revocation, template: string, deploy: Code): Installation {
  // With a word behind the name: a name alone may be a keyword.
  const names = { function: `${camelCase(name)}Function`, store: `${camelCase(name)}Store` };
  return {
    create: [fill("ts", template, { ...names, name, file })],
    attach: [fill("ts", association, { function: names.function }), deploy],
    attachNotes: [],
    find: findStore(name),
  };
}
