import { camelCase, pascalCase } from "../../foreign/infrastructure.ts";
import { fill, shell } from "../../foreign/pasted-code.ts";
import type { Installation } from "./installation.ts";
import type { Revocation } from "./read-revocation.ts";
import cdk from "./templates/cdk.ts?raw";

const association = `// In the behavior of the private path:
functionAssociations: [{ function: __function__, eventType: FunctionEventType.VIEWER_REQUEST }],`;

export function cdkInstallation({ name, file }: Revocation): Installation {
  const id = pascalCase(name);
  // With a word behind the name: a name alone may be a keyword.
  const names = { function: `${camelCase(name)}Function`, store: `${camelCase(name)}Store` };
  return {
    create: [fill("ts", cdk, { ...names, id, file })],
    attach: [fill("ts", association, { function: names.function }), shell("npx cdk deploy")],
    attachNotes: [],
    find: fill("sh", "# Set STORE_ARN to the output __id__StoreArn.", { id }),
  };
}
