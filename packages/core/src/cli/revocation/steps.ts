import { describeSeconds } from "../../policy/describe-time.ts";
import type { PlannedStep } from "../numbered-step.ts";
import { type Code, shell } from "../pasted-code.ts";
import type { RotationTool } from "../rotate/rotation.ts";
import { awsCliInstallation } from "./aws-cli.ts";
import { cdkInstallation } from "./cdk.ts";
import type { Installation } from "./installation.ts";
import { requiredVariable } from "./required-variable.ts";
import type { Revocation } from "./revocation.ts";
import { terraformInstallation } from "./terraform.ts";

/** One step of the installation, or of a revocation. */
export interface RevocationStep extends PlannedStep {
  readonly id: "create-function" | "attach-function" | "deny-grant" | "check-denial" | "remove-ids";
}

const installationFor: Readonly<Record<RotationTool, (revocation: Revocation) => Installation>> = {
  "aws-cli": awsCliInstallation,
  terraform: terraformInstallation,
  cdk: cdkInstallation,
};

/** All steps, in their order. */
export function revocationSteps(revocation: Revocation): RevocationStep[] {
  const { tool, longestLifetime } = revocation;
  const { create, attach, attachNotes, find } = installationFor[tool](revocation);
  const lifetime = describeSeconds(longestLifetime);
  return [
    {
      id: "create-function",
      title: "Make the key value store and the function",
      notes: ["The store has a key for each denied ID. It is empty, so nobody is denied for an ID yet."],
      code: create,
    },
    {
      id: "attach-function",
      title: "Attach the function to the cache behavior of the private path, for viewer requests",
      notes: [
        "From then on this cache behavior denies every request without grant-id: signed cookies, and URLs of signUrl or of grants without grantId. So sign with grantId first. Until the last grant without one has expired, its viewer can add any ID to it.",
        "A cache behavior has one function for viewer requests. CloudFront refuses a second one: then put the code of both into one function. The cache policy must not have grant-id in the cache key.",
        ...attachNotes,
      ],
      code: attach,
    },
    {
      id: "deny-grant",
      title: "Deny an ID",
      notes: [
        `Let your server refuse new grants to this user first, and set GRANT_ID. The value is the time, in epoch seconds, at which the last grant with this ID has expired: ${lifetime} from now (--longest-lifetime). Edge locations have the change within seconds as a rule; AWS promises no time.`,
      ],
      code: [find, denyId(longestLifetime)],
    },
    {
      id: "check-denial",
      title: "Check it with a URL of this grant",
      notes: [
        "Set URL to what grant.signUrl has returned for this ID, in single quotes. The first line prints 403, and for a URL of another grant 200. The second one has to print 403 too: it changes the ID, and CloudFront must not take the signature for that. A test in the console always says 403: there the function has no query.",
      ],
      code: [check],
    },
    {
      id: "remove-ids",
      title: "Remove IDs whose grants have expired, now and then",
      notes: [
        "CloudFront denies these URLs by their expiry. An ID that is removed earlier works again. A store holds 5 MB: more than 50,000 IDs.",
      ],
      code: [find, removeExpired],
    },
  ];
}

/** Source: CloudFront KeyValueStore API Reference, PutKey. With =, since an ID may start with a hyphen. */
function denyId(longestLifetime: number): Code {
  return shell(
    `aws cloudfront-keyvaluestore put-key --kvs-arn "$STORE_ARN" --key="${requiredVariable("GRANT_ID", "the ID to deny")}" \\`,
    `  --value "$(($(date +%s) + ${longestLifetime}))" \\`,
    `  --if-match "${eTagOfStore}"`,
  );
}

const eTagOfStore =
  '$(aws cloudfront-keyvaluestore describe-key-value-store --kvs-arn "$STORE_ARN" --query ETag --output text)';

const check = shell(
  `curl -sS -o /dev/null -w '%{http_code}\\n' "${requiredVariable("URL", "a signed URL of this grant")}"`,
  "curl -sS -o /dev/null -w '%{http_code}\\n' \"$(printf %s \"$URL\" | sed 's/grant-id=[^&]*/grant-id=other/')\"",
);

const removeExpired = shell(
  'for id in $(aws cloudfront-keyvaluestore list-keys --kvs-arn "$STORE_ARN" --output text \\',
  "  --query 'Items[?to_number(Value) < `'\"$(date +%s)\"'`].[Key]'); do",
  '  aws cloudfront-keyvaluestore delete-key --kvs-arn "$STORE_ARN" --key="$id" \\',
  `    --if-match "${eTagOfStore}"`,
  "done",
);
