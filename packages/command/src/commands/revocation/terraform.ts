import { fill, shell } from "../../foreign/pasted-code.ts";
import { pathArgument } from "../../output/shell-word.ts";
import type { Installation } from "./installation.ts";
import type { Revocation } from "./read-revocation.ts";
import functionTf from "./templates/function.tf?raw";

const association = `# In the default_cache_behavior or ordered_cache_behavior of the private path:
function_association {
  event_type   = "viewer-request"
  function_arn = aws_cloudfront_function.__resource__.arn
}`;

export function terraformInstallation({ name, file }: Revocation): Installation {
  const resource = name.replaceAll("-", "_");
  return {
    create: [fill("hcl", functionTf, { resource, name, file: pathArgument(file) })],
    attach: [fill("hcl", association, { resource }), shell("terraform apply")],
    attachNotes: [],
    find: shell("STORE_ARN=$(terraform output -raw denied_grants)"),
  };
}
