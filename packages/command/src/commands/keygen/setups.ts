import { type InfrastructureTool, idFor, plansOf } from "../../foreign/infrastructure.ts";
import { pem, quotedJson, shell } from "../../foreign/pasted-code.ts";
import { readSection, type Section } from "../../foreign/plan.ts";
import { callerReference } from "../../keys/key-pair.ts";

/** A public key, and the name that it gets in CloudFront. */
interface NamedKey {
  readonly name: string;
  /** PEM text with the line break at its end. */
  readonly publicKey: string;
}

/** What to paste, and where. */
export function setupFor(tool: InfrastructureTool, { name, publicKey }: NamedKey): Section {
  const reference = callerReference(name, publicKey);
  return readSection(plansOf[tool], "create-keys", {
    id: idFor(tool, name),
    name,
    callerReference: reference,
    publicKey,
    publicKeyLines: pem(publicKey),
    // JSON in single quotes, which are no place of a template: it has the escapes of JSON.
    createPublicKey: shell(
      "KEY_PAIR_ID=$(aws cloudfront create-public-key --query PublicKey.Id --output text \\",
      `  --public-key-config '${quotedJson({ CallerReference: reference, Name: name, EncodedKey: publicKey })}')`,
    ),
  });
}
