import { describeSeconds } from "cloudfront-sign-webcrypto/internals";
import { requiredVariable } from "../../foreign/infrastructure.ts";
import type { PlannedStep } from "../../foreign/numbered-step.ts";
import { type Code, shell } from "../../foreign/pasted-code.ts";
import { installationFor } from "./installations.ts";
import type { Revocation } from "./read-revocation.ts";

export interface RevocationStep extends PlannedStep {
  readonly id: "create-function" | "attach-function" | "deny-grant" | "check-denial" | "remove-ids";
}

export function revocationSteps(revocation: Revocation): RevocationStep[] {
  const { longestLifetime } = revocation;
  const { create, attach, find } = installationFor(revocation);
  const lifetime = describeSeconds(longestLifetime);
  return [
    {
      id: "create-function",
      title: "Make the key value store and the function",
      notes: ["The store holds the denied IDs. It is empty, so no ID is denied yet.", ...create.notes],
      code: create.code,
    },
    {
      id: "attach-function",
      title: "Attach the function to the cache behavior of the private path, for viewer requests",
      notes: [
        "First sign all grants with grantId, and wait until the last grant without one has expired: its viewer can add any ID to it. With the function, this cache behavior denies every request without grant-id: signed cookies, URLs of signUrl, and grants without grantId.",
        "A cache behavior can have one function for viewer requests, and CloudFront refuses a second one. If you have one already, put the code of both into one function. The cache policy must keep grant-id out of the cache key. Attach the function to every cache behavior that trusts the key: a grant for /* also covers spellings such as /course%2F42, which another cache behavior may answer.",
        ...attach.notes,
      ],
      code: attach.code,
    },
    {
      id: "deny-grant",
      title: "Deny an ID",
      notes: [
        `First let your server refuse new grants to this user. Then set GRANT_ID. The value is the time, in epoch seconds, when the last grant with this ID has expired: ${lifetime} from now (--longest-lifetime). The change usually reaches edge locations within seconds, but AWS does not guarantee it.`,
      ],
      code: [find, denyId(longestLifetime)],
    },
    {
      id: "check-denial",
      title: "Check it with a URL of this grant",
      notes: [
        "Set URL to a URL that grant.signUrl returned for this ID, in single quotes. The first command prints 403; for a URL of another grant it prints 200. The second command changes the ID. It must also print 403: CloudFront must not accept the signature with a different ID. A test in the CloudFront console always returns 403, because the function has no query there.",
      ],
      code: [check],
    },
    {
      id: "remove-ids",
      title: "From time to time, remove IDs whose grants have expired",
      notes: [
        "CloudFront denies their URLs because they have expired. If you remove an ID earlier, its URLs work again. A store holds 5 MB, which is more than 50,000 IDs.",
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
