import { fail } from "../errors.ts";
import { parsePolicy } from "../policy/parse-policy.ts";
import { checkQuestionMarks } from "../url/resource-pattern.ts";
import { checkAccessPeriod } from "./access-period.ts";
import { createPolicy } from "./create-policy.ts";
import { checkCoverage } from "./resource-mismatch.ts";
import type { Policy } from "./signed-policy.ts";

/**
 * The ready policy of options, which is signed byte for byte. It has to cover the URL in wire form. None of
 * `names` may be given beside it; the name `policy` itself is skipped.
 */
export function readyPolicy<Options extends { readonly policy?: string | undefined }>(
  options: Options,
  names: readonly (keyof Options & string)[],
  href: string | undefined,
  now: number,
): Policy {
  for (const name of names)
    if (name !== "policy" && options[name] !== undefined)
      fail(
        "ERR_OPTION_CONFLICT",
        name,
        "cannot be combined with the option policy; write it into the policy, or remove one",
      );
  const terms = parsePolicy(options.policy);
  if (terms.resource !== href) checkQuestionMarks(terms.resource, "policy", "its Resource ");
  checkCoverage(terms.resource, href, "policy");
  checkAccessPeriod(terms, now, "policy");
  return createPolicy(terms, href, options.policy);
}
