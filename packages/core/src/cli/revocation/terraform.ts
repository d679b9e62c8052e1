import { hcl, hclString, shell } from "../pasted-code.ts";
import { pathArgument } from "../shell-word.ts";
import type { Installation } from "./installation.ts";
import type { Revocation } from "./revocation.ts";

export function terraformInstallation({ name, file }: Revocation): Installation {
  const resource = name.replaceAll("-", "_");
  return {
    create: [
      hcl(
        `resource "aws_cloudfront_key_value_store" "${resource}" {`,
        `  name = "${name}"`,
        "}",
        "",
        `resource "aws_cloudfront_function" "${resource}" {`,
        `  name    = "${name}"`,
        '  runtime = "cloudfront-js-2.0"',
        `  code    = file(${hclString(pathArgument(file))})`,
        `  key_value_store_associations = [aws_cloudfront_key_value_store.${resource}.arn]`,
        "}",
        "",
        `output "denied_grants" { value = aws_cloudfront_key_value_store.${resource}.arn }`,
      ),
    ],
    attach: [
      hcl(
        "# In the default_cache_behavior or ordered_cache_behavior of the private path:",
        "function_association {",
        '  event_type   = "viewer-request"',
        `  function_arn = aws_cloudfront_function.${resource}.arn`,
        "}",
      ),
      shell("terraform apply"),
    ],
    attachNotes: [],
    find: shell("STORE_ARN=$(terraform output -raw denied_grants)"),
  };
}
