import { fail } from "../errors.ts";
import { parsePolicy } from "../policy/parse-policy.ts";
import { appendQuery, signableUrl } from "../url/signed-url.ts";
import type { WireUrl } from "../url/wire-form.ts";
import { encodeUrl } from "./encode-url.ts";
import { type CloudfrontSignInput, readInput } from "./input.ts";
import { policyOfParameters, readyPolicy, signWithInput } from "./sign-input.ts";

/**
 * A signed URL, with the options of `getSignedUrl` of `@aws-sdk/cloudfront-signer`, and the same text.
 */
export async function getSignedUrl(input: CloudfrontSignInput): Promise<string> {
  const options = readInput(input);
  const target = urlOfInput(options);
  const { href } = target;
  const policy =
    options.policy === undefined ? policyOfParameters(options, href, false) : readyPolicy(options, href);
  if (policy.kind === "canned" && href.split("?", 1)[0]?.includes("*"))
    fail(
      "ERR_RESOURCE_INVALID",
      "url",
      "has a * in its path, which is no wildcard in a canned policy; write %2A for a real *, or give a policy whose Resource has the *",
    );
  const { query } = await signWithInput(policy, options);
  const [end = "", signature = "", keyPairId = "", ...hash] = query.split("&");
  return appendQuery(target, [end, keyPairId, signature, ...hash].join("&"));
}

function urlOfInput({ url, policy }: CloudfrontSignInput): WireUrl {
  if (url !== undefined) return signableUrl(typeof url === "string" ? encodeUrl(url) : url);
  if (policy === undefined)
    return fail("ERR_OPTION_MISSING", "url", "is missing; give url, or a policy whose Resource is a URL");
  const resource = parsePolicy(policy).resource.replace(/^\*:\/\//, "https://");
  return /^https?:\/\//.test(resource)
    ? signableUrl(resource, "policy")
    : fail(
        "ERR_OPTION_MISSING",
        "url",
        "is missing, and the Resource of policy is no URL that could take its place; give the URL to sign",
      );
}
