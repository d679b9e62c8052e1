import { deployTemplate } from "../../foreign/deploy.ts";
import { pascalCase } from "../../foreign/infrastructure.ts";
import { fill } from "../../foreign/pasted-code.ts";
import { findStore } from "./find-store.ts";
import { functionCode } from "./function-code.ts";
import type { Installation } from "./installation.ts";
import type { Revocation } from "./read-revocation.ts";
import functionYaml from "./templates/function.yaml?raw";

const association = `# In the DefaultCacheBehavior, or the entry of CacheBehaviors, of the private path:
FunctionAssociations:
  - EventType: viewer-request
    FunctionARN: !GetAtt __id__Function.FunctionARN`;

/** A template reads no file: it has the code of the function in it. */
export function cloudFormationInstallation({ name }: Revocation): Installation {
  const id = pascalCase(name);
  const code = { language: "yaml", text: functionCode.trimEnd() } as const;
  return {
    create: [fill("yaml", functionYaml, { id, name, code })],
    attach: [fill("yaml", association, { id }), deployTemplate],
    attachNotes: [],
    find: findStore(name),
  };
}
